/* SPDX-License-Identifier: GPL-3.0-or-later */
/* logs.c - the application's log, and the writes that made it
 *
 * A logger stamps a line and writes it at once; that relates the boot clock to
 * the log's, so each line here has its line in trace_write.out. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "synth.h"

#define APP_PID 4100

struct log {
    const struct synth *s;
    FILE *text, *writes;
    const char *name;
    uint64_t offset, state;
    int64_t newest_ns; /* the trace's last stamp */
};

static void
put_write (struct log *l, int64_t start_ns, uint64_t offset, uint64_t bytes, int64_t dur_ns,
           const char *name)
{
    int64_t end_ns = start_ns + dur_ns;
    l->newest_ns = end_ns > l->newest_ns ? end_ns : l->newest_ns;
    fprintf (l->writes, "%-17lld %-8d %-16llu %-12llu %-12lld %s\n", (long long)end_ns, APP_PID,
             (unsigned long long)offset, (unsigned long long)bytes, (long long)dur_ns, name);
}

static void put_line (struct log *l, int64_t t_ns, const char *fmt, ...)
    __attribute__ ((format (printf, 3, 4)));

/* One line written at t_ns. */
static void
put_line (struct log *l, int64_t t_ns, const char *fmt, ...)
{
    char line[512];
    va_list ap;
    va_start (ap, fmt);
    int n = vsnprintf (line, sizeof line, fmt, ap);
    va_end (ap);
    fputs (line, l->text);
    int64_t dur_ns = 900 + (int64_t)(4000 * synth_uniform (&l->state));
    put_write (l, t_ns + 20000, l->offset, (uint64_t)n, dur_ns, l->name);
    l->offset += (uint64_t)n;
}

/* ----- a real run: MLLOG lines ----- */

static void
mllog (struct log *l, int64_t t_ns, const char *type, const char *key, const char *value,
       int epoch)
{
    char metadata[64] = "\"file\": \"main.py\", \"lineno\": 1";
    if (epoch)
        snprintf (metadata, sizeof metadata, "\"file\": \"main.py\", \"epoch_num\": %d", epoch);
    put_line (l, t_ns,
              ":::MLLOG {\"namespace\": \"\", \"time_ms\": %lld, \"event_type\": \"%s\", "
              "\"key\": \"%s\", \"value\": %s, \"metadata\": {%s}}\n",
              (long long)((t_ns + BOOT_UTC_NS) / 1000000), type, key, value, metadata);
}

static void
duration (struct log *l, int64_t t_ns, const char *key, double length_s, int epoch)
{
    char value[64];
    snprintf (value, sizeof value, "{\"duration\": %.0f}", length_s * 1e9);
    mllog (l, t_ns, "POINT_IN_TIME", key, value, epoch);
}

static void
real_span (struct log *l, const struct synth_span *span)
{
    static const char *const key[] = {"init", "epoch", "checkpoint", "eval"};
    char start[32], stop[32];
    snprintf (start, sizeof start, "%s_start", key[span->kind]);
    snprintf (stop, sizeof stop, "%s_stop", key[span->kind]);
    mllog (l, span->start_ns, "INTERVAL_START", start, "null", span->epoch);
    for (size_t k = 0; span->kind == SPAN_TRAIN && k < span->step_n; k++) {
        int64_t end_ns = synth_step_at (span, k + 1) - NS / 500;
        double load_s, compute_s;
        synth_step_parts (l->s, span, k, &load_s, &compute_s);
        duration (l, end_ns, "load_batch_mem", load_s, span->epoch);
        duration (l, end_ns + 50000, "all_compute", compute_s, span->epoch);
        duration (l, end_ns + 90000, "step_end", load_s + compute_s, span->epoch);
    }
    if (span->kind == SPAN_INIT) {
        mllog (l, span->end_ns - 200000, "POINT_IN_TIME", "submission_benchmark", "\"unet3d\"",
               0);
        mllog (l, span->end_ns - 100000, "POINT_IN_TIME", "global_batch_size", "32", 0);
    }
    mllog (l, span->end_ns, "INTERVAL_END", stop, "null", span->epoch);
}

/* ----- an emulation: dlio.log ----- */

/* "2026-03-02T11:23:20.000000" */
static const char *
stamp (int64_t t_ns, char out[40])
{
    int64_t utc_ns = t_ns + BOOT_UTC_NS;
    time_t s = (time_t)(utc_ns / NS);
    struct tm tm;
    gmtime_r (&s, &tm);
    size_t n = strftime (out, 40, "%Y-%m-%dT%H:%M:%S", &tm);
    snprintf (out + n, 40 - n, ".%06d", (int)(utc_ns % NS / 1000));
    return out;
}

static void
dlio_steps (struct log *l, const struct synth_span *span)
{
    char at[40];
    for (size_t k = 0; k < span->step_n; k++) {
        int64_t end_ns = synth_step_at (span, k + 1) - NS / 500;
        double load_s, compute_s;
        synth_step_parts (l->s, span, k, &load_s, &compute_s);
        int64_t loaded_ns = synth_step_at (span, k) + (int64_t)(load_s * 1e9);
        put_line (l, loaded_ns, "[INFO] %s Rank 0 step %zu: loaded 4 samples in %.6f s\n",
                  stamp (loaded_ns, at), k + 1, load_s);
        put_line (l, end_ns, "[INFO] %s Rank 0 step %zu processed 4 samples in %.6f s\n",
                  stamp (end_ns, at), k + 1, load_s + compute_s);
    }
}

