/* collect.c - see collect.h */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/array.h"
#include "base/hash.h"
#include "derive/collect.h"

#define PATHS_MAX 65536 /* of opened files, kept to find those of checkpoints */

/* --- names */

static struct fid_span
folder_of (const struct fid_event *ev)
{
    struct fid_span last = fid_span_last_part (ev->path), none = {"", 0};
    if (!ev->path.n || !ev->file.n || last.n > ev->file.n ||
        memcmp (last.p, ev->file.p, last.n) != 0)
        return none; /* no path, or one that is cut before its last part */
    size_t n = (size_t)(last.p - ev->path.p);
    return (struct fid_span){ev->path.p, n > 1 ? n - 1 : n};
}

static uint64_t
hash_of (struct fid_span name, struct fid_span folder)
{
    return fid_hash_pair (fid_hash_bytes (name.p, name.n, 0),
                          fid_hash_bytes (folder.p, folder.n, 0));
}

static int
grow_table (struct fid_data_io *io, struct fid_error *err)
{
    size_t n = io->slot_n ? 2 * io->slot_n : 256;
    uint32_t *slot = calloc (n, sizeof *slot);
    if (!slot)
        return fid_error_nomem (err);
    for (size_t i = 0; i < io->file_n; i++) {
        size_t at = hash_of (fid_span_of (io->file[i].name), fid_span_of (io->file[i].folder));
        while (slot[at & (n - 1)])
            at++;
        slot[at & (n - 1)] = (uint32_t)i + 1;
    }
    free (io->slot);
    io->slot = slot;
    io->slot_n = n;
    return 0;
}

/* The number of a file, added at first; -1 without memory. */
static int64_t
file_of (struct fid_data_io *io, struct fid_span name, struct fid_span folder,
         struct fid_error *err)
{
    if (2 * io->file_n >= io->slot_n && grow_table (io, err))
        return -1;
    size_t at = hash_of (name, folder);
    for (; io->slot[at & (io->slot_n - 1)]; at++) {
        uint32_t i = io->slot[at & (io->slot_n - 1)] - 1;
        if (fid_span_is (name, io->file[i].name) && fid_span_is (folder, io->file[i].folder))
            return i;
    }
    if (fid_array_grow (&io->file, &io->file_cap, io->file_n + 1, sizeof *io->file, err))
        return -1;
    struct fid_data_file f = {.of = SIZE_MAX, .part_n = -1};
    f.name = fid_strndup (name.p, name.n, err);
    f.folder = f.name ? fid_strndup (folder.p, folder.n, err) : NULL;
    if (!f.folder) {
        free (f.name);
        return -1;
    }
    io->slot[at & (io->slot_n - 1)] = (uint32_t)io->file_n + 1;
    io->file[io->file_n] = f;
    return (int64_t)io->file_n++;
}

/* --- watching */

static int
begin (void *self, const struct fid_run *run, struct fid_error *err)
{
    struct fid_data_io *io = self;
    (void)run;
    (void)err;
    io->main_pid = -1;
    io->main_ns = INT64_MAX;
    return 0;
}

static int
on_open (void *self, const struct fid_event *ev, int64_t start_ns, struct fid_error *err)
{
    static const char *const system[] = {"/usr/", "/lib", "/etc/", "/proc/", "/sys/", "/dev/"};
    struct fid_data_io *io = self;
    struct fid_span path = ev->path;
    if (start_ns < io->main_ns) {
        io->main_ns = start_ns;
        io->main_pid = ev->pid;
    }
    io->torch |= fid_span_find (ev->path, "/torch/") >= 0;
    io->tensorflow |= fid_span_find (ev->path, "/tensorflow/") >= 0;
    for (size_t i = 0; i < sizeof system / sizeof *system; i++)
        if (fid_span_starts (path, system[i]))
            return 0;
    if (!path.n || io->path_n == PATHS_MAX || fid_span_ends (path, ".py") ||
        fid_span_ends (path, ".pyc"))
        return 0;
    if (fid_array_grow (&io->path, &io->path_cap, io->path_n + 1, sizeof *io->path, err) ||
        !(io->path[io->path_n] = fid_strndup (path.p, path.n, err)))
        return -1;
    io->path_n++;
    return 0;
}

