/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_stats.c - see op_stats.h */
#include "readers/chrome/op_place.h"
#include "readers/chrome/op_stats.h"

/* --- names */

struct fid_span fid_op_bare (struct fid_span name, int *rank)
{
    static const char *const prefixes[] = {"wk", "host", "rank"}; /* in this order */
    if (rank)
        *rank = -1;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t from = strlen (prefixes[i]), n = from;
        uint64_t number;
        if (!fid_span_starts (name, prefixes[i]))
            continue;
        while (n < name.n && name.p[n] >= '0' && name.p[n] <= '9')
            n++;
        if (n == from || n == name.n || name.p[n] != '.')
            continue;
        if (i == 2 && rank &&
            fid_span_u64 ((struct fid_span){name.p + from, n - from}, &number) &&
            number <= INT32_MAX)
            *rank = (int)number;
        name = (struct fid_span){name.p + n + 1, name.n - n - 1};
    }
    return name;
}

/* Its category, borrowed; n 0 if the span has neither cat nor name. */
static struct fid_span category_name (const struct fid_trace_event *ev)
{
    static const char *const kinds[] = {"FW", "BW", "Comm", "STEP", "I/O"};
    struct fid_span first = fid_op_bare (ev->name, NULL);
    const char *dot = first.n ? memchr (first.p, '.', first.n) : NULL;
    first.n = dot ? (size_t)(dot - first.p) : first.n;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (fid_span_is (first, kinds[i]))
            return first;
    if (fid_span_starts (first, "I/O"))
        return (struct fid_span){first.p, 3};
    return ev->cat.n ? ev->cat : first;
}

/* Whether the last part of a name is a queue of BytePS. */
static bool ends_in_queue (struct fid_span name)
{
    static const char *const queues[] = {
        "COORDINATE_REDUCE",    "REDUCE",   "COPYD2H", "PCIE_REDUCE",
        "COORDINATE_PUSH",      "PUSH",     "PULL",    "COPYH2D",
        "COORDINATE_BROADCAST", "BROADCAST"};
    const char *last = fid_span_end (name);
    if (last[-1] < 'A' || last[-1] > 'Z') /* nearly all other names */
        return false;
    while (last > name.p && last[-1] != '.')
        last--;
    struct fid_span part = {last, (size_t)(fid_span_end (name) - last)};
    for (size_t i = 0; i < sizeof queues / sizeof *queues; i++)
        if (fid_span_is (part, queues[i]))
            return last > name.p;
    return false;
}

/* The name of a span behind a prefix (""), borrowed from it or from s->made; partitions: whether
 * queues count apart by partition.  p is NULL if memory runs out. */
static struct fid_span operator_name (struct fid_op_stats *s, const struct fid_trace_event *ev,
                                      const char *prefix, bool partitions,
                                      struct fid_error *err)
{
    struct fid_span name = ev->name.n ? ev->name : (struct fid_span){"", 0};
    struct fid_span more = {"", 0}, key, tensor = {NULL, 0};
    if (fid_span_starts (name, FID_OP_STEP_PREFIX)) {
        name.n = strlen (FID_OP_STEP_PREFIX) - 1;
    } else if (name.n && ends_in_queue (name) && fid_span_find (name, "Comm") >= 0) {
        if (partitions && ev->tid.n)
            more = ev->tid;
    } else if (fid_span_is (ev->cat, "Comm") && fid_span_find (name, "Comm") < 0) {
        struct fid_json j;
        fid_json_init (&j, ev->args);
        if (ev->args.n && fid_json_enter (&j, '{'))
            while (fid_json_member (&j, &key))
                if (!fid_span_is (key, "name") || !fid_json_string (&j, &tensor))
                    fid_json_skip (&j);
        more = tensor.n ? name : more;
        name = tensor.n ? tensor : name;
    }
    if (!more.n && !*prefix)
        return name;
    size_t n = strlen (prefix);
    if (fid_array_grow (&s->made, &s->made_cap, n + name.n + more.n + 2, 1, err))
        return (struct fid_span){NULL, 0};
    n = (size_t)sprintf (s->made, "%s%.*s%s%.*s", prefix, FID_SPAN_ARG (name),
                         more.n ? "." : "", FID_SPAN_ARG (more));
    return (struct fid_span){s->made, n};
}

/* --- roles */

