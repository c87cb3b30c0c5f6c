/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rng.c - seeds and streams; see rng.h */
#include <stdlib.h>
#include "metrics/rng.h"

#define GOLDEN UINT64_C (0x9e3779b97f4a7c15) /* 2^64 over the golden ratio, odd */

/* The finaliser of SplitMix64: a bijection that spreads every bit. */
static uint64_t spread_bits (uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t fid_rng_mix (uint64_t seed, uint64_t index)
{
    /* twice: neighbours (seed + 1, i) and (seed, i + 1) must not meet */
    return spread_bits (spread_bits (seed + GOLDEN) + GOLDEN * (index + 1));
}

unsigned long fid_rng_seed (uint64_t seed, uint64_t index)
{
    unsigned long s = (unsigned long)(fid_rng_mix (seed, index) >> 32);
    return s ? s : 1;
}

gsl_rng *fid_rng_create (uint64_t seed, uint64_t index)
{
    /* gsl_rng_alloc would call GSL's error handler, which ends the program */
    gsl_rng *rng = malloc (sizeof *rng);
    void *state = malloc (gsl_rng_mt19937->size);
    if (!rng || !state) {
        free (rng);
        free (state);
        return NULL;
    }
    *rng = (gsl_rng){gsl_rng_mt19937, state};
    gsl_rng_set (rng, fid_rng_seed (seed, index));
    return rng;
}

void fid_rng_shuffle (gsl_rng *rng, size_t *idx, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        size_t j = gsl_rng_uniform_int (rng, i), kept = idx[i - 1];
        idx[i - 1] = idx[j];
        idx[j] = kept;
    }
}
