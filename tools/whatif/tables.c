/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tables.c - see whatif.h */
#include "readers/tables/row_fields.h"
#include "program/must.h"
#include "job/ranks.h"
#include "tools/whatif/whatif.h"

enum { GPUS_MAX = 4096 };

/* One GPU's values in one iteration. */
struct cell {
    int64_t index, gpu, ns;
    double a, b;
    size_t line;
    bool there; /* no value is NA */
};

struct cells {
    FID_LIST (struct cell, at); /* by index, then GPU */
    const char *path;
};

/* --- one table */

/* A table that is being read, and the columns wanted of it. */
struct table {
    struct fid_text text;
    struct fid_span field[FID_ROW_FIELDS];
    size_t field_n;
    struct cells *cells; /* borrowed */
};

_Noreturn static void refuse_field (const struct table *t, const char *what, const char * not,
                                    struct fid_span s)
{
    fid_fail (FID_EINPUT, "%s:%zu: %s is not a %s: '%.*s'", t->text.path, t->text.line_n, what,
              not, FID_SPAN_ARG (s));
}

/* Takes the fields of the next line; false at the end. */
static bool next_row (struct table *t)
{
    struct fid_span line;
    do
        if (fid_must (fid_text_next (&t->text, &line, &fid_why)) == 0)
            return false;
    while (fid_span_trim (line).n == 0);
    t->field_n = 0;
    while (t->field_n < FID_ROW_FIELDS && fid_row_comma (&line, &t->field[t->field_n]))
        t->field_n++;
    if (line.p)
        fid_fail (FID_EINPUT, "%s:%zu: more than %d columns", t->text.path, t->text.line_n,
                  FID_ROW_FIELDS);
    return true;
}

/* The column of that name, with "_gpuN" behind it unless gpu is -1; SIZE_MAX: there is none. */
static size_t find_column (const struct table *t, const char *name, int64_t gpu)
{
    char full[80];
    snprintf (full, sizeof full, gpu < 0 ? "%s" : "%s_gpu%" PRId64, name, gpu);
    for (size_t i = 0; i < t->field_n; i++)
        if (fid_span_is (t->field[i], full))
            return i;
    return SIZE_MAX;
}

static size_t need_column (const struct table *t, const char *name, int64_t gpu)
{
    size_t at = find_column (t, name, gpu);
    if (at == SIZE_MAX && gpu < 0)
        fid_fail (FID_EINPUT, "%s:1: column '%s' is missing", t->text.path, name);
    if (at == SIZE_MAX)
        fid_fail (FID_EINPUT,
                  "%s:1: column '%s_gpu%" PRId64
                  "' is missing, which the folder's name asks for",
                  t->text.path, name, gpu);
    return at;
}

static struct fid_span field_at (const struct table *t, size_t i)
{
    return i < t->field_n ? t->field[i] : (struct fid_span){"", 0};
}

static bool is_missing (struct fid_span s)
{
    return s.n == 0 || fid_span_is (s, "NA") || fid_span_is (s, "nan") ||
           fid_span_is (s, "NaN") || fid_span_is (s, "NaT");
}

static int64_t read_whole (const struct table *t, size_t i, const char *what)
{
    int64_t v;
    if (!fid_span_i64 (field_at (t, i), &v) || v < 0)
        refuse_field (t, what, "whole number", field_at (t, i));
    return v;
}

/* A time in seconds, or an instant; clears *there and returns 0 if it is missing. */
static double read_seconds (const struct table *t, size_t i, const char *what, bool *there)
{
    struct fid_span s = field_at (t, i);
    double v = 0;
    if (is_missing (s))
        *there = false;
    else if (!fid_span_decimal (s, &v) || !(v >= 0 && v < 1e9))
        refuse_field (t, what, "time in seconds", s);
    return v;
}

