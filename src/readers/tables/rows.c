/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.c - see rows.h */
#include "readers/gpu/gpu_use.h"
#include "readers/hosttime.h"
#include "readers/sysstat/cpushare.h"
#include "readers/tables/row_fields.h"

#define PROBE_LINES 12   /* the titles are among the first */
#define PATH_MAX_N  4096 /* bytes of a folder and a path */
#define GPUS_NAMED  256
#define IN_TURN_NS  (50 * FID_MS) /* rows of one round are so near */
#define PID_MAX     (1 << 22)

#define TITLES_MAX 8192 /* bytes of titles and their groups */

#define TAKES(take) (1U << (take))

/* What a field of the rows is. */
struct place {
    const struct fid_row_column *column; /* NULL: it is not used */
    struct fid_span key;                 /* of a gauge: the device that its title names */
    int gpu;                             /* or the GPU; -1 */
};

struct titles {
    struct place at[FID_ROW_FIELDS];
    size_t n;              /* 0: none yet */
    unsigned takes;        /* of all columns: TAKES (enum fid_take) */
    char text[TITLES_MAX]; /* of the titles: keys point into it */
};

/* --- titles: which column each field of a row belongs to */

/* Whether a title is `name`, in which '*' stands for anything: for *star. */
static bool title_is (struct fid_span title, struct fid_span name, struct fid_span *star)
{
    const char *at = memchr (name.p, '*', name.n);
    size_t head = at ? (size_t)(at - name.p) : name.n, tail = at ? name.n - head - 1 : 0;
    *star = (struct fid_span){"", 0};
    if (at ? title.n <= head + tail : title.n != head)
        return false;
    if (memcmp (title.p, name.p, head) != 0 ||
        (tail && memcmp (title.p + title.n - tail, at + 1, tail) != 0))
        return false;
    *star = (struct fid_span){title.p + head, title.n - head - tail};
    return true;
}

/* Whether the column is a gauge of GPUs. */
static bool is_of_gpu (const struct fid_row_column *c)
{
    return c->take == FID_TAKE_GAUGE && c->which >= FID_CH_GPU_SM && c->which <= FID_CH_GPU_FB;
}

static struct place place_of (const struct fid_rows *rows, struct fid_span title)
{
    for (const struct fid_row_column *c = rows->column; c->name && title.n; c++) {
        struct fid_span names = fid_span_of (c->name), name, star;
        while (fid_span_field (&names, '|', &name)) {
            struct place p = {c, {"", 0}, is_of_gpu (c) ? 0 : -1};
            if (!title_is (title, name, &star))
                continue;
            if (star.n && is_of_gpu (c) && !fid_gpu_number (star, &p.gpu))
                continue;
            if (star.n && !is_of_gpu (c))
                p.key = star;
            return p;
        }
    }
    return (struct place){NULL, {"", 0}, -1};
}

/* Writes the titles of a line to t->text, tabs between them, each behind its group where the
 * format has groups; false if they are too long. */
static bool write_titles (struct titles *t, const struct fid_rows *rows, struct fid_span line,
                          struct fid_span above)
{
    struct fid_span name[FID_ROW_FIELDS], group[FID_ROW_FIELDS], of = {"", 0};
    size_t n = fid_row_split (rows->split, line, name), at = 0;
    size_t group_n = rows->grouped ? fid_row_split (rows->split, above, group) : 0;
    t->n = n;
    if (n > FID_ROW_FIELDS || group_n > FID_ROW_FIELDS)
        return false;
    for (size_t i = 0; i < n; i++) {
        of = i < group_n && group[i].n ? group[i] : of;
        bool whole = !of.n || memchr (name[i].p, ':', name[i].n);
        if (at + of.n + name[i].n + 3 > sizeof t->text)
            return false;
        at +=
            (size_t)sprintf (t->text + at, "%s%.*s%s%.*s", i ? "\t" : "", whole ? 0 : (int)of.n,
                             of.p, whole ? "" : ":", (int)name[i].n, name[i].p);
    }
    t->text[at] = '\0';
    return true;
}