const char *const fid_op_role_names[] = {"data loading", "communication", "checkpoint",
                                         "compute",      "CPU operators", "other"};

/* How a rule looks at a text. */
enum where { CATEGORY, BEGINS, HAS };

static const struct rule {
    enum where where;
    const char *texts; /* "a|b" */
    enum fid_op_role role;
} rules[] = {
    {BEGINS, "loop.yield", FID_OP_ROLE_OTHER}, /* DLIO: the loop's body, category data_loader */
    {HAS, "Framework.compute", FID_OP_ROLE_COMPUTE}, /* DLIO */
    {BEGINS, "enumerate(Data|I/O|Iterator", FID_OP_ROLE_LOAD},
    {CATEGORY, "I/O|dataloader|data_loader", FID_OP_ROLE_LOAD},
    {CATEGORY, "Comm|comm", FID_OP_ROLE_COMM},
    {BEGINS, "Comm.|nccl|c10d::|gloo:|mpi:", FID_OP_ROLE_COMM},
    {HAS, "AllReduce|ALLREDUCE|AllGather|ReduceScatter", FID_OP_ROLE_COMM},
    {CATEGORY, "checkpoint|checkpointing", FID_OP_ROLE_CHECKPOINT},
    {BEGINS, "SaveV2|RestoreV2", FID_OP_ROLE_CHECKPOINT},
    {CATEGORY, "operator", FID_OP_ROLE_COMPUTE},
    {BEGINS, "FW.|BW.|UPDATE|STEP", FID_OP_ROLE_COMPUTE},
    {CATEGORY, "kernel|Kernel", FID_OP_ROLE_COMPUTE},
    {CATEGORY, "cpu_op|Operator", FID_OP_ROLE_CPU},
    {CATEGORY, "Op|compute", FID_OP_ROLE_COMPUTE},
};

enum fid_op_role fid_op_role (const struct fid_trace_event *ev)
{
    struct fid_span bare = fid_op_bare (ev->name, NULL), rest, one;
    char text[32];
    FID_EACH_OF (const struct rule, r, rules, sizeof rules / sizeof *rules)
        for (rest = fid_span_of (r->texts); fid_span_field (&rest, '|', &one);) {
            snprintf (text, sizeof text, "%.*s", FID_SPAN_ARG (one));
            if (r->where == CATEGORY ? fid_span_is (ev->cat, text)
                : r->where == BEGINS ? fid_span_starts (bare, text)
                                     : fid_span_find (bare, text) >= 0)
                return r->role;
        }
    return FID_OP_ROLE_OTHER;
}

/* --- spans of time */

#define MERGE_FROM 4096 /* so many spans wait at least before they are merged */

FID_ORDER_BY (by_start, struct fid_op_stretch, FID_RISING (start_ns))

void fid_op_busy_merge (struct fid_op_busy *b)
{
    size_t n = 0, k = 1;
    while (k < b->n && b->at[k].start_ns >= b->at[k - 1].start_ns)
        k++;
    if (k < b->n) /* sorting takes as much memory again */
        qsort (b->at, b->n, sizeof *b->at, by_start);
    for (size_t i = 0; i < b->n; i++) {
        struct fid_op_stretch *last = n ? &b->at[n - 1] : NULL;
        if (!last || b->at[i].start_ns > last->end_ns)
            b->at[n++] = b->at[i];
        else if (b->at[i].end_ns > last->end_ns)
            last->end_ns = b->at[i].end_ns;
    }
    b->n = b->merged_n = n;
}

int fid_op_busy_add (struct fid_op_busy *b, int64_t start_ns, int64_t end_ns,
                     struct fid_error *err)
{
    struct fid_op_stretch *last = b->n ? &b->at[b->n - 1] : NULL;
    if (last && start_ns >= last->start_ns && start_ns <= last->end_ns) {
        last->end_ns = end_ns > last->end_ns ? end_ns : last->end_ns; /* mostly: by time */
        return 0;
    }
    if (b->n >= MERGE_FROM && b->n >= 2 * b->merged_n)
        fid_op_busy_merge (b);
    return FID_PUSH_TO (b->at, b->n, b->cap, err, (struct fid_op_stretch){start_ns, end_ns});
}

void fid_op_busy_clear (struct fid_op_busy *b)
{
    free (b->at);
    *b = (struct fid_op_busy){.at = NULL};
}

