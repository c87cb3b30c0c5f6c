/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ticks.c - see panel.h */
#include "base/units.h"
#include "plot/panel.h"

/* Linear axes of seconds longer than these are labelled min:s and h:min. */
#define MINUTES_FROM_S 600
#define HOURS_FROM_S   7200

double fid_ticks_step (double lo, double hi, enum fid_unit unit, size_t want_n)
{
    static const double clock_s[] = {1,   2,   5,    10,   15,   30,    60,    120,   300,
                                     600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400};
    static const double nice[] = {1, 2, 2.5, 5, 10};
    double least = (hi - lo) / (want_n ? (double)want_n : 1);
    if (unit == FID_UNIT_BYTES)
        return least > 1 ? exp2 (ceil (log2 (least))) : 1;
    if (unit == FID_UNIT_SECONDS && least > 1)
        for (size_t i = 0; i < sizeof clock_s / sizeof *clock_s; i++)
            if (clock_s[i] >= least)
                return clock_s[i];
    if (unit == FID_UNIT_COUNT)
        least = fmax (1, least);
    double power = pow (10, floor (log10 (least)));
    for (size_t i = 0; i < sizeof nice / sizeof *nice; i++)
        if (nice[i] * power >= least * (1 - 1e-9) &&
            (unit != FID_UNIT_COUNT || nice[i] * power == floor (nice[i] * power)))
            return nice[i] * power;
    return 10 * power;
}

/* x with as many decimals as a step needs. */
static void write_decimal (double x, double step, char *out, size_t out_n)
{
    static const struct {
        double size;
        const char *name;
    } prefix[] = {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}};
    size_t p = sizeof prefix / sizeof *prefix - 1;
    if (fabs (x) >= 1e4 - 1e-9 || step >= 1e3)
        for (p = 0; prefix[p].size > fabs (x) * (1 + 1e-9) && prefix[p].size > 1; p++)
            ;
    int decimals = 0;
    for (double s = step / prefix[p].size; decimals < 9 && fabs (s - round (s)) > 1e-6 * s;
         decimals++)
        s *= 10;
    if (fabs (x) < step * 1e-6)
        snprintf (out, out_n, "0");
    else
        snprintf (out, out_n, "%.*f%s", decimals, x / prefix[p].size, prefix[p].name);
}

void fid_ticks_label (double x, enum fid_unit unit, char *out, size_t out_n)
{
    char text[FID_UNITS_TEXT];
    if (unit == FID_UNIT_BYTES || unit == FID_UNIT_SECONDS) {
        snprintf (out, out_n, "%s",
                  x == 0                   ? "0"
                  : unit == FID_UNIT_BYTES ? fid_format_bytes (x, text, sizeof text)
                                           : fid_format_seconds (x, text, sizeof text));
        return;
    }
    write_decimal (x, x == 0 ? 1 : pow (10, floor (log10 (fabs (x))) - 2), text, sizeof text);
    /* three digits, but no zeros behind the point */
    size_t n = strcspn (text, "kMGT"), keep = n;
    if (memchr (text, '.', n)) {
        while (text[keep - 1] == '0')
            keep--;
        keep -= text[keep - 1] == '.';
    }
    snprintf (out, out_n, "%.*s%s", (int)keep, text, text + n);
}

const char *fid_ticks_suffix (double lo, double hi, bool log, enum fid_unit unit)
{
    if (unit != FID_UNIT_SECONDS || log)
        return "";
    return hi - lo > HOURS_FROM_S ? "h:min" : hi - lo > MINUTES_FROM_S ? "min:s" : "s";
}

static size_t linear_ticks (double lo, double hi, enum fid_unit unit, size_t want_n,
                            struct fid_tick *out)
{
    double step = fid_ticks_step (lo, hi, unit, want_n);
    const char *suffix = fid_ticks_suffix (lo, hi, false, unit);
    size_t n = 0;
    for (double k = ceil (lo / step - 1e-9); n < FID_TICKS_MAX && k * step <= hi + 1e-9 * step;
         k++, n++) {
        double x = k * step;
        out[n].at = x;
        if (unit == FID_UNIT_BYTES)
            fid_ticks_label (x, unit, out[n].label, sizeof out[n].label);
        else if (*suffix && strcmp (suffix, "s") != 0) {
            unsigned long small =
                (unsigned long)lround (*suffix == 'h' ? fabs (x) / 60 : fabs (x));
            snprintf (out[n].label, sizeof out[n].label, "%s%lu:%02u",
                      x < 0 && small ? "-" : "", small / 60, (unsigned)(small % 60));
        } else
            write_decimal (x, step, out[n].label, sizeof out[n].label);
    }
    return n;
}

