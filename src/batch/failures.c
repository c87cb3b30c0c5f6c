/* SPDX-License-Identifier: GPL-3.0-or-later */
/* failures.c - failed.tsv of a batch (batch_priv.h) */
#include "batch/batch_priv.h"

bool fid_failures_has_result (const char *dir, const char *real, const char *emulation)
{
    struct fid_error unused;
    FID_FREED char *name = fid_result_name (real, emulation, &unused);
    FID_FREED char *path = name ? fid_format (&unused, "%s/%s", dir, name) : NULL;
    return path && access (path, F_OK) == 0;
}

/* Whether nothing was decided now about a pair that failed before, and it has no result, or one
 * from before it failed. */
static bool still_failed (const char *dir, const struct fid_failure *fail,
                          bool (*decided) (const void *ctx, const char *file), const void *ctx)
{
    struct fid_error unused;
    FID_FREED char *name = fid_result_name (fail->real, fail->emulation, &unused);
    return name && !decided (ctx, name) &&
           (fail->kept || !fid_failures_has_result (dir, fail->real, fail->emulation));
}

FID_ORDER_BY (by_pair, struct fid_failure, FID_RISING_TEXT (real) FID_RISING_TEXT (emulation))

int fid_failures_write (const char *dir, struct fid_results *now,
                        bool (*decided) (const void *ctx, const char *file), const void *ctx,
                        struct fid_error *err)
{
    FID_SCOPED (fid_results_clear) struct fid_results old = {0};
    FID_TRY (fid_results_load_failed (&old, dir, err));
    FID_EACH (const struct fid_failure, f, old.failure)
        if (still_failed (dir, f, decided, ctx))
            FID_TRY (fid_results_fail (now, f->real, f->emulation, NULL, f->reason, err));
    FID_EACH (struct fid_failure, f, now->failure)
        f->kept = fid_failures_has_result (dir, f->real, f->emulation);
    if (now->failure_n > 1)
        qsort (now->failure, now->failure_n, sizeof *now->failure, by_pair);
    return fid_results_write_failed (now, dir, err);
}
