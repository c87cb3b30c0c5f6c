/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fft.h - discrete Fourier transforms of real sequences
 *
 *   X[k] = sum over t = 0..n-1 of x[t] exp (-2 pi i k t / n),  k = 0..n/2
 *
 * A thin layer over FFTW that makes plans under a lock (its planner is not
 * thread safe), one for each length, never measures, and keeps to scalar code, so that the same
 * input gives the same bits in every thread and whatever the processor offers.
 * Source: Frigo & Johnson 2005, doi:10.1109/JPROC.2004.840301. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct fid_fft {
    size_t n;
    double *x;               /* owned; n samples */
    double (*c)[2];          /* owned; n / 2 + 1 pairs: real part, imaginary part */
    void *forward, *inverse; /* plans, shared with other transforms of this length */
    bool own;                /* but for these */
    bool failed;             /* a transform got no memory: x and c hold nothing */
};

/* A length of at least n whose plan is quickly made, and shared by many n: a power of two.  For
 * sequences with zeros behind them. */
size_t fid_fft_room (size_t n);

/* Make plans and zeroed arrays for length n, 1 <= n < 2^31.  Returns 0; GSL_EBADLEN; GSL_ENOMEM.
 * After planning once got no memory, no new length is planned in this process (FFTW's planner
 * is then as it was interrupted).  Time O(n). */
int fid_fft_init (struct fid_fft *f, size_t n);

/* c from x; x is lost.  Sets f->failed if FFTW got no memory.  Time O(n log n). */
void fid_fft_forward (struct fid_fft *f);

/* n times x from c, so that there and back multiplies by n; c is lost. */
void fid_fft_inverse (struct fid_fft *f);

/* |c[k]|^2. */
double fid_fft_power (const struct fid_fft *f, size_t k);

void fid_fft_clear (struct fid_fft *f);