static void
dlio_span (struct log *l, const struct synth_span *span)
{
    char at[40];
    double length_s = (double)(span->end_ns - span->start_ns) / 1e9;
    int64_t start_ns = span->start_ns, end_ns = span->end_ns;
    switch (span->kind) {
    case SPAN_INIT:
        put_line (l, start_ns, "[INFO] %s Running DLIO with %d process(es)\n",
                  stamp (start_ns, at), l->s->gpu_n);
        break;
    case SPAN_TRAIN:
        put_line (l, start_ns - 300000, "[INFO] %s Starting epoch %d: %zu steps expected\n",
                  stamp (start_ns - 300000, at), span->epoch, span->step_n);
        put_line (l, start_ns, "[INFO] %s Starting block 1\n", stamp (start_ns, at));
        dlio_steps (l, span);
        put_line (l, end_ns, "[INFO] %s Ending block 1 - %zu steps completed in %.2f s\n",
                  stamp (end_ns, at), span->step_n, length_s);
        break;
    case SPAN_CHECKPOINT:
        put_line (l, start_ns,
                  "[INFO] %s Starting saving checkpoint 1 after total step %zu for epoch %d\n",
                  stamp (start_ns, at), span->step_n, span->epoch);
        break;
    case SPAN_EVAL:
        put_line (l, start_ns, "[INFO] %s Starting eval - %zu steps expected\n",
                  stamp (start_ns, at), span->step_n);
        put_line (l, end_ns, "[INFO] %s Ending eval - %zu steps completed in %.2f s\n",
                  stamp (end_ns, at), span->step_n, length_s);
        put_line (l, end_ns + 200000,
                  "[INFO] %s Ending epoch %d - %zu steps completed in 0 s\n",
                  stamp (end_ns + 200000, at), span->epoch, span->step_n);
    }
}

static void
checkpoint_end (struct log *l, const struct synth_span *span)
{
    char at[40];
    if (l->s->emulation)
        put_line (l, span->end_ns,
                  "[INFO] %s Finished saving checkpoint 1 for epoch %d in %.4f s; Throughput: "
                  "1.0 GB/s\n",
                  stamp (span->end_ns, at), span->epoch,
                  (double)(span->end_ns - span->start_ns) / 1e9);
    else
        mllog (l, span->end_ns, "INTERVAL_END", "checkpoint_stop", "null", span->epoch);
}

/* ----- both ----- */

/* The file that is saved in a checkpoint, in pieces one after the other. */
static void
save (struct log *l, const struct synth_span *span, uint64_t piece_n)
{
    char name[40];
    uint64_t offset = 0;
    snprintf (name, sizeof name, l->s->emulation ? "layer-%d.pt" : "ckpt_epoch_%02d.pth",
              span->epoch);
    int64_t room_ns = (span->end_ns - span->start_ns) / 10 * 8 / (int64_t)(piece_n + 1);
    for (uint64_t i = 0; i < piece_n; i++) {
        uint64_t bytes = 65536 << (synth_random (&l->state) % 4);
        int64_t dur_ns = (int64_t)((double)room_ns * (0.3 + 0.5 * synth_uniform (&l->state)));
        put_write (l, span->start_ns + NS / 1000 + room_ns * (int64_t)i, offset, bytes, dur_ns,
                   name);
        offset += bytes;
    }
}

bool
synth_logs (const struct synth *s)
{
    struct log l = {
        .s = s, .name = s->emulation ? "dlio.log" : "unet3d.log", .state = synth_seed (s, 1)};
    /* a twentieth of the events are the checkpoints' */
    uint64_t piece_n = s->event_n / 20 / s->checkpoint_n + 1;
    l.text = synth_open (s, l.name);
    l.writes = l.text ? synth_open (s, "trace_write.out") : NULL;
    if (!l.writes)
        return false;
    fputs ("Attaching 6 probes...\n"
           "TIMESTAMP         PID      OFFSET           SIZE(B)      LAT(ns)      FILENAME\n",
           l.writes);
    for (size_t i = 0; i < s->span_n; i++) {
        const struct synth_span *span = &s->span[i];
        if (span->kind != SPAN_CHECKPOINT) {
            s->emulation ? dlio_span (&l, span) : real_span (&l, span);
            continue;
        }
        if (s->emulation)
            dlio_span (&l, span);
        else
            mllog (&l, span->start_ns, "INTERVAL_START", "checkpoint_start", "null",
                   span->epoch);
        save (&l, span, piece_n);
        checkpoint_end (&l, span);
    }
    fputs ("\n\n", l.writes); /* as bpftrace ends */
    bool text = synth_close (l.text, l.name), writes = synth_close (l.writes, "trace_write.out");
    return text && writes;
}
