/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_clock.c - clocks related by anchors, coverage and hours */
#include "tests/tap.h"
#include <time.h>
#include "base/timeparse.h"
#include "run/clock.h"

#define BOOT  FID_CLOCK_BOOT
#define UTC   FID_CLOCK_UTC
#define TOD   FID_CLOCK_TOD
#define LOCAL FID_CLOCK_LOCAL
#define APP   FID_CLOCK_APP
#define HOUR  (3600 * FID_S)

/* 2023-02-11 00:00:00 UTC and a boot 5 days before noon of it */
#define DAY0 (INT64_C (19399) * FID_DAY)
#define OFF  (DAY0 + 12 * HOUR - 5 * FID_DAY)

static struct fid_anchor an[4000];
static size_t an_n;
static struct fid_clock_source src[16];
static size_t src_n;
static struct fid_clocks c;
static uint64_t seed = 1;

static double uniform (void) /* [0, 1): a linear congruential generator will do for noise */
{
    seed = seed * UINT64_C (6364136223846793005) + UINT64_C (1442695040888963407);
    return (double)(seed >> 11) / 9007199254740992.0;
}

static void reset (void)
{
    an_n = src_n = 0;
    seed = 1;
}

static void anchor (enum fid_clock from, enum fid_clock to, int64_t t, int64_t lo, int64_t hi)
{
    an[an_n++] = (struct fid_anchor){from, to, t, lo, hi};
}

/* Stamp of a log with ms, written 20 to 120 us after, at boot time t of an app
 * clock that is off + drift t ahead. */
static void log_write (enum fid_clock to, int64_t t, int64_t off)
{
    int64_t stamp = t + off - 20000 - (int64_t)(100000 * uniform ());
    stamp -= stamp % FID_MS;
    anchor (BOOT, to, t, stamp, stamp + 3 * FID_MS);
}

/* A second tick of a host whose coarse clock is 4 ms late. */
static void tick (enum fid_clock to, int64_t off, int64_t second)
{
    int64_t at = second * FID_S - off + 4 * FID_MS, gap = (int64_t)(200000 * uniform ());
    anchor (BOOT, to, at + gap / 2, second * FID_S - gap / 2, second * FID_S + gap / 2);
}

static void file (const char *name, enum fid_clock clock, int64_t first, int64_t last,
                  bool phases)
{
    src[src_n++] = (struct fid_clock_source){.file = name,
                                             .clock = clock,
                                             .any = true,
                                             .phases = phases,
                                             .first_ns = first,
                                             .last_ns = last};
}

static void solve_with (const int64_t *zone)
{
    struct fid_clock_input in = {.anchor = an,
                                 .anchor_n = an_n,
                                 .source = src,
                                 .source_n = src_n,
                                 .has_zone = zone != NULL,
                                 .zone_ns = zone ? *zone : 0};
    struct fid_error err;
    fid_clocks_clear (&c);
    if (fid_clocks_solve (&c, &in, &err))
        ok (0, "solves");
}

static void solve (void)
{
    solve_with (NULL);
}

/* The text of a finding, good until the next call. */
static const char *finding_text (size_t i)
{
    static char text[FID_RUN_FINDING_TEXT];
    return fid_run_finding_text (&c.findings.at[i], text, sizeof text);
}

static bool finds (const char *text)
{
    for (size_t i = 0; i < c.findings.n; i++)
        if (strstr (finding_text (i), text))
            return true;
    for (size_t i = 0; i < c.findings.n; i++)
        diag ("finding: %s", finding_text (i));
    return false;
}

static double error_ms (int64_t boot, int64_t truth)
{
    return (double)(fid_clock_map_ns (&c.map[BOOT], boot) - truth) * 1e-6;
}

