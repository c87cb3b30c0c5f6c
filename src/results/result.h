/* result.h - one result file (schema fidlio.pair/2), read and checked
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
#include "model/score.h"
#include "model/units.h"

#define FID_SCHEMA_PAIR "fidlio.pair/2"
#define FID_ABSENT      (-1.0) /* FID_GRADE_NONE of model/score.h, too */

struct fid_result_side {
    const char *id;
    const char *workload; /* "" where not known */
    const char *hash;
    const char *configuration; /* runs with the same one repeat each other: as the file names
                                  it, else the id without "_r" and a number at its end */
    size_t run_n;              /* runs it stands for, usually 1 */
    bool predicted;            /* nobody ran it: it is simulated */
};

/* One measure of a resource; names and object are borrowed from the document. */
struct fid_result_measure {
    enum fid_facet_id facet;
    int quantity_id; /* enum fid_quantity_id; -1: this version does not know it */
    int unit;        /* enum fid_unit_id; -1: the file names none */
    const char *metric, *quantity;
    const char *reason;                       /* NULL: compared */
    double distance, noise, tolerance, grade; /* grade: 0..1, 1 is as near as a repeat */
    int clause; /* enum fid_clause_status; -1: the profile has none */
    bool key;   /* a key clause of the profile */
    const cJSON *object;
};

struct fid_result_resource {
    enum fid_resource_id id;
    enum fid_resource_status status;
    const char *resource; /* its name in files */
    const char *window;   /* the part of the runs the numbers are from; NULL: none */
    const char *reason;   /* NULL: compared */
    double weight;        /* in its group; FID_ABSENT: none */
    double grade;         /* FID_ABSENT: the profile does not grade it, or not compared */
    double low, high;     /* its interval; FID_ABSENT: none */
    struct fid_result_measure *measure; /* owned */
    size_t measure_n;
    const cJSON *object;
};

struct fid_result_group {
    bool known;    /* the file has it */
    bool excluded; /* declared out of scope: no part in the score */
    double grade;  /* FID_ABSENT: nothing of it is graded */
};

/* The verdict for one profile. */
struct fid_result_profile {
    const char *name; /* "storage" */
    enum fid_validity verdict;
    double score;       /* FID_ABSENT: nothing it grades was compared */
    int met_n, of_n;    /* clauses */
    const char *text;   /* "not valid for checkpoint (2 of 5): writes 5.1x larger, ..." */
    const char *clause; /* the most important that is not met; NULL */
    const char *reason; /* why one cannot tell; NULL */
};

/* Something that would raise the score. */
#define FID_RESULT_ALSO 4 /* more of one cause are refused */
struct fid_result_setting {
    const char *key, *from, *to; /* of the emulator; NULL: none, not known */
};
struct fid_result_cause {
    const char *text;
    const char *key, *from, *to; /* the emulator's setting; NULL: none */
    struct fid_result_setting also[FID_RESULT_ALSO]; /* settings that must change with it */
    size_t also_n;
    double score_after; /* FID_ABSENT: not known */
    enum fid_gain_by gain_by;
};

/* A clause of a profile. */
struct fid_result_clause {
    const char *name; /* "data.read.bytes" */
    const char *text; /* "reads 0.50x the bytes, x1.10 allowed" */
    double share;     /* of what the score lacks to 1 */
    bool key;
};

struct fid_result_finding {
    enum fid_severity severity;
    int resource;      /* enum fid_resource_id; -1: none */
    const char *phase; /* NULL: none */
    const char *text;
};

#define FID_RESULT_PROFILES 12 /* more of one file are refused */
#define FID_RESULT_CAUSES   2  /* kept of a head */

/* What rankings, overviews and gates need of a result.  About three kilobytes, while the
 * document takes most of a megabyte: of many results only heads are kept. */
