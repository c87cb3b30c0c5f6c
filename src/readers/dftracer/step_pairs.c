/* step_pairs.c - see step_pairs.h */
#include <limits.h>
#include <string.h>
#include "readers/dftracer/step_pairs.h"

static bool
same_key (const struct fid_step_key *a, const struct fid_step_key *b)
{
    return a->pid == b->pid && a->epoch == b->epoch && a->step == b->step;
}

static int
put (const struct fid_sink *sink, const struct fid_step_key *key,
     const struct fid_step_half *load, const struct fid_step_half *compute,
     struct fid_error *err)
{
    const struct fid_step_half *last = compute ? compute : load;
    struct fid_step s = {.end_ns = last->end_ns,
                         .load_s = FID_STEP_NONE,
                         .compute_s = FID_STEP_NONE,
                         .step_s = FID_STEP_NONE,
                         .epoch =
                             key->epoch >= 0 && key->epoch <= INT_MAX ? (int)key->epoch : -1};
    if (load)
        s.load_s = (double)(load->end_ns - load->start_ns) / 1e9;
    if (compute)
        s.compute_s = (double)(compute->end_ns - compute->start_ns) / 1e9;
    /* the step lasts from the start of the fetch to the end of computing */
    if (load && compute && compute->end_ns >= load->start_ns)
        s.step_s = (double)(compute->end_ns - load->start_ns) / 1e9;
    return fid_put_step (sink, &s, err);
}

static int
put_alone (const struct fid_sink *sink, const struct fid_step_half *h, struct fid_error *err)
{
    return h->part == FID_HALF_LOAD ? put (sink, &h->key, h, NULL, err)
                                    : put (sink, &h->key, NULL, h, err);
}

static void
drop (struct fid_step_pairs *pairs, int i)
{
    pairs->n--;
    memmove (&pairs->half[i], &pairs->half[i + 1],
             (size_t)(pairs->n - i) * sizeof pairs->half[0]);
}

int
fid_step_pairs_add (struct fid_step_pairs *pairs, const struct fid_sink *sink,
                    struct fid_step_key key, enum fid_half part, int64_t start_ns,
                    int64_t end_ns, struct fid_error *err)
{
    struct fid_step_half h = {key, part, start_ns, end_ns};
    for (int i = 0; i < pairs->n; i++)
        if (pairs->half[i].part != part && same_key (&pairs->half[i].key, &key)) {
            struct fid_step_half other = pairs->half[i];
            drop (pairs, i);
            return part == FID_HALF_LOAD ? put (sink, &key, &h, &other, err)
                                         : put (sink, &key, &other, &h, err);
        }
    if (pairs->n == FID_STEP_PAIRS_MAX) {
        if (put_alone (sink, &pairs->half[0], err))
            return -1;
        drop (pairs, 0);
    }
    pairs->half[pairs->n++] = h;
    return 0;
}

int
fid_step_pairs_finish (struct fid_step_pairs *pairs, const struct fid_sink *sink,
                       struct fid_error *err)
{
    for (int i = 0; i < pairs->n; i++)
        if (put_alone (sink, &pairs->half[i], err))
            return -1;
    pairs->n = 0;
    return 0;
}
