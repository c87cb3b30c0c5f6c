/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate.c - see whatif.h */
#include "base/outfile.h"
#include "base/python_repr.h"
#include "program/must.h"
#include "readers/tables/row_fields.h"
#include "tools/whatif/whatif.h"

/* --- sums */

/* The iterations one by one: numbers of each, and their summary.  Start with {0}. */
struct sums {
    size_t n, late_n;
    double *value[5]; /* iteration, stall, delay, start_diff, fetch_diff */
    size_t cap[5];
};
enum { ITERATION, STALL, DELAY, START_DIFF, FETCH_DIFF, VALUE_N };

static void add_iteration (struct sums *s, const struct fid_iteration *it, double late_s)
{
    const double v[VALUE_N] = {it->iteration_s, it->stall_s, it->delay_s, it->start_diff_s,
                               it->fetch_diff_s};
    for (int k = 0; k < VALUE_N; k++) {
        fid_grow (&s->value[k], &s->cap[k], s->n + 1, sizeof (double));
        s->value[k][s->n] = v[k];
    }
    s->n++;
    s->late_n += it->delay_s > late_s;
}

static struct fid_whatif_mean mean_of (const double *v, size_t n)
{
    struct fid_whatif_mean m = {FID_GAP, FID_GAP};
    double sum = 0, square = 0;
    if (!n)
        return m;
    for (size_t i = 0; i < n; i++)
        sum += v[i];
    m.mean = sum / (double)n;
    if (n < 2)
        return m;
    for (size_t i = 0; i < n; i++)
        square += (v[i] - m.mean) * (v[i] - m.mean);
    m.std = sqrt (square / (double)(n - 1));
    return m;
}

static struct fid_whatif_summary summary_of (const struct sums *s)
{
    return (struct fid_whatif_summary){
        .n = s->n,
        .iteration = mean_of (s->value[ITERATION], s->n),
        .stall = mean_of (s->value[STALL], s->n),
        .delay = mean_of (s->value[DELAY], s->n),
        .start_diff = mean_of (s->value[START_DIFF], s->n),
        .fetch_diff = mean_of (s->value[FETCH_DIFF], s->n),
        .late = s->n ? (double)s->late_n / (double)s->n : FID_GAP,
    };
}

/* The four tables of an alignment. */
enum { ITERATIONS, INFO, DATALOAD, TRAIN, OUT_N };

struct out {
    FILE *file[OUT_N];
};

/* --- cells */

static void put_number (FILE *f, double v)
{
    char text[FID_REPR_TEXT];
    fprintf (f, ",%s", fid_repr (v, text));
}

static void put_time (FILE *f, int64_t ns)
{
    char text[FID_TIME_TEXT];
    fid_time_text (ns, ns % FID_US ? 9 : 6, text);
    text[10] = ' '; /* not 'T' */
    fprintf (f, ",%s", text);
}

/* ",NAME_gpu0,NAME_gpu1..." */
static void put_names (FILE *f, const char *name, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fprintf (f, ",%s_gpu%zu", name, i);
}

/* --- headers */

static void put_headers (const struct out *o, size_t n)
{
    FILE *f = o->file[ITERATIONS];
    fputs (",Epoch,Index number,Iteration time (sec)", f);
    put_names (f, "Training Stall time (sec)", n);
    fputs (",Training stall time (sec),Delay time (sec),Batch fetch time diff (sec)"
           ",Batch fetch start time diff (sec)\n",
           f);
    f = o->file[INFO];
    fputs (",Epoch,Index number", f);
    put_names (f, "Fetch time (sec)", n);
    put_names (f, "Start time", n);
    fputs (",Min fetch time (sec),Avg fetch time (sec),Min start time", f);
    for (size_t i = 0; i < n; i++)
        fprintf (f,
                 ",Fetch done time (sec)_gpu%zu,Training start time_gpu%zu"
                 ",Iteration time (sec)_gpu%zu,Training Stall time (sec)_gpu%zu",
                 i, i, i, i);
    fputc ('\n', f);
    f = o->file[DATALOAD];
    fputs (",Epoch,Index number", f);
    put_names (f, "Start time", n);
    put_names (f, "Fetch time (sec)", n);
    put_names (f, "Fetch done time (sec)", n);
    fputc ('\n', f);
    f = o->file[TRAIN];
    fputs (",Slowest end time,Training time,Training end time,Delay time (sec)"
           ",Training stall time (sec)",
           f);
    put_names (f, "Training start time", n);
    put_names (f, "Pure training", n);
    put_names (f, "Training Stall time (sec)", n);
    fputc ('\n', f);
}

/* --- rows */

