/* plan.h - which tables are simulated, with which alignments: sim_conf.json
 *
 *     {"FILE": "fs_Imagenet_default_resnet50_epoch5_b2048_worker12_thread0",
 *      "FETCH_ALIGN": ["none", "avg", "min"], "START_ALIGN": [false, "avg", "min"]}
 *
 * "avg" and "min" align, anything else leaves what was recorded.  As in Python, a text or a
 * number other than 0 counts as true all the same: waits are then computed anew. */
#ifndef FID_WHATIF_PLAN_H
#define FID_WHATIF_PLAN_H

#include "base/listing.h"
#include "tools/whatif/align.h"

enum { FID_WHATIF_NAME = 40 };

struct fid_whatif_choice {
    enum fid_alignment how;
    bool on;                    /* counts as true */
    char name[FID_WHATIF_NAME]; /* as Python prints it: "avg", "False" */
};

struct fid_whatif_plan {
    struct fid_listing file; /* without ".csv" */
    struct fid_whatif_choice *fetch, *start; /* owned */
    size_t fetch_n, start_n;
};

/* Reads a configuration.  -1 with FID_EINPUT. */
int fid_whatif_plan_read (struct fid_whatif_plan *plan, const char *path,
                          struct fid_error *err);

/* All tables of a folder, with none, avg and min for both.  -1 with FID_EINPUT if there are
 * none. */
int fid_whatif_plan_all (struct fid_whatif_plan *plan, const char *dir, struct fid_error *err);

/* Whether the folder holds such tables, not a run. */
int fid_whatif_is_tables (const char *dir, bool *is, struct fid_error *err);

void fid_whatif_plan_clear (struct fid_whatif_plan *plan);

#endif
