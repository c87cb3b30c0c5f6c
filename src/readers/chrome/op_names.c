/* op_names.c - see op_names.h */
#include "base/array.h"
#include "readers/chrome/op_names.h"

/* The digits that word is followed by, and a dot; n 0: anything else. */
static struct fid_span
number_behind (struct fid_span s, const char *word)
{
    size_t n = strlen (word), i = n;
    if (!fid_span_starts (s, word))
        return (struct fid_span){NULL, 0};
    while (i < s.n && s.p[i] >= '0' && s.p[i] <= '9')
        i++;
    return i > n && i < s.n && s.p[i] == '.' ? (struct fid_span){s.p + n, i - n}
                                             : (struct fid_span){NULL, 0};
}

static const char *const prefixes[] = {"wk", "host", "rank"};

struct fid_span
fid_op_bare (struct fid_span name)
{
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        struct fid_span digits = number_behind (name, prefixes[i]);
        if (digits.n) {
            const char *from = fid_span_end (digits) + 1;
            name = (struct fid_span){from, (size_t)(fid_span_end (name) - from)};
        }
    }
    return name;
}

int
fid_op_rank (struct fid_span name)
{
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        struct fid_span digits = number_behind (name, prefixes[i]);
        uint64_t rank;
        if (!digits.n)
            continue;
        if (i == 2 && fid_span_u64 (digits, &rank) && rank <= INT32_MAX)
            return (int)rank;
        const char *from = fid_span_end (digits) + 1;
        name = (struct fid_span){from, (size_t)(fid_span_end (name) - from)};
    }
    return -1;
}

static struct fid_span
first_part (struct fid_span name)
{
    const char *dot = name.n ? memchr (name.p, '.', name.n) : NULL;
    return dot ? (struct fid_span){name.p, (size_t)(dot - name.p)} : name;
}

struct fid_span
fid_op_category (const struct fid_trace_event *ev)
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
static bool
ends_in_queue (struct fid_span name)
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
static struct fid_span
join_name (const char *prefix, struct fid_span a, struct fid_span b, struct fid_op_text *made,
           struct fid_error *err)
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
static struct fid_span
name_of_args (const struct fid_trace_event *ev)
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

struct fid_span
fid_op_name (const struct fid_trace_event *ev, const char *prefix, bool partitions,
             struct fid_op_text *made, struct fid_error *err)
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
