/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_classes.c - see file_classes.h */
#include "run/file_classes.h"

#define EXTENSIONS_MAX 32

/* --- classes */

static uint32_t find_class (const struct fid_file_classes *c, const char *key)
{
    for (size_t i = 0; i < c->class_n; i++)
        if (strcmp (c->class[i].key, key) == 0)
            return (uint32_t)i;
    return FID_NO_CLASS;
}

/* Finds or adds the class of that key.  Returns FID_NO_CLASS without memory. */
static uint32_t get_class (struct fid_file_classes *f, const char *key,
                           const struct fid_role *role, struct fid_span example,
                           struct fid_error *err)
{
    uint32_t there = find_class (f, key);
    if (there != FID_NO_CLASS)
        return there;
    if (fid_array_grow (&f->class, &f->class_cap, f->class_n + 1, sizeof *f->class, err))
        return FID_NO_CLASS;
    struct fid_file_class *c = &f->class[f->class_n];
    *c = (struct fid_file_class){.decided = role != NULL};
    fid_file_uses_init (&c->use);
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

/* A run of hexadecimal digits from p that holds a decimal one; its length. */
static size_t number_at (const char *p, size_t n)
{
    size_t i = 0;
    bool digit = false;
    while (i < n && (fid_is_digit (p[i]) || (p[i] >= 'a' && p[i] <= 'f'))) {
        digit |= fid_is_digit (p[i]);
        i++;
    }
    if (digit && i >= 8)
        return i;
    for (i = 0; i < n && fid_is_digit (p[i]);)
        i++;
    return i;
}

/* "case_00006_x.npy" -> "case_#_x.npy" */
static void collapse_digits (struct fid_span name, char key[64])
{
    size_t n = 0;
    for (size_t i = 0; i < name.n && n < 63;) {
        size_t digits = number_at (name.p + i, name.n - i);
        key[n++] = digits ? '#' : name.p[i];
        i += digits ? digits : 1;
    }
    key[n] = '\0';
}

struct fid_span fid_extension (struct fid_span name)
{
    for (size_t i = name.n; i-- > 1;)
        if (name.p[i] == '.')
            return (struct fid_span){name.p + i, name.n - i};
    return (struct fid_span){"", 0};
}

static uint32_t class_of_file (struct fid_file_classes *f, const struct fid_role_rules *rules,
                               struct fid_span name, struct fid_span path,
                               enum fid_event_file_kind kind, struct fid_error *err)
{
    char key[64];
    struct fid_role role = {FID_ROLE_DEVICE, FID_ROLE_BY_KIND};
    if (kind != FID_FILE_PIPE && !fid_role_decide (rules, name, path, &role)) {
        collapse_digits (name, key);
        if (kind == FID_FILE_UNNAMED_WRITE)
            snprintf (key, sizeof key, "/write"); /* no name holds a slash */
        if (f->undecided_n >= FID_CLASSES_MAX && find_class (f, key) == FID_NO_CLASS) {
            struct fid_span ext = fid_extension (name);
            bool more = f->undecided_n < FID_CLASSES_MAX + EXTENSIONS_MAX;
            snprintf (key, sizeof key, "/*%.*s", (int)(more && ext.n < 32 ? ext.n : 0), ext.p);
        }
        return get_class (f, key, NULL, name, err);
    }
    uint32_t *known = &f->decided[role.role][role.rule]; /* one more than its number */
    if (*known)
        return *known - 1;
    snprintf (key, sizeof key, "=%s/%s", fid_roles[role.role].name,
              fid_role_rules[role.rule].name);
    uint32_t c = get_class (f, key, &role, name, err);
    *known = c == FID_NO_CLASS ? 0 : c + 1;
    return c;
}

const uint8_t fid_role_streams[FID_ROLE_N][FID_FILE_OP_N + 1] = {
    [FID_ROLE_DATA] = {FID_STREAM_DATA_READ, FID_STREAM_OTHER_IO, FID_STREAM_DATA_OPEN,
                       FID_STREAM_N},
    [FID_ROLE_CHECKPOINT] = {FID_STREAM_CHECKPOINT_READ, FID_STREAM_CHECKPOINT_WRITE,
                             FID_STREAM_N, FID_STREAM_N},
    [FID_ROLE_LOG] = {FID_STREAM_N, FID_STREAM_N, FID_STREAM_N, FID_STREAM_N},
    [FID_ROLE_CODE] = {FID_STREAM_N, FID_STREAM_N, FID_STREAM_N, FID_STREAM_N},
    [FID_ROLE_DEVICE] = {FID_STREAM_N, FID_STREAM_N, FID_STREAM_N, FID_STREAM_N},
    [FID_ROLE_OTHER] = {FID_STREAM_OTHER_IO, FID_STREAM_OTHER_IO, FID_STREAM_OTHER_IO,
                        FID_STREAM_N},
};

enum fid_stream_id fid_row_stream (const struct fid_events *e, const struct fid_event_row *r)
{
    if (r->op == FID_OP_BLOCK_READ)
        return FID_STREAM_BLOCK_READ;
    if (r->op == FID_OP_BLOCK_WRITE)
        return FID_STREAM_BLOCK_WRITE;
    return fid_role_stream (e->file[r->file].role, fid_file_op_of (r->op));
}

/* --- names */

/* What all files of a name have in common. */
struct name {
    uint32_t file;  /* one of them */
    uint32_t class; /* theirs; if they differ, that of the name alone */
    bool mixed;
};

struct naming {
    struct fid_file_classes *classes;   /* borrowed */
    const struct fid_events *events;    /* borrowed */
    const struct fid_role_rules *rules; /* borrowed */
    FID_LIST (struct name, name);       /* owned */
    struct fid_index index;             /* of name */
};

static struct name *find_name (struct naming *n, uint32_t file)
{
    struct fid_span name = fid_events_name (n->events, file);
    uint64_t hash = fid_hash_bytes (name.n ? name.p : "", name.n, 0);
    for (size_t at = 0, i; fid_index_next (&n->index, hash, &at, &i);) {
        struct fid_span other = fid_events_name (n->events, n->name[i].file);
        if (n->events->file[n->name[i].file].kind == n->events->file[file].kind &&
            other.n == name.n && memcmp (other.p, name.p, name.n) == 0)
            return &n->name[i];
    }
    return NULL;
}

/* Whether the trace says in which folder a file is: some calls are traced with the name alone.
 */
static bool has_folder (const struct fid_events *e, uint32_t file)
{
    struct fid_span path = fid_events_path (e, file);
    return path.n && memchr (path.p, '/', path.n);
}

/* The class of one file; files with folders come before those without. */
static int classify_file (struct naming *n, uint32_t file, struct fid_error *err)
{
    const struct fid_event_file *f = &n->events->file[file];
    struct fid_span name = fid_events_name (n->events, file), no_path = {"", 0};
    struct name *known = find_name (n, file);
    if (known && !has_folder (n->events, file)) {
        n->classes->of[file] = known->class;
        return 0;
    }
    uint32_t class = class_of_file (n->classes, n->rules, name,
                                    fid_events_path (n->events, file), f->kind, err);
    if (class == FID_NO_CLASS)
        return -1;
    n->classes->of[file] = class;
    if (!known) {
        uint64_t hash = fid_hash_bytes (name.n ? name.p : "", name.n, 0);
        FID_TRY (fid_index_put (&n->index, hash, n->name_n, err));
        return FID_PUSH (n->name, err, (struct name){.file = file, .class = class});
    }
    if (known->mixed || known->class == class)
        return 0;
    known->class = class_of_file (n->classes, n->rules, name, no_path, f->kind, err);
    known->mixed = true;
    return known->class == FID_NO_CLASS ? -1 : 0;
}

void fid_file_uses_init (struct fid_file_uses *u)
{
    *u = (struct fid_file_uses){0};
    for (int op = 0; op < FID_FILE_OP_N; op++)
        u->of[op].pid = FID_PID_NONE;
}

/* Adds the uses of a file to its class.  Reads of files that are known to be no data, and all
 * uses of files that no resource has, show no role. */
static void add_uses (struct fid_file_class *c, const struct fid_file_uses *u)
{
    bool counted = !c->decided || fid_role_stream (c->role.role, FID_FILE_READ) != FID_STREAM_N;
    c->use.saves |= u->saves;
    c->use.end += u->end ? u->end : u->byte_n[FID_FILE_READ];
    for (int op = 0; op < FID_FILE_OP_N; op++) {
        c->use.op_n[op] += u->op_n[op];
        c->use.byte_n[op] += u->byte_n[op];
        if (!counted || (op == FID_FILE_READ && c->decided && c->role.role != FID_ROLE_DATA))
            continue;
        c->use.of[op].amount += u->of[op].amount;
        c->use.of[op].spans |= u->of[op].spans;
        fid_file_use_pid (&c->use.of[op], u->of[op].pid);
    }
}

#define MOST_LEAST 1048576 /* bytes that are read of files whose names do not count */

/* Whether its name alone says that a file is code or a log. */
static bool is_named (const struct fid_file_classes *c, size_t file)
{
    const struct fid_file_class *of =
        c->of[file] == FID_NO_CLASS ? NULL : &c->class[c->of[file]];
    return of && of->decided && of->role.rule == FID_ROLE_BY_KIND &&
           (of->role.role == FID_ROLE_CODE || of->role.role == FID_ROLE_LOG);
}

/* What a job reads most of is what it reads for, whatever its name: files of one class that have
 * more than half of what is read are no code and no log by their names (Boyer and Moore's vote,
 * by bytes). */
static int undecide_most (struct naming *n, const struct fid_file_uses *use,
                          struct fid_error *err)
{
    struct fid_file_classes *c = n->classes;
    char key[64], most[64] = "";
    uint64_t all = 0, named = 0, votes = 0, byte_n = 0;
    uint32_t class = FID_NO_CLASS;
    for (size_t i = 0; i < n->events->file_n; i++) {
        all += c->of[i] == FID_NO_CLASS ? 0 : use[i].of[FID_FILE_READ].amount;
        named += is_named (c, i) ? use[i].of[FID_FILE_READ].amount : 0;
    }
    if (named < MOST_LEAST || named <= all / 2)
        return 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < n->events->file_n; i++) {
            uint64_t amount = use[i].of[FID_FILE_READ].amount;
            if (!is_named (c, i))
                continue;
            collapse_digits (fid_events_name (n->events, (uint32_t)i), key);
            bool same = strcmp (key, most) == 0;
            if (!pass && votes && !same) {
                votes -= amount < votes ? amount : votes;
            } else if (!pass) {
                votes += amount;
                memcpy (most, key, sizeof most);
            } else {
                byte_n += same ? amount : 0;
            }
        }
    if (byte_n < MOST_LEAST || byte_n <= all / 2)
        return 0;
    for (size_t i = 0; i < n->events->file_n; i++) {
        struct fid_span name = fid_events_name (n->events, (uint32_t)i);
        collapse_digits (name, key);
        if (!is_named (c, i) || strcmp (key, most) != 0)
            continue;
        class = class == FID_NO_CLASS ? get_class (c, key, NULL, name, err) : class;
        FID_TRY (class == FID_NO_CLASS);
        c->of[i] = class;
    }
    FID_EACH (struct name, at, n->name)
        at->class = at->mixed ? at->class : c->of[at->file];
    return 0;
}

int fid_file_classes_find (struct fid_file_classes *c, const struct fid_events *e,
                           const struct fid_role_rules *rules, const struct fid_file_uses *use,
                           struct fid_error *err)
{
    struct naming n = {.classes = c, .events = e, .rules = rules};
    int rc = 0;
    *c = (struct fid_file_classes){.of = malloc ((e->file_n + 1) * sizeof *c->of)};
    FID_NEED (c->of, err);
    for (size_t i = 0; i < e->file_n; i++)
        c->of[i] = FID_NO_CLASS;
    for (int folders = 1; folders >= 0; folders--)
        for (size_t i = 0; i < e->file_n && !rc; i++)
            if (e->file[i].kind != FID_FILE_DEVICE && has_folder (e, (uint32_t)i) == folders)
                rc = classify_file (&n, (uint32_t)i, err);
    rc = rc ? rc : undecide_most (&n, use, err);
    for (size_t i = 0; i < n.name_n && !rc; i++)
        c->class[n.name[i].class].file_n++;
    for (size_t i = 0; i < e->file_n && !rc; i++)
        if (c->of[i] != FID_NO_CLASS)
            add_uses (&c->class[c->of[i]], &use[i]);
    free (n.name);
    fid_index_clear (&n.index);
    return rc;
}
