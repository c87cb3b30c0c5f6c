/* gpu.c - gpu.out and timeline/gpu_avg.csv from nvidia-smi pmon
 *
 *     gpu.out       TIME gpu pid type sm mem enc dec fb command; '-' is 0
 *     gpu_avg.csv   timestamp,sm,mem,fb: for each second the sum over the
 *                   processes on a GPU (at most 100 %), averaged over the GPUs
 *                   the workload uses
 *
 * Rows of foreign processes and from before INIT are left out.  The rule of the
 * earlier tools for the averages: blocks of as many rows as there are GPUs,
 * whatever second they are of, stamped by the first row of GPU 0 in them. */
#include "config.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/timeparse.h"
#include "tools/prepare/priv.h"
#include "readers/gpu/pmon.h"

#define GAUGES FID_PMON_GAUGES_N

struct kept {
    int64_t t_ns;
    int gpu;
    double value[GAUGES];
    bool there[GAUGES];
};

struct gpus {
    struct fid_prepare *p;
    FILE *out;
    struct fid_prepare_file *file;
    struct kept *row; /* owned */
    size_t n, cap;
    int gpu_max;
};

static bool
is_ignored (const struct fid_prepare *p, int64_t pid)
{
    for (size_t i = 0; i < p->ignored_n; i++)
        if (p->ignored[i] == pid)
            return true;
    return false;
}

static void
put_word (FILE *f, const struct fid_pmon *st, const struct fid_pmon_row *row, int column)
{
    struct fid_span w = st->at[column] < 0 ? fid_span_of ("-") : row->word[st->at[column]];
    bool none = fid_span_is (w, "-") || fid_span_is (w, "N/A");
    fprintf (f, " %.*s", none ? 1 : (int)w.n, none ? "0" : w.p);
}

static int
take_row (struct gpus *g, const struct fid_pmon *st, const struct fid_source *s,
          const struct fid_pmon_row *row, struct fid_error *err)
{
    struct fid_prepare *p = g->p;
    char stamp[FID_TIME_TEXT];
    int64_t t_ns = row->t_ns;
    g->file->read_n++;
    if (row->pid < 0 || is_ignored (p, row->pid)) {
        fid_prepare_drop (g->file, row->pid < 0 ? "idle GPUs" : "foreign processes");
        return 0;
    }
    if (!fid_prepare_utc (p, s, &t_ns)) {
        fid_prepare_drop (g->file, "time not known");
        return 0;
    }
    if (p->has_init && t_ns < p->init_ns) {
        g->file->early_n++;
        return 0;
    }
    if (fid_array_grow (&g->row, &g->cap, g->n + 1, sizeof *g->row, err))
        return -1;
    struct kept *k = &g->row[g->n++];
    *k = (struct kept){.t_ns = t_ns, .gpu = row->gpu};
    memcpy (k->value, row->value, sizeof k->value);
    memcpy (k->there, row->there, sizeof k->there);
    g->gpu_max = row->gpu > g->gpu_max ? row->gpu : g->gpu_max;
    g->file->kept_n++;
    fprintf (g->out, "%s %d %" PRId64, fid_time_text (t_ns, 0, stamp), row->gpu, row->pid);
    static const int columns[] = {FID_PMON_TYPE, FID_PMON_SM,  FID_PMON_MEM,
                                  FID_PMON_ENC,  FID_PMON_DEC, FID_PMON_FB};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        put_word (g->out, st, row, columns[i]);
    fprintf (g->out, " %.*s\n", (int)row->command.n, row->command.p);
    return 0;
}

static int
read_source (struct gpus *g, const struct fid_source *s, struct fid_error *err)
{
    struct fid_pmon st = {0};
    struct fid_sink nobody = {0};
    struct fid_text text;
    struct fid_span line;
    char *path = fid_format (err, "%s/%s", g->p->run->dir, s->path);
    int rc = path ? fid_text_open (&text, path, err) : -1;
    if (!rc) {
        struct fid_input in = {.text = &text, .day_first = g->p->opts->run.day_first};
        while (!rc && (rc = fid_text_next (&text, &line, err)) > 0) {
            struct fid_pmon_row row;
            line = fid_span_trim (line);
            rc = 0;
            if (line.n && line.p[0] == '#')
                rc = fid_pmon_header (&st, line, &in, &nobody, err);
            else if (line.n && text.line_ended) {
                if (fid_pmon_row (&st, line, in.day_first, &row))
                    fid_prepare_drop (g->file, "malformed lines");
                else
                    rc = take_row (g, &st, s, &row, err);
            }
        }
        fid_text_close (&text);
    }
    free (path);
    return rc;
}

