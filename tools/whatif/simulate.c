/* simulate.c - see simulate.h */
#include <inttypes.h>
#include <stdio.h>
#include "base/outfile.h"
#include "base/python_repr.h"
#include "base/timeparse.h"
#include "tools/tool.h"
#include "tools/whatif/simulate.h"

/* The four tables of an alignment. */
enum { ITERATIONS, INFO, DATALOAD, TRAIN, OUT_N };

struct out {
    FILE *file[OUT_N];
};

/* --- cells */

static void
put_number (FILE *f, double v)
{
    char text[FID_REPR_TEXT];
    fprintf (f, ",%s", fid_repr (v, text));
}

static void
put_time (FILE *f, int64_t ns)
{
    char text[FID_TIME_TEXT];
    fid_time_text (ns, ns % FID_US ? 9 : 6, text);
    text[10] = ' '; /* not 'T' */
    fprintf (f, ",%s", text);
}

/* ",NAME_gpu0,NAME_gpu1..." */
static void
put_names (FILE *f, const char *name, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fprintf (f, ",%s_gpu%zu", name, i);
}

/* --- headers */

static void
put_headers (const struct out *o, size_t n)
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

static void
put_info (FILE *f, const struct fid_fetch *in, size_t n)
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

static void
put_train (FILE *f, const struct fid_fetch *in, const struct fid_fetched *rank, size_t n,
           const struct fid_iteration *it)
{
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

static void
put_row (const struct out *o, size_t row, int64_t index, const struct fid_fetch *in,
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
    fprintf (o->file[TRAIN], "%zu", row + 1); /* these rows count from 1 */
    put_train (o->file[TRAIN], in, rank, n, it);
}

/* --- files */

static void
open_tables (struct out *o, const char *dir, const char *file)
{
    const char *const name[OUT_N] = {file, "debug/sim_info", "debug/dataload_sim",
                                     "debug/train_sim"};
    fid_must (fid_make_dirs (fid_textf ("%s/debug", dir), dir, &fid_why));
    for (int k = 0; k < OUT_N; k++)
        o->file[k] = fid_file_begin (fid_textf ("%s/%s.csv", dir, name[k]), dir);
}

struct fid_whatif_summary
fid_whatif_simulate (const struct fid_rank_times *times, const char *file,
                     const struct fid_whatif_choice *fetch,
                     const struct fid_whatif_choice *start, const struct fid_whatif_rule *rule,
                     const char *dir)
{
    struct fid_align_how how = rule->how;
    struct fid_whatif_sums sums = {0};
    struct out o;
    struct fid_fetched *rank = fid_take (times->rank_n, sizeof *rank);
    how.fetch = fetch->how;
    how.start = start->how;
    how.aligned = fetch->on || start->on;
    if (dir) {
        open_tables (&o, dir, file);
        put_headers (&o, times->rank_n);
    }
    for (size_t row = 0; row < times->row_n; row++) {
        const struct fid_fetch *in = &times->fetch[row * times->rank_n];
        struct fid_iteration it;
        fid_align_iteration (in, times->rank_n, &how, rank, &it);
        if (dir)
            put_row (&o, row, times->index[row], in, rank, times->rank_n, &it);
        if (times->index[row] > rule->after)
            fid_whatif_sums_add (&sums, &it, rule->late_s);
    }
    for (int k = 0; k < OUT_N && dir; k++)
        fid_file_end (o.file[k]);
    return fid_whatif_sums_end (&sums);
}
