/* SPDX-License-Identifier: GPL-3.0-or-later */
/* io.c - the calls of a run, joined to uses of files (io.h) */
#include "job/io.h"
#include "run/role_rules.h"

static int64_t start_at (const struct fid_by_time *b, size_t i)
{
    return (int64_t)fid_events_cell (b->events, b->call ? b->call[i].row : i,
                                     FID_COLUMN_start_ns);
}

static bool is_earlier (const struct fid_in_order *a, const struct fid_in_order *b)
{
    return a->start_ns < b->start_ns || (a->start_ns == b->start_ns && a->at < b->at);
}

/* Moves stretch i down the heap until those below it are not earlier. */
static void sift_down (struct fid_by_time *b, size_t i)
{
    struct fid_in_order *heap = b->heap, moved = heap[i];
    for (size_t child; (child = 2 * i + 1) < b->heap_n; i = child) {
        child += child + 1 < b->heap_n && is_earlier (&heap[child + 1], &heap[child]);
        if (!is_earlier (&heap[child], &moved))
            break;
        heap[i] = heap[child];
    }
    heap[i] = moved;
}

int fid_by_time_init (struct fid_by_time *b, const struct fid_events *events,
                      const struct fid_call *call, size_t n, struct fid_error *err)
{
    *b = (struct fid_by_time){.events = events, .call = call};
    int64_t before_ns = INT64_MAX;
    for (size_t i = 0; i < n; i++) {
        int64_t start_ns = start_at (b, i);
        if (!i || start_ns < before_ns)
            FID_TRY (FID_PUSH (b->heap, err,
                               (struct fid_in_order){.start_ns = start_ns, .at = (uint32_t)i}));
        b->heap[b->heap_n - 1].end = (uint32_t)i + 1;
        before_ns = start_ns;
    }
    for (size_t i = b->heap_n / 2; i-- > 0;)
        sift_down (b, i);
    return 0;
}

bool fid_by_time_next (struct fid_by_time *b, size_t *i)
{
    struct fid_in_order *first = b->heap;
    if (!b->heap_n)
        return false;
    *i = first->at++;
    if (first->at < first->end)
        first->start_ns = start_at (b, first->at);
    else
        *first = first[--b->heap_n];
    sift_down (b, 0);
    return true;
}

void fid_by_time_clear (struct fid_by_time *b)
{
    free (b->heap);
    *b = (struct fid_by_time){0};
}

int fid_by_time_sort (struct fid_call *call, size_t n, const struct fid_events *events,
                      struct fid_error *err)
{
    FID_SCOPED (fid_by_time_clear) struct fid_by_time b = {.events = NULL};
    FID_FREED struct fid_call *sorted = NULL;
    FID_TRY (fid_by_time_init (&b, events, call, n, err));
    if (b.heap_n < 2)
        return 0;
    FID_NEED (sorted = malloc (n * sizeof *sorted), err);
    for (size_t i, k = 0; fid_by_time_next (&b, &i); k++)
        sorted[k] = call[i];
    memcpy (call, sorted, n * sizeof *sorted);
    return 0;
}

static uint64_t hash_of_file (struct fid_span name, struct fid_span folder)
{
    return fid_hash_pair (fid_hash_bytes (name.p, name.n, 0),
                          fid_hash_bytes (folder.p, folder.n, 0));
}

/* The number of a file by name and folder; -1: it is not there. */
static int64_t find_file (const struct fid_data_io *io, struct fid_span name,
                          struct fid_span folder)
{
    for (size_t at = 0, i; fid_index_next (&io->by_name, hash_of_file (name, folder), &at, &i);)
        if (fid_span_is (name, io->file[i].name) && fid_span_is (folder, io->file[i].folder))
            return (int64_t)i;
    return -1;
}

/* The same, added if it is not there; -1 without memory. */
static int64_t file_number (struct fid_data_io *io, struct fid_span name,
                            struct fid_span folder, struct fid_error *err)
{
    int64_t i = find_file (io, name, folder);
    if (i >= 0)
        return i;
    struct fid_data_file f = {.of = SIZE_MAX, .part_n = -1};
    FID_TRY (fid_index_put (&io->by_name, hash_of_file (name, folder), io->file_n, err));
    FID_TRY (FID_PUSH (io->file, err, f));
    struct fid_data_file *new_file = &io->file[io->file_n - 1];
    new_file->name = fid_strndup (name.p, name.n, err);
    FID_TRY (!new_file->name);
    new_file->folder = fid_strndup (folder.p, folder.n, err);
    return new_file->folder ? (int64_t)io->file_n - 1 : -1;
}

