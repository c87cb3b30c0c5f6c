/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpu.c - gpu.out and timeline/gpu_avg.csv from nvidia-smi pmon
 *
 *   gpu.out      TIME gpu pid type sm mem enc dec fb command; '-' becomes 0
 *   gpu_avg.csv  timestamp,sm,mem,fb: for each second the sum over the processes on a GPU
 *                (at most 100 %), averaged over the GPUs in use
 *
 * Rows of foreign processes and from before INIT are left out. */
#include "readers/gpu/pmon.h"
#include "tools/prepare/state.h"

#define GAUGES FID_GPU_GAUGES_N

struct gpus {
    struct fid_prepare_state *p;
    FILE *out;
    struct fid_prepare_file *file;
    FID_LIST (struct fid_gpu_use, row);
    int gpu_max;
};

static bool is_ignored (const struct fid_prepare_state *p, int64_t pid)
{
    for (size_t i = 0; i < p->ignored.pid_n; i++)
        if (p->ignored.pid[i] == pid)
            return true;
    return false;
}

static void keep_gpu_row (struct gpus *g, const struct fid_pmon *st, const struct fid_source *s,
                          const struct fid_pmon_row *row)
{
    static const int columns[] = {FID_PMON_TYPE, FID_PMON_SM,  FID_PMON_MEM,
                                  FID_PMON_ENC,  FID_PMON_DEC, FID_PMON_FB};
    char stamp[FID_TIME_TEXT];
    struct fid_gpu_use use = row->use;
    g->file->read_n++;
    if (use.pid < 0 || is_ignored (g->p, use.pid)) {
        fid_prepare_count_dropped (g->file, use.pid < 0 ? "idle GPUs" : "foreign processes");
        return;
    }
    if (!fid_prepare_place (g->p, s, g->file, &use.t_ns))
        return;
    FID_APPEND (g->row, use);
    g->gpu_max = use.gpu > g->gpu_max ? use.gpu : g->gpu_max;
    g->file->kept_n++;
    fprintf (g->out, "%s %d %" PRId64, fid_time_text (use.t_ns, 0, stamp), use.gpu, use.pid);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        int at = st->at[columns[i]];
        struct fid_span w = at < 0 ? fid_span_of ("-") : row->word[at];
        if (fid_gpu_missing (w))
            w = fid_span_of ("0");
        fprintf (g->out, " %.*s", (int)w.n, w.p);
    }
    fprintf (g->out, " %.*s\n", (int)row->command.n, row->command.p);
}

static void read_pmon (void *self, const struct fid_source *s, struct fid_input *in)
{
    struct gpus *g = self;
    struct fid_pmon st = {0};
    struct fid_pmon_row row;
    struct fid_span line;
    while (fid_must (fid_text_next (in->text, &line, &fid_why)) > 0) {
        line = fid_span_trim (line);
        if (line.n && line.p[0] == '#')
            fid_must (fid_pmon_header (&st, line, in, &fid_why));
        else if (line.n && in->text->line_ended) {
            if (fid_pmon_row (&st, line, in->day_first, &row))
                fid_prepare_count_dropped (g->file, "malformed lines");
            else
                keep_gpu_row (g, &st, s, &row);
        }
    }
}

static void put_average (FILE *f, int64_t t_ns, const double value[GAUGES])
{
    char stamp[FID_TIME_TEXT], text[FID_REPR_TEXT];
    fputs (fid_time_text (t_ns, 0, stamp), f);
    for (int k = 0; k < GAUGES; k++)
        fprintf (f, ",%s", fid_prepare_number (value[k], text));
    putc ('\n', f);
}

/* The rows of one second: the sum for each GPU, averaged over GPUs.  False if a gauge has
 * no reading. */
static bool average_second (const struct gpus *g, size_t from, size_t to, double mean[GAUGES])
{
    for (int k = 0; k < GAUGES; k++) {
        double sum = 0;
        int gpu_n = 0;
        for (int gpu = 0; gpu <= g->gpu_max; gpu++) {
            double one = 0;
            bool any = false;
            for (size_t i = from; i < to; i++)
                if (g->row[i].gpu == gpu && g->row[i].there[k]) {
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

static void put_seconds (const struct gpus *g, FILE *f)
{
    double mean[GAUGES];
    for (size_t from = 0, to; from < g->row_n; from = to) {
        for (to = from + 1; to < g->row_n && g->row[to].t_ns == g->row[from].t_ns;)
            to++;
        if (average_second (g, from, to, mean))
            put_average (f, g->row[from].t_ns, mean);
    }
}

/* As the earlier tools: blocks of as many rows as there are GPUs, whatever their second,
 * with the time of the first row of GPU 0 in the block. */
static void put_blocks (const struct gpus *g, FILE *f)
{
    size_t block = (size_t)g->gpu_max + 1;
    for (size_t from = 0; from < g->row_n; from += block) {
        size_t to = from + block < g->row_n ? from + block : g->row_n, first = to;
        double mean[GAUGES] = {0};
        for (size_t i = to; i-- > from;) {
            for (int k = 0; k < GAUGES; k++)
                mean[k] += g->row[i].value[k];
            if (g->row[i].gpu == 0)
                first = i;
        }
        for (int k = 0; k < GAUGES; k++)
            mean[k] /= (double)(to - from);
        if (first < to)
            put_average (f, g->row[first].t_ns, mean);
    }
}

void fid_prepare_gpus (struct fid_prepare_state *p)
{
    static const char avg[] = "timeline/gpu_avg.csv";
    struct gpus g = {.p = p, .file = fid_prepare_file_row (p, "gpu.out")};
    if (fid_prepare_has (p, FID_GIVES_GPU)) {
        g.out = fid_tree_file (&p->tree, "gpu.out");
        fid_prepare_each_text (p, FID_GIVES_GPU, NULL, read_pmon, &g);
        fid_tree_close (&p->tree, g.out, "gpu.out");
    }
    FILE *f = fid_tree_file (&p->tree, avg);
    fputs ("timestamp,sm,mem,fb\n", f);
    (p->opts->compat ? put_blocks : put_seconds) (&g, f);
    fid_tree_close (&p->tree, f, avg);
}