/* A total beside its parts is left out. */
static void drop_totals (struct titles *t)
{
    for (size_t i = 0; i < t->n; i++) {
        struct place *p = &t->at[i];
        if (!p->column || !fid_span_is (p->key, "total"))
            continue;
        p->key.n = 0;
        for (size_t k = 0; k < t->n; k++)
            if (k != i && t->at[k].column == p->column && t->at[k].key.n &&
                !fid_span_is (t->at[k].key, "total")) {
                p->column = NULL;
                break;
            }
    }
}

/* Takes a line as titles, with the line above it; false if it has none of this format. */
static bool read_titles (struct titles *t, const struct fid_rows *rows, struct fid_span line,
                         struct fid_span above)
{
    struct fid_span rest, name;
    t->takes = 0;
    if (rows->stamped && !fid_span_starts (line, "#"))
        return false;
    line =
        (struct fid_span){line.p + (rows->stamped != NULL), line.n - (rows->stamped != NULL)};
    if (!write_titles (t, rows, line, above))
        return false;
    rest = fid_span_of (t->text);
    for (size_t i = 0; i < t->n && fid_span_field (&rest, '\t', &name); i++) {
        t->at[i] = place_of (rows, name);
        if (!t->at[i].column && i + 1 == t->n)
            t->at[i] = place_of (rows, fid_span_of ("$"));
    }
    drop_totals (t);
    for (size_t i = 0; i < t->n; i++)
        t->takes |= t->at[i].column ? TAKES (t->at[i].column->take) : 0;
    for (const struct fid_row_column *c = rows->column; c->name; c++) {
        bool there = !c->must;
        for (size_t i = 0; i < t->n && !there; i++)
            there = t->at[i].column == c;
        if (!there)
            return false;
    }
    bool first = t->n && t->at[0].column && t->at[0].column->take == FID_TAKE_STAMP;
    const unsigned values = TAKES (FID_TAKE_GAUGE) | TAKES (FID_TAKE_CPU) | TAKES (FID_TAKE_OP);
    const unsigned span = TAKES (FID_TAKE_PHASE) | TAKES (FID_TAKE_END);
    bool useful = rows->stamped || t->takes & values || (t->takes & span) == span;
    return useful && (!rows->first || first);
}

struct reading {
    const struct fid_rows *rows;
    const struct fid_input *in;
    struct titles titles, next;
    char above[TITLES_MAX]; /* the line before */
    size_t above_n;
    enum fid_remark_code
        why;  /* that line is malformed, unless titles follow; NONE: it is not */
    int year; /* that a line above the titles names; 0 */
    struct fid_gpu_round round;
    uint64_t missing_n;
    int64_t t_ns; /* of ts, before the line */
    struct fid_daytime daytime;
    bool no_date_noted;
    int64_t pid;              /* of all rows; -1 */
    char gpu[GPUS_NAMED][48]; /* by name */
    int gpu_n;
    int newest; /* the GPU of the row before, and when that was */
    int64_t newest_ns;
    struct fid_span field[FID_ROW_FIELDS];
    char path[PATH_MAX_N];
};

/* --- rows */

/* The field of the column that takes so; n 0 if there is none, or nothing in it. */
static struct fid_span field_of (const struct reading *r, enum fid_take take, double *unit)
{
    for (size_t i = 0; i < r->titles.n; i++) {
        const struct fid_row_column *c = r->titles.at[i].column;
        if (!c || c->take != take || !r->field[i].n)
            continue;
        if (unit)
            *unit = c->unit != 0 ? c->unit : 1;
        return r->field[i];
    }
    return (struct fid_span){"", 0};
}

static bool read_stamp (const struct reading *r, struct fid_span s, int64_t *ns)
{
    return fid_row_stamp (s, r->rows->clock, r->in->day_first, r->year, ns);
}

/* "-", "N/A" and "[N/A]" stand for nothing. */
static bool is_there (struct fid_span s)
{
    return s.n && s.p[0] != '[' && !fid_gpu_missing (s);
}

