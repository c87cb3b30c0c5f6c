/* places.c - see places.h */
#include <stdlib.h>
#include "base/array.h"
#include "base/order.h"
#include "run/places.h"

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

int
fid_places_keep (struct fid_places *p, struct fid_placed place, struct fid_error *err)
{
    if (p->n == 2 * FID_PLACES)
        cut_sample (p);
    return FID_PUSH_TO (p->at, p->n, p->cap, err, place);
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
