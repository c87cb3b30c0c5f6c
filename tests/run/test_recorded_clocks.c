/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_recorded_clocks.c - clocks of recorded runs against what their recorder saw
 *
 * Each run's meta.json has the wall clock and the boot clock read together at
 * start and stop, which the program never looks at.  Runs are looked for in
 * $FIDLIO_RUNS, else in tests/data/runs. */
#include "tests/tap.h"
#include <dirent.h>
#include <sys/stat.h>
#include "base/array.h"
#include "base/timeparse.h"
#include "readers/reader.h"
#include "run/clock.h"
#include "run/loganchor.h"

#define FILE_MAX 32

struct run {
    char name[FILE_MAX][256];
    struct fid_clock_source source[FILE_MAX];
    size_t source_n;
    struct fid_anchor *anchor;
    size_t anchor_n, anchor_cap, tick_n;
    struct fid_logline *line;
    size_t line_n, line_cap;
    struct fid_logwrite *write;
    size_t write_n, write_cap;
    const char *log; /* name of the file lines come from; NULL: none yet */
    enum fid_clock log_clock;
};

static void stamp (struct run *r, int64_t first, int64_t last)
{
    struct fid_clock_source *s = &r->source[r->source_n];
    if (!s->any || first < s->first_ns)
        s->first_ns = first;
    if (!s->any || last > s->last_ns)
        s->last_ns = last;
    s->any = true;
}

static int on_event (void *self, const struct fid_event *ev, struct fid_error *err)
{
    struct run *r = self;
    stamp (r, ev->start_ns, ev->start_ns + ev->dur_ns);
    if (ev->op != FID_OP_WRITE || !r->log || !fid_span_is (ev->file, r->log))
        return 0;
    if (fid_array_grow (&r->write, &r->write_cap, r->write_n + 1, sizeof *r->write, err))
        return -1;
    r->write[r->write_n++] = (struct fid_logwrite){ev->start_ns, ev->offset, ev->bytes};
    return 0;
}

static int on_sample (void *self, const struct fid_sample *s, struct fid_error *err)
{
    (void)err;
    stamp (self, s->t_ns, s->t_ns);
    return 0;
}

static int on_phase (void *self, const struct fid_phase *p, struct fid_error *err)
{
    struct run *r = self;
    (void)err;
    stamp (r, p->start_ns, p->end_ns);
    r->source[r->source_n].phases = true;
    return 0;
}

static int on_anchor (void *self, const struct fid_anchor *a, struct fid_error *err)
{
    struct run *r = self;
    if (fid_array_grow (&r->anchor, &r->anchor_cap, r->anchor_n + 1, sizeof *a, err))
        return -1;
    r->anchor[r->anchor_n++] = *a;
    r->tick_n++;
    return 0;
}

static int on_logline (void *self, const struct fid_logline *l, struct fid_error *err)
{
    struct run *r = self;
    if (r->log && r->log != r->name[r->source_n])
        return 0; /* the console's copy of the log */
    if (fid_array_grow (&r->line, &r->line_cap, r->line_n + 1, sizeof *l, err))
        return -1;
    r->line[r->line_n++] = *l;
    r->log = r->name[r->source_n];
    return 0;
}

/* Read one file; logs and everything else in different rounds. */
static void read_file (struct run *r, const char *dir, const char *file, bool logs)
{
    struct fid_sink sink = {.self = r,
                            .event = on_event,
                            .sample = on_sample,
                            .phase = on_phase,
                            .anchor = on_anchor,
                            .logline = on_logline};
    char path[8192];
    struct fid_text text;
    struct fid_input in = {.text = &text, .sink = &sink};
    const struct fid_reader *reader;
    struct fid_error err;
    struct stat st;
    snprintf (path, sizeof path, "%s/%s", dir, file);
    if (stat (path, &st) || !S_ISREG (st.st_mode) || r->source_n == FILE_MAX ||
        fid_reader_open (&text, path, &in.head, &reader, &err))
        return;
    if (reader && logs == !!(reader->gives & FID_GIVES_PHASES)) {
        snprintf (r->name[r->source_n], sizeof r->name[0], "%.*s",
                  FID_SPAN_ARG (in.head.name)); /* without .gz */
        r->source[r->source_n] =
            (struct fid_clock_source){.file = r->name[r->source_n], .clock = reader->clock};
        if (reader->read (&in, &err))
            diag ("%s: %s", path, err.text);
        if (r->log == r->name[r->source_n])
            r->log_clock = reader->clock;
        r->source_n++;
    }
    fid_text_close (&text);
}

/* The number after the next "key": of *text. */
static int64_t number_after (const char **text, const char *key)
{
    char quoted[64];
    snprintf (quoted, sizeof quoted, "\"%s\": ", key);
    const char *p = strstr (*text, quoted);
    if (!p)
        return 0;
    *text = p + strlen (quoted);
    return strtoll (*text, NULL, 10);
}

