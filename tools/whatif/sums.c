/* sums.c - summaries of iterations, and total_summary.csv (see simulate.h) */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/jsonbuild.h"
#include "base/outfile.h"
#include "base/python_repr.h"
#include "base/text.h"
#include "readers/tables/row_fields.h"
#include "tools/whatif/simulate.h"

enum { ITERATION, STALL, DELAY, START_DIFF, FETCH_DIFF, VALUE_N };

int
fid_whatif_sums_add (struct fid_whatif_sums *s, const struct fid_iteration *it, double late_s,
                     struct fid_error *err)
{
    const double v[VALUE_N] = {it->iteration_s, it->stall_s, it->delay_s, it->start_diff_s,
                               it->fetch_diff_s};
    for (int k = 0; k < VALUE_N; k++) {
        if (fid_array_grow (&s->value[k], &s->cap[k], s->n + 1, sizeof (double), err))
            return -1;
        s->value[k][s->n] = v[k];
    }
    s->n++;
    s->late_n += it->delay_s > late_s;
    return 0;
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

void
fid_whatif_sums_clear (struct fid_whatif_sums *s)
{
    for (int k = 0; k < VALUE_N; k++)
        free (s->value[k]);
    *s = (struct fid_whatif_sums){0};
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

static int
take_row (const struct fid_text *t, struct fid_span line, const size_t at[VALUE_N + 1],
          const struct fid_whatif_rule *rule, struct fid_whatif_sums *sums,
          struct fid_error *err)
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
        return fid_errorf (err, FID_EINPUT, "%s:%zu: a number is missing", t->path, t->line_n);
    struct fid_iteration it = {.iteration_s = v[ITERATION],
                               .stall_s = v[STALL],
                               .delay_s = v[DELAY],
                               .start_diff_s = v[START_DIFF],
                               .fetch_diff_s = v[FETCH_DIFF]};
    return index > rule->after ? fid_whatif_sums_add (sums, &it, rule->late_s, err) : 0;
}

static int
read_back (const char *path, const struct fid_whatif_rule *rule, struct fid_whatif_summary *out,
           struct fid_error *err)
{
    struct fid_whatif_sums sums = {0};
    struct fid_text t;
    struct fid_span line;
    size_t at[VALUE_N + 1];
    int rc;
    if (fid_text_open (&t, path, err))
        return -1;
    rc = fid_text_next (&t, &line, err);
    if (rc >= 0 && (!rc || find_columns (line, at)))
        rc = fid_errorf (err, FID_EINPUT, "%s:1: not a table of simulated iterations", path);
    while (rc > 0 && (rc = fid_text_next (&t, &line, err)) > 0)
        if (take_row (&t, line, at, rule, &sums, err))
            rc = -1;
    fid_text_close (&t);
    if (!rc)
        *out = fid_whatif_sums_end (&sums);
    fid_whatif_sums_clear (&sums);
    return rc;
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

/* The rows of one folder. */
static int
add_folder (FILE *f, const char *out, const char *align, const struct fid_whatif_rule *rule,
            size_t *row, struct fid_error *err)
{
    char *dir = fid_format (err, "%s/%s", out, align);
    struct fid_listing file = {0};
    int rc = dir ? fid_listing_read (&file, dir, ".csv", S_IFREG, err) : -1;
    for (size_t i = 0; i < file.n && !rc; i++) {
        struct fid_whatif_summary s;
        char *path = fid_format (err, "%s/%s", dir, file.at[i]);
        rc = path ? read_back (path, rule, &s, err) : -1;
        if (!rc)
            put_summary (f, (*row)++, align, file.at[i], &s);
        free (path);
    }
    fid_listing_clear (&file);
    free (dir);
    return rc;
}

int
fid_whatif_total (const char *out, const struct fid_whatif_rule *rule, struct fid_error *err)
{
    struct fid_outfile o;
    struct fid_listing folder = {0};
    size_t row = 0;
    char *path = fid_format (err, "%s/total_summary.csv", out);
    int rc = path && !fid_listing_read (&folder, out, NULL, S_IFDIR, err) ? fid_outfile_open (&o, path, out, err) : -1;
    if (!rc) {
        fputs (
            ",Align,Log type,Dataset size(GB),Model,Augmentation,Worker,Worker batch size"
            ",Epoch,Batch size,Avg iteration time (sec),Avg training stall time (sec)"
            ",Avg delay time (sec),Effective Delay time (%),Avg preprocessing start diff (sec)"
            ",Avg preprocessing diff (sec)\n",
            o.f);
        for (size_t i = 0; i < folder.n && !rc; i++)
            rc = add_folder (o.f, out, folder.at[i], rule, &row, err);
        rc = fid_outfile_end (&o, rc, err);
    }
    fid_listing_clear (&folder);
    free (path);
    return rc;
}
