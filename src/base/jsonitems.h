/* jsonitems.h - the objects of a long JSON array, one by one
 *
 *     [{...}, {...}]                          the file is the array
 *     {"a": 1, "traceEvents": [{...}, ...]}   or an object that has it
 *
 * What is around the objects is looked at no closer than to find them; each
 * object's own text is for fid_json to check.  Memory: a block of the file and
 * the largest object, whether the file is one line or many. */
#ifndef FID_JSONITEMS_H
#define FID_JSONITEMS_H

#include "base/text.h"

#define FID_JSON_NESTED 512 /* containers inside each other */

struct fid_json_items {
    struct fid_text *text; /* borrowed */
    const char *member;    /* borrowed; name of the array in an object */
    struct fid_span block; /* what is left of the block at hand */
    char *item;            /* owned; the object that is taken */
    size_t item_n, item_cap;
    size_t line_n;  /* of what is looked at */
    size_t item_at; /* line of the start of the object given last */
    char open[FID_JSON_NESTED];
    size_t depth, array; /* depth inside the array; 0: not in it */
    char key[32];
    size_t key_n;
    bool string, escaped, taking;
    bool found; /* the array was there */
    bool cut;   /* the text ended in the middle */
};

/* Start at the start of text. */
void fid_json_items_init (struct fid_json_items *it, struct fid_text *text, const char *member);

/* The next object: 1 (good until the next call), 0 at the end, -1 with
 * FID_EINPUT "path:line: reason" for what is no JSON, or holds no object where
 * one belongs. */
int fid_json_items_next (struct fid_json_items *it, struct fid_span *object,
                         struct fid_error *err);

void fid_json_items_clear (struct fid_json_items *it);

#endif
