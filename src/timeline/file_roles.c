/* file_roles.c - see file_roles.h */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/hash.h"
#include "base/timeparse.h"
#include "timeline/file_roles.h"

#define EXTENSIONS_MAX 32

/* --- the table */

static uint64_t
hash_of (struct fid_span s, uint64_t seed)
{
    uint64_t h = fid_hash_bytes (s.n ? s.p : "", s.n, seed);
    return h ? h : 1;
}

static struct fid_file_slot *
find (const struct fid_file_table *f, uint64_t hash)
{
    for (size_t at = (size_t)hash & (f->slot_cap - 1); f->slot_cap;
         at = (at + 1) & (f->slot_cap - 1))
        if (f->slot[at].hash == hash || !f->slot[at].hash)
            return &f->slot[at];
    return NULL;
}

/* Room for n more slots. */
static int
reserve (struct fid_file_table *f, size_t n, struct fid_error *err)
{
    if ((f->slot_n + n) * 2 <= f->slot_cap)
        return 0;
    struct fid_file_table wider = {.slot_cap = f->slot_cap ? f->slot_cap * 2 : 256};
    wider.slot = calloc (wider.slot_cap, sizeof *wider.slot);
    if (!wider.slot)
        return fid_error_nomem (err);
    for (size_t i = 0; i < f->slot_cap; i++)
        if (f->slot[i].hash)
            *find (&wider, f->slot[i].hash) = f->slot[i];
    free (f->slot);
    f->slot = wider.slot;
    f->slot_cap = wider.slot_cap;
    return 0;
}

static void
copy_text (char *to, size_t size, struct fid_span s)
{
    snprintf (to, size, "%.*s", (int)(s.n < size ? s.n : size - 1), s.n ? s.p : "");
}

/* The class of that key, added if there is none; FID_NO_FILE without memory. */
static uint32_t
class_of_key (struct fid_file_table *f, const char *key, const struct fid_role *role,
              struct fid_span example, struct fid_error *err)
{
    for (size_t i = 0; i < f->class_n; i++)
        if (strcmp (f->class[i].key, key) == 0)
            return (uint32_t)i;
    if (fid_array_grow (&f->class, &f->class_cap, f->class_n + 1, sizeof *f->class, err))
        return FID_NO_FILE;
    struct fid_file_class *c = &f->class[f->class_n];
    *c = (struct fid_file_class){.decided = role != NULL, .read.pid = -1, .open.pid = -1};
    snprintf (c->key, sizeof c->key, "%s", key);
    copy_text (c->example, sizeof c->example, example);
    if (role)
        c->role = *role;
    else
        f->open_n++;
    return (uint32_t)f->class_n++;
}

static uint32_t
class_of_role (struct fid_file_table *f, const struct fid_role *role, struct fid_span example,
               struct fid_error *err)
{
    char key[64];
    snprintf (key, sizeof key, "=%s/%s", fid_roles[role->role].name,
              fid_role_rules[role->rule].name);
    return class_of_key (f, key, role, example, err);
}

static bool
is_digit (char c)
{
    return (unsigned)(c - '0') <= 9;
}

/* A run of hexadecimal digits from p that holds a decimal one; its length. */
static size_t
number_at (const char *p, size_t n)
{
    size_t i = 0;
    bool digit = false;
    while (i < n && (is_digit (p[i]) || (p[i] >= 'a' && p[i] <= 'f'))) {
        digit |= is_digit (p[i]);
        i++;
    }
    if (digit && i >= 8)
        return i;
    for (i = 0; i < n && is_digit (p[i]);)
        i++;
    return i;
}

/* "case_00006_x.npy" -> "case_#_x.npy" */
static void
collapse (struct fid_span name, char key[64])
{
    size_t n = 0;
    for (size_t i = 0; i < name.n && n < 63;) {
        size_t digits = number_at (name.p + i, name.n - i);
        key[n++] = digits ? '#' : name.p[i];
        i += digits ? digits : 1;
    }
    key[n] = '\0';
}

static struct fid_span
extension (struct fid_span name)
{
    for (size_t i = name.n; i-- > 1;)
        if (name.p[i] == '.')
            return (struct fid_span){name.p + i, name.n - i};
    return (struct fid_span){"", 0};
}

