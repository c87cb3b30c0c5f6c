/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rng.h - one stream of random numbers for each task
 *
 * A draw must be the same whatever thread makes it and whatever was drawn
 * before, so nobody shares a generator: draw number `index` of a computation
 * with `seed` seeds its own MT19937 from both.  Nested loops nest the seeds:
 * fid_rng_mix (seed, i) is the seed of the i-th inner loop.
 *
 * Sources: Matsumoto & Nishimura 1998, doi:10.1145/272991.272995 (MT19937);
 * Steele, Lea & Flood 2014, doi:10.1145/2660193.2660195 (the mixing). */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <gsl/gsl_rng.h>

/* A seed for task `index` under `seed`; different for different indices. */
uint64_t fid_rng_mix (uint64_t seed, uint64_t index);

/* The same for gsl_rng_set of MT19937, which takes 32 bits: 1 .. 2^32 - 1 (0
 * would mean GSL's default).  Two of 2000 streams are equal with probability
 * 0.0005, which is of no consequence for resampling. */
unsigned long fid_rng_seed (uint64_t seed, uint64_t index);

/* An MT19937 seeded with fid_rng_seed (seed, index), to gsl_rng_free; NULL if
 * memory is short.  Environment variables are not read. */
gsl_rng *fid_rng_create (uint64_t seed, uint64_t index);

/* Put the n values of idx into a random order, all orders equally likely;
 * n < 2^32.  Time O(n). */
void fid_rng_shuffle (gsl_rng *rng, size_t *idx, size_t n);
