/* file_table.c - see file_table.h */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/hash.h"
#include "run/file_table.h"

#define EXTENSIONS_MAX 32
#define NO_CLASS       UINT32_MAX

/* --- classes */

uint32_t
fid_file_table_class (const struct fid_file_table *f, const char *key)
{
    for (size_t i = 0; i < f->class_n; i++)
        if (strcmp (f->class[i].key, key) == 0)
            return (uint32_t)i;
    return NO_CLASS;
}

/* The class of that key, added if there is none; NO_CLASS without memory. */
static uint32_t
get_class (struct fid_file_table *f, const char *key, const struct fid_role *role,
           struct fid_span example, struct fid_error *err)
{
    uint32_t there = fid_file_table_class (f, key);
    if (there != NO_CLASS)
        return there;
    if (fid_array_grow (&f->class, &f->class_cap, f->class_n + 1, sizeof *f->class, err))
        return NO_CLASS;
    struct fid_file_class *c = &f->class[f->class_n];
    *c = (struct fid_file_class){.decided = role != NULL};
    for (int op = 0; op < FID_FILE_OP_N; op++)
        c->use[op].pid = FID_PID_NONE;
    snprintf (c->key, sizeof c->key, "%s", key);
    snprintf (c->example, sizeof c->example, "%.*s",
              (int)(example.n < sizeof c->example ? example.n : sizeof c->example - 1),
              example.n ? example.p : "");
    if (role)
        c->role = *role;
    else
        f->undecided_n++;
    return (uint32_t)f->class_n++;
}

/* The same class as one of another table. */
static uint32_t
adopt_class (struct fid_file_table *f, const struct fid_file_class *c, struct fid_error *err)
{
    return get_class (f, c->key, c->decided ? &c->role : NULL, fid_span_of (c->example), err);
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

struct fid_span
fid_extension (struct fid_span name)
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
    if (f->undecided_n >= FID_CLASSES_MAX && fid_file_table_class (f, key) == NO_CLASS) {
        struct fid_span ext = fid_extension (ev->file);
        bool more = f->undecided_n < FID_CLASSES_MAX + EXTENSIONS_MAX;
        snprintf (key, sizeof key, "/*%.*s", (int)(more && ext.n < 32 ? ext.n : 0), ext.p);
    }
    return get_class (f, key, NULL, ev->file, err);
}

