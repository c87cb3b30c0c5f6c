/* SPDX-License-Identifier: GPL-3.0-or-later */
/* uses.c - see io.h: joins the calls of a run to uses of files */
#include "job/io_priv.h"

/* --- joining */

/* Whether traces of reads name no folders, but those of opens do: reads then get the folder of
 * the last open of that name. */
static int give_folders (struct fid_data_io *io, struct fid_error *err)
{
    size_t n = io->file_n, o = 0;
    uint32_t *bare = malloc ((n + 1) * sizeof *bare); /* of a file the one without folder */
    uint32_t *now = malloc ((n + 1) * sizeof *now);   /* of one without: the one meant */
    if (!bare || !now) {
        FID_FREE (bare, now);
        return fid_error_nomem (err);
    }
    for (size_t i = 0; i < n; i++) {
        bare[i] = now[i] = (uint32_t)i;
        int64_t k = fid_data_file_find (io, fid_span_of (io->file[i].name), fid_span_of (""));
        bare[i] = k >= 0 ? (uint32_t)k : bare[i];
    }
    /* where a read precedes all opens (a trace that begins late) the first open tells */
    for (size_t i = io->open_n; i-- > 0;)
        now[bare[io->open[i].of]] = io->open[i].of;
    for (size_t i = 0; i < io->read_n; i++) {
        int64_t start_ns = fid_start_of (io, io->read[i].row);
        for (; o < io->open_n && fid_start_of (io, io->open[o].row) <= start_ns; o++)
            now[bare[io->open[o].of]] = io->open[o].of;
        io->read[i].of = now[io->read[i].of];
    }
    FID_FREE (bare, now);
    return 0;
}

/* The part of a run around an instant: the last one that was asked for. */
struct part {
    int64_t from_ns, to_ns;
    int epoch;
    enum fid_part part;
};