/* The class of a file that no rule knows by its name. */
static uint32_t
class_of_name (struct fid_file_table *f, const struct fid_event *ev, struct fid_error *err)
{
    char key[64];
    collapse (ev->file, key);
    if (!ev->file.n && ev->op == FID_OP_WRITE)
        snprintf (key, sizeof key, "/write"); /* no name holds a slash */
    for (size_t i = 0; i < f->class_n; i++)
        if (strcmp (f->class[i].key, key) == 0)
            return (uint32_t)i;
    if (f->open_n >= FID_CLASSES_MAX) {
        struct fid_span ext = extension (ev->file);
        bool more = f->open_n < FID_CLASSES_MAX + EXTENSIONS_MAX;
        snprintf (key, sizeof key, "/*%.*s", (int)(more && ext.n < 32 ? ext.n : 0), ext.p);
    }
    return class_of_key (f, key, NULL, ev->file, err);
}

static uint32_t
class_of_file (struct fid_file_table *f, const struct fid_role_rules *rules,
               const struct fid_event *ev, struct fid_span path, bool names_files,
               struct fid_error *err)
{
    struct fid_role role = {FID_ROLE_DEVICE, FID_ROLE_BY_KIND};
    bool pipe = !ev->file.n && names_files && ev->op != FID_OP_OPEN;
    if (pipe || fid_role_decide (rules, ev->file, path, &role))
        return class_of_role (f, &role, ev->file, err);
    return class_of_name (f, ev, err);
}

/* A class of other files in these. */
static uint32_t
adopt_class (struct fid_file_table *f, const struct fid_file_class *c, struct fid_error *err)
{
    return class_of_key (f, c->key, c->decided ? &c->role : NULL, fid_span_of (c->example),
                         err);
}

static uint64_t
name_hash (const struct fid_event *ev, bool names_files)
{
    /* without a name: failed opens; pipes, in traces that name files; in others anything */
    uint64_t seed = ev->file.n               ? 0
                    : ev->op == FID_OP_OPEN  ? 1
                    : names_files            ? 2
                    : ev->op == FID_OP_WRITE ? 3
                                             : 4;
    return hash_of (ev->file, seed);
}

#define PATH_WHOLE 63 /* longer paths may be cut, so that only the names differ */

/* Of the file's path, or of its name where that is all. */
static uint64_t
file_hash (const struct fid_event *ev, bool names_files)
{
    if (!ev->path.n)
        return name_hash (ev, names_files);
    return hash_of (ev->path, ev->path.n < PATH_WHOLE ? 5 : name_hash (ev, names_files));
}

/* Fills the free slot of a name. */
static int
add_name (struct fid_file_table *f, const struct fid_file_table *known,
          const struct fid_role_rules *rules, const struct fid_event *ev, uint64_t hash,
          bool names_files, struct fid_error *err)
{
    const struct fid_file_slot *there = known ? find (known, hash) : NULL;
    bool adopt = there && there->hash;
    uint32_t c = adopt ? adopt_class (f, &known->class[there->class], err)
                       : class_of_file (f, rules, ev, ev->path, names_files, err);
    if (c == FID_NO_FILE)
        return -1;
    *find (f, hash) = (struct fid_file_slot){.hash = hash,
                                             .class = c,
                                             .file = FID_NO_FILE,
                                             .name = true,
                                             .mixed = adopt && there->mixed};
    f->slot_n++;
    return 0;
}

/* Another file of a name that has been seen: what holds for both? */
static int
join_name (struct fid_file_table *f, const struct fid_role_rules *rules,
           const struct fid_event *ev, struct fid_file_slot *name, uint32_t class,
           struct fid_error *err)
{
    if (name->mixed || name->class == class)
        return 0;
    uint32_t c = class_of_file (f, rules, ev, (struct fid_span){"", 0}, true, err);
    if (c == FID_NO_FILE)
        return -1;
    name->class = c;
    name->mixed = true;
    return 0;
}

