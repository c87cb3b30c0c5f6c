/* mended.c - see mended.h */
#include <stdlib.h>
#include "metrics/aggregate.h"
#include "storage/mended.h"

static int
find_error_after (const struct fid_answer_run *real, size_t real_n, const struct fid_job *as,
                  const struct fid_job *emulation, const struct fid_answer_opts *opts,
                  struct fid_job_difference *d, struct fid_error *err)
{
    struct fid_job job = {.rank = NULL};
    struct fid_answer a = {.point = NULL};
    struct fid_answer_run mended = {.job = &job, .name = ""};
    int rc = fid_job_mend (&job, emulation, as, d->trait, err);
    job.duration_s = 0; /* nobody ran it */
    if (!rc)
        rc = fid_answer (&a, real, real_n, &mended, 1, opts, err);
    if (!rc && a.error >= 0)
        d->error_after = a.error;
    fid_answer_clear (&a);
    fid_job_clear (&job);
    return rc;
}

static int
order_by_error (const void *va, const void *vb)
{
    const struct fid_job_difference *a = va, *b = vb;
    bool known_a = a->error_after >= 0, known_b = b->error_after >= 0;
    if (known_a != known_b)
        return known_b - known_a;
    int order = fid_order (a->error_after, b->error_after);
    return order ? order : (int)a->trait - (int)b->trait;
}

int
fid_answer_differences (const struct fid_answer_run *real, size_t real_n,
                        const struct fid_job *emulation, const struct fid_answer_opts *opts,
                        struct fid_job_difference d[FID_JOB_TRAIT_N], struct fid_error *err)
{
    size_t first;
    if (fid_answer_first (&first, real, real_n, err))
        return -1;
    const struct fid_job *as = real[first].job;
    size_t n = fid_job_differences (as, emulation, d);
    for (size_t i = 0; i < n; i++)
        /* these are felt in calls, waits, and what memory served */
        if (d[i].trait != FID_TRAIT_FILES && d[i].trait != FID_TRAIT_SAME_ORDER &&
            find_error_after (real, real_n, as, emulation, opts, &d[i], err))
            return -1;
    qsort (d, n, sizeof *d, order_by_error);
    return (int)n;
}
