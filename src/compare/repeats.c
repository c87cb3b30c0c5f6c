/* repeats.c - all pairs of several runs; see repeats.h */
#include <stdlib.h>
#include "base/parallel.h"
#include "compare/repeats.h"

struct work {
    struct fid_repeats *r;
    const struct fid_pair *pair;
};

static int
compare_pair (void *ctx, size_t i, struct fid_error *err)
{
    const struct work *w = ctx;
    const struct fid_repeats *r = w->r;
    struct fid_pair pair = *w->pair;
    pair.real = r->run[i / r->emu_n];
    pair.emu = r->run[r->real_n + i % r->emu_n];
    return fid_comparison_make (&r->pair[i], &pair, 1, err);
}

int
fid_repeats_compare (struct fid_repeats *r, const struct fid_pair *pair, size_t thread_n,
                     struct fid_error *err)
{
    struct work w = {.r = r, .pair = pair};
    size_t n = r->real_n * r->emu_n;
    r->pair = calloc (n, sizeof *r->pair);
    return r->pair ? fid_parallel (n, thread_n, compare_pair, &w, err) : fid_error_nomem (err);
}

void
fid_repeats_clear (struct fid_repeats *r)
{
    for (size_t k = 0; r->pair && k < r->real_n * r->emu_n; k++)
        fid_comparison_clear (&r->pair[k]);
    free (r->pair);
    free (r->run);
    free (r->all);
    *r = (struct fid_repeats){0};
}