static int
on_save (struct fid_data_io *io, const struct fid_event *ev, int64_t start_ns,
         struct fid_error *err)
{
    struct fid_span name = ev->path.n ? ev->path : ev->file;
    size_t i = io->saved_n;
    while (i > 0 && !fid_span_is (name, io->saved[i - 1]))
        i--;
    if (!i) {
        if (fid_array_grow (&io->saved, &io->saved_cap, io->saved_n + 1, sizeof *io->saved,
                            err) ||
            !(io->saved[io->saved_n] = fid_strndup (name.p, name.n, err)))
            return -1;
        i = ++io->saved_n;
    }
    if (fid_array_grow (&io->save, &io->save_cap, io->save_n + 1, sizeof *io->save, err))
        return -1;
    io->save[io->save_n++] = (struct fid_saved){start_ns, ev->pid, ev->bytes, (uint32_t)i - 1};
    return 0;
}

static int
on_event (void *self, enum fid_stream_id id, const struct fid_event *ev, int64_t start_ns,
          struct fid_error *err)
{
    struct fid_data_io *io = self;
    bool read = id == FID_STREAM_DATA_READ;
    if (id == FID_STREAM_CHECKPOINT_WRITE && !(ev->flags & FID_EVENT_ERROR))
        return on_save (io, ev, start_ns, err);
    if ((!read && id != FID_STREAM_DATA_OPEN) || !ev->file.n || (ev->flags & FID_EVENT_ERROR))
        return 0;
    int64_t file = file_of (io, ev->file, folder_of (ev), err);
    if (file < 0)
        return -1;
    if (read) {
        if (fid_array_grow (&io->read, &io->read_cap, io->read_n + 1, sizeof *io->read, err))
            return -1;
        io->read[io->read_n++] = (struct fid_data_read){start_ns,  ev->pid,        ev->offset,
                                                        ev->bytes, (uint32_t)file, UINT32_MAX};
        return 0;
    }
    if (fid_array_grow (&io->open, &io->open_cap, io->open_n + 1, sizeof *io->open, err))
        return -1;
    io->open[io->open_n++] = (struct fid_opened){start_ns, ev->pid, (uint32_t)file};
    return 0;
}

struct fid_watcher
fid_collect_watcher (struct fid_data_io *io)
{
    return (struct fid_watcher){.self = io, .begin = begin, .event = on_event, .open = on_open};
}

/* --- joining */

#define BY_START(name, type)                                                                   \
    static int name (const void *a, const void *b)                                             \
    {                                                                                          \
        const type *x = a, *y = b;                                                             \
        return (x->start_ns > y->start_ns) - (x->start_ns < y->start_ns);                      \
    }
BY_START (by_read, struct fid_data_read)
BY_START (by_open, struct fid_opened)
BY_START (by_save, struct fid_saved)

/* Whether traces of reads name no folders, but those of opens do: reads then get the folder of
 * the last open of that name. */
static int
give_folders (struct fid_data_io *io, struct fid_error *err)
{
    size_t n = io->file_n, o = 0;
    uint32_t *bare = malloc ((n + 1) * sizeof *bare); /* of a file the one without folder */
    uint32_t *now = malloc ((n + 1) * sizeof *now);   /* of one without: the one meant */
    if (!bare || !now) {
        free (bare);
        free (now);
        return fid_error_nomem (err);
    }
    for (size_t i = 0; i < n; i++) {
        bare[i] = now[i] = (uint32_t)i;
        struct fid_span name = fid_span_of (io->file[i].name);
        size_t at = hash_of (name, fid_span_of (""));
        for (; io->slot[at & (io->slot_n - 1)]; at++) {
            uint32_t k = io->slot[at & (io->slot_n - 1)] - 1;
            if (fid_span_is (name, io->file[k].name) && !*io->file[k].folder)
                bare[i] = k;
        }
    }
    /* where a read precedes all opens (a trace that begins late) the first open tells */
    for (size_t i = io->open_n; i-- > 0;)
        now[bare[io->open[i].file]] = io->open[i].file;
    for (size_t i = 0; i < io->read_n; i++) {
        struct fid_data_read *r = &io->read[i];
        for (; o < io->open_n && io->open[o].start_ns <= r->start_ns; o++)
            now[bare[io->open[o].file]] = io->open[o].file;
        r->file = now[r->file];
    }
    free (bare);
    free (now);
    return 0;
}

static enum fid_part
part_of (const struct fid_run *run, int64_t t_ns, int *epoch)
{
    const struct fid_segment *s =
        run->phases.known ? fid_phases_segment (&run->phases, t_ns) : NULL;
    *epoch = s ? s->epoch : -1;
    return run->phases.known ? fid_phases_part (&run->phases, t_ns) : FID_PART_TRAINING;
}