static void find_part (const struct fid_run *run, int64_t t_ns, struct part *p)
{
    if (!run->phases.known || (t_ns >= p->from_ns && t_ns < p->to_ns))
        return;
    const struct fid_segment *s = fid_phases_segment (&run->phases, t_ns);
    p->epoch = s ? s->epoch : -1;
    p->part = fid_phases_part_span (&run->phases, t_ns, &p->from_ns, &p->to_ns);
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

static struct live *live_of (struct live_table *t, int64_t pid, uint32_t file,
                             struct fid_error *err)
{
    uint64_t key = (uint64_t)pid * UINT64_C (0x9e3779b97f4a7c15) ^ file;
    key = (key ^ key >> 32) * UINT64_C (0xd6e8feb86659fd93);
    key = (key ^ key >> 32) | 1;
    if (2 * t->used_n >= t->n) {
        struct live_table more = {.n = t->n ? 2 * t->n : 1024};
        more.at = calloc (more.n, sizeof *more.at);
        if (!more.at)
            return fid_null_nomem (err);
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

static int join_uses (struct fid_data_io *io, const struct fid_run *run, struct fid_error *err)
{
    struct live_table live = {0};
    struct part part = {.epoch = -1, .part = FID_PART_TRAINING};
    size_t o = 0;
    int rc = 0;
    for (size_t i = 0; i < io->read_n && !rc; i++) {
        struct fid_event_row r = fid_call_of (io, io->read[i]);
        uint32_t file = io->read[i].of;
        struct fid_data_file *f = &io->file[file];
        for (; o < io->open_n && fid_start_of (io, io->open[o].row) <= r.start_ns && !rc; o++) {
            struct live *l =
                live_of (&live, fid_pid_of (io, io->open[o].row), io->open[o].of, err);
            rc = l ? 0 : -1;
            if (l)
                l->opened = true;
        }
        struct live *l =
            rc ? NULL : live_of (&live, io->events->process[r.process].pid, file, err);
        if (!l) {
            rc = -1;
            break;
        }
        bool again = l->use == UINT32_MAX || l->opened ||
                     (!io->open_n && r.offset == 0 && io->use[l->use].byte_n > f->end_byte / 2);
        if (again) {
            struct fid_data_use u = {.row = io->read[i].row, .file = file, .opened = l->opened};
            find_part (run, r.start_ns, &part);
            u.part = (uint8_t)part.part;
            u.epoch = part.epoch;
            l->use = (uint32_t)io->use_n;
            l->opened = false;
            if ((rc = FID_PUSH (io->use, err, u)))
                break;
        }
        struct fid_data_use *u = &io->use[l->use];
        io->read[i].of = l->use;
        u->byte_n += r.byte_n;
        uint64_t end = (r.offset == FID_NO_OFFSET ? u->byte_n - r.byte_n : r.offset) + r.byte_n;
        if (end > f->end_byte)
            f->end_byte = end;
        find_part (run, r.start_ns, &part);
        if (part.part == FID_PART_TRAINING || part.part == FID_PART_EVAL) {
            f->byte_n[part.part == FID_PART_EVAL] += r.byte_n;
            f->read_n[part.part == FID_PART_EVAL] += r.byte_n > 0;
        }
        f->used |= r.byte_n > 0;
    }
    free (live.at);
    return rc;
}

/* --- sides */

/* Whether the text is a word for a side. */
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

/* Whether a word of the name does: "terabyte_test.bin". */
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

/* The name without the ending of an index file; n is 0 if the file is no index. */
static struct fid_span name_of_indexed (const char *name)
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

static int find_indexes (struct fid_data_io *io, struct fid_error *err)
{
    size_t n = io->file_n;
    for (size_t i = 0; i < n; i++) {
        struct fid_span of = name_of_indexed (io->file[i].name);
        if (!of.n)
            continue;
        int64_t k = fid_data_file_number (io, of, fid_span_of (io->file[i].folder), err);
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

/* Where the log names no evaluations, uses of their files are. */
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

/* The number of a path among the first n of `saved`; n: not there. */
static size_t saved_number (char *const *saved, size_t n, const char *path)
{
    size_t i = 0;
    while (i < n && strcmp (saved[i], path) != 0)
        i++;
    return i;
}

/* Writes name files, opens tell where they are: files of one name in several folders are
 * several. */
static int place_saved (struct fid_data_io *io, struct fid_error *err)
{
    struct fid_index by_name = {0};
    char **saved = calloc (io->path_n + io->saved_n + 1, sizeof *saved);
    size_t n = 0;
    int rc = saved ? 0 : fid_error_nomem (err);
    for (size_t i = 0; i < io->path_n && !rc; i++) {
        struct fid_span name = fid_span_last_part (fid_span_of (io->path[i].path));
        rc = fid_index_put (&by_name, fid_hash_bytes (name.p, name.n, 0), i, err);
    }
    for (size_t i = 0; i < io->save_n && !rc; i++) {
        struct fid_call *s = &io->save[i];
        size_t p = strchr (io->saved[s->of], '/') ? SIZE_MAX : path_of_call (io, &by_name, *s);
        const char *path = p == SIZE_MAX ? io->saved[s->of] : io->path[p].path;
        size_t k = saved_number (saved, n, path);
        if (k == n && !(saved[n++] = fid_strdup (path, err)))
            rc = -1;
        s->of = (uint32_t)k;
    }
    fid_index_clear (&by_name);
    if (rc) {
        for (size_t i = 0; saved && i < n; i++)
            free (saved[i]);
        free (saved);
        return -1;
    }
    for (size_t i = 0; i < io->saved_n; i++)
        free (io->saved[i]);
    free (io->saved);
    io->saved = saved;
    io->saved_n = n;
    return 0;
}

int fid_data_io_join (struct fid_data_io *io, const struct fid_run *run,
                      struct fid_call *request, size_t n, struct fid_error *err)
{
    FID_TRY (fid_by_time_sort (io->read, io->read_n, io->events, err) ||
             fid_by_time_sort (io->open, io->open_n, io->events, err) ||
             fid_by_time_sort (io->save, io->save_n, io->events, err) ||
             fid_by_time_sort (io->handed, io->handed_n, io->events, err) ||
             fid_by_time_sort (request, n, io->events, err) ||
             (io->file_n && give_folders (io, err)) || join_uses (io, run, err) ||
             find_indexes (io, err) || place_saved (io, err));
    for (size_t i = 0; i < io->open_n; i++)
        io->file[io->open[i].of].open_n++;
    FID_TRY (fid_requests_join (io, run, request, n, err));
    find_sides (io, run);
    find_parts (io, run);
    return 0;
}