/* FORMATS.md 5.2: three ticks as a tracer printed them. */
static void worked_example (void)
{
    static const struct {
        int64_t before, after, second;
    } t[] = {
        {1380327127403885, 1380327127772050, 55660},
        {1380327127772050, 1380360127432329, 55692},
        {1380360127432329, 1380360127485040, 55693},
    };
    reset ();
    for (int i = 0; i < 3; i++)
        anchor (BOOT, TOD, t[i].after, t[i].second * FID_S,
                t[i].second * FID_S + t[i].after - t[i].before);
    solve ();
    ok (c.axis == LOCAL && c.map[BOOT].known, "ticks alone give local time");
    /* hi = 55693 s - 1380360127432329; lo = hi - 52711; truth in [lo, hi + 10 ms] */
    ok (llabs (c.map[BOOT].offset_ns -
               (55693 * FID_S - 1380360127432329 + (10 * FID_MS - 52711) / 2)) <= 1,
        "worked example: the middle of what a late coarse clock allows");
    ok (llabs (c.map[BOOT].offset_ns - (55693 * FID_S - 1380360127458685)) < 10 * FID_MS,
        "within 10 ms of the upstream rule");
    ok (c.map[BOOT].uncertainty_ns >= 5 * FID_MS && c.map[BOOT].uncertainty_ns < 7 * FID_MS,
        "and says that it is no better than 5 ms");
}

/* A run of 90 s: traces, ticks, log, monitors in a zone. */
static void usual_run (int64_t zone, bool log)
{
    int64_t boot = 5 * FID_DAY;
    reset ();
    for (int i = 0; i < 500 && log; i++)
        log_write (UTC, boot + (i + 20) * 150 * FID_MS + (int64_t)(1e6 * uniform ()), OFF);
    int64_t second = (boot + OFF + zone) / FID_S;
    int64_t midnight = (boot + OFF + zone) / FID_DAY * FID_DAY;
    for (int i = 1; i < 30; i++)
        tick (TOD, OFF + zone - midnight, second - midnight / FID_S + i);
    file ("trace_bio.out", BOOT, boot, boot + 90 * FID_S, false);
    file ("cpu.out", TOD, boot + OFF + zone - midnight,
          boot + OFF + zone + 90 * FID_S - midnight, false);
    file ("iostat.json", LOCAL, boot + OFF + zone, boot + OFF + zone + 90 * FID_S, false);
    file ("unet3d.log", UTC, boot + OFF + 3 * FID_S, boot + OFF + 85 * FID_S, true);
}

static void zones (void)
{
    static const int hours4[] = {0, 22, -20, 56, -48, 23, 4, -4}; /* quarters of an hour */
    for (size_t i = 0; i < sizeof hours4 / sizeof *hours4; i++)
        for (int log = 0; log < 2; log++) {
            int64_t zone = hours4[i] * 15 * 60 * FID_S, boot = 5 * FID_DAY;
            usual_run (zone, log);
            solve ();
            ok (c.axis == UTC && c.zone_known && c.zone_ns == zone, "zone %+.2f h, %s",
                hours4[i] / 4.0, log ? "log writes and ticks" : "ticks and coverage");
            ok (fabs (error_ms (boot + 40 * FID_S, boot + 40 * FID_S + OFF)) <=
                    (double)c.map[BOOT].uncertainty_ns * 1e-6,
                "  the error is within the uncertainty of %.2f ms",
                (double)c.map[BOOT].uncertainty_ns * 1e-6);
            ok (log ? c.map[BOOT].uncertainty_ns < 2 * FID_MS
                    : c.map[BOOT].uncertainty_ns >= 5 * FID_MS &&
                          c.map[BOOT].uncertainty_ns < 8 * FID_MS,
                "  which is as good as the anchors");
            ok_int (src[1].first_ns + src[1].shift_ns, src[2].first_ns,
                    "  the time of day is given its date");
            ok (c.findings.n == 0, "  and there is nothing to complain of");
            if (c.findings.n)
                diag ("%s", finding_text (0));
        }
}

/* What ticks and log writes say differs from a quarter of an hour by 1.5 or 5 s. */
static void other_machine (void)
{
    for (int k = 0; k < 2; k++) {
        usual_run (0, true);
        for (size_t i = 0; i < an_n; i++)
            if (an[i].to == TOD) {
                an[i].to_min_ns += k ? 5 * FID_S : 3 * FID_S / 2;
                an[i].to_max_ns += k ? 5 * FID_S : 3 * FID_S / 2;
            }
        solve ();
        if (k)
            ok (finds ("two machines?"), "5 s between two clocks: another machine");
        else
            ok (c.findings.n == 0, "1.5 s are error of measurement");
    }
}

/* Ten anchors, of which as many agree as said; the others are seconds apart. */
static void disagreement (void)
{
    int64_t boot = 5 * FID_DAY;
    for (int agree = 4; agree <= 6; agree += 2) {
        reset ();
        for (int i = 0; i < 10; i++)
            log_write (UTC, boot + i * FID_S, OFF + (i < agree ? 0 : i * FID_S));
        solve ();
        if (agree == 4)
            ok (finds ("only 4 of 10 anchors between"), "fewer than half agree: a finding");
        else
            ok (c.findings.n == 0, "more than half agree: none");
    }
}

