/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_roles.c - see file_roles.h */
#include "run/file_roles.h"

/* --- rule 4: how the files of a class are used */

#define DATA_LEAST 4096 /* bytes of a class: fewer are a configuration's */

/* Read in several phases, by loader processes, or a tenth of all that is read; and not next to
 * nothing (files of /sys without a path).  Opened so, where reads are not traced. */
static bool is_data (const struct fid_file_class *c, enum fid_file_op by, uint64_t all,
                     int64_t first_pid)
{
    const struct fid_file_use *u = &c->use.of[by];
    bool several = (u->spans & (u->spans - 1)) != 0;
    bool loader = u->pid != FID_PID_NONE && u->pid != first_pid;
    bool scrap = *c->key && c->use.byte_n[FID_FILE_READ] && c->use.end < DATA_LEAST;
    return !scrap && u->amount > all / 1000 &&
           c->use.byte_n[FID_FILE_READ] >= c->use.byte_n[FID_FILE_WRITE] &&
           (several || loader || u->amount >= all / 10);
}

static bool has_checkpoint_name (const struct fid_file_class *c)
{
    static const char *const ends[] = {".pt", ".pth", ".ckpt", ".safetensors", ".distcp"};
    struct fid_span key = fid_span_of (c->key);
    if (!c->use.op_n[FID_FILE_READ] && !c->use.op_n[FID_FILE_WRITE])
        return false; /* a folder, say */
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (fid_span_ends (key, ends[i]))
            return true;
    return fid_span_find (key, "ckpt") >= 0 || fid_span_find (key, "checkpoint") >= 0;
}

/* Read, and of the extension of a class that is data by its use. */
static bool is_sibling (const struct fid_file_classes *f, const struct fid_file_class *c)
{
    struct fid_span ext = fid_extension (fid_span_of (c->key));
    for (size_t i = 0; ext.n && c->use.op_n[FID_FILE_READ] && i < f->class_n; i++)
        if (!f->class[i].decided && f->class[i].role.role == FID_ROLE_DATA &&
            fid_span_ends (fid_span_of (f->class[i].key), ext.p))
            return true;
    return false;
}

#define FEW_FILES 2 /* that are short and hardly read are no data set: */
#define FEW_BYTES 1048576
#define FEW_SHARE 20 /* less than one in so many bytes that are read */

/* All that is data by its use is too little for a data set. */
static void forget_scraps (struct fid_file_classes *f)
{
    uint64_t file_n = 0, read_n = 0, opened_n = 0, data_n = 0, end = 0;
    FID_EACH (const struct fid_file_class, c, f->class) {
        bool is = c->role.role == FID_ROLE_DATA;
        file_n += is ? c->file_n : 0;
        opened_n += is && !c->use.byte_n[FID_FILE_READ];
        end += is ? c->use.end : 0;
        data_n += is ? c->use.byte_n[FID_FILE_READ] : 0;
        read_n += c->use.byte_n[FID_FILE_READ];
    }
    if (opened_n || !file_n || file_n > FEW_FILES || end >= FEW_BYTES ||
        data_n >= read_n / FEW_SHARE)
        return;
    FID_EACH (struct fid_file_class, c, f->class)
        if (!c->decided && c->role.role == FID_ROLE_DATA)
            c->role = (struct fid_role){FID_ROLE_OTHER, FID_ROLE_BY_NONE};
}

static void decide_classes (struct fid_file_classes *f, int64_t first_pid)
{
    static const struct fid_role data = {FID_ROLE_DATA, FID_ROLE_BY_BEHAVIOUR};
    enum fid_file_op by = FID_FILE_OPEN; /* opens show use only where reads are not traced */
    uint64_t all = 0;
    for (size_t i = 0; i < f->class_n; i++)
        by = f->class[i].use.op_n[FID_FILE_READ] ? FID_FILE_READ : by;
    for (size_t i = 0; i < f->class_n; i++)
        all += f->class[i].use.of[by].amount;
    FID_EACH (struct fid_file_class, c, f->class) {
        if (c->decided)
            continue;
        c->role = (struct fid_role){FID_ROLE_OTHER, FID_ROLE_BY_NONE};
        if (is_data (c, by, all, first_pid))
            c->role = data;
        else if (c->use.saves)
            c->role = (struct fid_role){FID_ROLE_CHECKPOINT, FID_ROLE_BY_BEHAVIOUR};
        else if (has_checkpoint_name (c))
            c->role = (struct fid_role){FID_ROLE_CHECKPOINT, FID_ROLE_BY_KIND};
    }
    for (size_t i = 0; i < f->class_n; i++) {
        struct fid_file_class *c = &f->class[i];
        if (!c->decided && c->role.role == FID_ROLE_OTHER && is_sibling (f, c))
            c->role = data;
    }
    forget_scraps (f);
}