struct fid_file_slot *
fid_file_table_get (struct fid_file_table *f, const struct fid_file_table *known,
                    const struct fid_role_rules *rules, const struct fid_event *ev,
                    bool names_files, struct fid_error *err)
{
    if (reserve (f, 2, err))
        return NULL;
    uint64_t file = file_hash (ev, names_files);
    struct fid_file_slot *s = find (f, file);
    if (s->hash)
        return s;
    if (!ev->path.n)
        return add_name (f, known, rules, ev, file, names_files, err) ? NULL : find (f, file);
    uint64_t hash = name_hash (ev, names_files);
    struct fid_file_slot *name = find (f, hash);
    uint32_t c = class_of_file (f, rules, ev, ev->path, names_files, err);
    if (c == FID_NO_FILE)
        return NULL;
    if (name->hash ? join_name (f, rules, ev, name, c, err)
                   : add_name (f, known, rules, ev, hash, names_files, err))
        return NULL;
    s = find (f, file);
    *s = (struct fid_file_slot){.hash = file, .class = c, .file = FID_NO_FILE};
    f->slot_n++;
    return s;
}

const struct fid_file_slot *
fid_file_table_find (const struct fid_file_table *f, const struct fid_event *ev,
                     bool names_files)
{
    const struct fid_file_slot *s = find (f, file_hash (ev, names_files));
    return s && s->hash ? s : NULL;
}

/* --- classes */

bool
fid_class_counts_only (const struct fid_file_class *c)
{
    return c->decided && (c->role.role == FID_ROLE_LOG || c->role.role == FID_ROLE_CODE ||
                          c->role.role == FID_ROLE_DEVICE);
}

struct fid_stream *
fid_class_stream (struct fid_file_class *c, enum fid_file_op op, struct fid_error *err)
{
    if (!c->stream[op]) {
        if (!(c->stream[op] = calloc (1, sizeof *c->stream[op]))) {
            fid_error_nomem (err);
            return NULL;
        }
        c->stream[op]->first_ns = INT64_MAX;
        c->stream[op]->last_ns = INT64_MIN;
    }
    return c->stream[op];
}

/* The reads of the epoch that ends go to the class. */
static int
end_epoch (struct fid_file_table *f, struct fid_file *file, struct fid_error *err)
{
    struct fid_stream *s = f->class[file->class].stream[FID_FILE_READ];
    double n = file->epoch_read_n;
    file->epoch_read_n = 0;
    return s ? fid_sketch_add (&s->part[file->epoch_part].access.file_reads, n, err) : 0;
}

int
fid_file_table_read (struct fid_file_table *f, struct fid_file_slot *slot,
                     const struct fid_event *ev, enum fid_part part, bool phases_known,
                     int epoch, struct fid_error *err)
{
    if (slot->file == FID_NO_FILE) {
        if (fid_array_grow (&f->file, &f->file_cap, f->file_n + 1, sizeof *f->file, err))
            return -1;
        f->file[f->file_n] = (struct fid_file){.class = slot->class, .epoch = -1};
        slot->file = (uint32_t)f->file_n++;
    }
    if (phases_known && part != FID_PART_TRAINING && part != FID_PART_EVAL)
        return 0;
    struct fid_file *file = &f->file[slot->file];
    int k = part == FID_PART_EVAL;
    file->read_n[k]++;
    file->byte_n[k] += ev->bytes;
    if (file->epoch_read_n && (file->epoch != epoch || file->epoch_part != part) &&
        end_epoch (f, file, err))
        return -1;
    file->epoch = epoch;
    file->epoch_part = part;
    file->epoch_read_n++;
    return 0;
}

static void
add_use (struct fid_file_use *u, const struct fid_file_use *from)
{
    u->epochs |= from->epochs;
    u->spans |= from->spans;
    u->amount += from->amount;
    u->many_pids |= from->many_pids || (u->pid >= 0 && from->pid >= 0 && u->pid != from->pid);
    u->pid = u->pid < 0 ? from->pid : u->pid;
}