/* Ticks at base^k where k is a multiple of every; with from_2_5, 2 and 5 times
 * powers of ten between them. */
static size_t power_ticks (double lo, double hi, double base, int every, bool from_2_5,
                           enum fid_unit unit, struct fid_tick *out)
{
    static const double factor[] = {1, 2, 5};
    size_t n = 0;
    double tiny = 1 + 1e-9;
    int from = (int)floor (log (lo) / log (base)) - 1, to = (int)ceil (log (hi) / log (base));
    for (int k = from; k <= to; k++)
        for (size_t f = 0; f < (from_2_5 ? 3 : 1); f++) {
            double x = pow (base, k) * factor[f];
            if (k % every || x * tiny < lo || x > hi * tiny || n == FID_TICKS_MAX)
                continue;
            out[n].at = x;
            fid_ticks_label (x, unit, out[n].label, sizeof out[n].label);
            if (unit == FID_UNIT_NUMBER && x < 9e-4)
                snprintf (out[n].label, sizeof out[n].label, "%.0e", x);
            n++;
        }
    return n;
}

static size_t log_ticks (double lo, double hi, enum fid_unit unit, size_t want_n,
                         struct fid_tick *out)
{
    static const int every[] = {1, 2, 5, 10, 20, 50, 100};
    double base = unit == FID_UNIT_BYTES ? 2 : 10, span = log (hi / lo) / log (base);
    size_t i = 0;
    while (i < 6 && span / every[i] > (double)want_n)
        i++;
    bool from_2_5 = base > 9 && i == 0 && 3 * span <= (double)want_n + 1;
    size_t n = power_ticks (lo, hi, base, every[i], from_2_5, unit, out);
    while (n < 2 && i > 0) /* at most one of them is inside */
        n = power_ticks (lo, hi, base, every[--i], false, unit, out);
    if (n > 1 || !want_n)
        return n;
    /* less than a decade; the axis label has no unit */
    n = linear_ticks (lo, hi, unit, want_n, out);
    for (i = 0; i < n && unit == FID_UNIT_SECONDS; i++)
        fid_ticks_label (out[i].at, unit, out[i].label, sizeof out[i].label);
    return n;
}

size_t fid_ticks (double lo, double hi, bool log, enum fid_unit unit, size_t want_n,
                  struct fid_tick out[FID_TICKS_MAX])
{
    if (!want_n || !(lo < hi))
        return 0;
    if (want_n > FID_TICKS_MAX / 3)
        want_n = FID_TICKS_MAX / 3;
    size_t n =
        log ? log_ticks (lo, hi, unit, want_n, out) : linear_ticks (lo, hi, unit, want_n, out);
    /* one label does not make an axis */
    for (size_t k = want_n + 1; !log && n < 2 && want_n > 1 && k <= FID_TICKS_MAX / 3; k++)
        n = linear_ticks (lo, hi, unit, k, out);
    return n;
}

void fid_ticks_round (double *lo, double *hi, bool log, enum fid_unit unit, size_t want_n)
{
    if (log) {
        double base = unit == FID_UNIT_BYTES ? 2 : 10;
        *lo = pow (base, floor (log2 (*lo) / log2 (base) + 1e-9));
        *hi = pow (base, ceil (log2 (*hi) / log2 (base) - 1e-9));
        if (!(*lo < *hi))
            *hi = *lo * base;
        return;
    }
    if (!(*lo < *hi)) {
        double apart = *lo == 0 ? 1 : fabs (*lo) / 2;
        if (*lo > 0)
            *lo = 0;
        *hi += *hi > 0 ? 0 : apart;
        if (!(*lo < *hi))
            *lo -= apart;
    }
    double step = fid_ticks_step (*lo, *hi, unit, want_n);
    *lo = floor (*lo / step + 1e-9) * step;
    *hi = ceil (*hi / step - 1e-9) * step;
}