/* --- joining */

/* Gives reads whose traces name no folders the folder of the last open of that name. */
static int give_folders (struct fid_data_io *io, struct fid_error *err)
{
    size_t n = io->file_n, o = 0;
    FID_FREED uint32_t *bare = malloc ((n + 1) * sizeof *bare); /* its file without folder */
    FID_FREED uint32_t *now =
        malloc ((n + 1) * sizeof *now); /* of one without: the one meant */
    FID_NEED (bare && now, err);
    for (size_t i = 0; i < n; i++) {
        int64_t k = find_file (io, fid_span_of (io->file[i].name), fid_span_of (""));
        now[i] = (uint32_t)i;
        bare[i] = k >= 0 ? (uint32_t)k : (uint32_t)i;
    }
    /* where a read precedes all opens (a trace that begins late) the first open tells */
    for (size_t i = io->open_n; i-- > 0;)
        now[bare[io->open[i].of]] = io->open[i].of;
    FID_EACH (struct fid_call, read, io->read) {
        int64_t start_ns = fid_start_of (io, read->row);
        for (; o < io->open_n && fid_start_of (io, io->open[o].row) <= start_ns; o++)
            now[bare[io->open[o].of]] = io->open[o].of;
        read->of = now[read->of];
    }
    return 0;
}

/* The use that the next read of a file by a process continues. */
struct live {
    uint32_t use;
    bool opened; /* since its last read */
};

struct live_table {
    FID_LIST (struct live, live); /* owned */
    struct fid_index by_both;     /* by the hash of process and file */
};

static void clear_live (struct live_table *t)
{
    free (t->live);
    fid_index_clear (&t->by_both);
}

static struct live *live_of (struct live_table *t, int64_t pid, uint32_t file,
                             struct fid_error *err)
{
    uint64_t hash = fid_hash_number ((uint64_t)pid, file);
    size_t at = 0, i = t->live_n;
    const struct live new_live = {.use = UINT32_MAX};
    if (!fid_index_next (&t->by_both, hash, &at, &i) &&
        (fid_index_put (&t->by_both, hash, i, err) || FID_PUSH (t->live, err, new_live)))
        return NULL;
    return &t->live[i];
}

/* Joins reads to uses of files, and counts what is read of each file in each part of the run. */
static int join_uses (struct fid_data_io *io, const struct fid_run *run, struct fid_error *err)
{
    FID_SCOPED (clear_live) struct live_table live = {0};
    struct fid_part_span at = {0};
    size_t o = 0;
    FID_EACH (struct fid_call, read, io->read) {
        struct fid_event_row r = fid_call_of (io, *read);
        struct fid_data_file *f = &io->file[read->of];
        for (; o < io->open_n && fid_start_of (io, io->open[o].row) <= r.start_ns; o++) {
            struct live *l =
                live_of (&live, fid_pid_of (io, io->open[o].row), io->open[o].of, err);
            FID_TRY (!l);
            l->opened = true;
        }
        struct live *l = live_of (&live, io->events->process[r.process].pid, read->of, err);
        FID_TRY (!l);
        enum fid_part part = fid_part_at (&run->phases, &at, r.start_ns);
        part = run->phases.known ? part : FID_PART_TRAINING;
        if (l->use == UINT32_MAX || l->opened ||
            (!io->open_n && r.offset == 0 && io->use[l->use].byte_n > f->end_byte / 2)) {
            struct fid_data_use u = {.row = read->row,
                                     .file = read->of,
                                     .epoch = at.epoch,
                                     .part = (uint8_t)part,
                                     .opened = l->opened};
            l->use = (uint32_t)io->use_n;
            l->opened = false;
            FID_TRY (FID_PUSH (io->use, err, u));
        }
        struct fid_data_use *u = &io->use[l->use];
        read->of = l->use;
        u->byte_n += r.byte_n;
        uint64_t end = (r.offset == FID_NO_OFFSET ? u->byte_n - r.byte_n : r.offset) + r.byte_n;
        f->end_byte = end > f->end_byte ? end : f->end_byte;
        if (part == FID_PART_TRAINING || part == FID_PART_EVAL) {
            f->byte_n[part == FID_PART_EVAL] += r.byte_n;
            f->read_n[part == FID_PART_EVAL] += r.byte_n > 0;
        }
        f->used |= r.byte_n > 0;
    }
    return 0;
}