/* Of the folder in a path; 0 if there is no path. */
static uint64_t folder_hash (struct fid_span path)
{
    while (path.n && path.p[path.n - 1] != '/')
        path.n--;
    return path.n ? fid_hash_bytes (path.p, path.n, 0) | 1 : 0;
}

/* What is written beside files of checkpoints, and opened as often as these are, is part of
 * them, however short. */
static int join_companions (struct fid_file_classes *f, const struct fid_events *e,
                            struct fid_error *err)
{
    FID_SCOPED (fid_index_clear) struct fid_index saved = {0}; /* classes, by folder */
    FID_FREED bool *may = calloc (f->class_n + 1, sizeof *may);
    bool any = false;
    FID_NEED (may, err);
    for (size_t i = 0; i < f->class_n; i++) {
        const struct fid_file_class *c = &f->class[i];
        const uint64_t *op_n = c->use.op_n;
        may[i] = !c->decided && c->role.role == FID_ROLE_OTHER && op_n[FID_FILE_OPEN] &&
                 op_n[FID_FILE_WRITE] && !op_n[FID_FILE_READ];
        any |= may[i];
    }
    for (int pass = 0; pass < 2 && any; pass++)
        for (size_t i = 0; i < e->file_n; i++) {
            uint64_t folder = folder_hash (fid_events_path (e, (uint32_t)i));
            uint32_t class = f->of[i];
            bool beside = false;
            if (class == FID_NO_CLASS || !folder)
                continue;
            if (!pass && f->class[class].role.role == FID_ROLE_CHECKPOINT)
                FID_TRY (fid_index_put (&saved, folder, class, err));
            for (size_t at = 0, k; pass && fid_index_next (&saved, folder, &at, &k);)
                beside |= f->class[k].use.op_n[FID_FILE_OPEN] ==
                          f->class[class].use.op_n[FID_FILE_OPEN];
            may[class] &= !pass || beside;
        }
    for (size_t i = 0; i < f->class_n; i++)
        if (may[i])
            f->class[i].role = (struct fid_role){FID_ROLE_CHECKPOINT, FID_ROLE_BY_BEHAVIOUR};
    return 0;
}

/* What decides the roles of files: all facts are in. */
static int set_rules (struct fid_role_rules *r, const struct fid_run *run,
                      const struct fid_collected *c, struct fid_error *err)
{
    if (run->opts.roles)
        FID_TRY (fid_role_rules_read (r, run->opts.roles, err));
    for (size_t i = 0; i < run->source_n; i++)
        if (strcmp (run->source[i].path, FID_ROLES_FILE) == 0) {
            char *path = fid_format (err, "%s/%s", run->dir, FID_ROLES_FILE);
            int rc = path ? fid_role_rules_read (r, path, err) : -1;
            free (path);
            FID_TRY (rc);
        }
    fid_role_rules_folder (r, FID_ROLE_DATA,
                           fid_run_fact (run, "workload.dataset.data_folder"));
    fid_role_rules_folder (r, FID_ROLE_CHECKPOINT,
                           fid_run_fact (run, "workload.checkpoint.checkpoint_folder"));
    fid_role_rules_folder (r, FID_ROLE_LOG, fid_run_fact (run, "workload.output.folder"));
    size_t log = SIZE_MAX;
    for (size_t i = 0; i < run->hosts.n && log == SIZE_MAX; i++)
        log = c->host[i].line_n ? c->host[i].line_source : SIZE_MAX;
    for (size_t i = 0; i < c->phase_n; i++)
        if (!(run->source[c->phase[i].source].follows & FID_GIVES_PHASES))
            log = c->phase[i].source;
    if (log != SIZE_MAX)
        snprintf (r->log, sizeof r->log, "%.*s",
                  FID_SPAN_ARG (fid_file_name (run->source[log].path)));
    return 0;
}

