/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h - which tables are simulated, with which alignments: sim_conf.json
 *
 *     {"FILE": "fs_Imagenet_default_resnet50_epoch5_b2048_worker12_thread0",
 *      "FETCH_ALIGN": ["none", "avg", "min"], "START_ALIGN": [false, "avg", "min"]}
 *
 * "avg" and "min" align, anything else leaves what was recorded.  As in Python, a text or a
 * number other than 0 counts as true all the same: waits are then computed anew. */
#pragma once

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
    struct fid_whatif_choice *fetch, *start;
    size_t fetch_n, start_n;
};

/* none, avg and min. */
extern struct fid_whatif_choice fid_whatif_choices[3];

/* Reads the configuration, or (NULL) the one in the folder dir; without one: all tables of the
 * folder, with none, avg and min for both.  Ends the program if there are none. */
const struct fid_whatif_plan *fid_whatif_plan (const char *dir, const char *config);