/* --- sides */

static bool is_side_word (struct fid_span word, enum fid_side side)
{
    static const char *const words[FID_SIDE_N][6] = {
        {"train", "training", NULL}, {"valid", "validation", "val", "eval", "test", NULL}};
    for (size_t i = 0; words[side][i]; i++)
        if (word.n == strlen (words[side][i]) &&
            strncasecmp (word.p, words[side][i], word.n) == 0)
            return true;
    return false;
}

/* Whether a folder of the path says what its files are for. */
static bool folder_says (const char *folder, enum fid_side side)
{
    struct fid_span rest = fid_span_of (folder), part;
    while (fid_span_field (&rest, '/', &part))
        if (is_side_word (part, side))
            return true;
    return false;
}

/* Whether a word of the name says it: "terabyte_test.bin". */
static bool name_says (const char *name, enum fid_side side)
{
    while (*name) {
        size_t n = 0;
        while ((unsigned)((name[n] | 0x20) - 'a') < 26)
            n++;
        if (n && is_side_word ((struct fid_span){name, n}, side))
            return true;
        name += n ? n : 1;
    }
    return false;
}

/* "img_03_of_80.npy", "part-00003-of-00012": how many there are; -1. */
static int64_t part_count (const char *name)
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

/* Finds index files, "x.idx" of "x", and the files that they are of. */
static int find_indexes (struct fid_data_io *io, struct fid_error *err)
{
    static const char *const endings[] = {".off.idx", ".sz.idx", ".idx", ".index"};
    size_t n = io->file_n, e;
    for (size_t i = 0; i < n; i++) {
        struct fid_span of = fid_span_of (io->file[i].name);
        for (e = 0; e < 4 && !fid_span_ends (of, endings[e]);)
            e++;
        if (e == 4 || of.n == strlen (endings[e]))
            continue;
        of.n -= strlen (endings[e]);
        int64_t k = file_number (io, of, fid_span_of (io->file[i].folder), err);
        FID_TRY (k < 0);
        io->file[i].index = true;
        io->file[i].of = (size_t)k;
        io->file[k].used |= io->file[i].used;
    }
    return 0;
}

/* Finds the side of each file: where it was read, what its folder or name says, or that of
 * files that were read and have as many parts ("_of_80"). */
