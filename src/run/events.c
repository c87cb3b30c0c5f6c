/* SPDX-License-Identifier: GPL-3.0-or-later */
/* events.c - see events.h */
#include "run/events.h"

/* --- names */

static bool text_is (const struct fid_events *e, size_t at, size_t n, struct fid_span s)
{
    return n == s.n && (n == 0 || memcmp (e->text + at, s.p, n) == 0);
}

static bool file_is (const struct fid_events *e, const struct fid_event_file *f,
                     struct fid_span path, struct fid_span name, enum fid_event_file_kind kind)
{
    return f->kind == kind && text_is (e, f->name_at, f->name_n, name) &&
           text_is (e, f->path_at, f->path_n, path);
}

static int keep_text (struct fid_events *e, struct fid_span s, size_t *at,
                      struct fid_error *err)
{
    FID_TRY (fid_array_grow (&e->text, &e->text_cap, e->text_n + s.n + 1, 1, err));
    *at = e->text_n;
    if (s.n)
        memcpy (e->text + e->text_n, s.p, s.n);
    e->text_n += s.n;
    return 0;
}

/* Keeps both texts; a name that ends the path is kept with it. */
static int keep_names (struct fid_events *e, struct fid_event_file *f, struct fid_span path,
                       struct fid_span name, struct fid_error *err)
{
    f->path_n = (uint32_t)path.n;
    f->name_n = (uint32_t)name.n;
    FID_TRY (keep_text (e, path, &f->path_at, err));
    if (name.n <= path.n && (!name.n || !memcmp (path.p + path.n - name.n, name.p, name.n))) {
        f->name_at = f->path_at + path.n - name.n;
        return 0;
    }
    return keep_text (e, name, &f->name_at, err);
}

/* The ends of a name, where numbers are: with its length all there is of one of 16 bytes. */
static void ends_of_name (struct fid_span name, uint64_t end[2])
{
    if (name.n >= sizeof *end) {
        const char *last = name.p + name.n - sizeof *end;
        memcpy (&end[1], last, sizeof *end);
        memcpy (&end[0], name.n >= 2 * sizeof *end ? last - sizeof *end : name.p, sizeof *end);
        return;
    }
    end[0] = end[1] = 0;
    if (name.n >= 4) {
        memcpy (&end[0], name.p, 4);
        memcpy (&end[1], name.p + name.n - 4, 4);
    } else if (name.n)
        end[1] = (uint64_t)(unsigned char)name.p[0] << 16 |
                 (uint64_t)(unsigned char)name.p[name.n / 2] << 8 |
                 (unsigned char)name.p[name.n - 1];
}

/* The two files found last that have names of these ends, and maybe other paths. */
static struct fid_recent_file *recent_of_name (struct fid_events *e, const uint64_t end[2],
                                               size_t name_n)
{
    uint64_t hash = (end[0] * 31 + end[1] + name_n) * UINT64_C (0x9e3779b97f4a7c15);
    return &e->recent_file[(hash >> 48) & (e->recent_n - 2)];
}

/* Whether a file that was found lately has the name, and its number. */
static inline bool known_file (struct fid_events *e, struct fid_span path, struct fid_span name,
                               enum fid_event_file_kind kind, uint32_t *out)
{
    uint64_t end[2];
    if (!e->recent_n)
        return false;
    ends_of_name (name, end);
    const struct fid_recent_file *recent = recent_of_name (e, end, name.n);
    recent += recent->end[0] != end[0] || recent->end[1] != end[1];
    *out = recent->file;
    if (recent->end[0] != end[0] || recent->end[1] != end[1] || recent->file >= e->file_n)
        return false;
    const struct fid_event_file *f = &e->file[recent->file];
    return (name.n <= sizeof end && f->name_n == name.n && !(f->path_n | path.n) &&
            f->kind == kind) ||
           file_is (e, f, path, name, kind);
}