/* Of two local files that do not meet, the first is believed. */
static void first_of_two (void)
{
    reset ();
    file ("gpu.out", LOCAL, DAY0 + HOUR, DAY0 + 2 * HOUR, false);
    file ("iostat.json", LOCAL, DAY0 + 13 * HOUR, DAY0 + 14 * HOUR, false);
    solve ();
    ok (finds ("iostat.json: its stamps are 12 h ahead of") && src[0].shift_ns == 0 &&
            src[1].shift_ns == -12 * HOUR,
        "of two files that do not meet, the second is shifted");
}

/* The traces start at 23:59:30; the second half of the ticks is on the next day. */
static void midnight (void)
{
    int64_t boot = 5 * FID_DAY, off = DAY0 + FID_DAY - 30 * FID_S - boot;
    for (int log = 0; log < 2; log++) {
        reset ();
        for (int i = 0; i < 100 && log; i++)
            log_write (UTC, boot + i * 700 * FID_MS, off);
        for (int i = 1; i < 60; i++)
            tick (TOD, off - DAY0, 86370 + i);
        file ("trace_bio.out", BOOT, boot, boot + 90 * FID_S, false);
        /* starts after midnight: the reader cannot know which day */
        file ("cpu.out", TOD, 10 * FID_S, 55 * FID_S, false);
        file ("gpu.out", LOCAL, DAY0 + 86371 * FID_S, DAY0 + 86459 * FID_S, false);
        file ("unet3d.log", UTC, DAY0 + 86375 * FID_S, DAY0 + 86450 * FID_S, true);
        solve ();
        ok (fabs (error_ms (boot, boot + off)) < 6, "midnight: the right day");
        ok_int (src[1].shift_ns, DAY0 + FID_DAY, "midnight: cpu.out is on the next");
        ok_int (c.zone_ns, 0, "midnight: zone 0");
    }
    /* only undated local files */
    reset ();
    for (int i = 1; i < 60; i++)
        tick (TOD, off - DAY0, 86370 + i);
    file ("trace_bio.out", BOOT, boot, boot + 90 * FID_S, false);
    file ("cpu.out", TOD, 10 * FID_S, 55 * FID_S, false);
    solve ();
    double apart = error_ms (boot + 30 * FID_S, src[1].first_ns + src[1].shift_ns - 10 * FID_S);
    ok (c.axis == LOCAL && fabs (apart) < 6, "midnight: two undated files come together");
}

static void drift (void)
{
    int64_t boot = 5 * FID_DAY;
    double ppm[] = {40e-6, -40e-6, 0};
    for (int k = 0; k < 3; k++) {
        reset ();
        for (int i = 0; i < 1200; i++) {
            int64_t t = boot + i * 3 * FID_S + (int64_t)(1e6 * uniform ());
            log_write (UTC, t, OFF + llround (ppm[k] * (double)(t - boot)));
        }
        file ("unet3d.log", UTC, boot + OFF, boot + OFF + HOUR, true);
        solve ();
        ok_close (c.map[BOOT].drift * 1e6, ppm[k] * 1e6, 0.2,
                  "drift over an hour is recovered");
        double worst = 0;
        for (int i = 0; i <= 60; i++) {
            int64_t t = boot + i * 60 * FID_S;
            worst = fmax (worst,
                          fabs (error_ms (t, t + OFF + llround (ppm[k] * (double)(t - boot)))));
        }
        ok (worst * 1e6 < (double)c.map[BOOT].uncertainty_ns, "error %.3f ms within %.3f ms",
            worst, (double)c.map[BOOT].uncertainty_ns * 1e-6);
        ok (c.map[BOOT].uncertainty_ns < 2 * FID_MS, "sub-2 ms");
        ok (c.findings.n == 0, "a drift is no jump");
    }
}