int fid_file_roles_find (struct fid_file_classes *c, struct fid_run *run,
                         const struct fid_collected *collected, const struct fid_taken *taken,
                         struct fid_error *err)
{
    FID_SCOPED (fid_role_rules_clear) struct fid_role_rules rules = {0};
    struct fid_events *e = &run->events;
    FID_TRY (set_rules (&rules, run, collected, err));
    FID_TRY (fid_file_classes_find (c, e, &rules, taken->use, err));
    decide_classes (c, taken->first_pid);
    FID_TRY (join_companions (c, e, err));
    for (size_t i = 0; i < e->file_n; i++)
        e->file[i].role =
            c->of[i] == FID_NO_CLASS ? FID_ROLE_OTHER : c->class[c->of[i]].role.role;
    return 0;
}

/* --- what it adds to the run */

static void add_class (const struct fid_file_class *c, struct fid_run *run)
{
    struct fid_role_use *u = &run->role[c->role.role][c->role.rule];
    bool used[FID_STREAM_N] = {false};
    uint64_t op_n = 0;
    for (int op = 0; op < FID_FILE_OP_N; op++) {
        enum fid_stream_id id = fid_role_stream (c->role.role, (enum fid_file_op)op);
        op_n += c->use.op_n[op];
        if (id != FID_STREAM_N && c->use.op_n[op])
            used[id] = true;
    }
    if (op_n > u->example_op_n) {
        u->example_op_n = op_n;
        snprintf (u->example, sizeof u->example, "%s", c->example);
    }
    u->op_n += op_n;
    u->file_n += c->file_n;
    u->read_byte_n += c->use.byte_n[FID_FILE_READ];
    u->write_byte_n += c->use.byte_n[FID_FILE_WRITE];
    for (int id = 0; id < FID_STREAM_N; id++)
        run->stream[id].file_n += used[id] ? c->file_n : 0;
}

static int add_file_bytes (struct fid_run *run, const struct fid_file_state *file,
                           struct fid_error *err)
{
    struct fid_tally *part = run->stream[FID_STREAM_DATA_READ].part;
    struct fid_sketch *to[2] = {
        &part[run->phases.known ? FID_PART_TRAINING : FID_PART_BETWEEN].access.file_bytes,
        &part[FID_PART_EVAL].access.file_bytes};
    for (size_t i = 0; i < run->events.file_n; i++)
        for (int k = 0; k < 2; k++)
            if (file[i].read)
                FID_TRY (fid_sketch_add (to[k], (double)file[i].byte_n[k], err));
    return 0;
}

/* How many data files lie in each folder, where traces have paths. */
static int add_folders (struct fid_run *run, struct fid_error *err)
{
    const struct fid_events *e = &run->events;
    FID_FREED uint64_t *folder = malloc ((e->file_n + 1) * sizeof *folder);
    size_t n = 0, same = 0;
    struct fid_sketch *to = &run->stream[FID_STREAM_DATA_OPEN]
                                 .part[run->phases.known ? FID_PART_TRAINING : FID_PART_BETWEEN]
                                 .access.folder_files;
    FID_NEED (folder, err);
    for (size_t i = 0; i < e->file_n; i++)
        if (e->file[i].kind == FID_FILE_NAMED && e->file[i].role == FID_ROLE_DATA &&
            (folder[n] = folder_hash (fid_events_path (e, (uint32_t)i))))
            n++;
    fid_sort_u64s (folder, n);
    for (size_t i = 0; i < n; i++) {
        same++;
        if (i + 1 < n && folder[i + 1] == folder[i])
            continue;
        FID_TRY (fid_sketch_add (to, (double)same, err));
        same = 0;
    }
    return 0;
}

static uint64_t grid_sum (const struct fid_grid *g)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < g->n; i++)
        sum += g->op_n[i];
    return sum;
}

/* How many data files are open in each second: the most at a time.  Nothing if closes are
 * not traced, or not nearly all. */
static int add_open_files (const struct fid_grid *closed, struct fid_run *run,
                           struct fid_error *err)
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
        FID_TRY (fid_sketch_add (&s->part[part].access.open_files, (double)most, err));
        most = level;
    }
    return 0;
}

int fid_file_roles_add (struct fid_run *run, const struct fid_file_classes *classes,
                        const struct fid_file_state *file, const struct fid_grid *closed,
                        struct fid_error *err)
{
    FID_EACH (const struct fid_file_class, c, classes->class)
        add_class (c, run);
    return FID_FAILED (add_file_bytes (run, file, err) || add_folders (run, err) ||
                       add_open_files (closed, run, err));
}