static int
add_class (struct fid_file_class *c, struct fid_file_class *from, struct fid_error *err)
{
    for (int op = 0; op < FID_FILE_OP_N; op++) {
        c->op_n[op] += from->op_n[op];
        c->byte_n[op] += from->byte_n[op];
        if (from->stream[op] && (!fid_class_stream (c, (enum fid_file_op)op, err) ||
                                 fid_stream_merge (c->stream[op], from->stream[op], err)))
            return -1;
    }
    add_use (&c->read, &from->read);
    add_use (&c->open, &from->open);
    c->saves |= from->saves;
    return fid_grid_merge (&c->closed, &from->closed, err);
}

static int
add_file (struct fid_file_table *f, struct fid_file_slot *s, const struct fid_file *from,
          struct fid_error *err)
{
    if (s->file == FID_NO_FILE) {
        if (fid_array_grow (&f->file, &f->file_cap, f->file_n + 1, sizeof *f->file, err))
            return -1;
        f->file[f->file_n] = (struct fid_file){.class = s->class, .epoch = -1};
        s->file = (uint32_t)f->file_n++;
    }
    for (int k = 0; k < 2; k++) {
        f->file[s->file].read_n[k] += from->read_n[k];
        f->file[s->file].byte_n[k] += from->byte_n[k];
    }
    return 0;
}

int
fid_file_table_merge (struct fid_file_table *f, struct fid_file_table *from,
                      struct fid_error *err)
{
    int rc = -1;
    uint32_t *class = malloc ((from->class_n + 1) * sizeof *class);
    if (!class)
        return fid_error_nomem (err);
    for (size_t i = 0; i < from->file_n; i++)
        if (from->file[i].epoch_read_n && end_epoch (from, &from->file[i], err))
            goto done;
    for (size_t i = 0; i < from->class_n; i++) {
        class[i] = adopt_class (f, &from->class[i], err);
        if (class[i] == FID_NO_FILE || add_class (&f->class[class[i]], &from -> class[i], err))
            goto done;
    }
    for (size_t i = 0; i < from->slot_cap; i++) {
        const struct fid_file_slot *there = &from->slot[i];
        if (!there->hash)
            continue;
        if (reserve (f, 1, err))
            goto done;
        struct fid_file_slot *s = find (f, there->hash);
        if (!s->hash) {
            *s = *there;
            s->class = class[there->class];
            s->file = FID_NO_FILE;
            f->slot_n++;
        }
        if (there->file != FID_NO_FILE && add_file (f, s, &from->file[there->file], err))
            goto done;
    }
    if (from->first_pid >= 0 && (f->first_pid < 0 || from->first_ns < f->first_ns)) {
        f->first_ns = from->first_ns;
        f->first_pid = from->first_pid;
    }
    rc = 0;
done:
    free (class);
    return rc;
}

/* --- rule 4: how the files of a class are used */

static bool
has_several (uint64_t bits)
{
    return (bits & (bits - 1)) != 0;
}

/* Read in several epochs or phases, by loader processes, or a tenth of all that is read; and
 * not next to nothing (files of /sys without a path).  Opened so, where reads are not traced.
 */
static bool
is_data (const struct fid_file_table *f, const struct fid_file_class *c, bool reads,
         uint64_t all)
{
    const struct fid_file_use *u = reads ? &c->read : &c->open;
    bool loader = u->many_pids || (u->pid >= 0 && u->pid != f->first_pid);
    return u->amount > all / 1000 && c->byte_n[FID_FILE_READ] >= c->byte_n[FID_FILE_WRITE] &&
           (has_several (u->epochs) || has_several (u->spans) || loader ||
            u->amount >= all / 10);
}

/* Written at checkpoints, or named like one. */
static bool
is_checkpoint (const struct fid_file_class *c, enum fid_role_rule *rule)
{
    static const char *const ends[] = {".pt", ".pth", ".ckpt", ".safetensors", ".distcp"};
    struct fid_span key = fid_span_of (c->key);
    *rule = FID_ROLE_BY_BEHAVIOUR;
    if (c->saves)
        return true;
    *rule = FID_ROLE_BY_KIND;
    if (!c->op_n[FID_FILE_READ] && !c->op_n[FID_FILE_WRITE])
        return false; /* a folder, say */
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (fid_span_ends (key, ends[i]))
            return true;
    return fid_span_find (key, "ckpt") >= 0 || fid_span_find (key, "checkpoint") >= 0;
}

