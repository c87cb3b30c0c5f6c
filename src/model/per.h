/* SPDX-License-Identifier: GPL-3.0-or-later */
/* per.h - what amounts are compared by: the job, an epoch, a step, a second */
#pragma once

/* P (ID, name) */
#define FID_PERS(P) P (JOB, "job") P (EPOCH, "epoch") P (STEP, "step") P (SECOND, "second")

/* FID_PER_CHOSEN: by epoch where both runs have epochs and their number differs, else job. */
#define FID_ENUM_PER(id, ...) FID_PER_##id,
enum fid_per { FID_PER_CHOSEN, FID_PERS (FID_ENUM_PER) FID_PER_N };

const char *fid_per_name (enum fid_per per); /* "epoch"; NULL for FID_PER_CHOSEN */
int fid_per_find (const char *name);         /* -1 if the name is unknown */