/* The same with second ticks, whose drift has the other sign inside. */
static void drift_of_ticks (void)
{
    int64_t boot = 5 * FID_DAY;
    double worst = 0, ppm = 40e-6;
    reset ();
    for (int i = 1; i < 3600; i++) {
        int64_t second = (boot + OFF) / FID_S + i, t = second * FID_S - OFF;
        tick (LOCAL, OFF + llround (ppm * (double)(t - boot)), second);
    }
    solve ();
    ok (c.axis == LOCAL, "ticks with dates: local time");
    ok_close (c.map[BOOT].drift * 1e6, 40, 0.5, "drift of ticks is recovered");
    for (int i = 0; i <= 60; i++) {
        int64_t t = boot + i * 60 * FID_S;
        worst = fmax (worst, fabs (error_ms (t, t + OFF + llround (ppm * (double)(t - boot)))));
    }
    ok (worst * 1e6 < (double)c.map[BOOT].uncertainty_ns, "error %.3f ms within %.3f ms", worst,
        (double)c.map[BOOT].uncertainty_ns * 1e-6);

    reset ();
    for (int i = 1; i < 60; i++)
        tick (LOCAL, OFF + (i > 20 ? -FID_S : 0), (boot + OFF) / FID_S + i);
    solve ();
    const char *by = c.findings.n ? strstr (finding_text (0), "was set by ") : NULL;
    ok (by && fabs (atof (by + 11) + 1) < 0.01, "a jump between ticks is told");
    ok (fabs (error_ms (boot, boot + OFF - FID_S)) < 6, "the longer side counts");
}

static void outliers (void)
{
    int64_t boot = 5 * FID_DAY;
    usual_run (0, true);
    for (size_t i = 0; i < 500; i += 10) { /* held up, up to 300 ms */
        int64_t late = (int64_t)(300e6 * uniform ());
        an[i].to_min_ns -= late;
        an[i].to_max_ns -= late;
    }
    for (size_t i = 5; i < 500; i += 100) { /* plainly wrong */
        an[i].to_min_ns += 700 * FID_MS;
        an[i].to_max_ns += 700 * FID_MS;
    }
    an[7].to_min_ns = an[7].to_max_ns = INT64_MAX - 5;
    an[8].to_min_ns = an[8].to_max_ns = INT64_MIN + 5;
    solve ();
    ok (fabs (error_ms (boot + 40 * FID_S, boot + 40 * FID_S + OFF)) < 0.5,
        "a tenth late and some wrong do not matter");
    ok (c.map[BOOT].uncertainty_ns < 2 * FID_MS && c.map[BOOT].anchor_n > 400 &&
            c.map[BOOT].anchor_n < 500,
        "nor in what is claimed");
}

/* Steps of whole milliseconds: every stamp is cut at the same place. */
static void in_step (void)
{
    int64_t boot = 5 * FID_DAY;
    for (int64_t phase = 0; phase < FID_MS; phase += 250000) {
        reset ();
        for (int i = 0; i < 100; i++)
            log_write (UTC, boot + i * 200 * FID_MS + phase, OFF);
        file ("unet3d.log", UTC, boot + OFF, boot + OFF + 20 * FID_S, true);
        solve ();
        ok (fabs (error_ms (boot, boot + OFF)) * 1e6 <= (double)c.map[BOOT].uncertainty_ns,
            "in step with the clock: error %.3f ms within %.3f ms", error_ms (boot, boot + OFF),
            (double)c.map[BOOT].uncertainty_ns * 1e-6);
    }
}

static void jump (void)
{
    int64_t boot = 5 * FID_DAY;
    for (int sign = -1; sign <= 1; sign += 2) {
        reset ();
        for (int i = 0; i < 400; i++)
            log_write (UTC, boot + i * 200 * FID_MS + i * 7777,
                       OFF + (i >= 250 ? sign * 2 * FID_S : 0));
        file ("unet3d.log", UTC, boot + OFF, boot + OFF + 80 * FID_S, true);
        solve ();
        const char *by = c.findings.n ? strstr (finding_text (0), "was set by ") : NULL;
        ok (by && fabs (atof (by + 11) - 2 * sign) < 0.002,
            "a clock set during the run is told");
        ok (fabs (error_ms (boot, boot + OFF)) < 1 &&
                c.map[BOOT].uncertainty_ns > 19 * FID_S / 10,
            "the longer side counts, and the jump is in the uncertainty");
    }
}

