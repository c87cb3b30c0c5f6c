/* SPDX-License-Identifier: GPL-3.0-or-later */
/* align.c - see whatif.h */
#include "base/python_repr.h"
#include "tools/whatif/whatif.h"

int64_t fid_align_ns (double s)
{
    double whole = trunc (s);
    return (int64_t)whole * FID_S + (int64_t)(fid_rounded (s - whole, 9) * 1e9);
}

/* The start and the length that all fetches get, where they are aligned. */
static void common_fetch (const struct fid_fetch *in, size_t n, const struct fid_align_how *how,
                          int64_t *start_ns, double *fetch_s)
{
    int64_t first = in[0].start_ns, last = first;
    double sum = 0, least = in[0].fetch_s;
    for (size_t i = 0; i < n; i++) {
        first = in[i].start_ns < first ? in[i].start_ns : first;
        last = in[i].start_ns > last ? in[i].start_ns : last;
        sum += in[i].fetch_s;
        least = fmin (least, in[i].fetch_s);
    }
    *start_ns = how->start == FID_ALIGN_AVG ? last - (last - first) / 2 : first;
    *fetch_s = how->fetch == FID_ALIGN_AVG ? sum / (double)n : least;
}

/* The wait for a batch that is there at another time. */
static double stall_of (const struct fid_fetch *in, int64_t done_ns,
                        const struct fid_align_how *how)
{
    int64_t was_ns = in->start_ns + fid_align_ns (in->fetch_s);
    double gap_s = (double)(done_ns - was_ns) / 1e9;
    if (gap_s < 0) {
        double stall_s = in->stall_s + gap_s;
        return stall_s < 0 ? how->least_s : stall_s;
    }
    return in->stall_s > how->waits_s ? in->stall_s + gap_s : in->stall_s;
}

void fid_align_iteration (const struct fid_fetch *in, size_t n, const struct fid_align_how *how,
                          struct fid_fetched *rank, struct fid_iteration *all)
{
    double longest_s = in[0].stall_s, most_s = -INFINITY, least_s = INFINITY;
    double fetch_s[2] = {INFINITY, -INFINITY}, common_s;
    int64_t start_ns[2] = {INT64_MAX, INT64_MIN}, common_ns;
    for (size_t i = 1; i < n; i++)
        longest_s = fmax (longest_s, in[i].stall_s);
    common_fetch (in, n, how, &common_ns, &common_s);
    *all = (struct fid_iteration){.iteration_s = -INFINITY, .done_ns = INT64_MIN};
    for (size_t i = 0; i < n; i++) {
        struct fid_fetched *r = &rank[i];
        r->start_ns = how->start ? common_ns : in[i].start_ns;
        r->fetch_s = how->fetch ? common_s : in[i].fetch_s;
        r->done_ns = r->start_ns + fid_align_ns (r->fetch_s);
        r->stall_s = how->aligned ? stall_of (&in[i], r->done_ns, how) : in[i].stall_s;
        r->pure_s = in[i].iteration_s - (how->meet_after ? in[i].stall_s : longest_s);
        most_s = fmax (most_s, r->stall_s);
        least_s = fmin (least_s, r->stall_s);
        fetch_s[0] = fmin (fetch_s[0], r->fetch_s);
        fetch_s[1] = fmax (fetch_s[1], r->fetch_s);
        start_ns[0] = r->start_ns < start_ns[0] ? r->start_ns : start_ns[0];
        start_ns[1] = r->start_ns > start_ns[1] ? r->start_ns : start_ns[1];
        all->done_ns = r->done_ns > all->done_ns ? r->done_ns : all->done_ns;
    }
    for (size_t i = 0; i < n; i++) {
        double stall_s = how->meet_after ? rank[i].stall_s : most_s;
        all->iteration_s = fmax (all->iteration_s,
                                 how->aligned ? stall_s + rank[i].pure_s : in[i].iteration_s);
    }
    all->stall_s = most_s;
    all->delay_s = most_s - least_s;
    all->fetch_diff_s = fetch_s[1] - fetch_s[0];
    all->start_diff_s = (double)(start_ns[1] - start_ns[0]) / 1e9;
    /* The training ends when the slowest rank has done its iteration. */
    int64_t end_ns = INT64_MIN;
    for (size_t i = 0; i < n; i++) {
        int64_t add_ns = !how->end_in_ns ? fid_align_ns (all->iteration_s)
                         : how->aligned  ? (int64_t)all->iteration_s
                                         : fid_align_ns (rank[i].pure_s);
        if (in[i].train_ns + add_ns > end_ns)
            end_ns = in[i].train_ns + add_ns;
    }
    all->end_ns = end_ns;
}