static void
put_average (FILE *f, int64_t t_ns, const double value[GAUGES])
{
    char stamp[FID_TIME_TEXT], text[FID_NUMBER_TEXT];
    fputs (fid_time_text (t_ns, 0, stamp), f);
    for (int k = 0; k < GAUGES; k++)
        fprintf (f, ",%s", fid_prepare_number (value[k], text));
    putc ('\n', f);
}

/* The rows of one stamp, of which the first is given: sum by GPU, mean over
 * GPUs.  False if some gauge has no reading at all. */
static bool
average_second (const struct gpus *g, size_t from, size_t to, double mean[GAUGES])
{
    for (int k = 0; k < GAUGES; k++) {
        double sum = 0;
        int gpu_n = 0;
        for (int gpu = 0; gpu <= g->gpu_max; gpu++) {
            double one = 0;
            bool any = false;
            for (size_t i = from; i < to; i++) {
                if (g->row[i].gpu != gpu || !g->row[i].there[k])
                    continue;
                one += g->row[i].value[k];
                any = true;
            }
            sum += k != FID_PMON_FB && one > 100 ? 100 : one;
            gpu_n += any;
        }
        if (!gpu_n)
            return false;
        mean[k] = sum / gpu_n;
    }
    return true;
}

static void
write_seconds (const struct gpus *g, FILE *f)
{
    double mean[GAUGES];
    size_t to;
    for (size_t from = 0; from < g->n; from = to) {
        for (to = from + 1; to < g->n && g->row[to].t_ns == g->row[from].t_ns;)
            to++;
        if (average_second (g, from, to, mean))
            put_average (f, g->row[from].t_ns, mean);
    }
}

static void
write_blocks (const struct gpus *g, FILE *f)
{
    size_t block = (size_t)g->gpu_max + 1;
    for (size_t from = 0; from < g->n; from += block) {
        size_t to = from + block < g->n ? from + block : g->n, first = to;
        double mean[GAUGES] = {0};
        for (size_t i = to; i-- > from;) {
            for (int k = 0; k < GAUGES; k++)
                mean[k] += g->row[i].value[k] / (double)(to - from);
            if (g->row[i].gpu == 0)
                first = i;
        }
        if (first < to)
            put_average (f, g->row[first].t_ns, mean);
    }
}

int
fid_prepare_gpu (struct fid_prepare *p, struct fid_error *err)
{
    struct gpus g = {.p = p, .file = fid_prepare_file_row (p, "gpu.out")};
    const char *avg = "timeline/gpu_avg.csv";
    bool traced = false;
    int rc = 0;
    for (size_t i = 0; i < p->run->source_n; i++)
        traced |= (p->run->source[i].used & FID_GIVES_GPU) != 0;
    if (traced) {
        g.out = fid_tree_file (&p->tree, "gpu.out", err);
        rc = g.out ? 0 : -1;
    }
    for (size_t i = 0; i < p->run->source_n && !rc; i++)
        if (p->run->source[i].used & FID_GIVES_GPU)
            rc = read_source (&g, &p->run->source[i], err);
    if (g.out && fid_tree_close (&p->tree, g.out, "gpu.out", rc ? NULL : err))
        rc = -1;
    FILE *f = rc ? NULL : fid_tree_file (&p->tree, avg, err);
    if (f) {
        fputs ("timestamp,sm,mem,fb\n", f);
        if (p->opts->compat)
            write_blocks (&g, f);
        else
            write_seconds (&g, f);
        rc = fid_tree_close (&p->tree, f, avg, err);
    } else {
        rc = -1;
    }
    free (g.row);
    return rc;
}