/* Reads or, if value is NULL, checks gauge i of the row. */
static enum fid_remark_code read_gauge (const struct reading *r, size_t i, double *value)
{
    const struct fid_row_column *c = r->titles.at[i].column;
    struct fid_span rest = r->field[i], number, unit = {"", 0};
    double v;
    if (!fid_span_word (&rest, &number) || !fid_span_f64 (number, &v))
        return FID_REMARK_VALUE_ABSURD;
    fid_span_word (&rest, &unit); /* "61 %" or "2 GB"; memory is in MiB */
    double scale = fid_span_is (unit, "GB") || fid_span_is (unit, "GiB") ? 1024 : 1;
    v *= c->unit != 0 ? c->unit * scale : scale;
    if (v < 0 || v > FID_GAUGE_MAX)
        return FID_REMARK_VALUE_ABSURD;
    if (value)
        *value = v;
    return c->take == FID_TAKE_CPU && v > 101 ? FID_REMARK_PERCENTAGE_OUT_OF_RANGE
           : is_of_gpu (c)                    ? fid_gpu_check (c->which - FID_CH_GPU_SM, v)
                                              : FID_REMARK_NONE;
}

static enum fid_remark_code read_pid (const struct reading *r, int64_t *pid)
{
    struct fid_span s = field_of (r, FID_TAKE_PID, NULL);
    *pid = r->pid;
    return s.n && (!fid_span_i64 (s, pid) || *pid < 0 || *pid > PID_MAX)
               ? FID_REMARK_GPU_PID_NOT_NUMBER
               : FID_REMARK_NONE;
}

/* GPUs are numbered as their names appear.  Returns -1 if there are too many of them. */
static int gpu_by_name (struct reading *r, struct fid_span name)
{
    if (!name.n || name.n >= sizeof r->gpu[0])
        return -1;
    for (int i = 0; i < r->gpu_n; i++)
        if (fid_span_is (name, r->gpu[i]))
            return i;
    if (r->gpu_n == GPUS_NAMED)
        return -1;
    snprintf (r->gpu[r->gpu_n], sizeof r->gpu[0], "%.*s", FID_SPAN_ARG (name));
    return r->gpu_n++;
}

/* Finds the GPU of a row; -1 if its gauges say it or are of no GPU.  False if it is malformed. */
static bool find_gpu (struct reading *r, int64_t t_ns, int *gpu)
{
    *gpu = -1;
    if (r->titles.takes & TAKES (FID_TAKE_GPU))
        return fid_gpu_number (field_of (r, FID_TAKE_GPU, NULL), gpu);
    if (r->titles.takes & TAKES (FID_TAKE_GPU_NAME))
        *gpu = gpu_by_name (r, field_of (r, FID_TAKE_GPU_NAME, NULL));
    else if (!r->rows->in_turn)
        return true;
    else if (r->round.any && t_ns >= r->newest_ns && t_ns - r->newest_ns < IN_TURN_NS)
        *gpu = (r->newest + 1) % GPUS_NAMED;
    else
        *gpu = 0;
    return *gpu >= 0;
}

/* Whether a text is one of "a|b*". */
static bool is_one_of (struct fid_span text, const char *names)
{
    struct fid_span rest = fid_span_of (names), name, star;
    while (fid_span_field (&rest, '|', &name))
        if (title_is (text, name, &star))
            return true;
    return false;
}

static enum fid_remark_code check_field (const struct reading *r, size_t i)
{
    const struct fid_row_column *c = r->titles.at[i].column;
    struct fid_span s = r->field[i];
    if (!c)
        return FID_REMARK_NONE;
    if (c->take == FID_TAKE_ONE_OF)
        return is_one_of (s, c->name) ? FID_REMARK_NONE : FID_REMARK_GPU_TYPE_UNKNOWN;
    if (c->take == FID_TAKE_DEVICE && r->rows->whole && !s.n)
        return FID_REMARK_DISK_DEVICE_MISSING;
    bool gauge = c->take == FID_TAKE_GAUGE || c->take == FID_TAKE_CPU;
    return gauge && (r->rows->whole || is_there (s)) ? read_gauge (r, i, NULL)
                                                     : FID_REMARK_NONE;
}

