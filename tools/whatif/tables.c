/* tables.c - see tables.h */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/order.h"
#include "base/text.h"
#include "base/timeparse.h"
#include "readers/tables/row_fields.h"
#include "tools/whatif/tables.h"

enum { GPUS_MAX = 4096 };

/* One GPU's values in one iteration. */
struct cell {
    int64_t index, gpu, ns;
    double a, b;
    size_t line;
    bool there; /* no value is NA */
};

struct cells {
    struct cell *at; /* owned; by index, then GPU */
    size_t n, cap;
    char *path; /* owned */
};

size_t
fid_whatif_gpus (const char *folder)
{
    const char *end = strstr (folder, "GPU"), *from = end;
    size_t n = 0;
    while (from && from > folder && isdigit ((unsigned char)from[-1]))
        from--;
    for (; from && from < end && n <= GPUS_MAX; from++)
        n = 10 * n + (size_t)(*from - '0');
    return n ? n : strstr (folder, "DDP") ? 8 : 1;
}

/* --- one table */

/* A table that is being read, and the columns wanted of it. */
struct table {
    struct fid_text text;
    struct fid_span field[FID_ROW_FIELDS];
    size_t field_n;
    struct cells *cells; /* borrowed */
};

static int
refuse_field (const struct table *t, const char *what, const char * not, struct fid_span s,
              struct fid_error *err)
{
    return fid_errorf (err, FID_EINPUT, "%s:%zu: %s is not a %s: '%.*s'", t->text.path,
                       t->text.line_n, what, not, FID_SPAN_ARG (s));
}

/* The fields of the next line; 1, 0 at the end, -1. */
static int
next_row (struct table *t, struct fid_error *err)
{
    struct fid_span line;
    int rc;
    do
        rc = fid_text_next (&t->text, &line, err);
    while (rc > 0 && fid_span_trim (line).n == 0);
    if (rc <= 0)
        return rc;
    t->field_n = 0;
    while (t->field_n < FID_ROW_FIELDS && fid_row_comma (&line, &t->field[t->field_n]))
        t->field_n++;
    return line.p ? fid_errorf (err, FID_EINPUT, "%s:%zu: more than %d columns", t->text.path,
                                t->text.line_n, FID_ROW_FIELDS)
                  : 1;
}

/* The column of that name, with "_gpuN" behind it unless gpu is -1; SIZE_MAX: there is none. */
static size_t
find_column (const struct table *t, const char *name, int64_t gpu)
{
    char full[80];
    snprintf (full, sizeof full, gpu < 0 ? "%s" : "%s_gpu%" PRId64, name, gpu);
    for (size_t i = 0; i < t->field_n; i++)
        if (fid_span_is (t->field[i], full))
            return i;
    return SIZE_MAX;
}

static int
need_column (const struct table *t, const char *name, int64_t gpu, size_t *out,
             struct fid_error *err)
{
    *out = find_column (t, name, gpu);
    if (*out != SIZE_MAX)
        return 0;
    return gpu < 0 ? fid_errorf (err, FID_EINPUT, "%s:1: there is no column '%s'", t->text.path,
                                 name)
                   : fid_errorf (err, FID_EINPUT,
                                 "%s:1: there is no column '%s_gpu%" PRId64
                                 "', as the name of the folder wants it",
                                 t->text.path, name, gpu);
}

static struct fid_span
field_at (const struct table *t, size_t i)
{
    return i < t->field_n ? t->field[i] : (struct fid_span){"", 0};
}

static bool
is_missing (struct fid_span s)
{
    return s.n == 0 || fid_span_is (s, "NA") || fid_span_is (s, "nan") ||
           fid_span_is (s, "NaN") || fid_span_is (s, "NaT");
}

static int
read_whole (const struct table *t, size_t i, const char *what, int64_t *out,
            struct fid_error *err)
{
    if (fid_span_i64 (field_at (t, i), out) && *out >= 0)
        return 0;
    return refuse_field (t, what, "whole number", field_at (t, i), err);
}

/* A time in seconds; *there is cleared if it is missing. */
static int
seconds (const struct table *t, size_t i, const char *what, double *out, bool *there,
         struct fid_error *err)
{
    struct fid_span s = field_at (t, i);
    if (is_missing (s)) {
        *there = false;
        return 0;
    }
    if (fid_span_decimal (s, out) && *out >= 0 && *out < 1e9)
        return 0;
    return refuse_field (t, what, "time in seconds", s, err);
}

static int
read_stamp (const struct table *t, size_t i, const char *what, int64_t *out, bool *there,
            struct fid_error *err)
{
    struct fid_span s = field_at (t, i);
    if (is_missing (s)) {
        *there = false;
        return 0;
    }
    if (fid_time_iso (s, out, NULL, NULL))
        return 0;
    return refuse_field (t, what, "date and time", s, err);
}

