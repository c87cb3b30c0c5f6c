/* SPDX-License-Identifier: GPL-3.0-or-later */
/* logged.c - see logged.h */
#include "job/logged.h"

int fid_run_as_logged (const struct fid_run *run, struct fid_run *log, struct fid_error *err)
{
    FID_FREED struct fid_phase *named = malloc ((run->phases.phase_n + 1) * sizeof *named);
    size_t n = 0;
    FID_NEED (named, err);
    for (size_t i = 0; i < run->phases.phase_n; i++)
        if (!(run->phases.phase[i].flags & FID_PHASE_FOUND))
            named[n++] = run->phases.phase[i];
    *log = *run;
    if (run->steps.found)
        log->steps = (struct fid_steps){0};
    return fid_phases_build (&log->phases, named, n, err);
}