/* Boot clock and wall clock at start and stop. */
static bool truth (const char *dir, int64_t boot[2], int64_t wall[2])
{
    char path[8192], *text = calloc (1, 100000);
    snprintf (path, sizeof path, "%s/meta.json", dir);
    FILE *f = fopen (path, "r");
    bool good = f && fread (text, 1, 99999, f) > 0;
    if (f)
        fclose (f);
    const char *p = text;
    for (int i = 0; i < 2 && good; i++) {
        boot[i] = number_after (&p, "boottime_ns");
        wall[i] = boot[i] + number_after (&p, "realtime_minus_boottime_ns");
        good = boot[i] && wall[i] != boot[i];
    }
    free (text);
    return good;
}

static void check (struct run *r, const char *name, bool log_writes, const int64_t boot[2],
                   const int64_t wall[2])
{
    struct fid_clock_input in = {.anchor = r->anchor,
                                 .anchor_n = log_writes ? r->anchor_n : r->tick_n,
                                 .source = r->source,
                                 .source_n = r->source_n};
    struct fid_clocks c = {0};
    struct fid_error err;
    ok (fid_clocks_solve (&c, &in, &err) == 0 && c.map[FID_CLOCK_BOOT].known,
        "%s: boot clock (%s)", name, c.map[FID_CLOCK_BOOT].how);
    const struct fid_clock_map *m = &c.map[FID_CLOCK_BOOT];
    double error[2], unsure = (double)m->uncertainty_ns * 1e-6;
    for (int i = 0; i < 2; i++)
        error[i] = (double)(fid_clock_map_ns (m, boot[i]) - wall[i]) * 1e-6;
    double worst = fmax (fabs (error[0]), fabs (error[1]));
    ok (worst <= 10 && worst <= unsure, "  %s: error %+.3f %+.3f ms, stated %.3f",
        log_writes ? "log writes" : "ticks", error[0], error[1], unsure);
    ok (unsure < (log_writes ? 2 : 10), "  and that is sure enough");
    if (log_writes)
        ok (worst < 1.5, "  within 1.5 ms");
    ok (c.map[FID_CLOCK_LOCAL].known && c.map[FID_CLOCK_LOCAL].offset_ns == 0,
        "  the host is in the zone of the log: both are in UTC");
    ok (c.axis != FID_CLOCK_UTC || (c.zone_known && c.zone_ns == 0), "  which is its zone (%s)",
        c.zone_how);
    ok (c.findings.n == 0, "  and there is nothing to complain of");
    for (size_t i = 0; i < c.findings.n; i++)
        diag ("%s", fid_run_finding_name (c.findings.at[i].code));
    printf ("# table|%s|%s|%zu|%.3f|%.3f|%.3f|%.3f|%.3f\n", name, log_writes ? "log" : "ticks",
            m->anchor_n, error[0], error[1], unsure, (double)m->residual_ns * 1e-6,
            m->drift * 1e6);
    fid_clocks_clear (&c);
}

static void one_run (const char *base, const char *name)
{
    struct run *r = calloc (1, sizeof *r);
    char dir[4096];
    int64_t boot[2], wall[2];
    struct dirent **list;
    struct fid_error err;
    snprintf (dir, sizeof dir, "%s/%s", base, name);
    int n = truth (dir, boot, wall) ? scandir (dir, &list, NULL, alphasort) : 0;
    if (n <= 0) {
        free (r);
        return;
    }
    for (int logs = 1; logs >= 0; logs--)
        for (int i = 0; i < n; i++)
            read_file (r, dir, list[i]->d_name, logs);
    check (r, name, false, boot, wall);
    if (r->log) {
        ok (fid_loganchors (r->line, r->line_n, r->log_clock, r->write, r->write_n,
                            FID_CLOCK_BOOT, &r->anchor, &r->anchor_n, &r->anchor_cap,
                            &err) == 0 &&
                r->anchor_n > r->tick_n,
            "%s: %zu writes of %zu log lines give %zu anchors", name, r->write_n, r->line_n,
            r->anchor_n - r->tick_n);
        check (r, name, true, boot, wall);
    }
    for (int i = 0; i < n; i++)
        free (list[i]);
    free (list);
    free (r->anchor);
    free (r->line);
    free (r->write);
    free (r);
}

int main (void)
{
    const char *base = getenv ("FIDLIO_RUNS"), *src = getenv ("srcdir");
    char shipped[2048];
    struct dirent **list;
    snprintf (shipped, sizeof shipped, "%s/tests/data/runs", src ? src : ".");
    if (!base)
        base = shipped;
    int n = scandir (base, &list, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        if (list[i]->d_name[0] != '.')
            one_run (base, list[i]->d_name);
        free (list[i]);
    }
    if (n >= 0)
        free (list);
    if (tap_n == 0)
        skip ("clocks of recorded runs",
              "there are none in tests/data/runs; FIDLIO_RUNS names others");
    return tap_done ();
}
