/* SPDX-License-Identifier: GPL-3.0-or-later */
/* darshan_totals.c - counters of Darshan, as darshan-parser prints them
 *
 *     POSIX   0   9457796068806373448   POSIX_BYTES_READ   524288   /data/a.npz   /   ext4
 *     total_POSIX_BYTES_READ: 524288           <- --total
 *
 * Base counters are of one file and rank (-1: all ranks), separated by tabs; both forms count
 * over the whole job.  They have no times of single operations, so they give facts alone.
 * Only POSIX and STDIO count: the bytes of MPI-IO and HDF5 pass through POSIX. */
#include "readers/darshan/darshan_head.h"
#include "readers/names.h"

#define FIELDS 6 /* module, rank, record, counter, value, file */

static const struct counter {
    const char *name; /* behind "POSIX_" */
    const char *fact; /* behind "darshan.posix." */
    bool seconds;
} counters[] = {
    {"OPENS", "opens", false},
    {"READS", "reads", false},
    {"WRITES", "writes", false},
    {"BYTES_READ", "bytes_read", false},
    {"BYTES_WRITTEN", "bytes_written", false},
    {"F_READ_TIME", "read_time_s", true},
    {"F_WRITE_TIME", "write_time_s", true},
    {"F_META_TIME", "meta_time_s", true},
};

#define COUNTER_N (sizeof counters / sizeof *counters)

/* What was counted of one module; times in ns. */
struct module {
    const char *name, *fact;
    struct fid_names records; /* of the base counters */
    uint64_t base[COUNTER_N], total[COUNTER_N];
    bool has_base[COUNTER_N], has_total[COUNTER_N];
};

#define MODULE_N 2

struct totals {
    const struct fid_input *in; /* borrowed */
    struct fid_darshan_head head;
    struct module module[MODULE_N];
};

/* The counter "POSIX_READS" of a module; COUNTER_N: of no interest. */
static size_t counter_of (const struct module *m, struct fid_span name)
{
    size_t n = strlen (m->name), i = 0;
    if (name.n <= n || !fid_span_starts (name, m->name) || name.p[n] != '_')
        return COUNTER_N;
    name = (struct fid_span){name.p + n + 1, name.n - n - 1};
    while (i < COUNTER_N && !fid_span_is (name, counters[i].name))
        i++;
    return i;
}

/* Adds a value to a sum; false if it is malformed.  -1 is a counter that was not kept; times
 * below 0 are differences of clocks that went back, and count as none. */
static bool add_counter (const struct counter *c, struct fid_span value, uint64_t *sum,
                         bool *has)
{
    int64_t v;
    if (c->seconds ? !fid_time_seconds (value, &v) : !fid_span_i64 (value, &v))
        return false;
    if (v == -1 && !c->seconds)
        return true;
    if (v < 0 && c->seconds)
        v = 0;
    if (v < 0 || __builtin_add_overflow (*sum, (uint64_t)v, sum))
        return false;
    *has = true;
    return true;
}

static int take_row (struct totals *t, struct fid_span line, struct fid_error *err)
{
    struct fid_span f[FIELDS], rest = line, name, value = line;
    size_t n = 0;
    bool absurd = false;
    while (n < FIELDS && fid_span_field (&rest, '\t', &f[n]))
        n++;
    for (struct module *m = t->module; n == FIELDS && m < t->module + MODULE_N; m++) {
        if (!fid_span_is (f[0], m->name))
            continue;
        size_t i = counter_of (m, f[3]);
        FID_TRY (fid_names_put (&m->records, f[2], (struct fid_span){"", 0}, err));
        absurd =
            i < COUNTER_N && !add_counter (&counters[i], f[4], &m->base[i], &m->has_base[i]);
    }
    if (n == FIELDS) /* maybe of another module */
        return absurd ? FID_REMARK_VALUE_ABSURD : 0;
    if (!fid_span_starts (line, "total_") || !fid_span_field (&value, ':', &name) || !value.p)
        return FID_REMARK_ROW_UNKNOWN;
    name = (struct fid_span){name.p + 6, name.n - 6};
    for (struct module *m = t->module; m < t->module + MODULE_N; m++) {
        size_t i = counter_of (m, name);
        absurd |= i < COUNTER_N && !add_counter (&counters[i], fid_span_trim (value),
                                                 &m->total[i], &m->has_total[i]);
    }
    return absurd ? FID_REMARK_VALUE_ABSURD : 0;
}

static int take_line (void *self, struct fid_span line, struct fid_error *err)
{
    struct totals *t = self;
    if (line.p[0] != '#')
        return t->in->text->line_ended ? take_row (t, line, err)
                                       : (int)FID_REMARK_LAST_LINE_CUT;
    if (fid_span_find (line, "*WARNING*") < 0)
        return fid_darshan_take (&t->head, line, t->in->sink, err);
    fid_note_line (t->in, FID_REMARK_MODULE_FULL);
    return 0;
}

static int put_sum (const struct module *m, const char *what, uint64_t v, bool seconds,
                    const struct fid_sink *sink, struct fid_error *err)
{
    char key[64], text[64];
    struct fid_fact f = {.key = key};
    snprintf (key, sizeof key, "darshan.%s.%s", m->fact, what);
    if (seconds)
        snprintf (text, sizeof text, "%" PRIu64 ".%06" PRIu64, v / 1000000000,
                  v % 1000000000 / 1000);
    else
        snprintf (text, sizeof text, "%" PRIu64, v);
    f.value = fid_span_of (text);
    return fid_put_fact (sink, &f, err);
}

static int read_darshan_totals (struct fid_input *in, struct fid_error *err)
{
    struct totals t = {
        .in = in,
        .module = {{.name = "POSIX", .fact = "posix"}, {.name = "STDIO", .fact = "stdio"}}};
    int rc = fid_lines_read (in, take_line, &t, err);
    FID_EACH_OF (struct module, m, t.module, MODULE_N) {
        if (!rc && m->records.n)
            rc = put_sum (m, "files", m->records.n, false, in->sink, err);
        for (size_t i = 0; i < COUNTER_N && !rc; i++)
            if (m->has_base[i] || m->has_total[i])
                rc = put_sum (m, counters[i].fact, m->has_base[i] ? m->base[i] : m->total[i],
                              counters[i].seconds, in->sink, err);
        fid_names_clear (&m->records);
    }
    return rc;
}

static int probe_darshan_totals (const struct fid_head *head)
{
    return fid_darshan_is (head->text) ? 80 : 0;
}

FID_READER_IS (darshan_totals, UTC, FID_GIVES_FACTS, 14,
               "counters of Darshan, printed by darshan-parser")