/* The number of a file or device that was not found lately, added at first. */
static int number_file (struct fid_events *e, struct fid_span path, struct fid_span name,
                        enum fid_event_file_kind kind, uint32_t *out, struct fid_error *err)
{
    size_t n = e->recent_n ? e->recent_n * 4 : 64;
    if (e->file_n >= e->recent_n && e->recent_n < FID_EVENT_FILES) {
        free (e->recent_file);
        e->recent_n = 0;
        FID_NEED (e->recent_file = calloc (n, sizeof *e->recent_file), err);
        e->recent_n = n;
    }
    uint64_t end[2];
    ends_of_name (name, end);
    struct fid_recent_file *recent = recent_of_name (e, end, name.n);
    recent[1] = recent[0];
    memcpy (recent->end, end, sizeof end);
    uint64_t hash = fid_hash_bytes (name.n ? name.p : "", name.n, kind);
    if (path.n)
        hash = fid_hash_bytes (path.p, path.n, hash);
    for (size_t at = 0, i; fid_index_next (&e->file_index, hash, &at, &i);)
        if (file_is (e, &e->file[i], path, name, kind)) {
            *out = recent->file = (uint32_t)i;
            return 0;
        }
    struct fid_event_file f = {.kind = (uint8_t)kind};
    FID_TRY (fid_array_grow (&e->file, &e->file_cap, e->file_n + 1, sizeof *e->file, err));
    FID_TRY (keep_names (e, &f, path, name, err));
    FID_TRY (fid_index_put (&e->file_index, hash, e->file_n, err));
    e->file[e->file_n] = f;
    *out = recent->file = (uint32_t)e->file_n++;
    return 0;
}

static inline size_t recent_place (int64_t pid, int64_t tid, size_t comm_n)
{
    return (size_t)((uint64_t)(pid + tid) + comm_n) % FID_EVENT_RECENT;
}

static bool process_is (const struct fid_event_process *a, const struct fid_event_process *b)
{
    return a->pid == b->pid && a->tid == b->tid && a->host == b->host &&
           a->comm_n == b->comm_n && memcmp (a->comm, b->comm, a->comm_n) == 0;
}

/* The same for a process. */
static int number_process (struct fid_events *e, const struct fid_event_process *p,
                           uint32_t *out, struct fid_error *err)
{
    uint32_t *recent = &e->recent_process[recent_place (p->pid, p->tid, p->comm_n)];
    if (*recent < e->process_n && process_is (&e->process[*recent], p)) {
        *out = *recent;
        return 0;
    }
    uint64_t hash = fid_hash_number ((uint64_t)p->pid ^ (uint64_t)p->tid << 32, p->comm_n);
    for (size_t at = 0, i; fid_index_next (&e->process_index, hash, &at, &i);)
        if (process_is (&e->process[i], p)) {
            *out = *recent = (uint32_t)i;
            return 0;
        }
    FID_TRY (fid_array_grow (&e->process, &e->process_cap, e->process_n + 1, sizeof *e->process,
                             err));
    FID_TRY (fid_index_put (&e->process_index, hash, e->process_n, err));
    e->process[e->process_n] = *p;
    *out = *recent = (uint32_t)e->process_n++;
    return 0;
}

struct fid_span fid_events_path (const struct fid_events *e, uint32_t file)
{
    const struct fid_event_file *f = &e->file[file];
    return (struct fid_span){e->text + f->path_at, f->path_n};
}

struct fid_span fid_events_name (const struct fid_events *e, uint32_t file)
{
    const struct fid_event_file *f = &e->file[file];
    return (struct fid_span){e->text + f->name_at, f->name_n};
}

/* --- merging */

/* The row of a process, file and kind that the next of its kind may join. */
struct open_row {
    uint64_t key; /* 0: free */
    struct fid_event_row row;
};

#define OPEN_ROWS 4096 /* a power of two */

static uint64_t key_of (const struct fid_event_row *r, enum fid_event_merge who)
{
    uint64_t process = who >= FID_MERGE_PROCESSES ? 0 : r->process;
    uint64_t file = who >= FID_MERGE_FILES ? 0 : r->file;
    uint64_t key = (process << 40 ^ file << 8 ^ (uint64_t)r->op << 4 ^ r->flags) *
                   UINT64_C (0x9e3779b97f4a7c15);
    key ^= key >> 32;
    return key ? key : 1;
}

static bool can_join (const struct fid_event_row *a, const struct fid_event_row *b,
                      enum fid_event_merge who, int64_t within_ns)
{
    int64_t gap_ns = b->start_ns - (a->start_ns + a->span_ns);
    return (who >= FID_MERGE_PROCESSES || a->process == b->process) &&
           (who >= FID_MERGE_FILES || a->file == b->file) && a->op == b->op &&
           a->flags == b->flags && gap_ns <= within_ns && b->start_ns >= a->start_ns;
}

/* Adds the open rows that end before t_ns. */
static int close_rows (struct fid_events *to, struct open_row *open, int64_t t_ns,
                       struct fid_error *err)
{
    for (size_t i = 0; i < OPEN_ROWS; i++) {
        if (!open[i].key || open[i].row.start_ns + open[i].row.span_ns >= t_ns)
            continue;
        FID_TRY (fid_events_add_row (to, &open[i].row, err));
        open[i].key = 0;
    }
    return 0;
}

/* Writes all rows again, those that are close as one.  A row goes out when another takes its
 * place, or soon after its end, so rows may change their order by two chunks. */
