/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flights.c - see flights.h */
#include "readers/block/flights.h"

/* Where a request belongs, if nothing is in the way. */
static size_t home_slot (const struct fid_flights *f, uint64_t device, uint64_t sector)
{
    uint64_t mix = (sector + (device << 40)) * UINT64_C (0x9e3779b97f4a7c15);
    return (size_t)(mix >> 32) & (f->cap - 1);
}

static struct fid_flight *place_of_flight (const struct fid_flights *f, uint64_t device,
                                           uint64_t sector)
{
    size_t i = home_slot (f, device, sector);
    while (f->slot[i].used && (f->slot[i].device != device || f->slot[i].sector != sector))
        i = (i + 1) & (f->cap - 1);
    return &f->slot[i];
}

struct fid_flight *fid_flight_find (struct fid_flights *f, uint64_t device, uint64_t sector)
{
    struct fid_flight *at = f->cap ? place_of_flight (f, device, sector) : NULL;
    return at && at->used ? at : NULL;
}

static int grow_slots (struct fid_flights *f, struct fid_error *err)
{
    struct fid_flights next = *f;
    next.cap = f->cap ? 2 * f->cap : 256;
    FID_NEED (next.slot = calloc (next.cap, sizeof *next.slot), err);
    for (size_t i = 0; i < f->cap; i++)
        if (f->slot[i].used)
            *place_of_flight (&next, f->slot[i].device, f->slot[i].sector) = f->slot[i];
    free (f->slot);
    *f = next;
    return 0;
}

int fid_flight_add (struct fid_flights *f, uint64_t device, uint64_t sector,
                    struct fid_flight **flight, struct fid_error *err)
{
    *flight = fid_flight_find (f, device, sector);
    if (*flight || f->n == FID_FLIGHTS_MAX)
        return 0;
    if (2 * (f->n + 1) > f->cap)
        FID_TRY (grow_slots (f, err));
    *flight = place_of_flight (f, device, sector);
    **flight = (struct fid_flight){.device = device, .sector = sector, .used = true};
    f->n++;
    return 0;
}

/* The requests behind it, up to a free place, move up where the gap is in their way. */
void fid_flight_remove (struct fid_flights *f, struct fid_flight *flight)
{
    size_t gap = (size_t)(flight - f->slot), i = gap;
    for (;;) {
        i = (i + 1) & (f->cap - 1);
        if (!f->slot[i].used)
            break;
        size_t from = home_slot (f, f->slot[i].device, f->slot[i].sector);
        if (((i - from) & (f->cap - 1)) >= ((i - gap) & (f->cap - 1))) {
            f->slot[gap] = f->slot[i];
            gap = i;
        }
    }
    f->slot[gap].used = false;
    f->n--;
}

void fid_flights_clear (struct fid_flights *f)
{
    free (f->slot);
    *f = (struct fid_flights){0};
}