static void
decide (struct fid_file_table *f)
{
    uint64_t read_n = 0, opened = 0, read = 0; /* while training */
    for (size_t i = 0; i < f->class_n; i++) {
        read_n += f->class[i].op_n[FID_FILE_READ];
        opened += f->class[i].open.amount;
        read += f->class[i].read.amount;
    }
    for (size_t i = 0; i < f->class_n; i++) {
        struct fid_file_class *c = &f->class[i];
        if (c->decided)
            continue;
        c->role = (struct fid_role){FID_ROLE_OTHER, FID_ROLE_BY_NONE};
        if (is_data (f, c, read_n > 0, read_n ? read : opened))
            c->role = (struct fid_role){FID_ROLE_DATA, FID_ROLE_BY_BEHAVIOUR};
        else if (is_checkpoint (c, &c->role.rule))
            c->role.role = FID_ROLE_CHECKPOINT;
        else
            c->role.rule = FID_ROLE_BY_NONE;
    }
    /* siblings: read, and of the extension of a class that is data by its use */
    for (size_t i = 0; i < f->class_n; i++) {
        struct fid_file_class *c = &f->class[i];
        struct fid_span ext = extension (fid_span_of (c->key));
        if (c->decided || c->role.role != FID_ROLE_OTHER || !ext.n || !c->op_n[FID_FILE_READ])
            continue;
        for (size_t k = 0; k < f->class_n && c->role.role == FID_ROLE_OTHER; k++)
            if (!f->class[k].decided && f->class[k].role.role == FID_ROLE_DATA &&
                fid_span_ends (fid_span_of (f->class[k].key), ext.p))
                c->role = (struct fid_role){FID_ROLE_DATA, FID_ROLE_BY_BEHAVIOUR};
    }
}

enum fid_stream_id
fid_role_stream (enum fid_role_id role, enum fid_file_op op)
{
    static const enum fid_stream_id stream[FID_ROLE_N][FID_FILE_OP_N] = {
        [FID_ROLE_DATA] = {FID_STREAM_DATA_READ, FID_STREAM_OTHER_IO, FID_STREAM_DATA_OPEN},
        [FID_ROLE_CHECKPOINT] = {FID_STREAM_CHECKPOINT_READ, FID_STREAM_CHECKPOINT_WRITE,
                                 FID_STREAM_N},
        [FID_ROLE_LOG] = {FID_STREAM_N, FID_STREAM_N, FID_STREAM_N},
        [FID_ROLE_CODE] = {FID_STREAM_N, FID_STREAM_N, FID_STREAM_N},
        [FID_ROLE_DEVICE] = {FID_STREAM_N, FID_STREAM_N, FID_STREAM_N},
        [FID_ROLE_OTHER] = {FID_STREAM_OTHER_IO, FID_STREAM_OTHER_IO, FID_STREAM_OTHER_IO},
    };
    return stream[role][op];
}

/* --- what it adds to the run */

static int
add_to_run (struct fid_file_class *c, struct fid_run *run, struct fid_error *err)
{
    struct fid_role_use *u = &run->role[c->role.role][c->role.rule];
    uint64_t most = u->op_n;
    for (int op = 0; op < FID_FILE_OP_N; op++)
        u->op_n += c->op_n[op];
    if (u->op_n - most > u->example_op_n) {
        u->example_op_n = u->op_n - most;
        snprintf (u->example, sizeof u->example, "%s", c->example);
    }
    u->file_n += c->file_n;
    u->read_byte_n += c->byte_n[FID_FILE_READ];
    u->write_byte_n += c->byte_n[FID_FILE_WRITE];
    for (int op = 0; op < FID_FILE_OP_N; op++) {
        enum fid_stream_id id = fid_role_stream (c->role.role, (enum fid_file_op)op);
        if (id == FID_STREAM_N || !c->stream[op])
            continue;
        run->stream[id].file_n += c->file_n;
        if (fid_stream_merge (&run->stream[id], c->stream[op], err))
            return -1;
    }
    return 0;
}