/* The use a read continues, by process and file. */
struct live {
    uint64_t key; /* hash of both; 0: free */
    uint32_t use;
    bool opened; /* since its last read */
};

struct live_table {
    struct live *at; /* owned */
    size_t n, used_n;
};

static struct live *
live_of (struct live_table *t, int64_t pid, uint32_t file, struct fid_error *err)
{
    uint64_t key = fid_hash_number ((uint64_t)pid, file) | 1;
    if (2 * t->used_n >= t->n) {
        struct live_table more = {.n = t->n ? 2 * t->n : 1024};
        more.at = calloc (more.n, sizeof *more.at);
        if (!more.at) {
            fid_error_nomem (err);
            return NULL;
        }
        for (size_t i = 0; i < t->n; i++) {
            size_t to = t->at[i].key;
            while (t->at[i].key && more.at[to & (more.n - 1)].key)
                to++;
            if (t->at[i].key)
                more.at[to & (more.n - 1)] = t->at[i];
        }
        free (t->at);
        more.used_n = t->used_n;
        *t = more;
    }
    size_t i = key;
    while (t->at[i & (t->n - 1)].key && t->at[i & (t->n - 1)].key != key)
        i++;
    struct live *l = &t->at[i & (t->n - 1)];
    if (!l->key) {
        *l = (struct live){.key = key, .use = UINT32_MAX};
        t->used_n++;
    }
    return l;
}

static int
join_uses (struct fid_data_io *io, const struct fid_run *run, struct fid_error *err)
{
    struct live_table live = {0};
    size_t o = 0;
    int rc = 0;
    for (size_t i = 0; i < io->read_n && !rc; i++) {
        struct fid_data_read *r = &io->read[i];
        struct fid_data_file *f = &io->file[r->file];
        for (; o < io->open_n && io->open[o].start_ns <= r->start_ns && !rc; o++) {
            struct live *l = live_of (&live, io->open[o].pid, io->open[o].file, err);
            rc = l ? 0 : -1;
            if (l)
                l->opened = true;
        }
        struct live *l = rc ? NULL : live_of (&live, r->pid, r->file, err);
        if (!l) {
            rc = -1;
            break;
        }
        bool again =
            l->use == UINT32_MAX || l->opened ||
            (!io->open_n && r->offset == 0 && io->use[l->use].byte_n > f->end_byte / 2);
        if (again) {
            if (fid_array_grow (&io->use, &io->use_cap, io->use_n + 1, sizeof *io->use, err)) {
                rc = -1;
                break;
            }
            struct fid_data_use u = {.start_ns = r->start_ns, .pid = r->pid, .file = r->file};
            u.part = part_of (run, r->start_ns, &u.epoch);
            l->use = (uint32_t)io->use_n;
            l->opened = false;
            io->use[io->use_n++] = u;
        }
        struct fid_data_use *u = &io->use[l->use];
        r->use = l->use;
        u->end_ns = r->start_ns;
        u->byte_n += r->byte_n;
        u->read_n += r->byte_n > 0;
        uint64_t end =
            (r->offset == FID_NO_OFFSET ? u->byte_n - r->byte_n : r->offset) + r->byte_n;
        if (end > f->end_byte)
            f->end_byte = end;
        int epoch;
        enum fid_part part = part_of (run, r->start_ns, &epoch);
        if (part == FID_PART_TRAINING || part == FID_PART_EVAL) {
            f->byte_n[part == FID_PART_EVAL] += r->byte_n;
            f->read_n[part == FID_PART_EVAL] += r->byte_n > 0;
        }
        f->used |= r->byte_n > 0;
    }
    free (live.at);
    return rc;
}

/* --- sides */

/* Whether a folder of the path says what its files are for. */
static bool
folder_says (const char *folder, enum fid_side side)
{
    static const char *const words[FID_SIDE_N][6] = {
        {"train", "training", NULL}, {"valid", "validation", "val", "eval", "test", NULL}};
    struct fid_span rest = fid_span_of (folder), part;
    while (fid_span_field (&rest, '/', &part))
        for (size_t i = 0; words[side][i]; i++)
            if (part.n == strlen (words[side][i]) &&
                strncasecmp (part.p, words[side][i], part.n) == 0)
                return true;
    return false;
}

