/* SPDX-License-Identifier: GPL-3.0-or-later */
/* traces.c - what the tracers of reads, opens, closes and block requests print
 *
 * Each step's calls come at its beginning, in bursts of the loaders; lines are
 * in the order of completion, as the tracers print them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "synth.h"

#define LOADERS 4 /* a GPU */
#define BUF     ((size_t)1 << 20)
#define LINE    256

struct trace {
    const struct synth *s;
    FILE *f;
    char *buf;
    size_t n;
    uint64_t state;
    int64_t *lat_ns; /* LATS latencies, log-normal */
};

#define LATS 4096

static void
put (struct trace *t, const char *text)
{
    size_t n = strlen (text);
    memcpy (t->buf + t->n, text, n);
    t->n += n;
}

/* v, blanks up to `width` and one more */
static void
put_number (struct trace *t, uint64_t v, size_t width)
{
    char digits[24];
    size_t n = 0;
    do
        digits[n++] = (char)('0' + v % 10);
    while (v /= 10);
    size_t start = t->n;
    while (n)
        t->buf[t->n++] = digits[--n];
    do
        t->buf[t->n++] = ' ';
    while (t->n <= start + width);
}

static uint64_t
pick (struct trace *t, uint64_t n)
{
    return (synth_random (&t->state) >> 32) * n >> 32;
}

static int64_t
latency (struct trace *t, int64_t scale)
{
    return t->lat_ns[pick (t, LATS)] * scale;
}

/* The process that uses the file of this number. */
static uint64_t
loader_pid (const struct trace *t, uint64_t file)
{
    return 4101 + file % ((uint64_t)t->s->gpu_n * LOADERS);
}

static void
put_name (struct trace *t, uint64_t i)
{
    put (t, t->s->emulation ? "img_" : "case_");
    size_t at = t->n;
    put_number (t, 10000 + i % 8000, 0);
    t->buf[at] = '0'; /* five digits */
    t->n--;
    put (t, t->s->emulation ? "_of_8000.npz" : "_x.npy");
}

static void
read_line (struct trace *t, int64_t end_ns, uint64_t i)
{
    put_number (t, (uint64_t)end_ns, 17);
    put_number (t, loader_pid (t, i / 24), 8);
    uint64_t piece = i % 24;
    put_number (t, piece * 131072, 16);
    put_number (t, piece == 23 ? 0 : piece == 22 ? 4096 + pick (t, 126976) : 131072, 12);
    put_number (t, (uint64_t)latency (t, 40), 12);
    put_name (t, i / 24);
    put (t, "\n");
}

static void
open_line (struct trace *t, int64_t end_ns, uint64_t i)
{
    put_number (t, (uint64_t)end_ns, 17);
    put_number (t, loader_pid (t, i), 6);
    put (t, "python3 ");
    put_number (t, (uint64_t)latency (t, 8), 8);
    put (t, "/data/train/");
    put_name (t, i);
    put (t, " ");
    put_name (t, i);
    put (t, "\n");
}

static void
close_line (struct trace *t, int64_t end_ns, uint64_t i)
{
    put_number (t, (uint64_t)end_ns, 17);
    put_number (t, loader_pid (t, i), 6);
    put_number (t, 3 + i % 40, 5);
    put_number (t, (uint64_t)latency (t, 1), 8);
    put_name (t, i);
    put (t, "\n");
}

static void
block_line (struct trace *t, int64_t end_ns, uint64_t i)
{
    /* a kernel worker writes back what was saved */
    bool wb = i % 50 == 49 && end_ns > t->s->span[2].end_ns;
    put_number (t, (uint64_t)end_ns, 17);
    put_number (t, wb ? 31 : loader_pid (t, pick (t, 1024)), 8);
    put (t, wb ? "kworker/u4:1   " : "python3        ");
    put (t, wb ? "sda  W " : "sda  R ");
    put_number (t, wb ? 4096 : UINT64_C (131072) << pick (t, 3), 12);
    put_number (t, 2048 + pick (t, 1u << 28) * 8, 12);
    put_number (t, (uint64_t)latency (t, 60), 8);
    t->buf[t->n - 1] = '\n';
}