static int merge_rows (struct fid_events *e, enum fid_event_merge who, int64_t within_ns,
                       struct fid_error *err)
{
    static const struct fid_event_process several = {.pid = -1};
    struct fid_events to = {0};
    uint32_t process;
    FID_TRY (number_process (e, &several, &process, err));
    struct open_row *open = calloc (OPEN_ROWS, sizeof *open);
    int rc = open ? 0 : fid_error_nomem (err);
    for (size_t i = 0; i < e->row_n && !rc; i++) {
        struct fid_event_row r = fid_events_row (e, i);
        uint64_t key = key_of (&r, who);
        struct open_row *o = &open[key & (OPEN_ROWS - 1)];
        if (o->key && can_join (&o->row, &r, who, within_ns)) {
            o->row.process = o->row.process == r.process ? r.process : process;
            int64_t end_ns = r.start_ns + r.span_ns;
            o->row.span_ns = end_ns - o->row.start_ns > o->row.span_ns
                                 ? end_ns - o->row.start_ns
                                 : o->row.span_ns;
            o->row.dur_ns += r.dur_ns;
            o->row.byte_n += r.byte_n;
            o->row.event_n += r.event_n;
        } else {
            rc = o->key ? fid_events_add_row (&to, &o->row, err) : 0;
            *o = (struct open_row){key, r};
        }
        fid_columns_release (&e->rows, i);
        if (i % FID_EVENT_CHUNK == FID_EVENT_CHUNK - 1) {
            rc = rc ? rc : close_rows (&to, open, r.start_ns - within_ns, err);
        }
    }
    if (!rc)
        rc = close_rows (&to, open, INT64_MAX, err);
    free (open);
    fid_columns_clear (&e->rows);
    e->rows = to.rows;
    e->row_n = to.row_n;
    e->event_n = to.event_n;
    return rc;
}

/* What the names leave of the limit: at least a quarter. */
static size_t limit_of_rows (const struct fid_events *e)
{
    size_t names_n = e->file_cap * sizeof *e->file + e->text_cap +
                     e->file_index.cap * sizeof *e->file_index.slot;
    return names_n < e->limit_n - e->limit_n / 4 ? e->limit_n - names_n : e->limit_n / 4;
}

/* Merges until half of the limit holds all, as far as that is possible. */
static int keep_limit (struct fid_events *e, struct fid_error *err)
{
    const size_t half_n = limit_of_rows (e) / 2;
    const int64_t most_ns = INT64_C (1) << 30, days_ns = INT64_C (1) << 50;
    int64_t ns = e->merged_ns ? e->merged_ns : FID_EVENT_MERGE_NS;
    while (e->row_n * FID_EVENT_BYTES > half_n) {
        FID_TRY (merge_rows (e, e->merged, ns, err));
        e->merged_ns = ns;
        if (e->row_n * FID_EVENT_BYTES <= half_n || ns > days_ns)
            break;
        if (ns <= most_ns || e->merged == FID_MERGE_FILES)
            ns *= 8;
        else
            e->merged++;
    }
    return 0;
}

/* Whether that process was found lately, and its number. */
static inline bool known_caller (const struct fid_events *e, const struct fid_event *ev,
                                 size_t n, uint32_t *out)
{
    *out = e->recent_process[recent_place (ev->pid, ev->tid, n)];
    const struct fid_event_process *p = &e->process[*out];
    return *out < e->process_n && p->pid == ev->pid && p->tid == ev->tid && p->comm_n == n &&
           !p->host && (!n || memcmp (p->comm, ev->comm.p, n) == 0);
}