/* "img_03_of_80.npy", "part-00003-of-00012": how many there are; -1. */
static int64_t
part_count (const char *name)
{
    const char *of = strstr (name, "_of_");
    int64_t n = -1;
    if (!of)
        of = strstr (name, "-of-");
    if (of && of > name && of[-1] >= '0' && of[-1] <= '9') {
        size_t digits = strspn (of + 4, "0123456789");
        fid_span_i64 ((struct fid_span){of + 4, digits}, &n);
    }
    return n;
}

/* The name without the ending of an index file; n 0: it is none. */
static struct fid_span
indexed (const char *name)
{
    static const char *const endings[] = {".off.idx", ".sz.idx", ".idx", ".index"};
    struct fid_span s = fid_span_of (name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (fid_span_ends (s, endings[i])) {
            s.n -= strlen (endings[i]);
            return s;
        }
    return (struct fid_span){NULL, 0};
}

static int
find_indexes (struct fid_data_io *io, struct fid_error *err)
{
    size_t n = io->file_n;
    for (size_t i = 0; i < n; i++) {
        struct fid_span of = indexed (io->file[i].name);
        if (!of.n)
            continue;
        int64_t k = file_of (io, of, fid_span_of (io->file[i].folder), err);
        if (k < 0)
            return -1;
        io->file[i].index = true;
        io->file[i].of = (size_t)k;
        io->file[k].used |= io->file[i].used;
    }
    return 0;
}

/* Files that were read while training are of it, others by their folder, or as files that were
 * read and have as many parts. */
static void
find_sides (struct fid_data_io *io, const struct fid_run *run)
{
    bool eval_phases = false, known = false;
    int64_t eval_n = -1, train_n = -1;
    for (size_t i = 0; i < run->phases.segment_n; i++)
        eval_phases |= run->phases.segment[i].part == FID_PART_EVAL;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < io->file_n; i++) {
            struct fid_data_file *f = &io->file[i];
            uint64_t train = f->byte_n[FID_SIDE_TRAIN], eval = f->byte_n[FID_SIDE_EVAL];
            f->part_n = part_count (f->name);
            known = !f->index && train + eval > 0 && eval_phases;
            if (known != (pass == 0))
                continue;
            if (known)
                f->side = eval > train ? FID_SIDE_EVAL : FID_SIDE_TRAIN;
            else if (folder_says (f->folder, FID_SIDE_EVAL))
                f->side = FID_SIDE_EVAL;
            else if (!folder_says (f->folder, FID_SIDE_TRAIN) && f->part_n == eval_n &&
                     f->part_n != train_n)
                f->side = eval_n >= 0 ? FID_SIDE_EVAL : FID_SIDE_TRAIN;
            if (known && f->side == FID_SIDE_EVAL)
                eval_n = f->part_n;
            else if (known)
                train_n = f->part_n;
        }
}

/* Writes name files, opens tell where they are. */
static int
place_saved (struct fid_data_io *io, struct fid_error *err)
{
    for (size_t i = 0; i < io->saved_n; i++)
        for (size_t k = 0; k < io->path_n && !strchr (io->saved[i], '/'); k++) {
            if (!fid_span_is (fid_span_last_part (fid_span_of (io->path[k])), io->saved[i]))
                continue;
            char *path = fid_strdup (io->path[k], err);
            if (!path)
                return -1;
            free (io->saved[i]);
            io->saved[i] = path;
        }
    return 0;
}

int
fid_collect_end (struct fid_data_io *io, const struct fid_run *run, struct fid_error *err)
{
    if (io->read_n)
        qsort (io->read, io->read_n, sizeof *io->read, by_read);
    if (io->open_n)
        qsort (io->open, io->open_n, sizeof *io->open, by_open);
    if (io->save_n)
        qsort (io->save, io->save_n, sizeof *io->save, by_save);
    if ((io->file_n && give_folders (io, err)) || join_uses (io, run, err) ||
        find_indexes (io, err) || place_saved (io, err))
        return -1;
    for (size_t i = 0; i < io->open_n; i++)
        io->file[io->open[i].file].open_n++;
    find_sides (io, run);
    return 0;
}

void
fid_collect_clear (struct fid_data_io *io)
{
    for (size_t i = 0; i < io->file_n; i++) {
        free (io->file[i].name);
        free (io->file[i].folder);
    }
    for (size_t i = 0; i < io->saved_n; i++)
        free (io->saved[i]);
    for (size_t i = 0; i < io->path_n; i++)
        free (io->path[i]);
    free (io->path);
    free (io->file);
    free (io->read);
    free (io->open);
    free (io->use);
    free (io->save);
    free (io->saved);
    free (io->slot);
    *io = (struct fid_data_io){0};
}
