/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chrome.c - see breakdown.h */
#include "base/outfile.h"
#include "report/breakdown.h"

/* Processes begin at 1: 0 is the kernel's. */
enum { PID_REAL = 1, TID_PHASES = 1 };

static double to_microseconds (double s)
{
    return rint (s * 1e6);
}

static cJSON *add_event (struct fid_doc *d, cJSON *list, const char *name, const char *phase,
                         int pid)
{
    return fid_doc_row (d, list, NULL, "name %s ph %s pid %d", name, phase, pid);
}

/* Metadata: the name or the position of a process or thread. */
static void put_name (struct fid_doc *d, cJSON *list, const char *what, int pid, int tid,
                      const char *name)
{
    cJSON *e = add_event (d, list, what, "M", pid);
    if (tid)
        fid_doc_number (d, e, "tid", tid);
    fid_doc_text (d, fid_doc_object (d, e, "args"), "name", name);
}

static void put_counter (struct fid_doc *d, cJSON *list, const struct fid_series_time *t, int k,
                         double zero_s)
{
    const struct fid_series_track *track = &t->side[k];
    char name[120];
    snprintf (name, sizeof name, "%.40s %.30s [%.30s]", fid_resources[t->resource].name,
              fid_quantities[t->quantity].name, fid_unit_name (t->unit));
    double last = FID_GAP;
    for (size_t i = 0; i < track->n; i++) {
        double x = track->value.x[i];
        bool same = x == last;
        last = x;
        if (same || x == FID_GAP)
            continue;
        cJSON *e = add_event (d, list, name, "C", PID_REAL + k);
        fid_doc_number (d, e, "ts",
                        to_microseconds (track->t0_s + (double)i * track->dt_s - zero_s));
        fid_doc_number (d, fid_doc_object (d, e, "args"), fid_quantities[t->quantity].name, x);
    }
}

/* The document; deleted by the caller.  A counter has an event where its value changes; in a
 * gap, and after its last bucket, it has none, so that viewers hold the last value there. */
static cJSON *chrome_trace (const struct fid_series *s, struct fid_error *err)
{
    static const char *const role[2] = {"real", "emulation"};
    struct fid_doc out, *d = &out;
    /* The first instant at which anything is drawn. */
    double zero_s = fmin (0, fmin (s->side[0].from_s, s->side[1].from_s));
    for (int k = 0; k < 2; k++) {
        if (s->side[k].phase_n)
            zero_s = fmin (zero_s, s->side[k].phase[0].start_s);
        for (size_t i = 0; i < s->time_n; i++)
            if (s->time[i].side[k].n)
                zero_s = fmin (zero_s, s->time[i].side[k].t0_s);
    }
    fid_doc_begin (d);
    cJSON *list = fid_doc_list (d, d->root, "traceEvents");
    for (int k = 0; k < 2; k++) {
        int pid = PID_REAL + k;
        char name[320];
        snprintf (name, sizeof name, "%s: %.300s", role[k], s->side[k].run);
        put_name (d, list, "process_name", pid, 0, name);
        put_name (d, list, "thread_name", pid, TID_PHASES, "phases");
        cJSON *order = add_event (d, list, "process_sort_index", "M", pid);
        fid_doc_number (d, fid_doc_object (d, order, "args"), "sort_index", pid);
        fid_doc_members (d, add_event (d, list, "job begins", "i", pid), "tid %d ts %g s %s",
                         TID_PHASES, to_microseconds (-zero_s), "p");
        FID_EACH (const struct fid_series_phase, p, s->side[k].phase) {
            int n = snprintf (name, sizeof name, "%.30s", fid_part_name (p->kind));
            if (p->epoch >= 0)
                n += snprintf (name + n, sizeof name - (size_t)n, " epoch %d", p->epoch);
            if (p->block >= 0)
                snprintf (name + n, sizeof name - (size_t)n, " block %d", p->block);
            double ts = to_microseconds (p->start_s - zero_s);
            fid_doc_members (d, add_event (d, list, name, "X", pid),
                             "tid %d cat %s ts %g dur %g", TID_PHASES, "phase", ts,
                             to_microseconds (p->end_s - zero_s) - ts);
        }
        for (size_t i = 0; i < s->time_n; i++)
            put_counter (d, list, &s->time[i], k, zero_s);
    }
    fid_doc_text (d, d->root, "displayTimeUnit", "ms");
    fid_doc_row (d, d->root, "otherData", "real %s emulation %s key %s job_begins_us %g",
                 s->side[FID_REAL].id, s->side[FID_EMULATION].id, s->key,
                 to_microseconds (-zero_s));
    return fid_doc_end (d, err);
}

int fid_chrome_write (const struct fid_series *s, const char *path, const char *below,
                      struct fid_error *err)
{
    cJSON *doc = chrome_trace (s, err);
    FID_FREED char *text = doc ? fid_json_line (doc, err) : NULL;
    cJSON_Delete (doc);
    FID_TRY (!text);
    return fid_outfile_write (path, below, text, strlen (text), err);
}
