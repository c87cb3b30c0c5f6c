/* file_roles.c - see file_roles.h */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include "base/timeparse.h"
#include "run/file_roles.h"

/* --- rule 4: how the files of a class are used */

/* Read in several phases, by loader processes, or a tenth of all that is read; and not next to
 * nothing (files of /sys without a path).  Opened so, where reads are not traced. */
static bool
is_data (const struct fid_file_table *f, const struct fid_file_class *c, enum fid_file_op by,
         uint64_t all)
{
    const struct fid_file_use *u = &c->use[by];
    bool several = (u->spans & (u->spans - 1)) != 0;
    bool loader = u->pid != FID_PID_NONE && u->pid != f->first_pid;
    return u->amount > all / 1000 && c->byte_n[FID_FILE_READ] >= c->byte_n[FID_FILE_WRITE] &&
           (several || loader || u->amount >= all / 10);
}

static bool
has_checkpoint_name (const struct fid_file_class *c)
{
    static const char *const ends[] = {".pt", ".pth", ".ckpt", ".safetensors", ".distcp"};
    struct fid_span key = fid_span_of (c->key);
    if (!c->op_n[FID_FILE_READ] && !c->op_n[FID_FILE_WRITE])
        return false; /* a folder, say */
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (fid_span_ends (key, ends[i]))
            return true;
    return fid_span_find (key, "ckpt") >= 0 || fid_span_find (key, "checkpoint") >= 0;
}

/* Read, and of the extension of a class that is data by its use. */
static bool
is_sibling (const struct fid_file_table *f, const struct fid_file_class *c)
{
    struct fid_span ext = fid_extension (fid_span_of (c->key));
    for (size_t i = 0; ext.n && c->op_n[FID_FILE_READ] && i < f->class_n; i++)
        if (!f->class[i].decided && f->class[i].role.role == FID_ROLE_DATA &&
            fid_span_ends (fid_span_of (f->class[i].key), ext.p))
            return true;
    return false;
}