static uint32_t
class_of_file (struct fid_file_table *f, const struct fid_event *ev, struct fid_span path,
               struct fid_error *err)
{
    char key[64];
    struct fid_role role = {FID_ROLE_DEVICE, FID_ROLE_BY_KIND};
    bool pipe = !ev->file.n && f->names_files && ev->op != FID_OP_OPEN;
    if (!pipe && !fid_role_decide (f->rules, ev->file, path, &role))
        return class_of_name (f, ev, err);
    uint32_t *known = &f->decided[role.role][role.rule]; /* one more than its number */
    if (*known)
        return *known - 1;
    snprintf (key, sizeof key, "=%s/%s", fid_roles[role.role].name,
              fid_role_rules[role.rule].name);
    uint32_t c = get_class (f, key, &role, ev->file, err);
    *known = c == NO_CLASS ? 0 : c + 1;
    return c;
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

bool
fid_class_counts_only (const struct fid_file_class *c)
{
    return c->decided && fid_role_stream (c->role.role, FID_FILE_READ) == FID_STREAM_N;
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

/* --- names */

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
    while ((f->slot_n + n) * 2 > wider.slot_cap)
        wider.slot_cap *= 2;
    wider.slot = calloc (wider.slot_cap, sizeof *wider.slot);
    if (!wider.slot)
        return fid_error_nomem (err);
    for (size_t i = 0; i < f->slot_cap; i++)
        if (f->slot[i].hash)
            *find (&wider, f->slot[i].hash) = f->slot[i];
    free (f->slot);
    f->slot = wider.slot;
    f->slot_cap = wider.slot_cap;
    f->last_n = 0;
    return 0;
}

/* Puts a new slot into room that was reserved. */
static struct fid_file_slot *
add_slot (struct fid_file_table *f, struct fid_file_slot slot)
{
    struct fid_file_slot *s = find (f, slot.hash);
    *s = slot;
    f->slot_n++;
    return s;
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

/* Adds the slot of a name that is new; c: the class of its file, NO_CLASS: not known yet. */
static int
add_name (struct fid_file_table *f, const struct fid_event *ev, uint64_t hash, uint32_t c,
          struct fid_error *err)
{
    const struct fid_file_slot *there = f->known ? find (f->known, hash) : NULL;
    bool adopt = there && there->hash;
    if (adopt)
        c = adopt_class (f, &f->known->class[there->class], err);
    else if (c == NO_CLASS)
        c = class_of_file (f, ev, ev->path, err);
    if (c == NO_CLASS)
        return -1;
    add_slot (f, (struct fid_file_slot){.hash = hash,
                                        .class = c,
                                        .file = FID_NO_FILE,
                                        .name = true,
                                        .mixed = adopt && there->mixed});
    return 0;
}

/* Another file of a name that has been seen: what holds for both? */
static int
join_name (struct fid_file_table *f, const struct fid_event *ev, struct fid_file_slot *name,
           uint32_t class, struct fid_error *err)
{
    if (name->mixed || name->class == class)
        return 0;
    uint32_t c = class_of_file (f, ev, (struct fid_span){"", 0}, err);
    if (c == NO_CLASS)
        return -1;
    name->class = c;
    name->mixed = true;
    return 0;
}

/* Of the folder in a path; 0: there is none. */
static uint32_t
folder_hash (struct fid_span path)
{
    while (path.n && path.p[path.n - 1] != '/')
        path.n--;
    return path.n ? (uint32_t)hash_of (path, 0) | 1 : 0;
}

struct fid_file_slot *
fid_file_table_get (struct fid_file_table *f, const struct fid_event *ev, struct fid_error *err)
{
    bool named = !ev->path.n && ev->file.n && ev->file.n <= sizeof f->last_name;
    if (named && ev->file.n == f->last_n && memcmp (f->last_name, ev->file.p, f->last_n) == 0)
        return &f->slot[f->last];
    uint64_t file = file_hash (ev, f->names_files);
    struct fid_file_slot *s = find (f, file);
    if (s && s->hash) {
        if (named) {
            f->last = (size_t)(s - f->slot);
            f->last_n = ev->file.n;
            memcpy (f->last_name, ev->file.p, ev->file.n);
        }
        return s;
    }
    if (reserve (f, 2, err))
        return NULL;
    if (!ev->path.n)
        return add_name (f, ev, file, NO_CLASS, err) ? NULL : find (f, file);
    uint64_t hash = name_hash (ev, f->names_files);
    struct fid_file_slot *name = find (f, hash);
    uint32_t c = class_of_file (f, ev, ev->path, err);
    if (c == NO_CLASS ||
        (name->hash ? join_name (f, ev, name, c, err) : add_name (f, ev, hash, c, err)))
        return NULL;
    return add_slot (f, (struct fid_file_slot){.hash = file,
                                               .class = c,
                                               .file = FID_NO_FILE,
                                               .folder = folder_hash (ev->path)});
}

const struct fid_file_slot *
fid_file_table_find (const struct fid_file_table *f, const struct fid_event *ev,
                     bool names_files)
{
    return fid_file_table_slot (f, file_hash (ev, names_files));
}

const struct fid_file_slot *
fid_file_table_slot (const struct fid_file_table *f, uint64_t hash)
{
    const struct fid_file_slot *s = find (f, hash);
    return s && s->hash ? s : NULL;
}

/* --- reads of each file */

/* The reads of the epoch that ends go to the class. */
static int
end_epoch (struct fid_file_table *f, struct fid_file *file, struct fid_error *err)
{
    struct fid_stream *s = f->class[file->class].stream[FID_FILE_READ];
    double n = file->epoch_read_n;
    file->epoch_read_n = 0;
    return s ? fid_sketch_add (&s->part[file->epoch_part].access.file_reads, n, err) : 0;
}

struct fid_file *
fid_file_of (struct fid_file_table *f, struct fid_file_slot *slot, struct fid_error *err)
{
    if (slot->file == FID_NO_FILE) {
        if (fid_array_grow (&f->file, &f->file_cap, f->file_n + 1, sizeof *f->file, err))
            return NULL;
        f->file[f->file_n] = (struct fid_file){.class = slot->class, .epoch = -1, .first_ns = INT64_MAX};
        slot->file = (uint32_t)f->file_n++;
    }
    return &f->file[slot->file];
}

int
fid_file_read (struct fid_file_table *f, struct fid_file *file, uint64_t bytes,
               enum fid_part part, int epoch, struct fid_error *err)
{
    file->byte_n[part == FID_PART_EVAL] += bytes;
    if (file->epoch_read_n && (file->epoch != epoch || file->epoch_part != part) &&
        end_epoch (f, file, err))
        return -1;
    file->epoch = epoch;
    file->epoch_part = part;
    file->epoch_read_n++;
    return 0;
}

/* --- all of it */

void
fid_file_table_init (struct fid_file_table *f, const struct fid_file_table *known,
                     const struct fid_role_rules *rules)
{
    *f = (struct fid_file_table){.known = known, .rules = rules, .first_pid = FID_PID_NONE};
}

void
fid_file_use_pid (struct fid_file_use *u, int64_t pid)
{
    if (pid != FID_PID_NONE)
        u->pid = u->pid == FID_PID_NONE || u->pid == pid ? pid : FID_PIDS_MANY;
}

void
fid_file_table_first (struct fid_file_table *f, int64_t pid, int64_t start_ns)
{
    if (pid < 0 || (f->first_pid >= 0 && start_ns >= f->first_ns))
        return;
    f->first_ns = start_ns;
    f->first_pid = pid;
}

static int
add_class (struct fid_file_class *c, struct fid_file_class *from, struct fid_error *err)
{
    for (int op = 0; op < FID_FILE_OP_N; op++) {
        c->op_n[op] += from->op_n[op];
        c->byte_n[op] += from->byte_n[op];
        c->use[op].spans |= from->use[op].spans;
        c->use[op].amount += from->use[op].amount;
        fid_file_use_pid (&c->use[op], from->use[op].pid);
        if (from->stream[op] && (!fid_class_stream (c, (enum fid_file_op)op, err) ||
                                 fid_stream_merge (c->stream[op], from->stream[op], err)))
            return -1;
    }
    c->saves |= from->saves;
    return fid_grid_merge (&c->closed, &from->closed, err) ||
                   fid_grid_merge (&c->moved, &from->moved, err)
               ? -1
               : 0;
}

/* Adds a slot and what its file counted; class: its number here. */
static int
merge_slot (struct fid_file_table *f, const struct fid_file_table *from,
            const struct fid_file_slot *there, uint32_t class, struct fid_error *err)
{
    if (reserve (f, 1, err))
        return -1;
    struct fid_file_slot *s = find (f, there->hash);
    if (!s->hash) {
        struct fid_file_slot fresh = *there;
        fresh.class = class;
        fresh.file = FID_NO_FILE;
        add_slot (f, fresh);
    }
    if (there->file == FID_NO_FILE)
        return 0;
    struct fid_file *file = fid_file_of (f, s, err);
    for (int k = 0; file && k < 2; k++)
        file->byte_n[k] += from->file[there->file].byte_n[k];
    if (file)
        fid_file_extend (file, from->file[there->file].first_ns, from->file[there->file].end);
    return file ? 0 : -1;
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
        if (class[i] == NO_CLASS || add_class (&f->class[class[i]], &from -> class[i], err))
            goto done;
    }
    if (!f->slot_n && reserve (f, from->slot_n, err))
        goto done;
    for (size_t i = 0; i < from->slot_cap; i++) {
        const struct fid_file_slot *s = &from->slot[i];
        if (s->hash && merge_slot (f, from, s, class[s->class], err))
            goto done;
    }
    fid_file_table_first (f, from->first_pid, from->first_ns);
    rc = 0;
done:
    free (class);
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
        fid_grid_clear (&f->class[i].moved);
    }
    free (f->slot);
    free (f->file);
    free (f->class);
    fid_file_table_init (f, NULL, NULL);
}