/* Takes a row of gauges: all or nothing, half a malformed row is not used. */
static int put_gauges (struct reading *r, int64_t t_ns, struct fid_error *err)
{
    double shares[FID_CPU_SHARES] = {0};
    struct fid_sample s = {.t_ns = t_ns};
    enum fid_remark_code why = read_pid (r, &s.pid);
    struct fid_span device = field_of (r, FID_TAKE_DEVICE, NULL);
    int of;
    for (size_t i = 0; i < r->titles.n && !why; i++)
        why = check_field (r, i);
    if (!why && !find_gpu (r, t_ns, &of))
        why = FID_REMARK_GPU_NOT_SMALL;
    if (why)
        return (int)why;
    r->newest = of;
    r->newest_ns = t_ns;
    if (of >= 0 && !(r->titles.takes & TAKES (FID_TAKE_PID)))
        s.t_ns = fid_gpu_round_stamp (&r->round, of, t_ns);
    for (size_t i = 0; i < r->titles.n; i++) {
        const struct place *p = &r->titles.at[i];
        bool cpu = p->column && p->column->take == FID_TAKE_CPU;
        if (!p->column || (!cpu && p->column->take != FID_TAKE_GAUGE))
            continue;
        if (!is_there (r->field[i])) {
            r->missing_n += r->field[i].n > 0;
            continue;
        }
        read_gauge (r, i, &s.value);
        if (cpu) {
            shares[p->column->which - FID_CH_CPU_USER] += s.value;
            continue;
        }
        s.channel = (enum fid_channel)p->column->which;
        s.index = p->gpu < 0 || of < 0 ? p->gpu : of;
        s.key = p->key.n || is_of_gpu (p->column) ? p->key : device;
        FID_TRY (fid_put_sample (r->in->sink, &s, err));
    }
    return r->titles.takes & TAKES (FID_TAKE_CPU) ? fid_cpu_put (r->in->sink, t_ns, shares, err)
                                                  : 0;
}

static enum fid_remark_code read_size (const struct reading *r, struct fid_event *ev)
{
    struct fid_span s = field_of (r, FID_TAKE_BYTES, NULL);
    int64_t i = 0;
    if (!s.n && ev->op == FID_OP_READ)
        s = field_of (r, FID_TAKE_READ, NULL);
    if (!s.n && ev->op == FID_OP_WRITE)
        s = field_of (r, FID_TAKE_WRITTEN, NULL);
    if (!is_there (s))
        ev->flags |= FID_EVENT_NO_BYTES;
    else if (!fid_span_i64 (s, &i) && !fid_span_u64 (s, &ev->bytes))
        return FID_REMARK_SIZE_NOT_WHOLE;
    else if (ev->bytes || i < 0) { /* what a failed call returns, with a sign or without */
        ev->flags |= FID_EVENT_ERROR;
        ev->bytes = 0;
    } else if ((uint64_t)i > FID_BYTES_MAX)
        return FID_REMARK_SIZE_TOO_LARGE;
    else
        ev->bytes = (uint64_t)i;
    return FID_REMARK_NONE;
}

static enum fid_remark_code read_length (const struct reading *r, struct fid_event *ev)
{
    double unit = 1, units;
    struct fid_span s = field_of (r, FID_TAKE_LENGTH, &unit);
    struct fid_span end = field_of (r, FID_TAKE_END, NULL);
    int64_t ns;
    if (is_there (s)) {
        bool good = unit == 1e9 ? fid_time_seconds (s, &ev->dur_ns) /* exact */
                                : fid_span_f64 (s, &units) &&
                                      units * unit < (double)FID_TIME_MAX && units >= 0;
        if (good && unit != 1e9)
            ev->dur_ns = (int64_t)(units * unit + .5);
        return good && ev->dur_ns >= 0 ? FID_REMARK_NONE : FID_REMARK_LATENCY_NOT_NUMBER;
    }
    if (!is_there (end)) {
        ev->flags |= FID_EVENT_NO_DUR;
        return FID_REMARK_NONE;
    }
    if (!read_stamp (r, end, &ns))
        return FID_REMARK_END_NOT_UTC;
    if (ns < ev->start_ns)
        return FID_REMARK_EVENT_BACKWARD;
    ev->dur_ns = ns - ev->start_ns;
    return FID_REMARK_NONE;
}