/* --- operators */

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

/* prefix: of the name, "" for none. */
static int add_span (struct fid_op_stats *s, const struct fid_trace_event *ev,
                     const char *prefix, const struct fid_op_stats_opts *opts,
                     struct fid_error *err)
{
    struct fid_span name = operator_name (s, ev, prefix, !opts->no_partitions, err);
    struct fid_op_stat *o = name.p ? operator_of (s, ev, name, category_name (ev), err) : NULL;
    FID_TRY (!o);
    double x = ev->dur_us, off = x - o->mean_us, sum = o->total_us + x;
    s->span_n++;
    o->n++;
    o->lost +=
        fabs (o->total_us) >= fabs (x) ? (o->total_us - sum) + x : (x - sum) + o->total_us;
    o->total_us = sum;
    o->mean_us += off / (double)o->n;
    o->m2 += off * (x - o->mean_us);
    o->min_us = x < o->min_us ? x : o->min_us;
    o->max_us = x > o->max_us ? x : o->max_us;
    s->role[o->role].n++;
    s->first_ns = ev->ts_ns < s->first_ns ? ev->ts_ns : s->first_ns;
    s->last_ns = ev->ts_ns + ev->dur_ns > s->last_ns ? ev->ts_ns + ev->dur_ns : s->last_ns;
    return fid_op_busy_add (&s->busy[o->role], ev->ts_ns, ev->ts_ns + ev->dur_ns, err);
}

static int read_file (struct fid_op_stats *s, const char *path, const char *prefix,
                      const struct fid_op_stats_opts *opts, struct fid_error *err)
{
    struct fid_op_source *source = &s->source[s->source_n];
    struct fid_trace t;
    struct fid_trace_event ev;
    int rc;
    source->path = fid_strdup (path, err);
    FID_TRY (!source->path);
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
        double busy_ns = 0;
        fid_op_busy_merge (&s->busy[k]);
        FID_EACH_OF (const struct fid_op_stretch, b, s->busy[k].at, s->busy[k].n)
            busy_ns += (double)(b->end_ns - b->start_ns);
        s->role[k].busy_us += busy_ns / 1000;
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
    if (!rc) {
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
    return rc;
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
    FID_FREE (s->at, s->category, s->source, s->made);
    for (int k = 0; k < FID_OP_ROLE_N; k++)
        fid_op_busy_clear (&s->busy[k]);
    fid_index_clear (&s->index);
    fid_index_clear (&s->categories);
    *s = (struct fid_op_stats){.n = 0};
}

/* --- roles as a table */

static void put_known (struct fid_cells *c, bool known, double x, int digits,
                       enum fid_format format)
{
    if (known)
        fid_cells_figure (c, x, digits, format);
    else
        fid_cells_missing (c);
}

void fid_op_roles_cells (const struct fid_op_stats *a, const struct fid_op_stats *b,
                         enum fid_format format, struct fid_cells *c)
{
    const struct fid_op_stats *of[2] = {a, b};
    int n = b ? 2 : 1;
    fid_cells_begin (c, b ? "role|#busy_ms_1|#busy_ms_2|#relative|#busy_pct_1|#busy_pct_2|"
                            "#count_1|#count_2"
                          : "role|#count|#busy_ms|#busy_pct");
    for (int role = 0; role < FID_OP_ROLE_N; role++) {
        if (!a->role[role].n && !(b && b->role[role].n))
            continue;
        fid_cells_text (c, fid_op_role_names[role]);
        if (!b)
            fid_cells_add (c, "%" PRIu64, a->role[role].n);
        for (int k = 0; k < n; k++)
            put_known (c, of[k]->role[role].n, of[k]->role[role].busy_us / 1000, 4, format);
        if (b)
            put_known (c, a->role[role].busy_us > 0 && b->role[role].n,
                       b->role[role].busy_us / a->role[role].busy_us - 1, 4, format);
        for (int k = 0; k < n; k++) /* as a part of the length of the trace */
            put_known (c, of[k]->role[role].n && of[k]->length_us > 0,
                       100 * of[k]->role[role].busy_us / of[k]->length_us, 1, format);
        for (int k = 0; b && k < n; k++)
            fid_cells_add (c, "%" PRIu64, of[k]->role[role].n);
    }
}
