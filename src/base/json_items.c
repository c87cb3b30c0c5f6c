/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_items.c - the objects of an array in a long text, one by one (see json.h) */
#include "base/json.h"

void fid_json_items_init (struct fid_json_items *it, struct fid_text *text, const char *member)
{
    *it = (struct fid_json_items){.text = text, .member = member, .line_n = 1};
}

void fid_json_items_clear (struct fid_json_items *it)
{
    free (it->item);
    it->item = NULL;
    it->item_n = it->item_cap = 0;
}

static int no_json (const struct fid_json_items *it, const char *what, struct fid_error *err)
{
    return fid_errorf (err, FID_EINPUT, "%s:%zu: %s", it->text->path, it->line_n, what);
}

/* Whether what comes next is an element of the array, or what separates them. */
static bool among_items (const struct fid_json_items *it)
{
    return it->array && it->depth == it->array;
}

static void in_string (struct fid_json_items *it, char c)
{
    bool key = it->depth > 0 && it->depth <= 2 && !it->array;
    if (it->escaped)
        it->escaped = false;
    else if (c == '\\')
        it->escaped = true;
    else if (c == '"') {
        it->string = false;
        return;
    }
    if (key && it->key_n < sizeof it->key)
        it->key[it->key_n++] = c;
}

static int open_one (struct fid_json_items *it, char c, struct fid_error *err)
{
    bool wanted =
        c == '[' && !it->found &&
        (it->depth == 0 || (it->depth == 1 && it->open[0] == '{' &&
                            fid_span_is ((struct fid_span){it->key, it->key_n}, it->member)));
    if (among_items (it)) {
        if (c == '[')
            return no_json (it, "an array where an object belongs", err);
        it->taking = true;
        it->item_n = 0;
        it->item_at = it->line_n;
    }
    if (it->depth == FID_JSON_NESTED)
        return no_json (it, "nested too deeply", err);
    if (it->depth == 1)
        it->outer_n = it->key_n;
    it->open[it->depth++] = c;
    if (wanted) {
        it->array = it->depth;
        it->found = true;
    }
    return 0;
}

/* A character of a member of the outer object, or of an object in it. */
static void beside_array (struct fid_json_items *it, char c)
{
    if (c == '"') {
        it->key_n = it->depth == 1 ? 0 : it->outer_n;
        if (it->depth == 2 && it->key_n < sizeof it->key)
            it->key[it->key_n++] = '.';
        return;
    }
    for (size_t i = 0; i < 2 && !it->array; i++) {
        struct fid_span key = {it->key, it->key_n};
        if (!it->wanted[i] || !fid_span_is (key, it->wanted[i]))
            continue;
        if (c == ':')
            it->number_n[i] = 0;
        else if (it->number_n[i] < sizeof it->number[i])
            it->number[i][it->number_n[i]++] = c;
    }
}

/* Look at one character; 1 if it ends an object, -1. */
static int look_at_char (struct fid_json_items *it, char c, struct fid_error *err)
{
    it->line_n += c == '\n';
    if (it->string) {
        in_string (it, c);
        return 0;
    }
    switch (c) {
    case ' ':
    case '\t':
    case '\r':
    case '\n':
    case ',':
        return 0;
    case '{':
    case '[':
        return open_one (it, c, err);
    case '}':
    case ']':
        /* 1: an object is complete */
        if (!it->depth || it->open[it->depth - 1] != (c == '}' ? '{' : '['))
            return no_json (it, "not JSON: brackets do not match", err);
        if (among_items (it))
            it->array = 0;
        it->depth--;
        if (!it->taking || it->depth != it->array)
            return 0;
        it->taking = false;
        return 1;
    default:
        break;
    }
    if (!it->depth)
        return no_json (it, "not JSON", err);
    if (among_items (it))
        return no_json (it, "not JSON: an object is missing", err);
    it->string = c == '"';
    if (it->depth <= 2)
        beside_array (it, c);
    return 0;
}

static int keep_part (struct fid_json_items *it, const char *from, const char *to,
                      struct fid_error *err)
{
    size_t n = (size_t)(to - from);
    FID_TRY (fid_array_grow (&it->item, &it->item_cap, it->item_n + n, 1, err));
    memcpy (it->item + it->item_n, from, n);
    it->item_n += n;
    return 0;
}

/* Takes the object at p, if all of it is in the block. */
static bool take_whole (struct fid_json_items *it, const char *p, struct fid_span *object)
{
    size_t lines;
    const char *all_end = fid_span_end (it->block);
    const char *end = fid_json_container_end (p, all_end, &lines);
    if (!end)
        return false;
    it->item_at = it->line_n;
    it->line_n += lines;
    it->block = (struct fid_span){end, (size_t)(all_end - end)};
    *object = (struct fid_span){p, (size_t)(end - p)};
    return true;
}

int fid_json_items_next (struct fid_json_items *it, struct fid_span *object,
                         struct fid_error *err)
{
    for (;;) {
        const char *p = it->block.p, *end = fid_span_end (it->block), *from = p;
        while (p < end) {
            bool was = it->taking;
            if (*p == '{' && !was && !it->string && among_items (it) &&
                take_whole (it, p, object))
                return 1;
            int rc = look_at_char (it, *p, err);
            FID_TRY (rc < 0);
            if (it->taking && !was)
                from = p;
            p++;
            if (!rc)
                continue;
            FID_TRY (keep_part (it, from, p, err));
            it->block = (struct fid_span){p, (size_t)(end - p)};
            *object = (struct fid_span){it->item, it->item_n};
            return 1;
        }
        if (it->taking && from < p)
            FID_TRY (keep_part (it, from, p, err));
        it->block = (struct fid_span){NULL, 0};
        int rc = fid_text_block (it->text, &it->block, err);
        FID_TRY (rc < 0);
        if (!rc) {
            it->cut = it->depth > 0;
            return 0;
        }
    }
}
