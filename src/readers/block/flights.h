/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flights.h - block requests on their way, by device and sector
 *
 * Memory grows with the requests that are neither merged nor complete; beyond
 * FID_FLIGHTS_MAX (events were lost) new ones are not kept. */
#pragma once

#include "base/base.h"

#define FID_FLIGHTS_MAX ((size_t)1 << 20)

struct fid_flight {
    uint64_t device, sector; /* key */
    uint64_t sectors_n;
    int64_t issue_ns, pid;
    bool used, issued; /* used: the place holds a request */
    uint8_t comm_n;
    char comm[22];
};

struct fid_flights {
    struct fid_flight *slot; /* owned; open addressing */
    size_t n, cap;
};

/* The request, or NULL. */
struct fid_flight *fid_flight_find (struct fid_flights *f, uint64_t device, uint64_t sector);

/* The request, made if it is new; *flight is NULL if there are too many.  -1 without memory. */
int fid_flight_add (struct fid_flights *f, uint64_t device, uint64_t sector,
                    struct fid_flight **flight, struct fid_error *err);

/* Pointers to other requests are invalid afterwards. */
void fid_flight_remove (struct fid_flights *f, struct fid_flight *flight);
void fid_flights_clear (struct fid_flights *f);
