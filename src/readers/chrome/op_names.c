/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_names.c - see op_names.h */
#include "readers/chrome/op_names.h"

/* The name without "wk3.", "host0." and "rank1." before it, in this order; *rank: the value of
 * the last, -1 without it. */
static struct fid_span without_prefixes (struct fid_span name, int *rank)
{
    static const char *const prefixes[] = {"wk", "host", "rank"};
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
        if (i == 2 && fid_span_u64 ((struct fid_span){name.p + from, n - from}, &number) &&
            number <= INT32_MAX)
            *rank = (int)number;
        name = (struct fid_span){name.p + n + 1, name.n - n - 1};
    }
    return name;
}

struct fid_span fid_op_bare (struct fid_span name)
{
    int rank;
    return without_prefixes (name, &rank);
}

int fid_op_rank (struct fid_span name)
{
    int rank;
    without_prefixes (name, &rank);
    return rank;
}

static struct fid_span first_part (struct fid_span name)
{
    const char *dot = name.n ? memchr (name.p, '.', name.n) : NULL;
    return dot ? (struct fid_span){name.p, (size_t)(dot - name.p)} : name;
}

struct fid_span fid_op_category (const struct fid_trace_event *ev)
{
    static const char *const kinds[] = {"FW", "BW", "Comm", "STEP", "I/O"};
    struct fid_span first = first_part (fid_op_bare (ev->name));
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

/* prefix, a and, unless empty, a dot and b in one piece. */
static struct fid_span join_name (const char *prefix, struct fid_span a, struct fid_span b,
                                  struct fid_op_text *made, struct fid_error *err)
{
    size_t n = strlen (prefix);
    if (fid_array_grow (&made->p, &made->cap, n + a.n + b.n + 1, 1, err))
        return (struct fid_span){NULL, 0};
    memcpy (made->p, prefix, n);
    memcpy (made->p + n, a.p, a.n);
    n += a.n;
    if (b.n) {
        made->p[n++] = '.';
        memcpy (made->p + n, b.p, b.n);
    }
    return (struct fid_span){made->p, n + b.n};
}

/* args.name */
static struct fid_span name_of_args (const struct fid_trace_event *ev)
{
    struct fid_json j;
    struct fid_span key, name = {NULL, 0};
    fid_json_init (&j, ev->args);
    if (ev->args.n && fid_json_enter (&j, '{'))
        while (fid_json_member (&j, &key))
            if (!fid_span_is (key, "name") || !fid_json_string (&j, &name))
                fid_json_skip (&j);
    return name;
}

struct fid_span fid_op_name (const struct fid_trace_event *ev, const char *prefix,
                             bool partitions, struct fid_op_text *made, struct fid_error *err)
{
    struct fid_span name = ev->name.n ? ev->name : (struct fid_span){"", 0};
    struct fid_span more = {"", 0};
    if (fid_span_starts (name, FID_OP_STEP_PREFIX)) {
        name.n = strlen (FID_OP_STEP_PREFIX) - 1;
    } else if (name.n && ends_in_queue (name) && fid_span_find (name, "Comm") >= 0) {
        if (partitions && ev->tid.n)
            more = ev->tid;
    } else if (fid_span_is (ev->cat, "Comm") && fid_span_find (name, "Comm") < 0) {
        struct fid_span tensor = name_of_args (ev);
        if (tensor.n) {
            more = name;
            name = tensor;
        }
    }
    return more.n || *prefix ? join_name (prefix, name, more, made, err) : name;
}