static struct cell *
add_cell (struct table *t, int64_t index, int64_t gpu, struct fid_error *err)
{
    struct cells *c = t->cells;
    if (fid_array_grow (&c->at, &c->cap, c->n + 1, sizeof *c->at, err))
        return NULL;
    c->at[c->n] =
        (struct cell){.index = index, .gpu = gpu, .line = t->text.line_n, .there = true};
    return &c->at[c->n++];
}

/* --- the three tables */

static int
read_perf (struct table *t, size_t gpu_n, struct fid_error *err)
{
    size_t time, gpu, epoch, step, iteration, stall;
    int rc;
    if (need_column (t, "Time", -1, &time, err) || need_column (t, "GPU", -1, &gpu, err) ||
        need_column (t, "Epoch", -1, &epoch, err) || need_column (t, "Step", -1, &step, err) ||
        need_column (t, "Iteration time (sec)", -1, &iteration, err) ||
        need_column (t, "Training stall time (sec)", -1, &stall, err))
        return -1;
    while ((rc = next_row (t, err)) > 0) {
        int64_t e, s, g;
        struct cell *c;
        if (read_whole (t, epoch, "Epoch", &e, err) || read_whole (t, step, "Step", &s, err) ||
            read_whole (t, gpu, "GPU", &g, err))
            return -1;
        if ((uint64_t)g >= gpu_n)
            return fid_errorf (err, FID_EINPUT,
                               "%s:%zu: GPU %" PRId64 ", but by its name the folder has %zu",
                               t->text.path, t->text.line_n, g, gpu_n);
        if (e != FID_WHATIF_EPOCH)
            continue;
        if (!(c = add_cell (t, s, g, err)) ||
            read_stamp (t, time, "Time", &c->ns, &c->there, err) ||
            seconds (t, iteration, "Iteration time", &c->a, &c->there, err) ||
            seconds (t, stall, "Training stall time", &c->b, &c->there, err))
            return -1;
    }
    return rc;
}

/* A table with a column for each GPU: fetch times, or their starts. */
static int
read_wide (struct table *t, size_t gpu_n, const char *name, bool stamps, struct fid_error *err)
{
    size_t epoch, index, *of = calloc (gpu_n, sizeof *of);
    int rc = of ? 0 : fid_error_nomem (err);
    if (!rc && (need_column (t, "Epoch", -1, &epoch, err) ||
                need_column (t, "Index number", -1, &index, err)))
        rc = -1;
    for (size_t g = 0; g < gpu_n && !rc; g++)
        rc = need_column (t, name, (int64_t)g, &of[g], err);
    if (!rc && find_column (t, name, (int64_t)gpu_n) != SIZE_MAX)
        rc = fid_errorf (err, FID_EINPUT,
                         "%s:1: there is a column '%s_gpu%zu', but by its name the "
                         "folder has %zu GPU%s",
                         t->text.path, name, gpu_n, gpu_n, gpu_n == 1 ? "" : "s");
    while (!rc && (rc = next_row (t, err)) > 0) {
        int64_t e, k;
        rc = read_whole (t, epoch, "Epoch", &e, err) ||
                     read_whole (t, index, "Index number", &k, err)
                 ? -1
                 : 0;
        for (size_t g = 0; g < gpu_n && !rc && e == FID_WHATIF_EPOCH; g++) {
            struct cell *c = add_cell (t, k, (int64_t)g, err);
            rc = !c       ? -1
                 : stamps ? read_stamp (t, of[g], "Start time", &c->ns, &c->there, err)
                          : seconds (t, of[g], "Fetch time", &c->a, &c->there, err);
        }
    }
    free (of);
    return rc;
}

FID_ORDER_BY (by_place, struct cell, FID_RISING (index) FID_RISING (gpu) FID_RISING (line))

enum { PERF, FETCH, START, TABLE_N };

static int
read_table (int which, size_t gpu_n, struct cells *cells, struct fid_error *err)
{
    struct table t = {.cells = cells};
    int rc;
    if (fid_text_open (&t.text, cells->path, err))
        return -1;
    rc = next_row (&t, err);
    if (!rc)
        rc = fid_errorf (err, FID_EINPUT, "%s: empty", cells->path);
    else if (rc > 0) {
        rc = which == PERF    ? read_perf (&t, gpu_n, err)
             : which == FETCH ? read_wide (&t, gpu_n, "Fetch time (sec)", false, err)
                              : read_wide (&t, gpu_n, "Start time", true, err);
    }
    fid_text_close (&t.text);
    if (rc)
        return -1;
    if (cells->n)
        qsort (cells->at, cells->n, sizeof *cells->at, by_place);
    for (size_t i = 1; i < cells->n; i++) {
        const struct cell *c = &cells->at[i];
        if (c->index == c[-1].index && c->gpu == c[-1].gpu)
            return fid_errorf (err, FID_EINPUT,
                               "%s:%zu: iteration %" PRId64 " of GPU %" PRId64
                               " stands in line %zu already",
                               cells->path, c->line, c->index, c->gpu, c[-1].line);
    }
    return 0;
}