/* Write event_n lines over the steps of all spans. */
static bool
steps (struct trace *t, uint64_t event_n, void (*line) (struct trace *, int64_t, uint64_t))
{
    const struct synth *s = t->s;
    double each = (double)event_n / (double)(s->train_step_n + s->eval_step_n), owed = 0;
    uint64_t i = 0;
    for (size_t k = 0; k < s->span_n; k++) {
        const struct synth_span *span = &s->span[k];
        for (size_t j = 0; j < span->step_n; j++) {
            owed += each;
            uint64_t n = (uint64_t)owed;
            owed -= (double)n;
            int64_t at_ns = synth_step_at (span, j) + NS / 100;
            int64_t room_ns = n ? s->step_ns / 10 * 7 / (int64_t)n : 0;
            for (uint64_t m = 0; m < n; m++) {
                at_ns += room_ns / 2 + (int64_t)pick (t, (uint64_t)room_ns + 1);
                line (t, at_ns, i++);
                if (t->n > BUF - LINE) {
                    if (fwrite (t->buf, 1, t->n, t->f) != t->n)
                        return false;
                    t->n = 0;
                }
            }
        }
    }
    put (t, "\n\n");
    return fwrite (t->buf, 1, t->n, t->f) == t->n;
}

/* -2 to 2, nearly normal */
static double
bell (uint64_t *state)
{
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += synth_uniform (state);
    return sum - 2;
}

static bool
time_align (const struct synth *s)
{
    FILE *f = synth_open (s, "trace_time_align.out");
    if (!f)
        return false;
    fputs ("Attaching 3 probes...\nTIMESTAMP         TIME    \n", f);
    int64_t stop_ns = s->end_ns - START_NS < 60 * NS ? s->end_ns : START_NS + 60 * NS;
    uint64_t state = synth_seed (s, 2);
    for (int64_t t = START_NS - 4 * NS; t < stop_ns; t += NS / 200) {
        int64_t boot_ns = t + (int64_t)(200000 * synth_uniform (&state));
        long long tod = (boot_ns + BOOT_UTC_NS) / NS % 86400;
        fprintf (f, "%-17lld %02lld:%02lld:%02lld\n", (long long)boot_ns, tod / 3600,
                 tod / 60 % 60, tod % 60);
    }
    fputs ("\n", f);
    return synth_close (f, "trace_time_align.out");
}

bool
synth_traces (const struct synth *s)
{
    static const struct {
        const char *name, *title;
        int share; /* twentieths of the events */
        void (*line) (struct trace *, int64_t, uint64_t);
    } files[] = {
        {"trace_read.out",
         "Attaching 6 probes...\n"
         "TIMESTAMP         PID      OFFSET           RET(B)       LAT(ns)      FILENAME\n",
         11, read_line},
        {"trace_openat.out",
         "Attaching 5 probes...\nTIMESTAMP         PID    COMM  LAT(ns)  FULLPATH FILENAME\n",
         2, open_line},
        {"trace_close.out",
         "Attaching 4 probes...\nTIMESTAMP         PID    FD    LAT(ns)  FILENAME\n", 2,
         close_line},
        {"trace_bio.out",
         "Attaching 6 probes...\nTIMESTAMP         PID      COMM           DISK T BYTES      "
         "  SECTOR LAT(ns)\n",
         4, block_line},
    };
    char *buf = malloc (BUF);
    int64_t *lat_ns = malloc (LATS * sizeof *lat_ns);
    bool good = buf && lat_ns;
    uint64_t state = synth_seed (s, 3);
    for (size_t i = 0; i < LATS && good; i++)
        lat_ns[i] = (int64_t)(1000 * exp (1.5 * bell (&state)));
    for (size_t i = 0; i < sizeof files / sizeof *files && good; i++) {
        struct trace t = {.s = s,
                          .f = synth_open (s, files[i].name),
                          .buf = buf,
                          .lat_ns = lat_ns,
                          .state = synth_seed (s, 4 + i)};
        good = t.f != NULL;
        if (!good)
            break;
        put (&t, files[i].title);
        good = steps (&t, s->event_n / 20 * (uint64_t)files[i].share, files[i].line);
        good &= synth_close (t.f, files[i].name);
    }
    free (buf);
    free (lat_ns);
    return good && time_align (s);
}