/* Bytes of each data file. */
static int
add_files (const struct fid_file_table *f, struct fid_run *run, struct fid_error *err)
{
    struct fid_tally *part = run->stream[FID_STREAM_DATA_READ].part;
    struct fid_sketch *to[2] = {
        &part[run->phases.known ? FID_PART_TRAINING : FID_PART_BETWEEN].access.file_bytes,
        &part[FID_PART_EVAL].access.file_bytes};
    for (size_t i = 0; i < f->file_n; i++)
        for (int k = 0; k < 2; k++)
            if (f->class[f->file[i].class].role.role == FID_ROLE_DATA &&
                fid_sketch_add (to[k], (double)f->file[i].byte_n[k], err))
                return -1;
    return 0;
}

static uint64_t
grid_sum (const struct fid_grid *g)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < g->n; i++)
        sum += g->op_n[i];
    return sum;
}

/* How many data files are open in each second: the most at a time.  Nothing if closes are
 * not traced, or not nearly all. */
static int
add_open_files (const struct fid_grid *closed, struct fid_run *run, struct fid_error *err)
{
    struct fid_stream *s = &run->stream[FID_STREAM_DATA_OPEN];
    const struct fid_grid *opened = &s->grid;
    uint64_t open_n = grid_sum (opened);
    if (!open_n || opened->bin_ns != closed->bin_ns || grid_sum (closed) * 10 < open_n * 9 ||
        grid_sum (closed) * 10 > open_n * 11)
        return 0;
    int64_t level = 0, most = 0, origin_ns = run->phases.known ? run->phases.origin_ns : 0;
    int64_t end = closed->first + (int64_t)closed->n;
    for (int64_t k = opened->first; k < end; k++) {
        uint64_t at = (uint64_t)(k - opened->first), to = (uint64_t)(k - closed->first);
        level += at < opened->n ? opened->op_n[at] : 0;
        most = level > most ? level : most;
        level -= to < closed->n ? closed->op_n[to] : 0;
        int64_t next_ns = ((k + 1) * opened->bin_ns % FID_S + FID_S) % FID_S;
        if (next_ns >= opened->bin_ns && k + 1 < end)
            continue; /* the next bin is in the same second */
        enum fid_part part = fid_phases_part (&run->phases, origin_ns + k * opened->bin_ns);
        if (fid_sketch_add (&s->part[part].access.open_files, (double)most, err))
            return -1;
        most = level;
    }
    return 0;
}

int
fid_file_table_settle (struct fid_file_table *f, struct fid_run *run,
                       struct fid_grid *all_closed, struct fid_error *err)
{
    struct fid_grid closed = {0};
    int rc = -1;
    decide (f);
    for (size_t i = 0; i < f->slot_cap; i++)
        if (f->slot[i].hash && f->slot[i].name)
            f->class[f->slot[i].class].file_n++;
    for (size_t i = 0; i < f->class_n; i++) {
        if (add_to_run (&f->class[i], run, err) ||
            (f->class[i].role.role == FID_ROLE_DATA &&
             fid_grid_merge (&closed, &f->class[i].closed, err)))
            goto done;
    }
    if (add_files (f, run, err) || add_open_files (&closed, run, err) ||
        fid_grid_merge (all_closed, &closed, err))
        goto done;
    rc = 0;
    for (size_t i = 0; i < f->class_n && !rc; i++)
        if (f->class[i].role.role != FID_ROLE_DATA)
            rc = fid_grid_merge (all_closed, &f->class[i].closed, err);
done:
    fid_grid_clear (&closed);
    return rc;
}

void
fid_file_table_clear (struct fid_file_table *f)
{
    for (size_t i = 0; i < f->class_n; i++) {
        for (int op = 0; op < FID_FILE_OP_N; op++) {
            if (f->class[i].stream[op])
                fid_stream_clear (f->class[i].stream[op]);
            free (f->class[i].stream[op]);
        }
        fid_grid_clear (&f->class[i].closed);
    }
    free (f->slot);
    free (f->file);
    free (f->class);
    *f = (struct fid_file_table){.first_pid = -1};
}