static void hour_errors (void)
{
    usual_run (-5 * HOUR, true);
    int64_t first = src[2].first_ns, last = src[2].last_ns;
    file ("gpu.out", LOCAL, first - 12 * HOUR, last - 12 * HOUR, false);
    file ("disk.csv", LOCAL, first + HOUR, last + HOUR, false);
    file ("nmon.csv", LOCAL, first + 5 * HOUR, last + 5 * HOUR, false);
    file ("india.csv", LOCAL, first + 21 * HOUR / 2, last + 21 * HOUR / 2, false);
    file ("other.csv", LOCAL, first - 900 * FID_DAY, last - 900 * FID_DAY, false);
    src[1].first_ns -= 3 * HOUR; /* cpu.out */
    src[1].last_ns -= 3 * HOUR;
    solve ();
    ok_int (c.zone_ns, -5 * HOUR, "the zone comes from ticks and log");
    ok_int (src[2].shift_ns, 0, "the good one stays");
    ok_int (src[4].shift_ns, 12 * HOUR, "12 hours behind");
    ok (finds ("gpu.out: its stamps are 12 h behind the rest of the run: 12-hour clock"),
        "and it is said, with the file and the hours");
    ok_int (src[5].shift_ns, -HOUR, "an hour ahead");
    ok (finds ("disk.csv: its stamps are 1 h ahead of the rest of the run: summer time?"),
        "said");
    ok_int (src[6].shift_ns, -5 * HOUR, "stamped in UTC");
    ok (finds ("nmon.csv: its stamps are 5 h ahead of the rest of the run: stamped in UTC?"),
        "said");
    ok_int (src[7].shift_ns, -21 * HOUR / 2, "half hours too");
    ok (finds ("10:30 h ahead"), "said");
    ok (src[8].shift_ns == 0 && finds ("other.csv: its stamps do not overlap the run"),
        "what cannot be helped stays as it is");
    ok_int (src[1].first_ns + src[1].shift_ns, first, "an undated one, with its day");
    ok (finds ("cpu.out: its stamps are 3 h behind"), "said");

    /* no log, no ticks: two against one */
    reset ();
    file ("cpu.out", LOCAL, DAY0 + 2 * HOUR, DAY0 + 2 * HOUR + 90 * FID_S, false);
    file ("iostat.json", LOCAL, DAY0 + 14 * HOUR, DAY0 + 14 * HOUR + 90 * FID_S, false);
    file ("gpu.out", LOCAL, DAY0 + 14 * HOUR + FID_S, DAY0 + 14 * HOUR + 91 * FID_S, false);
    solve ();
    ok (c.axis == LOCAL && src[0].shift_ns == 12 * HOUR && src[1].shift_ns == 0,
        "two against one");
}

static void no_utc (void)
{
    int64_t boot = 5 * FID_DAY, zones[] = {0, -5 * HOUR};
    for (int k = 0; k < 2; k++)
        for (int writes = 0; writes < 2; writes++) {
            usual_run (zones[k], false);
            src[3].clock = APP;
            for (int i = 0; i < 20 && writes; i++)
                log_write (APP, boot + (i + 1) * 4 * FID_S + i * 777777, OFF);
            solve ();
            ok (c.axis == APP && c.map[LOCAL].known && c.map[LOCAL].offset_ns == -zones[k],
                "DLIO: the axis is the application's time, the host's is %+lld h to it",
                (long long)(zones[k] / HOUR));
            ok (fabs (error_ms (boot, boot + OFF)) * 1e6 <= (double)c.map[BOOT].uncertainty_ns,
                "  traces are where they belong");
            ok (!c.zone_known, "  the zone is not known");
            ok (zones[k] == 0 ? c.findings.n == 0 : finds ("a container in a "),
                "  a difference is told");
        }
}

static void unknown (void)
{
    int64_t boot = 5 * FID_DAY;
    reset ();
    file ("trace_bio.out", BOOT, boot, boot + 90 * FID_S, false);
    file ("unet3d.log", UTC, boot + OFF, boot + OFF + 80 * FID_S, true);
    solve ();
    ok (!c.map[BOOT].known && finds ("trace_bio.out: the boot clock cannot be related"),
        "no anchors: the boot clock stays unknown, and that is said");
    ok (c.map[UTC].known && fid_clock_map_ns (&c.map[UTC], OFF) == OFF, "the axis is itself");

    src[1].any = false;
    src[1].clock = BOOT;
    solve ();
    ok (c.axis == BOOT && c.map[BOOT].known && c.findings.n == 0,
        "nothing but traces: their clock is the axis");

    reset ();
    solve ();
    ok (c.findings.n == 0, "no files at all");

    reset ();
    file ("a.csv", FID_CLOCK_RELATIVE, 0, 90 * FID_S, false);
    solve ();
    ok (c.axis == FID_CLOCK_RELATIVE, "relative time alone is the axis");
    file ("unet3d.log", UTC, OFF, OFF + 80 * FID_S, true);
    solve ();
    ok (c.axis == UTC && fid_clock_map_ns (&c.map[FID_CLOCK_RELATIVE], 0) == OFF &&
            finds ("a.csv: its seconds have an unknown zero"),
        "beside a log it begins with the run, and that is said");
}