static int put_event (struct reading *r, int64_t t_ns, struct fid_error *err)
{
    struct fid_event ev = {.start_ns = t_ns, .offset = FID_NO_OFFSET, .comm = {"", 0}};
    struct fid_span status = field_of (r, FID_TAKE_STATUS, NULL);
    struct fid_span folder = field_of (r, FID_TAKE_FOLDER, NULL);
    int64_t code;
    struct fid_span name = field_of (r, FID_TAKE_OP, NULL), star;
    const struct fid_row_op *op = r->rows->op;
    while (op->text && !title_is (name, fid_span_of (op->text), &star))
        op++;
    if (!op->text || op->op < 0)
        return op->text ? 0 : FID_REMARK_OP_UNKNOWN;
    ev.op = (enum fid_op)op->op;
    enum fid_remark_code why = read_size (r, &ev);
    if (!why)
        why = read_length (r, &ev);
    if (!why)
        why = read_pid (r, &ev.pid);
    if (why)
        return (int)why;
    if (is_there (field_of (r, FID_TAKE_ERROR, NULL)) ||
        (fid_span_i64 (status, &code) && code >= 400)) {
        ev.flags = (ev.flags & ~(unsigned)FID_EVENT_NO_BYTES) | FID_EVENT_ERROR;
        ev.bytes = 0;
    }
    ev.device = field_of (r, FID_TAKE_DEVICE, NULL);
    ev.path = field_of (r, FID_TAKE_PATH, NULL);
    if (!is_there (ev.path) && r->titles.takes & TAKES (FID_TAKE_FOLDER))
        ev.path = (struct fid_span){"", 0};
    if (folder.n && ev.path.n && folder.n + ev.path.n + 2 <= sizeof r->path) {
        int n = snprintf (r->path, sizeof r->path, "/%.*s/%.*s", FID_SPAN_ARG (folder),
                          FID_SPAN_ARG (ev.path));
        ev.path = (struct fid_span){r->path, (size_t)n};
    }
    ev.file = fid_span_last_part (ev.path);
    return fid_put_event (r->in->sink, &ev, err);
}

static int put_phase (struct reading *r, int64_t t_ns, struct fid_error *err)
{
    struct fid_phase p = {.start_ns = t_ns, .epoch = -1, .block = -1};
    struct fid_span epoch = field_of (r, FID_TAKE_EPOCH, NULL);
    int64_t number = -1;
    if (!fid_phase_by_text (field_of (r, FID_TAKE_PHASE, NULL), true, &p.name))
        return FID_REMARK_PHASE_UNKNOWN;
    p.kind = fid_phase_kind_of (p.name);
    if (!read_stamp (r, field_of (r, FID_TAKE_END, NULL), &p.end_ns) || p.end_ns < p.start_ns)
        return FID_REMARK_PHASE_END_BAD;
    if (epoch.n && (!fid_span_i64 (epoch, &number) || number < 0 || number > INT32_MAX))
        return FID_REMARK_EPOCH_NOT_WHOLE;
    p.epoch = (int)number;
    return fid_put_phase (r->in->sink, &p, err);
}

/* Splits a line into r->field.  Two words at its end are one stamp where the last title is
 * that of the stamp. */
static enum fid_remark_code split_row (struct reading *r, struct fid_span line)
{
    const struct titles *t = &r->titles;
    if (r->rows->split == FID_SPLIT_JSON)
        return fid_row_members (line, r->rows->column, r->field) ? FID_REMARK_NONE
                                                                 : FID_REMARK_NOT_JSON_OBJECT;
    size_t n = fid_row_split (r->rows->split, line, r->field);
    const struct fid_row_column *last = t->n ? t->at[t->n - 1].column : NULL;
    if (r->rows->split == FID_SPLIT_WORDS && n == t->n + 1 && n <= FID_ROW_FIELDS && last &&
        last->take == FID_TAKE_STAMP) {
        r->field[n - 2].n = (size_t)(fid_span_end (r->field[n - 1]) - r->field[n - 2].p);
        return FID_REMARK_NONE;
    }
    if (r->rows->untitled && n < t->n)
        return FID_REMARK_FIELDS_TOO_FEW;
    bool good = n == t->n || (r->rows->untitled && !r->rows->exact);
    bool torn = !good && r->rows->split == FID_SPLIT_COMMAS && n == 2 * t->n - 1 &&
                t->takes & TAKES (FID_TAKE_CPU);
    for (size_t i = 1; i < t->n && torn; i++) { /* by decimal commas, all behind the stamp */
        r->field[i] = r->field[2 * i - 1];
        r->field[i].n = (size_t)(fid_span_end (r->field[2 * i]) - r->field[i].p);
    }
    return good || torn ? FID_REMARK_NONE : FID_REMARK_FIELDS_NOT_TITLES;
}

