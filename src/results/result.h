/* result.h - one result file (schema fidlio.pair/1), read and checked
 *
 * doc/result.md describes the layout.  A number that is null in the file is
 * FID_ABSENT here; all others are finite and not negative. */
#ifndef FID_RESULT_H
#define FID_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <cjson/cJSON.h>
#include "base/error.h"
#include "model/facets.h"
#include "model/outcomes.h"
#include "model/units.h"

#define FID_SCHEMA_PAIR "fidlio.pair/1"
#define FID_ABSENT      (-1.0)

struct fid_result_side {
    const char *id;
    const char *workload; /* "" where not known */
    const char *hash;
    size_t run_n; /* runs it stands for, usually 1 */
};

/* One measure of a resource; names and object are borrowed from the document. */
struct fid_result_facet {
    enum fid_facet_id facet;
    int quantity_id; /* enum fid_quantity_id; -1: this version does not know it */
    int unit;        /* enum fid_unit_id; -1: the file names none */
    const char *measure, *quantity;
    const char *reason; /* NULL: compared */
    double distance, similarity, weight, score;
    const cJSON *object;
};

struct fid_result_resource {
    enum fid_resource_id id;
    enum fid_resource_status status;
    const char *resource;           /* its name in files */
    const char *window;             /* the part of the runs the numbers are from; NULL: none */
    const char *reason;             /* NULL: compared */
    double similarity, score;       /* FID_ABSENT unless compared */
    struct fid_result_facet *facet; /* owned */
    size_t facet_n;
    const cJSON *object;
};

struct fid_result_group {
    bool known;    /* the file has it */
    bool excluded; /* declared out of scope: no part in the overall numbers */
    double similarity, score;
};

/* The facet that stands out. */
struct fid_result_extreme {
    bool known; /* the file names one */
    enum fid_resource_id resource;
    enum fid_facet_id facet;
    double similarity;
};

struct fid_result_finding {
    enum fid_severity severity;
    int resource;      /* enum fid_resource_id; -1: none */
    const char *phase; /* NULL: none */
    const char *text;
};

/* What rankings, overviews and gates need of a result.  About a kilobyte, while the
 * document takes most of a megabyte: of many results only heads are kept. */
struct fid_result_head {
    const char *path;          /* as opened */
    const char *key, *version; /* of the tool */
    struct fid_result_side real, emulation;
    const char *window; /* of the headline */
    struct fid_result_group group[FID_GROUP_N];
    double similarity; /* overall, 0..1, always there */
    double similarity_low, similarity_high;
    const char *similarity_ci_of; /* NULL: no interval */
    double score, score_low, score_high;
    int compared_n, of_n;     /* groups: coverage */
    const char *out_of_scope; /* "cpu, gpu": groups declared so; "": none */
    struct fid_result_extreme worst, best;
    size_t finding_n[FID_SEVERITY_N];
    double energy_p, energy_multiple; /* energy test of several runs; FID_ABSENT: none */
    char *text;                       /* owned; all strings above, in one block */
};

/* A whole result; strings outside the head are borrowed from the document. */
struct fid_result {
    struct fid_result_head head;
    cJSON *doc;                           /* owned */
    struct fid_result_resource *resource; /* owned */
    size_t resource_n;
    struct fid_result_finding *finding; /* owned */
    size_t finding_n;
    const cJSON *warning; /* array of strings; borrowed */
};

/* Read the file at path.  Returns NULL with FID_EINPUT "path: reason" if it cannot be
 * read, is not JSON, is cut short, or does not have the layout; FID_EINTERNAL if memory
 * runs out. */
struct fid_result *fid_result_load (const char *path, struct fid_error *err);

/* The same for a document made by fid_compare.  The result owns doc, even after a
 * failure.  name replaces the path in messages. */
struct fid_result *fid_result_of (cJSON *doc, const char *name, struct fid_error *err);

void fid_result_destroy (struct fid_result *r);

/* Read only the head of the result at path; errors as fid_result_load. */
int fid_result_head_load (struct fid_result_head *head, const char *path,
                          struct fid_error *err);
void fid_result_head_clear (struct fid_result_head *head);

/* "<real>__<emulation>.json", the name of the pair's file; freed by the caller.
 * NULL with FID_EINPUT if an id cannot be part of a file name. */
char *fid_result_name (const char *real_id, const char *emulation_id, struct fid_error *err);

/* Write a document, whole or not at all.  -1 with FID_EINTERNAL. */
int fid_result_write (const char *path, const cJSON *doc, struct fid_error *err);

/* The resource of that id, or of that name; NULL if the result has none. */
const struct fid_result_resource *fid_result_resource (const struct fid_result *r, int id);
const struct fid_result_resource *fid_result_resource_named (const struct fid_result *r,
                                                             const char *name);

/* The facets in use, in the order people read them. */
struct fid_facets {
    enum fid_facet_id id[FID_FACET_N];
    size_t n;
};
struct fid_facets fid_facets_of (const struct fid_result *r);

/* The similarity of a facet over its quantities, as the comparison computes it for the
 * resource (weighted geometric mean, metrics/aggregate.h); its score, where all quantities
 * weigh the same.  FID_ABSENT if none was compared. */
double fid_facet_similarity (const struct fid_result_resource *r, enum fid_facet_id facet);
double fid_facet_score (const struct fid_result_resource *r, enum fid_facet_id facet);

#endif
