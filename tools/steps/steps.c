/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps.c - the recordings of all folders: which of them count, and what they say together */
#include "readers/digest.h"
#include "tools/steps/steps.h"

/* The kind of recordings to read. */
static int choose_source (const struct fid_steps_recordings *found,
                          const struct fid_steps_opts *opts, enum fid_steps_source *source)
{
    size_t n[FID_STEPS_SOURCE_N] = {0}, kinds = 0;
    FID_EACH (const struct fid_steps_recording, r, found->r)
        n[r->source]++;
    for (int s = 0; s < FID_STEPS_SOURCE_N; s++)
        if (n[s] && (opts->source < 0 || opts->source == s)) {
            *source = (enum fid_steps_source)s;
            kinds++;
        }
    if (!kinds)
        return fid_errorf (&fid_why, FID_EINPUT, "no recording of %s was found",
                           opts->source < 0 ? "a known configuration"
                                            : fid_steps_source_names[opts->source]);
    if (kinds > 1)
        return fid_errorf (&fid_why, FID_EUSAGE,
                           "recordings of several kinds (mllog %zu, timeline %zu, dlio %zu): "
                           "choose by --from",
                           n[FID_STEPS_MLLOG], n[FID_STEPS_TIMELINE], n[FID_STEPS_DLIO]);
    return 0;
}

/* *unknown: the user must name the workload; an error, but only after unusable files have
 * been reported. */
static int choose_workload (const struct fid_steps_recordings *found,
                            const struct fid_steps_opts *opts, struct fid_step_stats *steps,
                            bool *unknown)
{
    int workload = opts->workload;
    if (workload < 0)
        workload = fid_steps_detect_workload (found, steps->source);
    *unknown = workload < 0;
    steps->workload = *unknown ? FID_STEPS_UNET3D : (enum fid_steps_workload)workload;
    steps->guessed = opts->workload < 0;
    for (size_t i = 0; i < FID_STEPS_KIND_N; i++)
        if (fid_steps_kinds[i].source == steps->source &&
            fid_steps_kinds[i].workload == steps->workload) {
            fid_steps_set_kind (steps, &fid_steps_kinds[i]);
            return 0;
        }
    return fid_errorf (&fid_why, FID_EUSAGE, "recordings of kind %s have no steps of %s",
                       fid_steps_source_names[steps->source],
                       fid_steps_workload_names[steps->workload]);
}

/* --- all folders */

FID_ORDER_BY (by_config, struct fid_steps_config, FID_RISING (gpus) FID_RISING (batch))

int fid_steps_read (char *const *dir, size_t dir_n, const struct fid_steps_opts *opts,
                    struct fid_step_stats *steps)
{
    struct fid_steps_recordings found = {0};
    bool unknown = false;
    size_t n = 0;
    *steps = (struct fid_step_stats){.source = FID_STEPS_MLLOG};
    /* What the folders have; one that is given twice counts once. */
    for (size_t i = 0; i < dir_n; i++) {
        bool again = false;
        FID_TRY (fid_digest_refuse (dir[i], &fid_why));
        for (size_t k = 0; k < i && !again; k++)
            FID_TRY (fid_files_same (dir[k], dir[i], &again, &fid_why));
        if (again)
            fid_steps_add_note (steps, false, "%s: given twice, counted once", dir[i]);
        else
            FID_TRY (opts->saved ? fid_steps_read_saved (dir[i], steps)
                                 : fid_steps_find (dir[i], opts, &found, steps));
    }
    if (!opts->saved) {
        FID_TRY (choose_source (&found, opts, &steps->source));
        FID_TRY (choose_workload (&found, opts, steps, &unknown));
    }
    FID_EACH (const struct fid_steps_recording, r, found.r)
        if (r->source == steps->source)
            fid_steps_collect (r, opts, steps);
    FID_EACH (const struct fid_steps_config, c, steps->config)
        if (c->recording_n) /* the others have no usable recording */
            steps->config[n++] = *c;
    steps->config_n = n;
    FID_SORT (steps->config, n, by_config);
    if (!opts->saved && !n)
        return fid_errorf (&fid_why, FID_EINPUT, "no recording is usable%s",
                           unknown ? ", and the workload is unknown (--workload)" : "");
    if (unknown)
        return fid_errorf (&fid_why, FID_EUSAGE,
                           "the workload is unknown: name it with --workload");
    fid_steps_derive (steps, opts->saved);
    return 0;
}
