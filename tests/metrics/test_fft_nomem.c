/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fft_nomem.c - with too little memory a transform is refused; FFTW, which would end the
 * program when it gets none, does not
 *
 * Children with a limit of their address space, from too little to enough in small steps. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <gsl/gsl_errno.h>
#include "metrics/fft.h"
#include "tests/tap.h"

#define LEFT_MAX ((size_t)12 << 20)
#define STEP     ((size_t)96 << 10)

/* The address space in use. */
static size_t used (void)
{
    long pages = 0;
    FILE *f = fopen ("/proc/self/statm", "r");
    if (!f || fscanf (f, "%ld", &pages) != 1)
        pages = 0;
    if (f)
        fclose (f);
    return (size_t)pages * (size_t)sysconf (_SC_PAGESIZE);
}

/* 0: transformed, 1: refused, 2: something else */
static int transform (size_t n, size_t limit)
{
    const struct rlimit l = {limit, limit};
    struct fid_fft f;
    if (setrlimit (RLIMIT_AS, &l))
        return 2;
    int rc = fid_fft_init (&f, n);
    if (rc)
        return rc == GSL_ENOMEM ? 1 : 2;
    fid_fft_forward (&f);
    fid_fft_inverse (&f);
    fid_fft_clear (&f);
    return 0;
}

static void of_length (size_t n)
{
    size_t seen[3] = {0}, ended_n = 0, before = used ();
    fflush (stdout);
    for (size_t left = 0; left < LEFT_MAX; left += STEP) {
        int status = 0;
        pid_t child = fork ();
        if (child == 0)
            _exit (transform (n, before + left));
        if (child < 0 || waitpid (child, &status, 0) != child || !WIFEXITED (status) ||
            WEXITSTATUS (status) > 2)
            ended_n++;
        else
            seen[WEXITSTATUS (status)]++;
    }
    ok (ended_n + seen[2] == 0, "length %zu: no child is ended (%zu, %zu)", n, ended_n,
        seen[2]);
    ok (seen[0] && seen[1], "%zu transformed, %zu refused", seen[0], seen[1]);
}

int main (void)
{
#if defined __SANITIZE_ADDRESS__ || !defined __linux__
    skip ("too little memory", "the address space cannot be limited");
#else
    if (!used ()) {
        skip ("too little memory", "there is no /proc");
        return tap_done ();
    }
    gsl_set_error_handler_off ();
    of_length (99991); /* a prime: FFTW needs most memory for these */
    of_length (65536);
#endif
    return tap_done ();
}