struct fid_result_head {
    const char *path;          /* as opened */
    const char *key, *version; /* of the tool */
    struct fid_result_side real, emulation;
    const char *window;  /* of the headline */
    const char *profile; /* that the score is of */
    enum fid_validity verdict;
    double score, score_low, score_high; /* 0..1 */
    const char *score_ci_of;             /* NULL: no interval */
    const char *score_reason;            /* why there is no score; NULL */
    double uncapped;                     /* the score without that of its worst key clause */
    const char *capped_by;               /* the resource of that clause; NULL: no cap */
    const char *noise;                   /* where the noise is from; NULL: not known */
    const char *incomplete;              /* files that the system did not let be read; NULL */
    struct fid_result_group group[FID_GROUP_N];
    struct fid_graded graded[FID_RESOURCE_N];
    const struct fid_result_profile *profile_of; /* owned: in `text' */
    size_t profile_n;
    struct fid_result_cause cause[FID_RESULT_CAUSES];
    size_t cause_n;           /* of the file, not all kept */
    int compared_n, of_n;     /* groups: coverage */
    const char *out_of_scope; /* "cpu, gpu": groups declared so; "": none */
    size_t finding_n[FID_SEVERITY_N];
    const char *serious; /* texts of the serious findings; each ends with a newline */
    char *text;          /* owned; the profiles and all strings above, in one block */
};

/* A whole result; strings outside the head are borrowed from the document. */
struct fid_result {
    struct fid_result_head head;
    cJSON *doc;                           /* owned */
    struct fid_result_resource *resource; /* owned */
    size_t resource_n;
    struct fid_result_finding *finding; /* owned */
    size_t finding_n;
    struct fid_result_cause *cause; /* owned */
    size_t cause_n;
    struct fid_result_clause *unmet; /* owned; clauses of the score's profile that are not met,
                                        largest share first */
    size_t unmet_n;
    const cJSON *warning; /* array of strings; borrowed */
};

/* Read the file at path.  Returns NULL with FID_EINPUT "path: reason" if it cannot be
 * read, is not JSON, is cut short, is of an older fidlio, or does not have the layout;
 * FID_EINTERNAL if memory runs out. */
struct fid_result *fid_result_load (const char *path, struct fid_error *err);

/* The same for a document made by fid_compare.  The result owns doc, even after a
 * failure.  name replaces the path in messages. */
struct fid_result *fid_result_of (cJSON *doc, const char *name, struct fid_error *err);

void fid_result_destroy (struct fid_result *r);

/* Read only the head of the result at path; errors as fid_result_load. */
int fid_result_head_load (struct fid_result_head *head, const char *path,
                          struct fid_error *err);
void fid_result_head_clear (struct fid_result_head *head);

/* The length of a run's name without "_r2", "_run2", "+run2", "-run_2" or the like at its end:
 * what the repeats of one configuration have in common. */
size_t fid_configuration_length (const char *id);

/* "<real>__<emulation><suffix>", the name of a file of the pair; freed by the caller. Different
 * pairs have different names, none of which is hidden or leaves its folder: a '_' of the real
 * run that would look like a part of the "__", a '.' at its start, a ".series" at the end of
 * the emulation, '/' and what looks like such a code are written as %XX.  Of very long ids 60
 * bytes and a hash remain.  NULL without memory, or with FID_EINPUT if an id is empty. */
char *fid_pair_name (const char *real_id, const char *emulation_id, const char *suffix,
                     struct fid_error *err);

/* The same with ".json": the name of the result. */
char *fid_result_name (const char *real_id, const char *emulation_id, struct fid_error *err);

/* The verdict for the profile of that name; NULL. */
const struct fid_result_profile *fid_profile_named (const struct fid_result_head *r,
                                                    const char *name);

/* The k-th verdict as people read them: that of the score's profile first, then the others
 * in the order of the file.  NULL if k is too large. */
const struct fid_result_profile *fid_profile_at (const struct fid_result_head *r, size_t k);

/* The resource of that id, or of that name; NULL if the result has none. */
const struct fid_result_resource *fid_result_resource (const struct fid_result *r, int id);
const struct fid_result_resource *fid_result_resource_named (const struct fid_result *r,
                                                             const char *name);

/* Its measure with the lowest grade among those that the profile has clauses for; NULL. */
const struct fid_result_measure *fid_result_worst (const struct fid_result_resource *r);

/* The facets in use, in the order people read them. */
struct fid_facets {
    enum fid_facet_id id[FID_FACET_N];
    size_t n;
};
struct fid_facets fid_facets_of (const struct fid_result *r);

/* The grade of a facet: the geometric mean of its measures that count for the profile
 * (metrics/aggregate.h).  FID_ABSENT if there is none. */
double fid_facet_grade (const struct fid_result_resource *r, enum fid_facet_id facet);

#endif
