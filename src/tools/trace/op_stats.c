/* op_stats.c - see op_stats.h */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/hash.h"
#include "tools/trace/op_stats.h"

/* The number of a category, which is new or not. */
static int
category_of (struct fid_op_stats *s, struct fid_span name, size_t *number,
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
static struct fid_op_stat *
operator_of (struct fid_op_stats *s, struct fid_span name, struct fid_span category,
             struct fid_error *err)
{
    uint64_t key = fid_hash_bytes (name.p, name.n, fid_hash_bytes (category.p, category.n, 0));
    size_t at = 0, i;
    if (fid_index_next (&s->index, key, &at, &i))
        return &s->at[i];
    struct fid_op_stat new = {.number = s->n, .min_us = HUGE_VAL};
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

static void
add (double x, double *sum, double *lost)
{
    double next = *sum + x;
    *lost += fabs (*sum) >= fabs (x) ? (*sum - next) + x : (x - next) + *sum;
    *sum = next;
}

int
fid_op_stats_add (struct fid_op_stats *s, const struct fid_trace_event *ev,
                  const struct fid_op_stats_opts *opts, struct fid_error *err)
{
    struct fid_span name = fid_op_name (ev, !opts->no_partitions, &s->made, err);
    struct fid_op_stat *o = name.p ? operator_of (s, name, fid_op_category (ev), err) : NULL;
    if (!o)
        return -1;
    double x = ev->dur_us, off = x - o->mean_us;
    s->span_n++;
    o->n++;
    add (x, &o->total_us, &o->lost);
    o->mean_us += off / (double)o->n;
    o->m2 += off * (x - o->mean_us);
    o->min_us = x < o->min_us ? x : o->min_us;
    o->max_us = x > o->max_us ? x : o->max_us;
    return 0;
}

void
fid_op_stats_finish (struct fid_op_stats *s)
{
    for (size_t i = 0; i < s->n; i++) {
        struct fid_op_stat *o = &s->at[i];
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

int
fid_op_stats_read (struct fid_op_stats *s, const char *path,
                   const struct fid_op_stats_opts *opts, struct fid_error *err)
{
    struct fid_trace t;
    struct fid_trace_event ev;
    int rc;
    *s = (struct fid_op_stats){.n = 0};
    if (fid_trace_open (&t, path, FID_TRACE_SPAN, NULL, err))
        return -1;
    while ((rc = fid_trace_next (&t, &ev, err)) > 0)
        if ((rc = fid_op_stats_add (s, &ev, opts, err)))
            break;
    s->found = t.found;
    fid_trace_close (&t);
    if (!rc && !s->span_n)
        rc = fid_errorf (err, FID_EINPUT, "%s: no span with a time and a length", path);
    if (!rc)
        fid_op_stats_finish (s);
    return rc;
}

double
fid_op_variance (const struct fid_op_stat *o)
{
    return o->m2 / (double)o->n;
}

static int
by_mean (const void *va, const void *vb)
{
    const struct fid_op_stat *a = va, *b = vb;
    if (a->mean_us != b->mean_us)
        return a->mean_us > b->mean_us ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

void
fid_op_stats_sort (struct fid_op_stats *s)
{
    if (s->n > 1)
        qsort (s->at, s->n, sizeof *s->at, by_mean);
}

void
fid_op_stats_clear (struct fid_op_stats *s)
{
    for (size_t i = 0; i < s->n; i++)
        free (s->at[i].name);
    for (size_t i = 0; i < s->category_n; i++)
        free (s->category[i].name);
    free (s->at);
    free (s->category);
    free (s->made.p);
    fid_index_clear (&s->index);
    fid_index_clear (&s->categories);
    *s = (struct fid_op_stats){.n = 0};
}