static void put_info (FILE *f, const struct fid_fetch *in, size_t n)
{
    double sum = 0, least = in[0].fetch_s;
    int64_t first = in[0].start_ns;
    for (size_t i = 0; i < n; i++) {
        put_number (f, in[i].fetch_s);
        sum += in[i].fetch_s;
        least = in[i].fetch_s < least ? in[i].fetch_s : least;
        first = in[i].start_ns < first ? in[i].start_ns : first;
    }
    for (size_t i = 0; i < n; i++)
        put_time (f, in[i].start_ns);
    put_number (f, least);
    put_number (f, sum / (double)n);
    put_time (f, first);
    for (size_t i = 0; i < n; i++) {
        put_time (f, in[i].start_ns + fid_align_ns (in[i].fetch_s));
        put_time (f, in[i].train_ns);
        put_number (f, in[i].iteration_s);
        put_number (f, in[i].stall_s);
    }
    fputc ('\n', f);
}

static void put_row (const struct out *o, size_t row, int64_t index, const struct fid_fetch *in,
                     const struct fid_fetched *rank, size_t n, const struct fid_iteration *it)
{
    for (int k = 0; k < TRAIN; k++)
        fprintf (o->file[k], "%zu,%d,%" PRId64, row, FID_WHATIF_EPOCH, index);
    FILE *f = o->file[ITERATIONS];
    put_number (f, it->iteration_s);
    for (size_t i = 0; i < n; i++)
        put_number (f, rank[i].stall_s);
    put_number (f, it->stall_s);
    put_number (f, it->delay_s);
    put_number (f, it->fetch_diff_s);
    put_number (f, it->start_diff_s);
    fputc ('\n', f);
    put_info (o->file[INFO], in, n);
    f = o->file[DATALOAD];
    for (size_t i = 0; i < n; i++)
        put_time (f, rank[i].start_ns);
    for (size_t i = 0; i < n; i++)
        put_number (f, rank[i].fetch_s);
    for (size_t i = 0; i < n; i++)
        put_time (f, rank[i].done_ns);
    fputc ('\n', f);
    f = o->file[TRAIN];
    fprintf (f, "%zu", row + 1); /* these rows count from 1 */
    put_time (f, it->done_ns);
    put_number (f, it->iteration_s);
    put_time (f, it->end_ns);
    put_number (f, it->delay_s);
    put_number (f, it->stall_s);
    for (size_t i = 0; i < n; i++)
        put_time (f, in[i].train_ns);
    for (size_t i = 0; i < n; i++)
        put_number (f, rank[i].pure_s);
    for (size_t i = 0; i < n; i++)
        put_number (f, rank[i].stall_s);
    fputc ('\n', f);
}

/* --- files */

struct fid_whatif_summary fid_whatif_simulate (
    const struct fid_rank_times *times, const char *file, const struct fid_whatif_choice *fetch,
    const struct fid_whatif_choice *start, const struct fid_whatif_rule *rule, const char *dir)
{
    struct fid_align_how how = rule->how;
    struct sums sums = {0};
    struct out o;
    struct fid_fetched *rank = fid_take (times->rank_n, sizeof *rank);
    how.fetch = fetch->how;
    how.start = start->how;
    how.aligned = fetch->on || start->on;
    if (dir) {
        const char *const name[OUT_N] = {file, "debug/sim_info", "debug/dataload_sim",
                                         "debug/train_sim"};
        fid_must (fid_make_dirs (fid_textf ("%s/debug", dir), dir, &fid_why));
        for (int k = 0; k < OUT_N; k++)
            o.file[k] = fid_file_begin (fid_textf ("%s/%s.csv", dir, name[k]), dir);
        put_headers (&o, times->rank_n);
    }
    for (size_t row = 0; row < times->row_n; row++) {
        const struct fid_fetch *in = &times->fetch[row * times->rank_n];
        struct fid_iteration it;
        fid_align_iteration (in, times->rank_n, &how, rank, &it);
        if (dir)
            put_row (&o, row, times->index[row], in, rank, times->rank_n, &it);
        if (times->index[row] > rule->after)
            add_iteration (&sums, &it, rule->late_s);
    }
    for (int k = 0; k < OUT_N && dir; k++)
        fid_file_end (o.file[k]);
    return summary_of (&sums);
}

/* --- reading a FILE.csv back */

static const char *const columns[VALUE_N] = {
    "Iteration time (sec)", "Training stall time (sec)", "Delay time (sec)",
    "Batch fetch start time diff (sec)", "Batch fetch time diff (sec)"};

static void take_row (const struct fid_text *t, struct fid_span line,
                      const size_t at[VALUE_N + 1], const struct fid_whatif_rule *rule,
                      struct sums *sums)
{
    double v[VALUE_N];
    int64_t index = -1;
    struct fid_span field;
    int good_n = 0;
    for (size_t i = 0; fid_row_comma (&line, &field); i++)
        for (int k = 0; k <= VALUE_N; k++)
            if (at[k] == i)
                good_n += k == VALUE_N ? fid_span_i64 (field, &index)
                                       : fid_span_decimal (field, &v[k]);
    if (good_n != VALUE_N + 1)
        fid_fail (FID_EINPUT, "%s:%zu: a number is missing", t->path, t->line_n);
    struct fid_iteration it = {.iteration_s = v[ITERATION],
                               .stall_s = v[STALL],
                               .delay_s = v[DELAY],
                               .start_diff_s = v[START_DIFF],
                               .fetch_diff_s = v[FETCH_DIFF]};
    if (index > rule->after)
        add_iteration (sums, &it, rule->late_s);
}

