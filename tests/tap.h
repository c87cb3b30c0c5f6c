/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tap.h - Test Anything Protocol for C tests: one `ok` line per check
 *
 * #include "tests/tap.h"; call checks from main; end with `return tap_done ();`. */
#ifndef FID_TAP_H
#define FID_TAP_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int tap_n, tap_failed_n;

__attribute__ ((format (printf, 2, 3), unused)) static int ok (int pass, const char *fmt, ...)
{
    va_list ap;
    va_start (ap, fmt);
    printf ("%sok %d - ", pass ? "" : "not ", ++tap_n);
    vprintf (fmt, ap);
    printf ("\n");
    va_end (ap);
    tap_failed_n += !pass;
    fflush (stdout);
    return pass;
}

__attribute__ ((format (printf, 1, 2), unused)) static void diag (const char *fmt, ...)
{
    va_list ap;
    va_start (ap, fmt);
    printf ("# ");
    vprintf (fmt, ap);
    printf ("\n");
    va_end (ap);
}

/* |got - want| <= tol, and got is finite */
__attribute__ ((unused)) static int ok_close (double got, double want, double tol,
                                              const char *what)
{
    int pass = ok (isfinite (got) && fabs (got - want) <= tol, "%s", what);
    if (!pass)
        diag ("got %.17g, want %.17g within %g", got, want, tol);
    return pass;
}

__attribute__ ((unused)) static int ok_int (long long got, long long want, const char *what)
{
    int pass = ok (got == want, "%s", what);
    if (!pass)
        diag ("got %lld, want %lld", got, want);
    return pass;
}

__attribute__ ((unused)) static int ok_str (const char *got, const char *want, const char *what)
{
    int pass = ok (got && strcmp (got, want) == 0, "%s", what);
    if (!pass)
        diag ("got '%s', want '%s'", got ? got : "(null)", want);
    return pass;
}

__attribute__ ((unused)) static void skip (const char *what, const char *why)
{
    printf ("ok %d - %s # SKIP %s\n", ++tap_n, what, why);
}

__attribute__ ((unused)) static int tap_done (void)
{
    printf ("1..%d\n", tap_n);
    return tap_failed_n ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
