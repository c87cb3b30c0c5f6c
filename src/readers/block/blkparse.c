/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blkparse.c - block requests traced by blktrace, as blkparse prints them, and tracepoints
 *
 *     8,0    3        1     0.000000000   697  Q   R 223490 + 8 [python3]
 *     8,0    3        4     0.000012000   697  D   R 223490 + 8 [python3]
 *     8,0    1        2     0.000512000     0  C   R 223490 + 8 [0]
 *     DEVICE CPU SEQUENCE TIME(s)         PID ACTION RWBS SECTOR + SECTORS [COMM or error]
 *
 * Lines are the stations of a request: Q queued, M and F merged into another, D issued to the
 * driver, R requeued, C complete.  A request counts at C; it began at D, and its process is
 * that of Q (D may be a kernel worker's).  Times count from the start of the trace.
 *
 * Stacked devices (dm, md) pass their requests on, without D: the disks below have them, too,
 * and so they are left out.
 *
 *     python3-697   [003]  1234.567890: block_rq_issue:    8,0 R 4096 () 223490 + 8 [python3]
 *     python3   697 [003]  1234.567890: block:block_rq_issue: 8,0 R 4096 () 223490 + 8 [python3]
 *     0.012 python3/697 block:block_rq_issue(dev: 8388608, sector: 223490, nr_sector: 8, ...)
 *
 * trace-cmd report and /sys/kernel/tracing/trace, perf script, perf trace (ms): the tracepoints
 * of the block layer are the same stations. */
#include "readers/block/rwbs.h"

#define WORDS       7 /* up to RWBS */
#define DEVICES_MAX 256
#define SECTOR      512

struct station {
    uint64_t device;
    struct fid_span device_text, comm; /* comm: or the error of a C */
    int64_t t_ns, pid;
    char action;
    enum fid_op op;
    bool moves;  /* bytes */
    bool placed; /* has a sector */
    uint64_t sector, sectors_n;
    char name[24]; /* of a device that the trace numbers */
};

/* --- requests on their way, by device and sector
 *
 * Memory grows with the requests that are neither merged nor complete; beyond FLIGHTS_MAX (events
 * were lost) new ones are not kept. */

#define FLIGHTS_MAX ((size_t)1 << 20)

struct flight {
    uint64_t device, sector; /* key */
    uint64_t sectors_n;
    int64_t issue_ns, pid;
    bool used, issued; /* used: the place holds a request */
    uint8_t comm_n;
    char comm[22];
};

struct flights {
    struct flight *slot; /* owned; open addressing */
    size_t n, cap;
};

/* Where a request belongs, if nothing is in the way. */
static size_t home_slot (const struct flights *f, uint64_t device, uint64_t sector)
{
    uint64_t mix = (sector + (device << 40)) * UINT64_C (0x9e3779b97f4a7c15);
    return (size_t)(mix >> 32) & (f->cap - 1);
}

static struct flight *place_of_flight (const struct flights *f, uint64_t device,
                                       uint64_t sector)
{
    size_t i = home_slot (f, device, sector);
    while (f->slot[i].used && (f->slot[i].device != device || f->slot[i].sector != sector))
        i = (i + 1) & (f->cap - 1);
    return &f->slot[i];
}

static struct flight *find_flight (struct flights *f, uint64_t device, uint64_t sector)
{
    struct flight *at = f->cap ? place_of_flight (f, device, sector) : NULL;
    return at && at->used ? at : NULL;
}

static int grow_slots (struct flights *f, struct fid_error *err)
{
    struct flights next = *f;
    next.cap = f->cap ? 2 * f->cap : 256;
    FID_NEED (next.slot = calloc (next.cap, sizeof *next.slot), err);
    for (size_t i = 0; i < f->cap; i++)
        if (f->slot[i].used)
            *place_of_flight (&next, f->slot[i].device, f->slot[i].sector) = f->slot[i];
    free (f->slot);
    *f = next;
    return 0;
}

/* Finds the request, or makes it; *flight is NULL if there are too many. */
static int add_flight (struct flights *f, uint64_t device, uint64_t sector,
                       struct flight **flight, struct fid_error *err)
{
    *flight = find_flight (f, device, sector);
    if (*flight || f->n == FLIGHTS_MAX)
        return 0;
    if (2 * (f->n + 1) > f->cap)
        FID_TRY (grow_slots (f, err));
    *flight = place_of_flight (f, device, sector);
    **flight = (struct flight){.device = device, .sector = sector, .used = true};
    f->n++;
    return 0;
}

/* The requests behind it, up to a free place, move up where the gap is in their way. */
static void remove_flight (struct flights *f, struct flight *flight)
{
    size_t gap = (size_t)(flight - f->slot), i = gap;
    for (;;) {
        i = (i + 1) & (f->cap - 1);
        if (!f->slot[i].used)
            break;
        size_t from = home_slot (f, f->slot[i].device, f->slot[i].sector);
        if (((i - from) & (f->cap - 1)) >= ((i - gap) & (f->cap - 1))) {
            f->slot[gap] = f->slot[i];
            gap = i;
        }
    }
    f->slot[gap].used = false;
    f->n--;
}

/* --- lines */

struct blkparse {
    const struct fid_input *in; /* borrowed */
    struct fid_error *err;      /* borrowed */
    struct flights flights;
    struct {
        uint64_t device;
        bool queues, issues; /* it has lines Q, D */
    } device[DEVICES_MAX];
    size_t device_n;
    uint64_t lost_n;
    enum fid_remark_code (*parse) (struct fid_span line, struct station *st);
    bool stacked_noted, summary; /* summary: the sums at the end began */
};

/* "8,0" */
static bool device_of (struct fid_span s, uint64_t *device)
{
    struct fid_span major;
    uint64_t a, b;
    if (!fid_span_field (&s, ',', &major) || !s.p || !fid_span_u64 (major, &a) ||
        !fid_span_u64 (s, &b) || a > UINT32_MAX || b > UINT32_MAX)
        return false;
    *device = a << 32 | b;
    return true;
}

static enum fid_remark_code parse_row (struct fid_span line, struct station *st)
{
    struct fid_span w[WORDS], rest = line;
    uint64_t n;
    *st = (struct station){.comm = {"", 0}};
    for (size_t i = 0; i < WORDS; i++)
        if (!fid_span_word (&rest, &w[i]))
            return FID_REMARK_BLOCK_BROKEN;
    if (!device_of (w[0], &st->device) || !fid_span_u64 (w[1], &n) ||
        !fid_span_u64 (w[2], &n) || w[5].n > 2)
        return FID_REMARK_BLOCK_BROKEN;
    if (!fid_time_seconds (w[3], &st->t_ns) || st->t_ns < 0)
        return FID_REMARK_TIME_NOT_SECONDS;
    if (!fid_span_i64 (w[4], &st->pid) || st->pid < 0 || st->pid > INT32_MAX)
        return FID_REMARK_PID_NOT_NUMBER;
    st->device_text = w[0];
    st->action = w[5].n == 1 ? w[5].p[0] : 0;
    if (!memchr ("QMFDRC", st->action, 6))
        return FID_REMARK_NONE;
    if (!fid_rwbs (w[6], &st->op, &st->moves))
        return FID_REMARK_NEITHER_R_NOR_W;
    /* "SECTOR + SECTORS [...]"; packets and requests without data have none */
    ptrdiff_t at = fid_span_ends (rest, "]") ? fid_span_find (rest, "[") : -1;
    if (at >= 0)
        st->comm = (struct fid_span){rest.p + at + 1, rest.n - (size_t)at - 2};
    st->placed = fid_span_words (rest, w, 3) >= 3 && fid_span_is (w[1], "+") &&
                 fid_span_u64 (w[0], &st->sector) && fid_span_u64 (w[2], &st->sectors_n) &&
                 st->sector <= FID_SECTORS_MAX && st->sectors_n <= FID_BYTES_MAX / SECTOR;
    return FID_REMARK_NONE;
}

/* --- tracepoints */

static const struct {
    const char *name;
    char action;
} points[] = {{"block_rq_issue", 'D'},      {"block_rq_complete", 'C'},
              {"block_bio_queue", 'Q'},     {"block_rq_requeue", 'R'},
              {"block_bio_backmerge", 'M'}, {"block_bio_frontmerge", 'F'}};
#define POINT_N (sizeof points / sizeof *points)

/* The value of "name: 4, " or "name: \"4\", " in brackets; n 0: it has none. */
static struct fid_span value_of (struct fid_span s, const char *name)
{
    ptrdiff_t at = fid_span_find (s, name);
    if (at < 0)
        return (struct fid_span){"", 0};
    const char *from = s.p + at + strlen (name), *to = from;
    from += from < fid_span_end (s) && *from == '"';
    for (to = from; to < fid_span_end (s) && !strchr ("\",)", *to);)
        to++;
    return (struct fid_span){from, (size_t)(to - from)};
}

/* The process before the number of the processor or the name of the event: "python3-697",
 * "python3 697", "python3 696/697", "python3/697", "python3-697 (  696)". */
static int64_t pid_before (struct fid_span s)
{
    struct fid_span word = {"", 0}, left, next;
    int64_t pid = -1;
    s = fid_span_trim (s);
    const char *open = fid_span_ends (s, ")") ? memrchr (s.p, '(', s.n) : NULL;
    if (open) { /* of the process; "(-------)": unknown */
        fid_span_i64 (
            fid_span_trim ((struct fid_span){open + 1, (size_t)(fid_span_end (s) - open) - 2}),
            &pid);
        s.n = (size_t)(open - s.p);
    }
    while (fid_span_word (&s, &next))
        word = next;
    left = word;
    const char *slash = memchr (word.p, '/', word.n), *dash = memrchr (word.p, '-', word.n);
    left.n = slash ? (size_t)(slash - word.p) : word.n;
    const char *from = slash ? slash + 1 : dash ? dash + 1 : word.p;
    if (pid < 0 && !(slash && fid_span_i64 (left, &pid)))
        fid_span_i64 ((struct fid_span){from, (size_t)(fid_span_end (word) - from)}, &pid);
    return pid > INT32_MAX ? -1 : pid;
}

/* "8,0 R 4096 () 223490 + 8 [python3]" */
static bool parse_plain (struct fid_span s, struct station *st, struct fid_span *rwbs)
{
    struct fid_span w[3], rest = s, word, before = {"", 0};
    ptrdiff_t at = fid_span_ends (s, "]") ? fid_span_find (s, " [") : -1;
    if (at >= 0)
        st->comm = (struct fid_span){s.p + at + 2, s.n - (size_t)at - 3};
    if (fid_span_words (s, w, 3) < 3 || !device_of (w[0], &st->device))
        return false;
    st->device_text = w[0];
    *rwbs = w[1];
    while (fid_span_word (&rest, &word) && !fid_span_is (word, "+"))
        before = word;
    st->placed = fid_span_u64 (before, &st->sector) && fid_span_word (&rest, &word) &&
                 fid_span_u64 (word, &st->sectors_n);
    return true;
}

/* "dev: 8388608, sector: 223490, nr_sector: 8, rwbs: "R", comm: "python3")" */
static bool parse_named (struct fid_span s, struct station *st, struct fid_span *rwbs)
{
    uint64_t dev;
    st->comm = value_of (s, "comm: ");
    st->comm = st->comm.n ? st->comm : value_of (s, "error: ");
    *rwbs = value_of (s, "rwbs: ");
    st->placed = fid_span_u64 (value_of (s, " sector: "), &st->sector) &&
                 fid_span_u64 (value_of (s, "nr_sector: "), &st->sectors_n);
    if (!fid_span_u64 (value_of (s, "dev: "), &dev) || dev > UINT32_MAX)
        return false;
    snprintf (st->name, sizeof st->name, "%u,%u", (unsigned)dev >> 20, (unsigned)dev & 0xfffff);
    st->device_text = fid_span_of (st->name);
    return device_of (st->device_text, &st->device);
}

static enum fid_remark_code parse_point (struct fid_span line, struct station *st)
{
    struct fid_span before = line, rest, word, rwbs;
    ptrdiff_t at = -1, cpu;
    size_t k = 0;
    *st = (struct station){.comm = {"", 0}};
    for (; k < POINT_N && (at = fid_span_find (line, points[k].name)) < 0;)
        k++;
    if (k == POINT_N)
        return FID_REMARK_NONE; /* another event */
    size_t n = (size_t)at + strlen (points[k].name);
    bool named = n < line.n && line.p[n] == '(';
    if (n == line.n || (!named && line.p[n] != ':'))
        return FID_REMARK_NONE;
    before.n = (size_t)at;
    rest = fid_span_trim ((struct fid_span){line.p + n + 1, line.n - n - 1});
    before.n -= fid_span_ends (before, "block:") ? 6 : 0;
    cpu = fid_span_find (before, " [");
    if (cpu >= 0) { /* "... [003] d..2. 1234.567890: " */
        struct fid_span behind = {before.p + cpu + 1, before.n - (size_t)cpu - 1};
        st->t_ns = -1;
        while (fid_span_word (&behind, &word))
            if (fid_span_ends (word, ":") &&
                !fid_time_seconds ((struct fid_span){word.p, word.n - 1}, &st->t_ns))
                st->t_ns = -1;
        before.n = (size_t)cpu;
    } else { /* of perf trace: ms */
        if (!fid_span_word (&before, &word) || !fid_time_seconds (word, &st->t_ns))
            st->t_ns = -1;
        st->t_ns = st->t_ns > 0 ? st->t_ns / 1000 : st->t_ns;
    }
    if (st->t_ns < 0)
        return FID_REMARK_TIME_NOT_SECONDS;
    st->pid = pid_before (before);
    if (named ? !parse_named (rest, st, &rwbs) : !parse_plain (rest, st, &rwbs))
        return FID_REMARK_BLOCK_BROKEN;
    if (!fid_rwbs (rwbs, &st->op, &st->moves) && rwbs.n)
        return FID_REMARK_NEITHER_R_NOR_W;
    st->action = points[k].action;
    st->placed &= st->sector <= FID_SECTORS_MAX && st->sectors_n <= FID_BYTES_MAX / SECTOR;
    return FID_REMARK_NONE;
}

/* --- requests */

/* The place of a device in the list; what does not fit shares the last. */
static size_t device_at (struct blkparse *b, uint64_t device)
{
    size_t i = 0;
    while (i < b->device_n && b->device[i].device != device)
        i++;
    if (i == DEVICES_MAX)
        return DEVICES_MAX - 1;
    if (i == b->device_n)
        b->device[b->device_n++].device = device;
    return i;
}

/* Q: the request is queued, or D: issued. */
static int begin_request (struct blkparse *b, const struct station *st)
{
    struct flight *f;
    bool issue = st->action == 'D';
    bool known = find_flight (&b->flights, st->device, st->sector) != NULL;
    FID_TRY (add_flight (&b->flights, st->device, st->sector, &f, b->err));
    if (f && (issue ? !known : !f->issued)) {
        f->pid = st->pid;
        f->comm_n = (uint8_t)(st->comm.n < sizeof f->comm ? st->comm.n : sizeof f->comm);
        memcpy (f->comm, st->comm.p, f->comm_n);
    }
    if (f && issue) {
        f->issued = true;
        f->issue_ns = st->t_ns;
        f->sectors_n = st->sectors_n;
    }
    return 0;
}

static int complete_request (struct blkparse *b, const struct station *st)
{
    struct flight *f = find_flight (&b->flights, st->device, st->sector);
    struct flight mine = f ? *f : (struct flight){.pid = -1};
    size_t device = device_at (b, st->device);
    if (f)
        remove_flight (&b->flights, f);
    if (b->device[device].queues && !b->device[device].issues) {
        if (!b->stacked_noted)
            fid_note_line (b->in, FID_REMARK_STACKED_LEFT_OUT);
        b->stacked_noted = true;
        return 0;
    }
    bool timed = mine.issued && mine.issue_ns <= st->t_ns;
    if (timed && st->sectors_n && st->sectors_n < mine.sectors_n) { /* it completes in parts */
        uint64_t rest = mine.sector + st->sectors_n;
        FID_TRY (add_flight (&b->flights, mine.device, rest, &f, b->err));
        if (f) {
            *f = mine;
            f->sector = rest;
            f->sectors_n -= st->sectors_n;
        }
    }
    if (!st->moves)
        return 0;
    struct fid_event ev = {.start_ns = timed ? mine.issue_ns : st->t_ns,
                           .dur_ns = timed ? st->t_ns - mine.issue_ns : 0,
                           .bytes = st->sectors_n * SECTOR,
                           .offset = st->sector * SECTOR,
                           .pid = mine.pid,
                           .op = st->op,
                           .flags = timed ? 0 : FID_EVENT_NO_DUR,
                           .comm = {mine.comm, mine.comm_n},
                           .device = st->device_text};
    int64_t error;
    if (fid_span_i64 (st->comm, &error) && error) {
        ev.flags |= FID_EVENT_ERROR;
        ev.bytes = 0;
    }
    return fid_put_event (b->in->sink, &ev, b->err);
}

static int take_station (struct blkparse *b, const struct station *st)
{
    struct flight *f;
    if (!st->placed)
        return 0;
    switch (st->action) {
    case 'Q':
        b->device[device_at (b, st->device)].queues = true;
        return begin_request (b, st);
    case 'D':
        b->device[device_at (b, st->device)].issues = true;
        return begin_request (b, st);
    case 'C':
        return complete_request (b, st);
    default: /* merged behind another: no request of its own; requeued: not issued yet */
        f = find_flight (&b->flights, st->device, st->sector);
        if (f && st->action == 'M' && !f->issued)
            remove_flight (&b->flights, f);
        else if (f && st->action == 'R')
            f->issued = false;
        return 0;
    }
}

static int take_line (void *self, struct fid_span line, struct fid_error *err)
{
    struct blkparse *b = self;
    struct station st;
    struct fid_span w[4];
    uint64_t n;
    (void)err;
    /* of blkparse itself, and the sums at its end */
    b->summary |= b->parse == parse_row &&
                  (fid_span_starts (line, "CPU") || fid_span_starts (line, "Total ("));
    if (b->summary && fid_span_words (line, w, 4) >= 4 && fid_span_is (w[0], "Skips:") &&
        fid_span_starts (w[3], "(")) { /* "Skips: 2 forward (15 -   0.1%)": so many lines */
        w[3] = (struct fid_span){w[3].p + 1, w[3].n - 1};
        b->lost_n += fid_span_u64 (w[3], &n) && n <= FID_BYTES_MAX ? n : 0;
    }
    if (b->summary || fid_span_starts (line, "Input file "))
        return 0;
    enum fid_remark_code why =
        b->in->text->line_ended ? b->parse (line, &st) : FID_REMARK_LAST_LINE_CUT;
    return why ? (int)why : take_station (b, &st);
}

static int read_stations (struct fid_input *in,
                          enum fid_remark_code (*parse) (struct fid_span, struct station *),
                          struct fid_error *err)
{
    FID_FREED struct blkparse *b = calloc (1, sizeof *b);
    FID_NEED (b, err);
    b->in = in;
    b->err = err;
    b->parse = parse;
    int rc = fid_lines_read (in, take_line, b, err);
    if (!rc)
        fid_put_count (in->sink, FID_REMARK_LOST_EVENTS, b->lost_n);
    free (b->flights.slot);
    return rc;
}

static int read_blkparse (struct fid_input *in, struct fid_error *err)
{
    return read_stations (in, parse_row, err);
}

static int read_block_events (struct fid_input *in, struct fid_error *err)
{
    return read_stations (in, parse_point, err);
}

static int probe_block_events (const struct fid_head *head)
{
    struct fid_span rest = head->text, line;
    struct station st;
    int good_n = 0;
    while (good_n < 2 && fid_span_field (&rest, '\n', &line))
        good_n += !parse_point (fid_span_trim (line), &st) && st.placed;
    return good_n > 1 ? 86 : 0;
}

static int probe_blkparse (const struct fid_head *head)
{
    struct fid_span rest = head->text, line;
    struct station st;
    int good_n = 0, all_n = 0;
    while (all_n < 20 && rest.n && fid_span_field (&rest, '\n', &line)) {
        line = fid_span_trim (line);
        if (!line.n || fid_span_starts (line, "Input file "))
            continue;
        all_n++;
        good_n += !parse_row (line, &st);
    }
    return good_n && 2 * good_n >= all_n ? 85 : 0;
}

FID_READER_IS (blkparse, RELATIVE, FID_GIVES_BLOCK, 18,
               "block requests traced by blktrace, printed by blkparse")

FID_READER_IS (block_events, RELATIVE, FID_GIVES_BLOCK, 17,
               "block requests of tracepoints, as trace-cmd report, perf script and perf trace "
               "print them",
               .best = 86)
