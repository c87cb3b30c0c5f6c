/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gauges.c - cpu.out, iostat.json and gpu.out: one reading a second */
#include <time.h>
#include "synth.h"

/* The span an instant lies in; NULL between spans. */
static const struct synth_span *
span_at (const struct synth *s, int64_t t_ns)
{
    for (size_t i = 0; i < s->span_n; i++)
        if (t_ns >= s->span[i].start_ns && t_ns < s->span[i].end_ns)
            return &s->span[i];
    return NULL;
}

static struct tm
civil (int64_t t_ns)
{
    time_t s = (time_t)((t_ns + BOOT_UTC_NS) / NS);
    struct tm tm;
    gmtime_r (&s, &tm);
    return tm;
}

static bool
cpu (const struct synth *s)
{
    uint64_t state = synth_seed (s, 10);
    char at[40];
    FILE *f = synth_open (s, "cpu.out");
    if (!f)
        return false;
    struct tm tm = civil (START_NS);
    strftime (at, sizeof at, "%m/%d/%y", &tm);
    fprintf (f, "Linux 6.1.0 (node1) \t%s \t_x86_64_\t(64 CPU)\n\n", at);
    strftime (at, sizeof at, "%H:%M:%S", &tm);
    fprintf (f,
             "%s     CPU    %%usr   %%nice    %%sys %%iowait    %%irq   %%soft  %%steal  "
             "%%guest  %%gnice   %%idle\n",
             at);
    for (int64_t t = START_NS + NS; t <= s->end_ns; t += NS) {
        const struct synth_span *span = span_at (s, t - NS / 2);
        bool busy = span && (span->kind == SPAN_TRAIN || span->kind == SPAN_EVAL);
        double usr = busy ? (s->emulation ? 8 : 35) + 4 * synth_uniform (&state) : 1;
        double sys = busy ? 5 + 2 * synth_uniform (&state) : 0.5;
        double wait = span && span->kind == SPAN_CHECKPOINT ? 12 : 1;
        tm = civil (t);
        strftime (at, sizeof at, "%H:%M:%S", &tm);
        fprintf (f,
                 "%s     all  %6.2f    0.00  %6.2f  %6.2f    0.00    0.00    0.00    0.00    "
                 "0.00  %6.2f\n",
                 at, usr, sys, wait, 100 - usr - sys - wait);
    }
    return synth_close (f, "cpu.out");
}

static bool
disk (const struct synth *s)
{
    uint64_t state = synth_seed (s, 11);
    char at[40];
    FILE *f = synth_open (s, "iostat.json");
    if (!f)
        return false;
    struct tm tm = civil (START_NS);
    strftime (at, sizeof at, "%m/%d/%y", &tm);
    fprintf (f,
             "{\"sysstat\": {\n\t\"hosts\": [\n\t\t{\n\t\t\t\"nodename\": \"node1\",\n\t\t\t"
             "\"date\": \"%s\",\n\t\t\t\"statistics\": [\n",
             at);
    for (int64_t t = START_NS + NS; t <= s->end_ns; t += NS) {
        const struct synth_span *span = span_at (s, t - NS / 2);
        bool busy = span && (span->kind == SPAN_TRAIN || span->kind == SPAN_EVAL);
        double rd = busy ? 80 + 20 * synth_uniform (&state) : 0;
        double wr = span && span->kind == SPAN_CHECKPOINT ? 60 : 0.1;
        tm = civil (t);
        strftime (at, sizeof at, "%m/%d/%y %H:%M:%S", &tm);
        fprintf (f,
                 "\t\t\t\t{\n\t\t\t\t\t\"timestamp\": \"%s\",\n\t\t\t\t\t\"disk\": [\n"
                 "\t\t\t\t\t\t{\"disk_device\": \"sda\", \"r/s\": %.2f, \"w/s\": %.2f, "
                 "\"rMB/s\": %.2f, \"wMB/s\": %.2f}\n\t\t\t\t\t]\n\t\t\t\t}%s\n",
                 at, rd * 8, wr * 8, rd, wr, t + NS <= s->end_ns ? "," : "");
    }
    fputs ("\t\t\t]\n\t\t}\n\t]\n}}\n", f);
    return synth_close (f, "iostat.json");
}

static bool
gpu (const struct synth *s)
{
    uint64_t state = synth_seed (s, 12);
    char at[40];
    FILE *f = synth_open (s, "gpu.out");
    if (!f)
        return false;
    fputs ("#Date       Time        gpu        pid  type    sm   mem   enc   dec    fb   "
           "command\n"
           "#YYYYMMDD   HH:MM:SS    Idx          #   C/G     %     %     %     %    MB   "
           "name\n",
           f);
    for (int64_t t = START_NS + NS; t <= s->end_ns; t += NS) {
        const struct synth_span *span = span_at (s, t);
        bool busy = span && (span->kind == SPAN_TRAIN || span->kind == SPAN_EVAL);
        struct tm tm = civil (t);
        strftime (at, sizeof at, "%Y%m%d   %H:%M:%S", &tm);
        for (int g = 0; g < s->gpu_n && span; g++)
            fprintf (f, " %s     %2d    %7d     C   %3d   %3d     -     -  %4d   python\n", at,
                     g, 4101 + g * 4, busy ? 85 + (int)(10 * synth_uniform (&state)) : 0,
                     busy ? 30 + (int)(10 * synth_uniform (&state)) : 0, 9000);
    }
    return synth_close (f, "gpu.out");
}

bool
synth_gauges (const struct synth *s)
{
    /* DLIO only sleeps: no GPU is used */
    return cpu (s) && disk (s) && (s->emulation || gpu (s));
}
