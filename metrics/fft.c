/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fft.c - real Fourier transforms by FFTW; see fft.h */
#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <fftw3.h>
#include <gsl/gsl_errno.h>
#include "metrics/fft.h"

/* The planner of FFTW is one for the process, and so is its lock. */
static pthread_mutex_t planner = PTHREAD_MUTEX_INITIALIZER;

/* Plans made before, kept as long as the process lives: the series of a run
 * come in few lengths, and a plan takes about as long as its transform.  A
 * plan serves other arrays than those it was made with (all are fftw_alloc'ed). */
#define PLANS 128

static struct plans {
    size_t n;
    void *forward, *inverse; /* NULL: not yet made */
} kept[PLANS];
static size_t kept_n;

/* ESTIMATE: measuring would choose by the clock.  NO_SIMD: the vector codelets
 * of different processors add in different orders. */
enum { PLAN_FLAGS = FFTW_ESTIMATE | FFTW_NO_SIMD };

/* Whether planning was interrupted. */
static bool broken;

/* Where FFTW goes back to when it gets no memory; NULL: nowhere. */
static _Thread_local jmp_buf *way_out;

/* FFTW calls this when it gets no memory, and has a function of that name, which ends the
 * program. In fidlio and the tests, this one is found before it. libfidlio does not export it:
 * how a host ends is not the library's to decide. */
__attribute__ ((visibility ("default"))) void fftw_assertion_failed (const char *what, int line,
                                                                     const char *file);
void fftw_assertion_failed (const char *what, int line, const char *file)
{
    if (way_out)
        longjmp (*way_out, 1);
    fflush (stdout);
    fprintf (stderr, "fftw: %s:%d: assertion failed: %s\n", file, line, what);
    abort ();
}

/* Calls what calls FFTW; false if that got no memory (what it had is lost). */
static bool call_guarded (void (*call) (struct fid_fft *f), struct fid_fft *f)
{
    jmp_buf here;
    way_out = &here;
    bool good = setjmp (here) == 0;
    if (good)
        call (f);
    way_out = NULL;
    return good;
}

static void make_forward (struct fid_fft *f)
{
    f->forward = fftw_plan_dft_r2c_1d ((int)f->n, f->x, f->c, PLAN_FLAGS | FFTW_DESTROY_INPUT);
}

static void make_inverse (struct fid_fft *f)
{
    f->inverse = fftw_plan_dft_c2r_1d ((int)f->n, f->c, f->x, PLAN_FLAGS | FFTW_DESTROY_INPUT);
}

/* A plan for f's length; f owns its plans if there is no room left to keep them. */
static void take_plan (struct fid_fft *f, bool inverse)
{
    void **mine = inverse ? &f->inverse : &f->forward;
    pthread_mutex_lock (&planner);
    size_t i = 0;
    while (i < kept_n && kept[i].n != f->n)
        i++;
    void **place = i == PLANS ? NULL : inverse ? &kept[i].inverse : &kept[i].forward;
    if (i < kept_n && *place) {
        *mine = *place;
    } else if (!broken) {
        broken = !call_guarded (inverse ? make_inverse : make_forward, f);
        *mine = broken ? NULL : *mine;
        f->own |= *mine && !place;
        if (*mine && place) {
            *place = *mine;
            kept[i].n = f->n;
            kept_n += i == kept_n;
        }
    }
    pthread_mutex_unlock (&planner);
}

size_t fid_fft_room (size_t n)
{
    size_t room = 1;
    while (room < n && room <= INT_MAX) /* longer ones are refused */
        room *= 2;
    return room;
}

int fid_fft_init (struct fid_fft *f, size_t n)
{
    *f = (struct fid_fft){.n = n};
    if (!n || n > INT_MAX)
        return GSL_EBADLEN;
    f->x = fftw_alloc_real (n);
    f->c = fftw_alloc_complex (n / 2 + 1);
    if (f->x && f->c)
        take_plan (f, false);
    if (!f->forward) {
        fid_fft_clear (f);
        return GSL_ENOMEM;
    }
    for (size_t t = 0; t < n; t++)
        f->x[t] = 0;
    return GSL_SUCCESS;
}

static void run_forward (struct fid_fft *f)
{
    fftw_execute_dft_r2c (f->forward, f->x, f->c);
}

static void run_inverse (struct fid_fft *f)
{
    fftw_execute_dft_c2r (f->inverse, f->c, f->x);
}

void fid_fft_forward (struct fid_fft *f)
{
    f->failed |= !call_guarded (run_forward, f);
}

void fid_fft_inverse (struct fid_fft *f)
{
    if (!f->inverse)
        take_plan (f, true);
    f->failed |= !f->inverse || !call_guarded (run_inverse, f);
}

double fid_fft_power (const struct fid_fft *f, size_t k)
{
    return f->c[k][0] * f->c[k][0] + f->c[k][1] * f->c[k][1];
}

void fid_fft_clear (struct fid_fft *f)
{
    if (f->own) {
        pthread_mutex_lock (&planner);
        if (f->forward)
            fftw_destroy_plan (f->forward);
        if (f->inverse)
            fftw_destroy_plan (f->inverse);
        pthread_mutex_unlock (&planner);
    }
    fftw_free (f->x);
    fftw_free (f->c);
    *f = (struct fid_fft){0};
}