int fid_events_add (struct fid_events *e, const struct fid_event *ev, struct fid_error *err)
{
    const size_t comm_most = sizeof e->process->comm;
    size_t comm_n = ev->comm.n < comm_most ? ev->comm.n : comm_most;
    bool block = ev->op == FID_OP_BLOCK_READ || ev->op == FID_OP_BLOCK_WRITE;
    struct fid_span path = {"", block ? 0 : ev->path.n}, name = block ? ev->device : ev->file;
    enum fid_event_file_kind kind = block ? FID_FILE_DEVICE : FID_FILE_NAMED;
    uint32_t process, file;
    path.p = path.n ? ev->path.p : path.p;
    if (!known_caller (e, ev, comm_n, &process)) {
        struct fid_event_process p = {
            .pid = ev->pid, .tid = ev->tid, .comm_n = (uint8_t)comm_n};
        if (comm_n)
            memcpy (p.comm, ev->comm.p, comm_n);
        FID_TRY (number_process (e, &p, &process, err));
    }
    if (!known_file (e, path, name, kind, &file))
        FID_TRY (number_file (e, path, name, kind, &file, err));
    struct fid_columns *c = &e->rows;
    if (!fid_columns_has_room (c))
        FID_TRY (fid_columns_grow (c, err));
    uint64_t *to = fid_columns_next (c);
    FID_EVENT_ALIKE (FID_EVENT_STORE, ev, to)
    fid_columns_set (to, FID_COLUMN_DUR, (uint64_t)ev->dur_ns);
    fid_columns_set (to, FID_COLUMN_SPAN, 0);
    fid_columns_set (to, FID_COLUMN_OFFSET, ev->offset + 1);
    fid_columns_set (to, FID_COLUMN_BYTES, ev->bytes);
    fid_columns_set (to, FID_COLUMN_EVENTS, 1);
    fid_columns_set (to, FID_COLUMN_FILE, file);
    fid_columns_set (to, FID_COLUMN_PROCESS, process);
    fid_columns_set (to, FID_COLUMN_KIND, ev->op | ev->flags << FID_EVENT_OP_BITS);
    e->row_n = ++c->row_n;
    e->event_n++;
    return e->row_n % FID_EVENT_CHUNK == 0 && e->limit_n &&
                   e->row_n * FID_EVENT_BYTES > limit_of_rows (e)
               ? keep_limit (e, err)
               : 0;
}

/* --- moving rows to another */

int fid_events_number_file (struct fid_events *e, const struct fid_events *from, uint32_t file,
                            enum fid_event_file_kind kind, uint32_t *out, struct fid_error *err)
{
    return number_file (e, fid_events_path (from, file), fid_events_name (from, file), kind,
                        out, err);
}

int fid_events_number_process (struct fid_events *e, const struct fid_events *from,
                               uint32_t process, unsigned host, uint32_t *out,
                               struct fid_error *err)
{
    struct fid_event_process p = from->process[process];
    p.host = host;
    p.pid = FID_PID_ON_HOST (p.pid, host);
    return number_process (e, &p, out, err);
}

/* --- events */

#define PATH_WHOLE 63 /* longer paths may be cut, so that only the names differ */

uint64_t fid_events_file_hash (const struct fid_events *e, uint32_t file)
{
    struct fid_span path = fid_events_path (e, file), name = fid_events_name (e, file);
    uint64_t hash = fid_hash_bytes (name.n ? name.p : "", name.n, 0);
    hash += !hash;
    if (path.n)
        hash = fid_hash_bytes (path.p, path.n, path.n < PATH_WHOLE ? 5 : hash);
    return hash ? hash : 1;
}

bool fid_events_next_of (const struct fid_events *e, enum fid_op op, size_t *i,
                         struct fid_event_row *row)
{
    while (*i < e->row_n) {
        const struct fid_columns_chunk *c = e->rows.chunk[*i / FID_EVENT_CHUNK];
        size_t k = *i % FID_EVENT_CHUNK, n = e->row_n - (*i - k);
        bool alike = !c->column[FID_COLUMN_KIND].mask; /* one look is enough */
        n = n < FID_EVENT_CHUNK ? n : FID_EVENT_CHUNK;
        while (k < n && fid_event_kind_op (fid_columns_in (c, FID_COLUMN_KIND, k)) != op)
            k = alike ? n : k + 1;
        *i += k - *i % FID_EVENT_CHUNK;
        if (k < n) {
            fid_events_get (e, (*i)++, row);
            return true;
        }
    }
    return false;
}

void fid_events_clear (struct fid_events *e)
{
    fid_columns_clear (&e->rows);
    FID_FREE (e->file, e->recent_file, e->process, e->text);
    fid_index_clear (&e->file_index);
    fid_index_clear (&e->process_index);
    *e = (struct fid_events){0};
}

/* --- processes of one number */

struct numbered {
    int64_t pid;
    uint32_t i;
};

FID_ORDER_BY (by_pid_and_place, struct numbered, FID_RISING (pid) FID_RISING (i))

uint32_t *fid_first_processes (const struct fid_events *e, struct fid_error *err)
{
    FID_FREED struct numbered *at = malloc ((e->process_n + 1) * sizeof *at);
    uint32_t *first = malloc ((e->process_n + 1) * sizeof *first);
    if (!at || !first) {
        free (first);
        return fid_null_nomem (err);
    }
    for (size_t i = 0; i < e->process_n; i++)
        at[i] = (struct numbered){e->process[i].pid, (uint32_t)i};
    qsort (at, e->process_n, sizeof *at, by_pid_and_place);
    for (size_t i = 0; i < e->process_n; i++)
        first[at[i].i] = i && at[i].pid == at[i - 1].pid ? first[at[i - 1].i] : at[i].i;
    return first;
}