static int64_t read_stamp (const struct table *t, size_t i, const char *what, bool *there)
{
    struct fid_span s = field_at (t, i);
    int64_t ns = 0;
    if (is_missing (s))
        *there = false;
    else if (!fid_time_iso (s, &ns, NULL, NULL))
        refuse_field (t, what, "date and time", s);
    return ns;
}

static struct cell *add_cell (struct table *t, int64_t index, int64_t gpu)
{
    struct cells *c = t->cells;
    FID_APPEND (c->at, (struct cell){
                           .index = index, .gpu = gpu, .line = t->text.line_n, .there = true});
    return &c->at[c->at_n - 1];
}

/* --- the three tables */

static void read_perf (struct table *t, size_t gpu_n)
{
    size_t time = need_column (t, "Time", -1), gpu = need_column (t, "GPU", -1),
           epoch = need_column (t, "Epoch", -1), step = need_column (t, "Step", -1),
           iteration = need_column (t, "Iteration time (sec)", -1),
           stall = need_column (t, "Training stall time (sec)", -1);
    while (next_row (t)) {
        int64_t e = read_whole (t, epoch, "Epoch"), s = read_whole (t, step, "Step"),
                g = read_whole (t, gpu, "GPU");
        if ((uint64_t)g >= gpu_n)
            fid_fail (FID_EINPUT, "%s:%zu: GPU %" PRId64 ", but by its name the folder has %zu",
                      t->text.path, t->text.line_n, g, gpu_n);
        if (e != FID_WHATIF_EPOCH)
            continue;
        struct cell *c = add_cell (t, s, g);
        c->ns = read_stamp (t, time, "Time", &c->there);
        c->a = read_seconds (t, iteration, "Iteration time", &c->there);
        c->b = read_seconds (t, stall, "Training stall time", &c->there);
    }
}

/* A table with a column for each GPU: fetch times, or their starts. */
static void read_wide (struct table *t, size_t gpu_n, const char *name, bool stamps)
{
    size_t epoch = need_column (t, "Epoch", -1), index = need_column (t, "Index number", -1);
    size_t *of = fid_take (gpu_n, sizeof *of);
    for (size_t g = 0; g < gpu_n; g++)
        of[g] = need_column (t, name, (int64_t)g);
    if (find_column (t, name, (int64_t)gpu_n) != SIZE_MAX)
        fid_fail (
            FID_EINPUT,
            "%s:1: there is a column '%s_gpu%zu', but by its name the folder has %zu GPU%s",
            t->text.path, name, gpu_n, gpu_n, gpu_n == 1 ? "" : "s");
    while (next_row (t)) {
        int64_t e = read_whole (t, epoch, "Epoch"), k = read_whole (t, index, "Index number");
        for (size_t g = 0; g < gpu_n && e == FID_WHATIF_EPOCH; g++) {
            struct cell *c = add_cell (t, k, (int64_t)g);
            if (stamps)
                c->ns = read_stamp (t, of[g], "Start time", &c->there);
            else
                c->a = read_seconds (t, of[g], "Fetch time", &c->there);
        }
    }
}

FID_ORDER_BY (by_place, struct cell, FID_RISING (index) FID_RISING (gpu) FID_RISING (line))

enum { PERF, FETCH, START, TABLE_N };

static void read_table (int which, size_t gpu_n, struct cells *cells)
{
    struct table t = {.cells = cells};
    fid_must (fid_text_open (&t.text, cells->path, &fid_why));
    if (!next_row (&t))
        fid_fail (FID_EINPUT, "%s: empty", cells->path);
    if (which == PERF)
        read_perf (&t, gpu_n);
    else
        read_wide (&t, gpu_n, which == FETCH ? "Fetch time (sec)" : "Start time",
                   which == START);
    fid_text_close (&t.text);
    FID_SORT (cells->at, cells->at_n, by_place);
    for (size_t i = 1; i < cells->at_n; i++) {
        const struct cell *c = &cells->at[i];
        if (c->index == c[-1].index && c->gpu == c[-1].gpu)
            fid_fail (FID_EINPUT,
                      "%s:%zu: iteration %" PRId64 " of GPU %" PRId64
                      " stands in line %zu already",
                      cells->path, c->line, c->index, c->gpu, c[-1].line);
    }
}

