/* SPDX-License-Identifier: GPL-3.0-or-later */
/* places.h - which file is read where and when: a sample of operations of bounded size
 *
 * Keeps the FID_PLACES operations whose contents have the smallest hashes (bottom-k sampling:
 * Cohen & Kaplan 2007, doi:10.1145/1281100.1281133).  Each operation has the same
 * chance, and the sample depends neither on the order in which operations come nor on how they
 * are divided among several samples that are merged.  Memory: 80 kB. */
#pragma once

#include "base/base.h"

#define FID_PLACES 1000

struct fid_placed {
    uint64_t rank; /* its hash */
    int64_t t_ns;
    uint64_t file;   /* its hash */
    uint64_t offset; /* in the file, bytes; after fid_file_roles_settle in all files, one after
                        the other */
};

struct fid_places {
    struct fid_placed *at; /* owned; those kept, and more until the next cut */
    size_t n, cap;
    uint64_t limit; /* once a cut was made: larger ranks are left out */
    uint64_t total; /* operations seen */
};

/* Keeps one that is not beyond the limit. */
int fid_places_keep (struct fid_places *p, struct fid_placed place, struct fid_error *err);

static inline uint64_t fid_places_mix (uint64_t x)
{
    x = (x ^ x >> 32) * UINT64_C (0xd6e8feb86659fd93);
    x = (x ^ x >> 32) * UINT64_C (0xd6e8feb86659fd93);
    return x ^ x >> 32;
}

static inline int fid_places_add (struct fid_places *p, int64_t t_ns, uint64_t file,
                                  uint64_t offset, struct fid_error *err)
{
    uint64_t rank = fid_places_mix (fid_places_mix ((uint64_t)t_ns ^ file) ^ offset);
    p->total++;
    return p->limit && rank > p->limit
               ? 0
               : fid_places_keep (p, (struct fid_placed){rank, t_ns, file, offset}, err);
}

/* Leave FID_PLACES at most, in order of time. */
void fid_places_settle (struct fid_places *p);

void fid_places_clear (struct fid_places *p);