/* Takes one row.  Returns 0, -1, or why it is malformed. */
static int take_row (struct reading *r, struct fid_span line, struct fid_error *err)
{
    int64_t t_ns = r->t_ns;
    enum fid_remark_code why = split_row (r, line);
    if (!why && !r->rows->stamped && !read_stamp (r, field_of (r, FID_TAKE_STAMP, NULL), &t_ns))
        why = r->rows->clock == FID_CLOCK_UTC     ? FID_REMARK_TIME_NOT_UTC_NOR_EPOCH
              : r->rows->clock == FID_CLOCK_LOCAL ? FID_REMARK_STAMP_NOT_DATE
                                                  : FID_REMARK_TIME_NOT_SECONDS;
    return why                                        ? (int)why
           : r->titles.takes & TAKES (FID_TAKE_OP)    ? put_event (r, t_ns, err)
           : r->titles.takes & TAKES (FID_TAKE_PHASE) ? put_phase (r, t_ns, err)
                                                      : put_gauges (r, t_ns, err);
}

/* --- files */

static bool has_titles (const struct fid_rows *rows)
{
    return !rows->untitled && rows->split != FID_SPLIT_JSON;
}

/* Tells of the line before, now that no titles follow it. */
static void flush_reject (struct reading *r, size_t line_n)
{
    if (r->why)
        fid_put_reject (r->in->sink, line_n, r->why);
    r->why = FID_REMARK_NONE;
}

/* Takes a line that may be titles; false if it is not one. */
static bool take_titles (struct reading *r, struct fid_span line)
{
    struct fid_span above = {r->above, r->above_n};
    if (!has_titles (r->rows) || !read_titles (&r->next, r->rows, line, above))
        return false;
    struct titles *t = &r->titles;
    *t = r->next;
    for (size_t i = 0; i < t->n; i++) /* keys point into the text */
        if (t->at[i].key.n)
            t->at[i].key.p = t->text + (t->at[i].key.p - r->next.text);
    r->round.any = false;
    r->why = FID_REMARK_NONE;
    return true;
}

/* A line with the stamp of ts: titles, a row, or nothing. */
static int take_stamped (struct reading *r, struct fid_span line, struct fid_error *err)
{
    bool dated, stamped = fid_host_take_stamp (&line, r->in->day_first, &r->t_ns, &dated);
    size_t begin_n = strlen (r->rows->begin);
    if (!fid_span_starts (line, r->rows->begin)) {
        take_titles (r, line);
        return 0;
    }
    if (!stamped)
        return fid_errorf (err, FID_EINPUT,
                           "%s:%zu: %s prints no time: rows have no place in time (record %s)",
                           r->in->text->path, r->in->text->line_n, r->rows->stamped,
                           r->rows->hint);
    if (!dated) {
        if (!r->no_date_noted)
            fid_note_line (r->in, FID_REMARK_NO_DATE_COLUMN);
        r->no_date_noted = true;
        r->t_ns = fid_daytime_next (&r->daytime, r->t_ns);
    }
    line = (struct fid_span){line.p + begin_n, line.n - begin_n};
    int rc = !r->in->text->line_ended ? (int)FID_REMARK_LAST_LINE_CUT
             : r->titles.n            ? take_row (r, line, err)
                                      : (int)FID_REMARK_COLUMN_NAMES_MISSING;
    if (rc > 0)
        fid_reject_line (r->in, (enum fid_remark_code)rc);
    return rc < 0 ? -1 : 0;
}