/* Monitors ran for three hours, the application for ten minutes. */
static void ambiguous (void)
{
    int64_t zone = -HOUR, wrong = 9 * HOUR;
    reset ();
    file ("iostat.json", LOCAL, DAY0 + 8 * HOUR, DAY0 + 11 * HOUR, false);
    file ("unet3d.log", UTC, DAY0 + 10 * HOUR, DAY0 + 10 * HOUR + 600 * FID_S, true);
    solve ();
    ok (c.zone_known && c.zone_ns == 0 && finds ("offsets up to"),
        "several zones: the smallest, and said");
    ok (c.map[LOCAL].uncertainty_ns >= HOUR, "as far as the others reach it is unsure");
    solve_with (&zone);
    ok (c.zone_ns == -HOUR && c.findings.n == 0, "the option settles it");
    solve_with (&wrong);
    ok (c.zone_ns == 0 && finds ("--utc-offset is ignored"), "but not against the data");

    src[0].first_ns -= 900 * FID_DAY;
    src[0].last_ns -= 900 * FID_DAY;
    solve ();
    ok (!c.map[LOCAL].known && finds ("the zone of the host is unknown"),
        "no overlap: not known");
    solve_with (&zone);
    ok (c.map[LOCAL].known && c.zone_ns == zone, "then the option is all there is");
}

static void laws (void)
{
    int64_t t = 5 * FID_DAY + 40 * FID_S, shift = 123456789;
    usual_run (-5 * HOUR, true);
    solve ();
    struct fid_clock_map before = c.map[BOOT];
    for (size_t i = 0; i < an_n; i++)
        an[i].from_ns += shift;
    src[0].first_ns += shift;
    src[0].last_ns += shift;
    solve ();
    ok_int (fid_clock_map_ns (&c.map[BOOT], t + shift), fid_clock_map_ns (&before, t),
            "a constant on the boot clock moves only its offset");
    ok (c.map[BOOT].uncertainty_ns == before.uncertainty_ns &&
            c.map[BOOT].residual_ns == before.residual_ns,
        "neither uncertainty nor residual");

    for (size_t i = 0; i < an_n / 2; i++) {
        struct fid_anchor a = an[i];
        an[i] = an[an_n - 1 - i];
        an[an_n - 1 - i] = a;
    }
    solve ();
    ok_int (fid_clock_map_ns (&c.map[BOOT], t + shift), fid_clock_map_ns (&before, t),
            "the order of anchors does not matter");

    for (size_t i = 0; i < an_n; i++) { /* told the other way round */
        struct fid_anchor a = an[i];
        int64_t half = (a.to_max_ns - a.to_min_ns) / 2, mid = a.to_min_ns + half;
        an[i] = (struct fid_anchor){a.to, a.from, mid, a.from_ns - half, a.from_ns + half};
    }
    solve ();
    ok (llabs (fid_clock_map_ns (&c.map[BOOT], t + shift) - fid_clock_map_ns (&before, t)) <= 2,
        "nor their direction");

    setenv ("TZ", "Asia/Kolkata", 1);
    tzset ();
    struct fid_clock_map here = c.map[BOOT];
    int64_t zone = c.zone_ns;
    solve ();
    ok (c.zone_ns == zone && c.map[BOOT].offset_ns == here.offset_ns, "TZ does not matter");
}

int main (void)
{
    worked_example ();
    zones ();
    other_machine ();
    disagreement ();
    first_of_two ();
    midnight ();
    drift ();
    drift_of_ticks ();
    outliers ();
    in_step ();
    jump ();
    hour_errors ();
    no_utc ();
    unknown ();
    ambiguous ();
    laws ();
    fid_clocks_clear (&c);
    return tap_done ();
}
