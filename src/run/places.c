/* places.c - see places.h */
#include <stdlib.h>
#include "base/array.h"
#include "base/order.h"
#include "run/places.h"

static uint64_t
mix_bits (uint64_t x)
{
    x = (x ^ x >> 32) * UINT64_C (0xd6e8feb86659fd93);
    x = (x ^ x >> 32) * UINT64_C (0xd6e8feb86659fd93);
    return x ^ x >> 32;
}

/* By every member, so that equal ranks do not depend on the order of the operations. */
FID_ORDER_BY (by_rank, struct fid_placed,
              FID_RISING (rank) FID_RISING (t_ns) FID_RISING (file) FID_RISING (offset))

FID_ORDER_BY (by_time, struct fid_placed,
              FID_RISING (t_ns) FID_RISING (rank) FID_RISING (file) FID_RISING (offset))

static void
cut_sample (struct fid_places *p)
{
    if (p->n <= FID_PLACES)
        return;
    qsort (p->at, p->n, sizeof *p->at, by_rank);
    p->n = FID_PLACES;
    p->limit = p->at[FID_PLACES - 1].rank;
}

static int
keep_place (struct fid_places *p, struct fid_placed place, struct fid_error *err)
{
    if (p->limit && place.rank > p->limit)
        return 0;
    if (p->n == 2 * FID_PLACES)
        cut_sample (p);
    return FID_PUSH_TO (p->at, p->n, p->cap, err, place);
}

int
fid_places_add (struct fid_places *p, int64_t t_ns, uint64_t file, uint64_t offset,
                struct fid_error *err)
{
    uint64_t rank = mix_bits (mix_bits ((uint64_t)t_ns ^ file) ^ offset);
    p->total++;
    return keep_place (p, (struct fid_placed){rank, t_ns, file, offset}, err);
}

void
fid_places_settle (struct fid_places *p)
{
    cut_sample (p);
    if (p->n)
        qsort (p->at, p->n, sizeof *p->at, by_time);
}

void
fid_places_clear (struct fid_places *p)
{
    free (p->at);
    *p = (struct fid_places){0};
}