/* --- the join */

/* The cells of an iteration: moves *i behind them; NULL unless all GPUs have all values, and
 * *gpu becomes one that has not. */
static const struct cell *iteration_of (const struct cells *c, size_t *i, int64_t index,
                                        size_t gpu_n, size_t *gpu)
{
    size_t from = *i, n = 0;
    while (*i < c->at_n && c->at[*i].index == index) {
        n += c->at[*i].there && c->at[*i].gpu == (int64_t)n;
        ++*i;
    }
    *gpu = n;
    return n == gpu_n ? &c->at[from] : NULL;
}

static void join_tables (const struct cells cells[TABLE_N], struct fid_rank_times *out)
{
    static const char *const what[TABLE_N] = {"step", "fetch time", "start"};
    size_t at[TABLE_N] = {0}, cap = 0, fetch_cap = 0, n = out->rank_n;
    double *wait_s = fid_take (n, sizeof *wait_s);
    for (;;) {
        const struct cell *row[TABLE_N];
        int64_t index = INT64_MAX;
        bool complete = true;
        for (int k = 0; k < TABLE_N; k++)
            if (at[k] < cells[k].at_n && cells[k].at[at[k]].index < index)
                index = cells[k].at[at[k]].index;
        if (index == INT64_MAX)
            return;
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
        fid_grow (&out->index, &cap, out->row_n + 1, sizeof *out->index);
        fid_grow (&out->fetch, &fetch_cap, (out->row_n + 1) * n, sizeof *out->fetch);
        for (size_t g = 0; g < n; g++)
            wait_s[g] = row[PERF][g].b - row[PERF][g].a;
        fid_wait_for_last (wait_s, n);
        for (size_t g = 0; g < n; g++)
            out->fetch[out->row_n * n + g] = (struct fid_fetch){.start_ns = row[START][g].ns,
                                                                .train_ns = row[PERF][g].ns,
                                                                .fetch_s = row[FETCH][g].a,
                                                                .iteration_s = row[PERF][g].a,
                                                                .stall_s = row[PERF][g].b,
                                                                .meet_s = wait_s[g]};
        out->index[out->row_n++] = index;
    }
}

void fid_rank_times_read (const char *dir, const char *folder, const char *file,
                          struct fid_rank_times *out)
{
    static const char *const end[TABLE_N] = {"", "_simp_fetchdifftime",
                                             "_simp_fetchstartdifftime"};
    struct cells cells[TABLE_N] = {{0}};
    /* The number of GPUs that the name of a folder tells. */
    const char *gpu = strstr (folder, "GPU"), *digit = gpu;
    size_t rank_n = 0;
    while (digit && digit > folder && fid_is_digit (digit[-1]))
        digit--;
    for (; digit && digit < gpu && rank_n <= GPUS_MAX; digit++)
        rank_n = 10 * rank_n + (size_t)(*digit - '0');
    if (!rank_n)
        rank_n = strstr (folder, "DDP") ? 8 : 1;
    *out = (struct fid_rank_times){.rank_n = rank_n};
    if (out->rank_n > GPUS_MAX)
        fid_fail (FID_EINPUT, "%s: more than %d GPUs by its name", dir, GPUS_MAX);
    for (int k = 0; k < TABLE_N; k++) {
        cells[k].path =
            fid_textf ("%s/%s%s%s.csv", dir, k == PERF ? "" : "simp/", file, end[k]);
        read_table (k, out->rank_n, &cells[k]);
    }
    join_tables (cells, out);
    if (!out->row_n)
        fid_fail (FID_EINPUT, "%s: no iteration of epoch %d has all values%s%s",
                  cells[PERF].path, FID_WHATIF_EPOCH, out->left_n ? ": " : "", out->left);
}