static void
decide (struct fid_file_table *f)
{
    static const struct fid_role data = {FID_ROLE_DATA, FID_ROLE_BY_BEHAVIOUR};
    enum fid_file_op by = FID_FILE_OPEN; /* opens show use only where reads are not traced */
    uint64_t all = 0;
    for (size_t i = 0; i < f->class_n; i++)
        by = f->class[i].op_n[FID_FILE_READ] ? FID_FILE_READ : by;
    for (size_t i = 0; i < f->class_n; i++)
        all += f->class[i].use[by].amount;
    for (size_t i = 0; i < f->class_n; i++) {
        struct fid_file_class *c = &f->class[i];
        if (c->decided)
            continue;
        c->role = (struct fid_role){FID_ROLE_OTHER, FID_ROLE_BY_NONE};
        if (is_data (f, c, by, all))
            c->role = data;
        else if (c->saves)
            c->role = (struct fid_role){FID_ROLE_CHECKPOINT, FID_ROLE_BY_BEHAVIOUR};
        else if (has_checkpoint_name (c))
            c->role = (struct fid_role){FID_ROLE_CHECKPOINT, FID_ROLE_BY_KIND};
    }
    for (size_t i = 0; i < f->class_n; i++) {
        struct fid_file_class *c = &f->class[i];
        if (!c->decided && c->role.role == FID_ROLE_OTHER && is_sibling (f, c))
            c->role = data;
    }
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

/* A data file that was read, in the space of all. */
struct spot {
    uint64_t hash; /* of its slot */
    const struct fid_file *file;
    uint64_t base; /* where it begins */
};

static int
by_first_read (const void *va, const void *vb)
{
    const struct spot *a = va, *b = vb;
    int64_t s = a->file->first_ns, t = b->file->first_ns;
    return s != t ? (s > t) - (s < t) : (a->hash > b->hash) - (a->hash < b->hash);
}

static int
by_hash (const void *va, const void *vb)
{
    const struct spot *a = va, *b = vb;
    return (a->hash > b->hash) - (a->hash < b->hash);
}

/* Lays the data files one after the other, in the order of their first reads, and finds where
 * in this space the sampled reads are.  Time O(n log n) of files. */
static int
add_places (const struct fid_file_table *f, struct fid_run *run, struct fid_error *err)
{
    struct fid_places *p = &run->stream[FID_STREAM_DATA_READ].places;
    struct spot *spot = malloc ((f->file_n + 1) * sizeof *spot);
    size_t n = 0;
    if (!spot)
        return fid_error_nomem (err);
    for (size_t i = 0; i < f->slot_cap; i++) {
        const struct fid_file_slot *s = &f->slot[i];
        const struct fid_file *file = s->file == FID_NO_FILE || !s->hash ? NULL : &f->file[s->file];
        if (file && file->end && f->class[s->class].role.role == FID_ROLE_DATA)
            spot[n++] = (struct spot){.hash = s->hash, .file = file};
    }
    if (n)
        qsort (spot, n, sizeof *spot, by_first_read);
    for (int i = 0; i < FID_STREAM_N; i++)
        if (i != FID_STREAM_DATA_READ)
            fid_places_clear (&run->stream[i].places);
    run->space_n = 0;
    run->space_file_n = n;
    for (size_t i = 0; i < n; run->space_n += spot[i++].file->end)
        spot[i].base = run->space_n;
    if (n)
        qsort (spot, n, sizeof *spot, by_hash);
    fid_places_settle (p);
    for (size_t i = 0; i < p->n; i++) {
        struct spot wanted = {.hash = p->at[i].file};
        const struct spot *found = bsearch (&wanted, spot, n, sizeof *spot, by_hash);
        p->at[i].offset += found ? found->base : 0;
    }
    free (spot);
    return 0;
}

/* Reads and writes of files that no resource counts. */
static int
add_moved (struct fid_file_table *f, struct fid_run *run, struct fid_error *err)
{
    for (size_t i = 0; i < f->class_n; i++) {
        enum fid_role_id role = f->class[i].role.role;
        if ((role == FID_ROLE_LOG || role == FID_ROLE_CODE) &&
            fid_grid_merge (role == FID_ROLE_LOG ? &run->log_grid : &run->code_grid,
                            &f->class[i].moved, err))
            return -1;
    }
    return 0;
}

static int
by_number (const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* How many data files lie in each folder, where traces have paths. */
static int
add_folders (const struct fid_file_table *f, struct fid_run *run, struct fid_error *err)
{
    uint32_t *folder = malloc ((f->slot_n + 1) * sizeof *folder);
    size_t n = 0, same = 0;
    int rc = folder ? 0 : fid_error_nomem (err);
    struct fid_sketch *to =
        &run->stream[FID_STREAM_DATA_OPEN]
             .part[run->phases.known ? FID_PART_TRAINING : FID_PART_BETWEEN]
             .access.folder_files;
    for (size_t i = 0; !rc && i < f->slot_cap; i++)
        if (f->slot[i].folder && f->class[f->slot[i].class].role.role == FID_ROLE_DATA)
            folder[n++] = f->slot[i].folder;
    if (n)
        qsort (folder, n, sizeof *folder, by_number);
    for (size_t i = 0; !rc && i < n; i++) {
        same++;
        if (i + 1 < n && folder[i + 1] == folder[i])
            continue;
        rc = fid_sketch_add (to, (double)same, err);
        same = 0;
    }
    free (folder);
    return rc;
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

/* Adds the closes of data files, or of all others, to *to. */
static int
add_closed (struct fid_file_table *f, bool data, struct fid_grid *to, struct fid_error *err)
{
    for (size_t i = 0; i < f->class_n; i++)
        if ((f->class[i].role.role == FID_ROLE_DATA) == data &&
            fid_grid_merge (to, &f->class[i].closed, err))
            return -1;
    return 0;
}

int
fid_file_roles_settle (struct fid_file_table *f, struct fid_run *run, struct fid_grid *closed,
                       struct fid_error *err)
{
    decide (f);
    for (size_t i = 0; i < f->slot_cap; i++)
        if (f->slot[i].hash && f->slot[i].name)
            f->class[f->slot[i].class].file_n++;
    for (size_t i = 0; i < f->class_n; i++)
        if (add_to_run (&f->class[i], run, err))
            return -1;
    return add_files (f, run, err) || add_places (f, run, err) || add_moved (f, run, err) ||
                   add_folders (f, run, err) || add_closed (f, true, closed, err) ||
                   add_open_files (closed, run, err) || add_closed (f, false, closed, err)
               ? -1
               : 0;
}
