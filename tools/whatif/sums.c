/* sums.c - summaries of iterations, and total_summary.csv (see simulate.h) */
#include <math.h>
#include <string.h>
#include "base/jsonbuild.h"
#include "base/python_repr.h"
#include "base/text.h"
#include "readers/tables/row_fields.h"
#include "tools/tool.h"
#include "tools/whatif/simulate.h"

enum { ITERATION, STALL, DELAY, START_DIFF, FETCH_DIFF, VALUE_N };

void
fid_whatif_sums_add (struct fid_whatif_sums *s, const struct fid_iteration *it, double late_s)
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

static struct fid_whatif_mean
mean_of (const double *v, size_t n)
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

struct fid_whatif_summary
fid_whatif_sums_end (const struct fid_whatif_sums *s)
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

/* --- reading a FILE.csv back */

static const char *const columns[VALUE_N] = {
    "Iteration time (sec)", "Training stall time (sec)", "Delay time (sec)",
    "Batch fetch start time diff (sec)", "Batch fetch time diff (sec)"};

/* Where the columns stand; [VALUE_N]: the number of the iteration.  -1: not such a table. */
static int
find_columns (struct fid_span line, size_t at[VALUE_N + 1])
{
    struct fid_span name;
    int found_n = 0;
    for (size_t i = 0; fid_row_comma (&line, &name); i++)
        for (int k = 0; k <= VALUE_N; k++)
            if (fid_span_is (name, k == VALUE_N ? "Index number" : columns[k])) {
                at[k] = i;
                found_n++;
            }
    return found_n == VALUE_N + 1 ? 0 : -1;
}

static void
take_row (const struct fid_text *t, struct fid_span line, const size_t at[VALUE_N + 1],
          const struct fid_whatif_rule *rule, struct fid_whatif_sums *sums)
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
        fid_whatif_sums_add (sums, &it, rule->late_s);
}

static struct fid_whatif_summary
read_back (const char *path, const struct fid_whatif_rule *rule)
{
    struct fid_whatif_sums sums = {0};
    struct fid_text t;
    struct fid_span line;
    size_t at[VALUE_N + 1];
    fid_must (fid_text_open (&t, path, &fid_why));
    if (fid_must (fid_text_next (&t, &line, &fid_why)) == 0 || find_columns (line, at))
        fid_fail (FID_EINPUT, "%s:1: not a table of simulated iterations", path);
    while (fid_must (fid_text_next (&t, &line, &fid_why)) > 0)
        take_row (&t, line, at, rule, &sums);
    fid_text_close (&t);
    return fid_whatif_sums_end (&sums);
}

/* --- a row of the summary */

/* The i-th part of a name between '_', without the letters of its key; NA if it is not so. */
static void
put_part (FILE *f, struct fid_span name, size_t i, const char *key)
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

static void
put_mean (FILE *f, struct fid_whatif_mean m)
{
    char mean[FID_REPR_TEXT], std[FID_REPR_TEXT];
    if (m.mean == FID_GAP)
        fputs (",NA", f);
    else
        fprintf (f, ",%s±%s", fid_repr (fid_rounded (m.mean, 4), mean),
                 m.std == FID_GAP ? "nan" : fid_repr (fid_rounded (m.std, 4), std));
}

static void
put_summary (FILE *f, size_t row, const char *align, const char *file,
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

void
fid_whatif_total (const char *out, const struct fid_whatif_rule *rule)
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
            put_summary (f, row++, align, file->at[k], &s);
        }
    }
    fid_file_end (f);
}