/* --- the join */

/* The cells of an iteration: moves *i behind them; NULL unless all GPUs have all values, and
 * *gpu becomes one that has not. */
static const struct cell *
iteration_of (const struct cells *c, size_t *i, int64_t index, size_t gpu_n, size_t *gpu)
{
    size_t from = *i, n = 0;
    while (*i < c->n && c->at[*i].index == index) {
        n += c->at[*i].there && c->at[*i].gpu == (int64_t)n;
        ++*i;
    }
    *gpu = n;
    return n == gpu_n ? &c->at[from] : NULL;
}

static int
join_tables (const struct cells cells[TABLE_N], struct fid_rank_times *out,
             struct fid_error *err)
{
    static const char *const what[TABLE_N] = {"step", "fetch time", "start"};
    size_t at[TABLE_N] = {0}, cap = 0, fetch_cap = 0, n = out->rank_n;
    for (;;) {
        const struct cell *row[TABLE_N];
        int64_t index = INT64_MAX;
        bool complete = true;
        for (int k = 0; k < TABLE_N; k++)
            if (at[k] < cells[k].n && cells[k].at[at[k]].index < index)
                index = cells[k].at[at[k]].index;
        if (index == INT64_MAX)
            return 0;
        for (int k = 0; k < TABLE_N; k++) {
            size_t gpu;
            row[k] = iteration_of (&cells[k], &at[k], index, n, &gpu);
            if (!row[k] && complete && !out->left_n)
                snprintf (out->left, sizeof out->left,
                          "%.200s has no %s of GPU %zu for iteration %" PRId64, cells[k].path,
                          what[k], gpu, index);
            complete &= row[k] != NULL;
        }
        if (!complete) {
            out->left_n++;
            continue;
        }
        if (fid_array_grow (&out->index, &cap, out->row_n + 1, sizeof *out->index, err) ||
            fid_array_grow (&out->fetch, &fetch_cap, (out->row_n + 1) * n, sizeof *out->fetch,
                            err))
            return -1;
        for (size_t g = 0; g < n; g++)
            out->fetch[out->row_n * n + g] = (struct fid_fetch){.start_ns = row[START][g].ns,
                                                                .train_ns = row[PERF][g].ns,
                                                                .fetch_s = row[FETCH][g].a,
                                                                .iteration_s = row[PERF][g].a,
                                                                .stall_s = row[PERF][g].b};
        out->index[out->row_n++] = index;
    }
}

/* The last part of the path as the file system has it: "." has none. */
static int
count_gpus (const char *dir, size_t *n, struct fid_error *err)
{
    char *real = realpath (dir, NULL);
    if (!real && fid_is_system_error (errno))
        return fid_error_file (err, dir, errno);
    *n = fid_whatif_gpus (real ? strrchr (real, '/') + 1 : dir);
    free (real);
    return *n > GPUS_MAX ? fid_errorf (err, FID_EINPUT, "%s: more than %d GPUs by its name",
                                       dir, GPUS_MAX)
                         : 0;
}

int
fid_rank_times_read (const char *dir, const char *file, struct fid_rank_times *out,
                     struct fid_error *err)
{
    static const char *const end[TABLE_N] = {"", "_simp_fetchdifftime",
                                             "_simp_fetchstartdifftime"};
    struct cells cells[TABLE_N] = {0};
    *out = (struct fid_rank_times){0};
    int rc = count_gpus (dir, &out->rank_n, err);
    for (int k = 0; k < TABLE_N && !rc; k++) {
        cells[k].path =
            fid_format (err, "%s/%s%s%s.csv", dir, k == PERF ? "" : "simp/", file, end[k]);
        rc = cells[k].path ? read_table (k, out->rank_n, &cells[k], err) : -1;
    }
    if (!rc)
        rc = join_tables (cells, out, err);
    if (!rc && !out->row_n)
        rc =
            fid_errorf (err, FID_EINPUT, "%s: no iteration of epoch %d has all values%s%s",
                        cells[PERF].path, FID_WHATIF_EPOCH, out->left_n ? ": " : "", out->left);
    for (int k = 0; k < TABLE_N; k++) {
        free (cells[k].at);
        free (cells[k].path);
    }
    if (rc)
        fid_rank_times_clear (out);
    return rc;
}

void
fid_rank_times_clear (struct fid_rank_times *t)
{
    free (t->index);
    free (t->fetch);
    *t = (struct fid_rank_times){0};
}