static void find_sides (struct fid_data_io *io, const struct fid_run *run)
{
    bool eval_phases = false, known = false, trained = false;
    int64_t eval_n = -1, train_n = -1;
    for (size_t i = 0; i < run->phases.segment_n; i++)
        eval_phases |= run->phases.segment[i].part == FID_PART_EVAL;
    for (size_t i = 0; i < io->file_n; i++)
        trained = trained || name_says (io->file[i].name, FID_SIDE_TRAIN);
    for (int pass = 0; pass < 2; pass++)
        FID_EACH (struct fid_data_file, f, io->file) {
            uint64_t train = f->byte_n[FID_SIDE_TRAIN], eval = f->byte_n[FID_SIDE_EVAL];
            f->part_n = part_count (f->name);
            known = !f->index && train + eval > 0 && eval_phases;
            if (known != (pass == 0))
                continue;
            if (known)
                f->side = eval > train ? FID_SIDE_EVAL : FID_SIDE_TRAIN;
            else if (folder_says (f->folder, FID_SIDE_EVAL) ||
                     (trained && name_says (f->name, FID_SIDE_EVAL)))
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

#define TESTS_LEAST 2 /* evaluations */

/* Finds evaluations that nothing names: the files lie in two folders, and all files of the smaller
 * one are read once in each of several stretches, with reads of the other folder between. */
static int find_tests (struct fid_data_io *io, struct fid_error *err)
{
    FID_FREED size_t *use_n = calloc (io->file_n + 1, sizeof *use_n); /* in this stretch */
    const struct fid_data_file *a = NULL, *b = NULL, *tests;
    double a_n = 0, b_n = 0;
    size_t file_n = 0, stretch_n = 0;
    FID_NEED (use_n, err);
    FID_EACH (const struct fid_data_file, f, io->file) {
        if (f->side == FID_SIDE_EVAL)
            return 0;
        if (f->index || !f->used)
            continue;
        a = a ? a : f;
        bool of_a = strcmp (f->folder, a->folder) == 0;
        b = b || of_a ? b : f;
        if (!of_a && strcmp (f->folder, b->folder) != 0)
            return 0;
        *(of_a ? &a_n : &b_n) += (double)(f->byte_n[FID_SIDE_TRAIN] + f->byte_n[FID_SIDE_EVAL]);
    }
    if (!b)
        return 0;
    tests = a_n < b_n ? a : b;
    FID_EACH (const struct fid_data_file, f, io->file)
        file_n += f->used && !f->index && strcmp (f->folder, tests->folder) == 0;
    for (size_t i = 0, n = 0; i <= io->use_n; i++) {
        const struct fid_data_use *u = i < io->use_n ? &io->use[i] : NULL;
        if (u && io->file[u->file].index)
            continue;
        if (u && strcmp (io->file[u->file].folder, tests->folder) == 0) {
            stretch_n += !n++;
            if (use_n[u->file]++ >= stretch_n)
                return 0; /* twice in this stretch */
        } else if (n && n != file_n) {
            return 0;
        } else {
            n = 0;
        }
    }
    if (stretch_n < TESTS_LEAST)
        return 0;
    FID_EACH (struct fid_data_file, f, io->file)
        f->side = strcmp (f->folder, tests->folder) == 0 ? FID_SIDE_EVAL : f->side;
    return 0;
}

/* If the log names no evaluations, uses of files of evaluation are evaluations. */
static void find_parts (struct fid_data_io *io, const struct fid_run *run)
{
    for (size_t i = 0; i < run->phases.segment_n; i++)
        if (run->phases.segment[i].part == FID_PART_EVAL)
            return;
    for (size_t i = 0; i < io->use_n; i++)
        if ((io->use[i].part == FID_PART_TRAINING || io->use[i].part == FID_PART_BETWEEN) &&
            io->file[io->use[i].file].side == FID_SIDE_EVAL)
            io->use[i].part = FID_PART_EVAL;
}

/* --- files of checkpoints */

/* Whether an open is nearer to a call than another of the same name: of the call's process,
 * then the last one before it, else the first one after it. */
static bool is_nearer (const struct fid_opened_path *a, const struct fid_opened_path *b,
                       int64_t pid, int64_t start_ns)
{
    bool own[2] = {a->pid == pid, b->pid == pid};
    bool before[2] = {a->start_ns <= start_ns, b->start_ns <= start_ns};
    if (own[0] != own[1])
        return own[0];
    if (before[0] != before[1])
        return before[0];
    return before[0] ? a->start_ns >= b->start_ns : a->start_ns < b->start_ns;
}

/* The path of the open that a call's name stands for; SIZE_MAX if it was never opened. */
static size_t path_of_call (const struct fid_data_io *io, const struct fid_index *by_name,
                            struct fid_call call)
{
    struct fid_span name = fid_span_of (io->saved[call.of]);
    int64_t pid = fid_pid_of (io, call.row), start_ns = fid_start_of (io, call.row);
    size_t best = SIZE_MAX;
    for (size_t at = 0, i;
         fid_index_next (by_name, fid_hash_bytes (name.p, name.n, 0), &at, &i);) {
        const struct fid_opened_path *p = &io->path[i];
        if (!fid_span_is (fid_span_last_part (fid_span_of (p->path)), io->saved[call.of]))
            continue;
        if (best == SIZE_MAX || is_nearer (p, &io->path[best], pid, start_ns))
            best = i;
    }
    return best;
}

struct texts {
    char **at; /* owned, and each */
    size_t n, cap;
};

static void clear_texts (struct texts *t)
{
    for (size_t i = 0; i < t->n; i++)
        free (t->at[i]);
    free (t->at);
}

/* Gives files of checkpoints that writes name the paths of their opens: files of one name in
 * several folders are several. */
static int place_saved (struct fid_data_io *io, struct fid_error *err)
{
    FID_SCOPED (fid_index_clear) struct fid_index by_name = {0};
    FID_SCOPED (clear_texts) struct texts placed = {.n = 0};
    for (size_t i = 0; i < io->path_n; i++) {
        struct fid_span name = fid_span_last_part (fid_span_of (io->path[i].path));
        FID_TRY (fid_index_put (&by_name, fid_hash_bytes (name.p, name.n, 0), i, err));
    }
    FID_EACH (struct fid_call, s, io->save) {
        const char *name = io->saved[s->of];
        size_t p = strchr (name, '/') ? SIZE_MAX : path_of_call (io, &by_name, *s), k = 0;
        const char *path = p == SIZE_MAX ? name : io->path[p].path;
        while (k < placed.n && strcmp (placed.at[k], path) != 0)
            k++;
        if (k == placed.n) {
            char *copy = fid_strdup (path, err);
            FID_TRY (!copy);
            FID_TRY (FID_PUSH_TO (placed.at, placed.n, placed.cap, err, copy));
        }
        s->of = (uint32_t)k;
    }
    struct texts named = {io->saved, io->saved_n, io->saved_cap};
    io->saved = placed.at;
    io->saved_n = placed.n;
    io->saved_cap = placed.cap;
    placed = named;
    return 0;
}

/* Sorts all calls, joins reads to uses and to the run's n block requests, and finds index files
 * and sides. */
static int join_calls (struct fid_data_io *io, const struct fid_run *run,
                       struct fid_call *request, size_t n, struct fid_error *err)
{
    struct fid_call *list[] = {io->read, io->open, io->save, io->handed, request};
    size_t list_n[] = {io->read_n, io->open_n, io->save_n, io->handed_n, n};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        FID_TRY (fid_by_time_sort (list[i], list_n[i], io->events, err));
    FID_TRY (give_folders (io, err));
    FID_TRY (join_uses (io, run, err));
    FID_TRY (find_indexes (io, err));
    FID_TRY (place_saved (io, err));
    FID_EACH (const struct fid_call, open, io->open)
        io->file[open->of].open_n++;
    FID_TRY (fid_requests_join (io, run, request, n, err));
    find_sides (io, run);
    if (!run->phases.known)
        FID_TRY (find_tests (io, err));
    find_parts (io, run);
    return 0;
}

#define PATHS_MAX                                                                              \
    65536 /* opens that are kept, of files that are neither data nor the system's */
#define RANKS_READ 0.9 /* share of the bytes of data that all ranks together read */

/* What an event's file is to the job. */
struct file_use {
    int64_t data;  /* number of the data file; -1: not looked up yet */
    int64_t saved; /* number of the checkpoint's file; -1 */
    bool tensor;
    bool opened, of_rank, launches; /* its path was looked at; ranks, or launchers, open it */
};

struct taking {
    struct fid_data_io *io;
    const struct fid_events *events;
    struct file_use *use;                /* owned; of each event file */
    struct fid_index handed;             /* owned; tensors, by the hash of their name */
    uint32_t row;                        /* the one that is taken */
    FID_LIST (struct fid_call, request); /* owned; block reads */
    struct starter {
        int64_t open_ns;          /* its first open */
        double code_n, written_n; /* opens of code, writes into logs and checkpoints */
        bool launches;            /* it is a launcher of ranks, written in Python */
    } * starter;                  /* owned; of each process, at the first of its number */
    uint32_t *first;              /* owned; fid_first_processes */
};

/* --- rows */

/* Whether only a launcher opens the file. */
static bool is_launcher (struct fid_span path)
{
    static const char *const parts[] = {"/torch/distributed/run.py",
                                        "/torch/distributed/__pycache__/run.",
                                        "/torch/distributed/launch.py",
                                        "/torch/distributed/__pycache__/launch.",
                                        "/accelerate/commands/launch.py",
                                        "/accelerate/commands/__pycache__/launch.",
                                        "/deepspeed/launcher/",
                                        "/horovod/runner/launch.py",
                                        "/horovod/runner/__pycache__/launch."};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (fid_span_find (path, parts[i]) >= 0)
            return true;
    return false;
}

static int take_open (struct taking *t, const struct fid_event_row *row, int64_t pid,
                      struct fid_error *err)
{
    static const char *const system[] = {"/usr/", "/lib", "/etc/", "/proc/", "/sys/", "/dev/"};
    struct fid_data_io *io = t->io;
    struct fid_span path = fid_events_path (t->events, row->file);
    struct file_use *use = &t->use[row->file];
    struct starter *of = &t->starter[t->first[row->process]];
    of->open_ns = row->start_ns < of->open_ns ? row->start_ns : of->open_ns;
    of->code_n += t->events->file[row->file].role == FID_ROLE_CODE ? (double)row->event_n : 0;
    if (!use->opened) {
        use->of_rank =
            fid_span_find (path, "/libmpi.") >= 0 || fid_span_find (path, "/nccl-") >= 0;
        use->launches = is_launcher (path);
        io->torch |= fid_span_find (path, "/torch/") >= 0;
        io->tensorflow |= fid_span_find (path, "/tensorflow/") >= 0;
        use->opened = true;
    }
    of->launches |= use->launches;
    if (use->of_rank)
        FID_TRY (FID_PUSH_TO (io->rank_pid, io->rank_n, io->rank_cap, err, pid));
    if (!path.n || io->path_n == PATHS_MAX ||
        t->events->file[row->file].role == FID_ROLE_DATA || fid_span_ends (path, ".py") ||
        fid_span_ends (path, ".pyc"))
        return 0;
    for (size_t i = 0; i < sizeof system / sizeof *system; i++)
        if (fid_span_starts (path, system[i]))
            return 0;
    char *copy = fid_strndup (path.p, path.n, err);
    FID_TRY (!copy);
    return FID_PUSH (io->path, err, (struct fid_opened_path){copy, row->start_ns, pid});
}

/* A call on a file of a checkpoint. */
static int take_saved (struct taking *t, const struct fid_event_row *row, struct fid_error *err)
{
    struct fid_data_io *io = t->io;
    struct file_use *use = &t->use[row->file];
    if (use->saved < 0) {
        struct fid_span name = fid_events_path (t->events, row->file);
        name = name.n ? name : fid_events_name (t->events, row->file);
        char *copy = fid_strndup (name.p, name.n, err);
        FID_TRY (!copy);
        use->saved = (int64_t)io->saved_n;
        FID_TRY (FID_PUSH (io->saved, err, copy));
    }
    io->write_n += row->op == FID_OP_WRITE ? row->event_n : 0;
    return FID_PUSH (io->save, err, (struct fid_call){t->row, (uint32_t)use->saved});
}

static int take_data (struct taking *t, const struct fid_event_row *row, struct fid_error *err)
{
    struct fid_data_io *io = t->io;
    struct file_use *use = &t->use[row->file];
    struct fid_span name = fid_events_name (t->events, row->file);
    if (!name.n)
        return 0;
    if (use->data < 0) {
        struct fid_span path = fid_events_path (t->events, row->file), folder = {"", 0};
        struct fid_span last = fid_span_last_part (path);
        if (path.n && last.n <= name.n && memcmp (last.p, name.p, last.n) == 0) {
            size_t n = (size_t)(last.p - path.p); /* else the path is cut before the name */
            folder = (struct fid_span){path.p, n > 1 ? n - 1 : n};
        }
        use->data = file_number (io, name, folder, err);
        FID_TRY (use->data < 0);
    }
    struct fid_call call = {t->row, (uint32_t)use->data};
    return row->op == FID_OP_OPEN ? FID_PUSH (io->open, err, call)
                                  : FID_PUSH (io->read, err, call);
}

/* Takes a metadata call, unless its file is the system's, the application's or temporary: these
 * are not on the storage of the data. */
static int take_asked (struct taking *t, const struct fid_event_row *row, enum fid_role_id role,
                       struct fid_error *err)
{
    struct fid_data_io *io = t->io;
    struct fid_span path = fid_events_path (t->events, row->file);
    bool other = role == FID_ROLE_OTHER && path.n && !fid_span_starts (path, "/tmp/");
    if (role != FID_ROLE_DATA && role != FID_ROLE_CHECKPOINT && !other)
        return 0;
    return FID_PUSH (io->asked, err, (struct fid_call){t->row, 0});
}

static int take_row (struct taking *t, const struct fid_event_row *row, struct fid_error *err)
{
    struct fid_data_io *io = t->io;
    int64_t pid = t->events->process[row->process].pid, end_ns = row->start_ns + row->span_ns;
    enum fid_role_id role = t->events->file[row->file].role;
    if (row->op == FID_OP_BLOCK_READ)
        return FID_PUSH (t->request, err, (struct fid_call){t->row, FID_NO_READ});
    if (row->op == FID_OP_BLOCK_WRITE)
        return 0;
    if (row->op == FID_OP_WRITE && (role == FID_ROLE_LOG || role == FID_ROLE_CHECKPOINT))
        t->starter[t->first[row->process]].written_n += (double)row->event_n;
    io->first_ns = row->start_ns < io->first_ns ? row->start_ns : io->first_ns;
    io->last_ns = end_ns > io->last_ns ? end_ns : io->last_ns;
    if (row->op == FID_OP_OPEN)
        FID_TRY (take_open (t, row, pid, err));
    if (row->op == FID_OP_META && !t->use[row->file].tensor)
        return take_asked (t, row, role, err);
    if (row->flags & FID_EVENT_ERROR)
        return 0;
    if (row->op == FID_OP_META) {
        /* A tensor is handed over once, where it is unlinked.  Its maker looks at it just
         * before, and both processes do later, which some tracers see as well, with its
         * folder or without: the first call counts. */
        struct fid_span name = fid_events_name (t->events, row->file);
        uint64_t hash = fid_hash_bytes (name.p, name.n, 0);
        size_t at = 0, any;
        if (fid_index_next (&t->handed, hash, &at, &any))
            return 0;
        FID_TRY (fid_index_put (&t->handed, hash, 0, err));
        return FID_PUSH (t->io->handed, err, (struct fid_call){t->row, 0});
    }
    if (role == FID_ROLE_CHECKPOINT)
        return take_saved (t, row, err);
    if (role == FID_ROLE_DATA && (row->op == FID_OP_READ || row->op == FID_OP_OPEN))
        return take_data (t, row, err);
    return 0;
}

/* Finds the main process: of those that open as much code as a program does, which a shell or
 * mpirun that starts it does not, and are no launchers, the one that writes most into logs and
 * checkpoints; else the first one. */
static void find_main (struct taking *t)
{
    const struct fid_events *e = t->events;
    const struct starter *best = NULL;
    double most_n = 0;
    FID_EACH_OF (const struct starter, s, t->starter, e->process_n)
        most_n = fmax (most_n, s->launches ? 0 : s->code_n);
    FID_EACH_OF (const struct starter, s, t->starter, e->process_n) {
        double written_n = most_n > 0 ? s->written_n : 0, than_n = best ? best->written_n : 0;
        if (s->open_ns == INT64_MAX || s->code_n * 2 < most_n || (s->launches && most_n > 0) ||
            (best &&
             (written_n < than_n || (written_n == than_n && s->open_ns >= best->open_ns))))
            continue;
        best = s;
    }
    t->io->main_pid = best ? e->process[best - t->starter].pid : -1;
}

struct thread {
    int64_t pid, tid;
    uint32_t process;
};

FID_ORDER_BY (by_thread, struct thread, FID_RISING (pid) FID_RISING (tid) FID_RISING (process))

/* Who reads is the process, or its thread, where several of them read data or the first one is
 * known to be another: a number that no process has. */
static int tell_readers (struct fid_data_io *io, struct fid_error *err)
{
    const struct fid_events *e = io->events;
    FID_FREED struct thread *at = calloc (e->process_n + 1, sizeof *at);
    FID_FREED bool *reads = calloc (e->process_n + 1, sizeof *reads);
    size_t to;
    io->reader = malloc ((e->process_n + 1) * sizeof *io->reader);
    FID_NEED (at && reads && io->reader, err);
    FID_EACH (const struct fid_call, r, io->read)
        reads[fid_process_of (io, r->row)] = true;
    for (size_t i = 0; i < e->process_n; i++) {
        io->reader[i] = e->process[i].pid;
        at[i] = (struct thread){e->process[i].pid, e->process[i].tid, (uint32_t)i};
    }
    FID_SORT (at, e->process_n, by_thread);
    for (size_t from = 0; from < e->process_n; from = to) {
        bool first = false; /* its first thread is known */
        size_t thread_n = 0;
        int64_t last = -1;
        for (to = from; to < e->process_n && at[to].pid == at[from].pid; to++) {
            first |= !at[to].tid || at[to].tid == at[to].pid;
            thread_n += reads[at[to].process] && at[to].tid != last;
            last = reads[at[to].process] ? at[to].tid : last;
        }
        for (size_t i = from; i < to; i++)
            if (reads[at[i].process] && at[i].tid &&
                (first ? at[i].tid != at[i].pid : thread_n > 1))
                io->reader[at[i].process] =
                    (int64_t)(fid_hash_number ((uint64_t)at[i].tid, (uint64_t)at[i].pid) >> 2 |
                              1ull << 61);
    }
    return 0;
}

/* Processes that load MPI or share NCCL's memory are ranks, if it is they who read the data,
 * each about its share; else how many there are is not known. */
static int keep_ranks (struct fid_data_io *io, struct fid_error *err)
{
    size_t n = 0;
    double all = 0, own = 0, least = HUGE_VAL;
    FID_SORT (io->rank_pid, io->rank_n, fid_order_u64s);
    for (size_t i = 0; i < io->rank_n; i++)
        if (!n || io->rank_pid[n - 1] != io->rank_pid[i])
            io->rank_pid[n++] = io->rank_pid[i];
    io->rank_n = 0;
    FID_FREED double *byte_n = calloc (n + 1, sizeof *byte_n);
    FID_NEED (byte_n, err);
    for (size_t i = 0; i < io->read_n && n; i++) {
        struct fid_data_read r = fid_read_of (io, i);
        const int64_t *at =
            bsearch (&r.pid, io->rank_pid, n, sizeof *io->rank_pid, fid_order_u64s);
        all += (double)r.byte_n;
        byte_n[at ? (size_t)(at - io->rank_pid) : n] += (double)r.byte_n;
    }
    for (size_t i = 0; i < n; i++) {
        own += byte_n[i];
        least = fmin (least, byte_n[i]);
    }
    if (n > 1 && own >= RANKS_READ * all && least >= all / (double)n / 2)
        io->rank_n = n;
    return 0;
}

static void clear_taking (struct taking *t)
{
    FID_FREE (t->use, t->request, t->starter, t->first);
    fid_index_clear (&t->handed);
}

int fid_data_io_fill (struct fid_data_io *io, const struct fid_run *run, struct fid_error *err)
{
    const struct fid_events *e = &run->events;
    if (e->row_n >= UINT32_MAX)
        return fid_errorf (err, FID_EINPUT, "%zu rows of events are too many; use --memory",
                           e->row_n);
    FID_SCOPED (clear_taking) struct taking t = {.io = io, .events = e};
    *io = (struct fid_data_io){
        .events = e, .main_pid = -1, .first_ns = INT64_MAX, .last_ns = INT64_MIN};
    FID_NEED (t.use = malloc ((e->file_n + 1) * sizeof *t.use), err);
    for (size_t i = 0; i < e->file_n; i++) {
        t.use[i] = (struct file_use){.data = -1, .saved = -1};
        t.use[i].tensor = fid_is_tensor (fid_events_name (e, (uint32_t)i));
    }
    FID_NEED (t.starter = calloc (e->process_n + 1, sizeof *t.starter), err);
    FID_TRY (!(t.first = fid_first_processes (e, err)));
    for (size_t i = 0; i < e->process_n; i++)
        t.starter[i].open_ns = INT64_MAX;
    for (size_t i = 0; i < e->row_n; i++) {
        struct fid_event_row row = fid_events_row (e, i);
        t.row = (uint32_t)i;
        FID_TRY (take_row (&t, &row, err));
    }
    find_main (&t);
    FID_TRY (tell_readers (io, err));
    FID_TRY (join_calls (io, run, t.request, t.request_n, err));
    return keep_ranks (io, err);
}

size_t fid_reads_before (const struct fid_data_io *io, int64_t t_ns)
{
    size_t low = 0, high = io->read_n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (fid_start_of (io, io->read[middle].row) < t_ns)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

enum fid_process_kind fid_process_kind (const struct fid_data_io *io, int64_t pid)
{
    for (size_t i = 0; i < io->handed_n; i++)
        if (fid_pid_of (io, io->handed[i].row) == pid)
            return FID_PROCESS_WORKER;
    for (size_t i = 0; i < io->rank_n; i++)
        if (io->rank_pid[i] == pid)
            return FID_PROCESS_MAIN;
    return !io->rank_n && pid >= 0 && pid == io->main_pid ? FID_PROCESS_MAIN
                                                          : FID_PROCESS_UNKNOWN;
}

void fid_data_io_clear (struct fid_data_io *io)
{
    FID_EACH (struct fid_data_file, f, io->file)
        FID_FREE (f->name, f->folder);
    for (size_t i = 0; i < io->saved_n; i++)
        free (io->saved[i]);
    for (size_t i = 0; i < io->path_n; i++)
        free (io->path[i].path);
    FID_FREE (io->reader, io->rank_pid, io->asked, io->handed, io->joined_of, io->joined,
              io->path, io->file, io->read, io->open, io->use, io->save, io->saved);
    fid_index_clear (&io->by_name);
    *io = (struct fid_data_io){0};
}
