/* result.h - one result file (schema fidlio.pair/1), read and checked
 *
 * The layout is told in doc/result.md.  Numbers that are null in the file are
 * FID_ABSENT here; nothing else is negative or not finite. */
#ifndef FID_RESULT_H
#define FID_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <cjson/cJSON.h>
#include "base/error.h"

#define FID_SCHEMA_PAIR "fidlio.pair/1"
#define FID_ABSENT      (-1.0)

/* All strings are borrowed from the document of the result. */
struct fid_result_side {
    const char *id;
    const char *workload; /* "" where not known */
    const char *hash;
    size_t run_n; /* runs it stands for, usually 1 */
};

struct fid_result_facet {
    const char *facet, *measure, *quantity, *unit;
    const char *reason; /* NULL: compared */
    double distance, similarity, weight, score;
};

struct fid_result_resource {
    const char *resource, *group;
    const char *window;             /* what part of the runs the numbers are from */
    const char *status;             /* "compared", "idle", "not compared" */
    const char *reason;             /* NULL: compared */
    double similarity, score;       /* FID_ABSENT unless compared */
    struct fid_result_facet *facet; /* owned */
    size_t facet_n;
};

struct fid_result_group {
    const char *group;
    double similarity, score;
    bool excluded; /* declared out of scope: no part in the overall numbers */
};

/* The groups there may be, in the order of reports: NULL-terminated. */
extern const char *const fid_result_groups[];

/* The facet that stands out: resource NULL where the file names none. */
struct fid_result_extreme {
    const char *resource, *facet;
    double similarity;
};

struct fid_result {
    char *path;                /* owned; as opened */
    cJSON *doc;                /* owned */
    const char *key, *version; /* of the tool */
    struct fid_result_side real, emulation;
    const char *window;                   /* of the headline */
    struct fid_result_resource *resource; /* owned */
    size_t resource_n;
    struct fid_result_group *group; /* owned */
    size_t group_n;
    double similarity; /* overall, 0..1, always there */
    double similarity_low, similarity_high;
    const char *similarity_ci_of; /* NULL: no interval */
    double score, score_low, score_high;
    int compared_n, of_n;  /* groups: coverage */
    char out_of_scope[80]; /* "cpu, gpu": groups declared so; "": none */
    struct fid_result_extreme worst, best;
    const cJSON *finding; /* array; borrowed */
    const cJSON *warning; /* array of strings; borrowed */
};

/* Read path.  Returns NULL with FID_EINPUT "path: what is wrong" if it cannot
 * be read, is no JSON, is cut, or does not have the layout. */
struct fid_result *fid_result_load (const char *path, struct fid_error *err);

/* The same from a document made by fid_compare, which the result then owns
 * (on failure too).  name stands for the path in messages. */
struct fid_result *fid_result_of (cJSON *doc, const char *name, struct fid_error *err);

void fid_result_destroy (struct fid_result *r);

/* "<real>__<emulation>.json", the name of the pair's file; freed by the caller.
 * NULL with FID_EINPUT if an id cannot be part of a file name. */
char *fid_result_name (const char *real_id, const char *emulation_id, struct fid_error *err);

/* Write a document, whole or not at all.  -1 with FID_EINTERNAL. */
int fid_result_write (const char *path, const cJSON *doc, struct fid_error *err);

/* The group or resource of that name, or NULL. */
const struct fid_result_group *fid_result_group (const struct fid_result *r, const char *name);
const struct fid_result_resource *fid_result_resource (const struct fid_result *r,
                                                       const char *name);

/* How many findings of that severity ("info", "warning", "serious"). */
size_t fid_result_finding_n (const struct fid_result *r, const char *severity);

#endif
