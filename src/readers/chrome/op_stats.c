/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_stats.c - see op_stats.h */
#include "readers/chrome/op_place.h"
#include "readers/chrome/op_stats.h"

/* The number of a category, which is new or not. */
static int category_of (struct fid_op_stats *s, struct fid_span name, size_t *number,
                        struct fid_error *err)
{
    uint64_t key = fid_hash_bytes (name.p, name.n, 0);
    size_t at = 0;
    if (fid_index_next (&s->categories, key, &at, number))
        return 0;
    char *text = NULL;
    if (fid_array_grow (&s->category, &s->category_cap, s->category_n + 1, sizeof *s->category,
                        err) ||
        !(text = fid_json_unescaped (name, err)) ||
        fid_index_put (&s->categories, key, s->category_n, err)) {
        free (text);
        return -1;
    }
    *number = s->category_n++;
    s->category[*number] = (struct fid_op_category){.name = text};
    return 0;
}

/* The operator of that name and category. */
static struct fid_op_stat *operator_of (struct fid_op_stats *s,
                                        const struct fid_trace_event *ev, struct fid_span name,
                                        struct fid_span category, struct fid_error *err)
{
    uint64_t key = fid_hash_bytes (name.p, name.n, fid_hash_bytes (category.p, category.n, 0));
    size_t at = 0, i;
    if (fid_index_next (&s->index, key, &at, &i))
        return &s->at[i];
    if (s->n >= FID_OP_STATS_MAX) {
        fid_errorf (err, FID_EINPUT, "%s: more than %d different operators; the last is '%.*s'",
                    s->source[s->source_n - 1].path, FID_OP_STATS_MAX, FID_SPAN_ARG (name));
        return NULL;
    }
    struct fid_op_stat new = {.number = s->n, .role = fid_op_role (ev), .min_us = HUGE_VAL};
    if (category_of (s, category, &new.category, err) ||
        fid_array_grow (&s->at, &s->cap, s->n + 1, sizeof *s->at, err) ||
        !(new.name = fid_json_unescaped (name, err)))
        return NULL;
    if (fid_index_put (&s->index, key, s->n, err)) {
        free (new.name);
        return NULL;
    }
    s->at[s->n] = new;
    return &s->at[s->n++];
}

static void add_exactly (double x, double *sum, double *lost)
{
    double next = *sum + x;
    *lost += fabs (*sum) >= fabs (x) ? (*sum - next) + x : (x - next) + *sum;
    *sum = next;
}

/* prefix: of the name, "" for none. */
static int add_span (struct fid_op_stats *s, const struct fid_trace_event *ev,
                     const char *prefix, const struct fid_op_stats_opts *opts,
                     struct fid_error *err)
{
    struct fid_span name = fid_op_name (ev, prefix, !opts->no_partitions, &s->made, err);
    struct fid_op_stat *o =
        name.p ? operator_of (s, ev, name, fid_op_category (ev), err) : NULL;
    if (!o)
        return -1;
    double x = ev->dur_us, off = x - o->mean_us;
    s->span_n++;
    o->n++;
    add_exactly (x, &o->total_us, &o->lost);
    o->mean_us += off / (double)o->n;
    o->m2 += off * (x - o->mean_us);
    o->min_us = x < o->min_us ? x : o->min_us;
    o->max_us = x > o->max_us ? x : o->max_us;
    s->role[o->role].n++;
    s->first_ns = ev->ts_ns < s->first_ns ? ev->ts_ns : s->first_ns;
    s->last_ns = ev->ts_ns + ev->dur_ns > s->last_ns ? ev->ts_ns + ev->dur_ns : s->last_ns;
    return fid_op_busy_add (&s->busy[o->role], ev->ts_ns, ev->ts_ns + ev->dur_ns, err);
}

/* Totals and categories. */
static void finish_totals (struct fid_op_stats *s)
{
    FID_EACH_OF (struct fid_op_stat, o, s->at, s->n) {
        struct fid_op_category *c = &s->category[o->category];
        o->total_us += o->lost;
        o->mean_us = o->total_us / (double)o->n;
        o->lost = 0;
        if (!c->n || o->mean_us > c->longest_us) {
            c->longest = o->name;
            c->longest_us = o->mean_us;
        }
        c->n += o->n;
        c->operator_n++;
        c->total_us += o->total_us;
    }
}

static int read_file (struct fid_op_stats *s, const char *path, const char *prefix,
                      const struct fid_op_stats_opts *opts, struct fid_error *err)
{
    struct fid_op_source *source = &s->source[s->source_n];
    struct fid_trace t;
    struct fid_trace_event ev;
    int rc;
    FID_TRY (!(source->path = fid_strdup (path, err)));
    s->source_n++;
    s->first_ns = INT64_MAX;
    s->last_ns = INT64_MIN;
    FID_TRY (fid_trace_open (&t, path, FID_TRACE_SPAN, NULL, err));
    while ((rc = fid_trace_next (&t, &ev, err)) > 0)
        if ((rc = add_span (s, &ev, prefix, opts, err)))
            break;
    source->found = t.found;
    fid_trace_close (&t);
    for (int k = 0; k < FID_OP_ROLE_N; k++) {
        s->role[k].busy_us += fid_op_busy_ns (&s->busy[k]) / 1000;
        fid_op_busy_clear (&s->busy[k]);
    }
    if (s->last_ns >= s->first_ns)
        s->length_us += (double)(s->last_ns - s->first_ns) / 1000;
    return rc;
}

int fid_op_stats_read (struct fid_op_stats *s, const char *path,
                       const struct fid_op_stats_opts *opts, struct fid_error *err)
{
    struct fid_op_place place;
    char prefix[24] = "";
    *s = (struct fid_op_stats){.n = 0};
    int rc = fid_op_place_find (&place, path, err);
    if (!rc && !(s->source = calloc (place.n, sizeof *s->source)))
        rc = fid_error_nomem (err);
    for (size_t i = 0; i < place.n && !rc; i++) {
        if (place.folder)
            snprintf (prefix, sizeof prefix, "rank%d.", place.file[i].rank);
        rc = read_file (s, place.file[i].path, prefix, opts, err);
    }
    fid_op_place_clear (&place);
    if (!rc && !s->span_n)
        rc = fid_errorf (err, FID_EINPUT, "%s: no span with a time and a length", path);
    if (!rc)
        finish_totals (s);
    return rc;
}

double fid_op_variance (const struct fid_op_stat *o)
{
    return o->m2 / (double)o->n;
}

FID_ORDER_BY (by_mean, struct fid_op_stat, FID_FALLING (mean_us) FID_RISING (number))

void fid_op_stats_sort (struct fid_op_stats *s)
{
    if (s->n > 1)
        qsort (s->at, s->n, sizeof *s->at, by_mean);
}

void fid_op_stats_clear (struct fid_op_stats *s)
{
    for (size_t i = 0; i < s->n; i++)
        free (s->at[i].name);
    for (size_t i = 0; i < s->category_n; i++)
        free (s->category[i].name);
    for (size_t i = 0; i < s->source_n; i++)
        free (s->source[i].path);
    FID_FREE (s->at, s->category, s->source, s->made.p);
    for (int k = 0; k < FID_OP_ROLE_N; k++)
        fid_op_busy_clear (&s->busy[k]);
    fid_index_clear (&s->index);
    fid_index_clear (&s->categories);
    *s = (struct fid_op_stats){.n = 0};
}
