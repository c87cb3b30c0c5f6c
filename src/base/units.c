/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units.c - see units.h */
#include "base/units.h"

const char *fid_format_bytes (double bytes, char *out, size_t n)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    size_t i = 0;
    /* 1023.5 would print as 1024 */
    for (; fabs (bytes) >= 1023.5 && i + 1 < sizeof units / sizeof *units; i++)
        bytes /= 1024;
    const char *unit = units[i];
    snprintf (out, n, fabs (bytes) >= 100 || *unit == 'B' ? "%.0f %s" : "%.3g %s", bytes, unit);
    return out;
}

const char *fid_format_seconds (double s, char *out, size_t n)
{
    double a = fabs (s), minutes = round (a / 60), hours = floor (minutes / 60);
    if (a == 0)
        snprintf (out, n, "0 s");
    else if (a < 999.5e-6)
        snprintf (out, n, "%.3g \xC2\xB5s", 1e6 * s);
    else if (a < 0.1)
        snprintf (out, n, "%.3g ms", 1e3 * s);
    else if (a < 599.95)
        snprintf (out, n, a < 100 ? "%.3g s" : "%.1f s", s);
    else if (a < 3597)
        snprintf (out, n, "%.1f min", s / 60);
    else
        snprintf (out, n, "%s%.0f h %02.0f min", s < 0 ? "-" : "", hours, minutes - 60 * hours);
    return out;
}