static int take_line (struct reading *r, struct fid_span line, struct fid_error *err)
{
    const struct fid_text *text = r->in->text;
    const unsigned of_gpu = TAKES (FID_TAKE_GPU) | TAKES (FID_TAKE_GPU_NAME);
    int why = 0;
    if (r->rows->stamped)
        return take_stamped (r, fid_span_trim (line), err);
    if (r->titles.n) {
        /* whether the end of a file cut something off its last line */
        bool digit = line.n && (unsigned)(line.p[line.n - 1] - '0') <= 9;
        bool cut = !text->line_ended && r->rows->split != FID_SPLIT_JSON &&
                   (r->rows->whole ? digit : !r->rows->first);
        why = cut ? (int)FID_REMARK_LAST_LINE_CUT : take_row (r, line, err);
        if (why <= 0) {
            flush_reject (r, text->line_n - 1);
            return why;
        }
    }
    if (take_titles (r, line)) {
        if (!(r->titles.takes & TAKES (FID_TAKE_STAMP)))
            return fid_errorf (err, FID_EINPUT,
                               "%s:%zu: no column with the time: rows have no place in time "
                               "(record %s)",
                               text->path, text->line_n, r->rows->hint);
        if (r->rows->in_turn && !(r->titles.takes & of_gpu))
            fid_note_line (r->in, FID_REMARK_GPUS_BY_TIME);
        return 0;
    }
    flush_reject (r, text->line_n - 1);
    if (!r->titles.n && r->rows->grouped && !r->year)
        r->year = fid_row_year (line);
    r->why = (enum fid_remark_code)why;
    r->above_n = line.n < sizeof r->above ? line.n : sizeof r->above;
    memcpy (r->above, line.p, r->above_n);
    return 0;
}

static struct reading *begin_reading (const struct fid_rows *rows, const struct fid_input *in,
                                      struct fid_error *err)
{
    struct reading *r = calloc (1, sizeof *r);
    if (!r)
        return fid_null_nomem (err);
    r->rows = rows;
    r->in = in;
    r->pid = -1;
    if (!has_titles (rows)) {
        /* The columns of a format without titles: one field after the other, or members. */
        r->titles.n = r->titles.takes = 0;
        for (const struct fid_row_column *c = rows->column; c->take || c->name; c++) {
            r->titles.at[r->titles.n++] = (struct place){c, {"", 0}, is_of_gpu (c) ? 0 : -1};
            r->titles.takes |= TAKES (c->take);
        }
    }
    return r;
}

int fid_rows_read (const struct fid_rows *rows, struct fid_input *in, struct fid_error *err)
{
    FID_FREED struct reading *r = begin_reading (rows, in, err);
    struct fid_span line;
    size_t last = 0;
    int rc = 0;
    FID_TRY (!r);
    if (rows->of_process && fid_span_starts (in->head.name, rows->of_process))
        r->pid = fid_name_pid (in->head.name);
    while ((rc = fid_text_next (in->text, &line, err)) > 0) {
        if (!fid_span_trim (line).n)
            continue;
        FID_TRY (take_line (r, line, err));
        last = in->text->line_n;
        if (!r->titles.n && rows->first)
            return fid_errorf (err, FID_EINPUT, "%s:%zu: no known columns", in->text->path,
                               last);
    }
    FID_TRY (rc);
    flush_reject (r, last);
    if (!r->titles.n && last)
        rc = fid_errorf (err, FID_EINPUT, "%s: no titles of known columns%s%s%s",
                         in->text->path, rows->hint ? " (record " : "",
                         rows->hint ? rows->hint : "", rows->hint ? ")" : "");
    fid_put_count (in->sink, FID_REMARK_READINGS_MISSING, r->missing_n);
    return rc;
}

int fid_rows_probe (const struct fid_rows *rows, const struct fid_head *head)
{
    const struct fid_sink nowhere = {.self = NULL};
    struct fid_input in = {.sink = &nowhere, .head = *head};
    struct fid_span text = head->text, line, above = {"", 0};
    bool found = false;
    if (!text.n || (rows->not_in && is_one_of (head->dir, rows->not_in)))
        return 0;
    FID_FREED struct reading *r = begin_reading (rows, &in, NULL);
    if (!r)
        return 0;
    for (int i = 0; i < PROBE_LINES && !found && fid_span_field (&text, '\n', &line); i++) {
        struct fid_error err;
        int64_t t_ns;
        bool dated;
        if (rows->stamped)
            fid_host_take_stamp (&line, false, &t_ns, &dated);
        line.n -= fid_span_ends (line, "\r");
        found = has_titles (rows) ? read_titles (&r->titles, rows, line, above)
                                  : line.n && take_row (r, line, &err) == 0;
        above = line;
        if (rows->first)
            break;
    }
    return found ? rows->score : 0;
}