static struct fid_whatif_summary read_back (const char *path,
                                            const struct fid_whatif_rule *rule)
{
    struct sums sums = {0};
    FID_SCOPED (fid_text_close) struct fid_text t = {0};
    struct fid_span line = {"", 0}, name;
    size_t at[VALUE_N + 1]; /* where the columns stand; the last: the number of the iteration */
    int found_n = 0;
    fid_must (fid_text_open (&t, path, &fid_why));
    fid_must (fid_text_next (&t, &line, &fid_why));
    for (size_t i = 0; fid_row_comma (&line, &name); i++)
        for (int k = 0; k <= VALUE_N; k++)
            if (fid_span_is (name, k == VALUE_N ? "Index number" : columns[k])) {
                at[k] = i;
                found_n++;
            }
    if (found_n != VALUE_N + 1)
        fid_fail (FID_EINPUT, "%s:1: not a table of simulated iterations", path);
    while (fid_must (fid_text_next (&t, &line, &fid_why)) > 0)
        take_row (&t, line, at, rule, &sums);
    return summary_of (&sums);
}

/* --- a row of the summary */

/* The i-th part of a name between '_', without the letters of its key; NA if it is not so. */
static void put_part (FILE *f, struct fid_span name, size_t i, const char *key)
{
    struct fid_span part = {NULL, 0};
    size_t n = strlen (key);
    bool there = true;
    for (size_t k = 0; k <= i && there; k++)
        there = fid_span_field (&name, '_', &part);
    if (!there || part.n <= n || !fid_span_starts (part, key))
        fputs (",NA", f);
    else
        fprintf (f, ",%.*s", (int)(part.n - n), part.p + n);
}

static void put_mean (FILE *f, struct fid_whatif_mean m)
{
    char mean[FID_REPR_TEXT], std[FID_REPR_TEXT];
    if (m.mean == FID_GAP)
        fputs (",NA", f);
    else
        fprintf (f, ",%s±%s", fid_repr (fid_rounded (m.mean, 4), mean),
                 m.std == FID_GAP ? "nan" : fid_repr (fid_rounded (m.std, 4), std));
}

static void put_total (FILE *f, size_t row, const char *align, const char *file,
                       const struct fid_whatif_summary *s)
{
    static const struct {
        size_t i;
        const char *key;
    } parts[] = {{0, ""},       {1, ""},       {3, ""},      {2, ""},
                 {6, "worker"}, {7, "thread"}, {4, "epoch"}, {5, "b"}};
    struct fid_span name = {file, strlen (file) - strlen (".csv")};
    char late[FID_REPR_TEXT];
    fprintf (f, "%zu,%s", row, align);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        put_part (f, name, parts[i].i, parts[i].key);
    put_mean (f, s->iteration);
    put_mean (f, s->stall);
    put_mean (f, s->delay);
    fprintf (f, ",%s", s->late == FID_GAP ? "NA" : fid_repr (s->late * 100, late));
    put_mean (f, s->start_diff);
    put_mean (f, s->fetch_diff);
    fputc ('\n', f);
}

/* --- all folders */

void fid_whatif_total (const char *out, const struct fid_whatif_rule *rule)
{
    struct fid_listing *folder = fid_take (1, sizeof *folder);
    size_t row = 0;
    fid_must (fid_listing_read (folder, out, NULL, S_IFDIR, &fid_why));
    FILE *f = fid_file_begin (fid_textf ("%s/total_summary.csv", out), out);
    fputs (",Align,Log type,Dataset size(GB),Model,Augmentation,Worker,Worker batch size"
           ",Epoch,Batch size,Avg iteration time (sec),Avg training stall time (sec)"
           ",Avg delay time (sec),Effective Delay time (%),Avg preprocessing start diff (sec)"
           ",Avg preprocessing diff (sec)\n",
           f);
    for (size_t i = 0; i < folder->n; i++) {
        const char *align = folder->at[i], *dir = fid_textf ("%s/%s", out, align);
        struct fid_listing *file = fid_take (1, sizeof *file);
        fid_must (fid_listing_read (file, dir, ".csv", S_IFREG, &fid_why));
        for (size_t k = 0; k < file->n; k++) {
            struct fid_whatif_summary s =
                read_back (fid_textf ("%s/%s", dir, file->at[k]), rule);
            put_total (f, row++, align, file->at[k], &s);
        }
    }
    fid_file_end (f);
}
