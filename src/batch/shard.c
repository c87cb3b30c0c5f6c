/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shard.c - see shard.h */
#include "base/outfile.h"
#include "base/parallel.h"
#include "batch/shard.h"
#include "readers/discover.h"

/* --- which share */

/* A whole number in text[n], from 0 to a million; false for anything else. */
static bool parse_number (const char *text, size_t n, size_t *x)
{
    *x = 0;
    for (size_t i = 0; i < n; i++) {
        if (text[i] < '0' || text[i] > '9' || *x > 99999)
            return false;
        *x = *x * 10 + (size_t)(text[i] - '0');
    }
    return n > 0;
}

/* The number in a variable of the environment. */
static bool read_variable (const char *name, size_t *x)
{
    const char *text = getenv (name);
    return text && parse_number (text, strlen (text), x);
}

/* Variables that say which one of how many a process is. */
static const struct place {
    const char *index, *count;
    const char *first; /* the lowest index, or the variable that has it */
    const char *step;  /* the variable with the distance of indices; NULL: 1 */
    const char *only;  /* counts only where this is set; NULL: always */
} array[] =
    {
        {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN",
         "SLURM_ARRAY_TASK_STEP", NULL},
        {"PBS_ARRAY_INDEX", NULL, "1", NULL, NULL},
        {"LSB_JOBINDEX", "LSB_JOBINDEX_END", "1", "LSB_JOBINDEX_STEP", "LSB_JOBINDEX_END"},
},
  rank[] = {
      /* a batch script has SLURM_PROCID too, but only one process; srun starts a step of many
       */
      {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "0", NULL, "SLURM_STEP_NUM_TASKS"},
      {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "0", NULL, NULL},
      {"PMI_RANK", "PMI_SIZE", "0", NULL, NULL},
};

/* The first place of the list that the environment has: i from 0, n 0 if it is not known.
 * from_one: indices are counted from 1, whatever the environment has as the lowest: that is
 * another one where some tasks are run again. */
static bool find_place (const struct place *p, size_t place_n, bool from_one, size_t *i,
                        size_t *n)
{
    for (; place_n--; p++) {
        size_t first = 0, step = 1;
        if (!read_variable (p->index, i) || (p->only && !getenv (p->only)))
            continue;
        if (from_one)
            first = 1;
        else if (!parse_number (p->first, strlen (p->first), &first))
            read_variable (p->first, &first);
        if (from_one || !p->step || !read_variable (p->step, &step) || !step)
            step = 1;
        if (*i < first)
            continue; /* LSB_JOBINDEX is 0 outside an array */
        *i = (*i - first) / step;
        *n = 0;
        if (p->count && read_variable (p->count, n) &&
            strcmp (p->count, "LSB_JOBINDEX_END") == 0)
            *n = (*n - first) / step + 1;
        return true;
    }
    return false;
}

/* The place among all ranks of all tasks of an array. */
static int find_auto (size_t given_n, struct fid_shard *shard, struct fid_error *err)
{
    size_t task = 0, task_n = 1, r = 0, rank_n = 1;
    bool in_array =
        find_place (array, sizeof array / sizeof *array, given_n > 0, &task, &task_n);
    bool ranked = find_place (rank, sizeof rank / sizeof *rank, false, &r, &rank_n);
    if (!in_array && !ranked)
        return fid_errorf (err, FID_EUSAGE,
                           "--shard auto: no variable of a job array or of ranks is set; give "
                           "--shard I/N");
    if (given_n && rank_n)
        task_n = given_n / rank_n;
    if (!task_n || !rank_n)
        return fid_errorf (
            err, FID_EUSAGE,
            "--shard auto: the environment does not say how many there are; give "
            "--shard auto/N");
    *shard = (struct fid_shard){task * rank_n + r + 1, task_n * rank_n};
    if (given_n && shard->n != given_n)
        return fid_errorf (err, FID_EUSAGE,
                           "--shard auto/%zu: there are %zu ranks for each task", given_n,
                           rank_n);
    return 0;
}

int fid_shard_parse (const char *text, struct fid_shard *shard, struct fid_error *err)
{
    const char *slash = strchr (text, '/');
    size_t i = 0, n = 0;
    bool is_auto = strncmp (text, "auto", 4) == 0 && (!text[4] || text + 4 == slash);
    bool good = slash ? parse_number (slash + 1, strlen (slash + 1), &n) && n : is_auto;
    if (!good || (!is_auto && !parse_number (text, (size_t)(slash - text), &i)))
        return fid_errorf (err, FID_EUSAGE, "--shard takes I/N, auto or auto/N, not '%s'",
                           text);
    if (is_auto)
        FID_TRY (find_auto (n, shard, err));
    else
        *shard = (struct fid_shard){i, n};
    return shard->i >= 1 && shard->i <= shard->n
               ? 0
               : fid_errorf (err, FID_EUSAGE, "--shard %zu/%zu: I is from 1 to N", shard->i,
                             shard->n);
}

char *fid_shard_dir (const char *results, struct fid_shard shard, struct fid_error *err)
{
    return fid_format (err, "%s/shard-%zu-of-%zu", results, shard.i, shard.n);
}

/* --- the plan */

/* A pair in the order in which neighbours have runs in common: by tiles, squares of real runs and
 * emulations. */
struct placed {
    size_t tile[2], run[2]; /* places among the real runs and among the emulations */
    size_t pair;
};

struct sizes {
    const struct fid_batch *b;
    const size_t
        *place;       /* of each run among the real ones, then among the emulations; 0: none */
    uint64_t *byte_n; /* of each run: all its files; 0 if they cannot be read */
};

static int find_size (void *ctx, size_t i, struct fid_error *err)
{
    struct sizes *s = ctx;
    FID_SCOPED (fid_files_clear) struct fid_files files = {0};
    if (!s->place[i] && !s->place[s->b->run_n + i])
        return 0;
    if (fid_discover (s->b->run[i].dir, FID_SEARCH_RUN, &files, err))
        return err->status == FID_EINPUT ? 0 : -1; /* its pairs will fail, and say why */
    for (size_t k = 0; k < files.n; k++)
        s->byte_n[i] += files.byte_n[k];
    return 0;
}

/* No two pairs have both runs in common. */
FID_ORDER_BY (by_tile, struct placed,
              FID_RISING (tile[0]) FID_RISING (tile[1]) FID_RISING (run[0]) FID_RISING (run[1]))

/* The place of a run in the order in which the pairs name it on this side. */
static size_t place_of (size_t *place, size_t *n, size_t run)
{
    if (!place[run])
        place[run] = ++*n;
    return place[run] - 1;
}

/* Cuts the ordered pairs into shares; a pair costs the bytes in the files of both runs. */
static uint64_t cut_shares (struct fid_batch *b, struct fid_shard shard, const struct placed *p,
                            const uint64_t *byte_n)
{
    double sum = 0, before = 0;
    uint64_t hash = fid_hash_number (shard.n, 0);
    for (size_t i = 0; i < b->pair_n; i++)
        sum += 1 + (double)(byte_n[b->pair[i].real] + byte_n[b->pair[i].emulation]);
    for (size_t i = 0; i < b->pair_n; i++) {
        struct batch_pair *pair = &b->pair[p[i].pair];
        double cost = 1 + (double)(byte_n[pair->real] + byte_n[pair->emulation]);
        size_t share = (size_t)((before + cost / 2) / sum * (double)shard.n) + 1;
        share = share > shard.n ? shard.n : share;
        before += cost;
        hash = fid_hash_bytes (pair->name, strlen (pair->name), fid_hash_pair (hash, share));
        if (share != shard.i)
            pair->state = FID_BATCH_ELSEWHERE;
    }
    return hash;
}

int fid_shard_plan (struct fid_batch *b, struct fid_shard shard, size_t thread_n,
                    uint64_t *plan, struct fid_error *err)
{
    size_t side = (size_t)ceil (sqrt ((double)b->pair_n / (double)shard.n));
    FID_FREED struct placed *p = calloc (b->pair_n + 1, sizeof *p);
    FID_FREED size_t *place = calloc (2 * b->run_n + 1, sizeof *place);
    FID_FREED uint64_t *byte_n = calloc (b->run_n + 1, sizeof *byte_n);
    struct sizes sizes = {b, place, byte_n};
    FID_NEED (p && place && byte_n, err);
    size_t n[2] = {0, 0};
    for (size_t i = 0; i < b->pair_n; i++) {
        p[i].pair = i;
        p[i].run[0] = place_of (place, &n[0], b->pair[i].real);
        p[i].run[1] = place_of (place + b->run_n, &n[1], b->pair[i].emulation);
        for (int s = 0; s < 2; s++)
            p[i].tile[s] = p[i].run[s] / side;
    }
    if (b->pair_n > 1)
        qsort (p, b->pair_n, sizeof *p, by_tile);
    FID_TRY (fid_parallel (b->run_n, thread_n, find_size, &sizes, err));
    *plan = cut_shares (b, shard, p, byte_n);
    return 0;
}

/* --- shard.json */

static void check_pair (struct fid_reading *r, void *object)
{
    const struct fid_shard_pair *pair = object;
    if (strchr (pair->file, '/'))
        fid_reading_fail (r, "'%s' is not the name of a result", pair->file);
}

#define PAIR(F, T)                                                                             \
    F (T, TEXT, "file", file)                                                                  \
    F (T, BOOL, "failed", failed)                                                              \
    F (T, BOOL, "undecided", undecided, .need = FID_LEFT_OUT)                                  \
    F (T, BOOL, "kept", kept, .need = FID_LEFT_OUT)                                            \
    F (T, BOOL, "skipped", skipped, .need = FID_LEFT_OUT)                                      \
    F (T, BOOL, "whole", whole, .need = FID_LEFT_OUT)
FID_RECORD (a_pair, struct fid_shard_pair, PAIR, .check = check_pair);

#define SHARD(F, T)                                                                            \
    F (T, CONST, "schema", plan, .text = FID_SHARD_SCHEMA)                                     \
    F (T, COUNT, "shard", shard.i, .least = 1)                                                 \
    F (T, COUNT, "of", shard.n, .least = 1)                                                    \
    F (T, CHARS, "plan", plan)                                                                 \
    F (T, LIST, "pairs", pair, FID_ROWS (T, pair, pair_n, a_pair))
FID_RECORD (shard, struct fid_shard_file, SHARD);

int fid_shard_write (const struct fid_batch *b, struct fid_shard of, const char *dir,
                     uint64_t plan, struct fid_error *err)
{
    struct fid_shard_file file = {.shard = of};
    file.pair = fid_arena_take (&file.arena, b->pair_n, sizeof *file.pair, err);
    fid_hash_text (plan, file.plan);
    for (size_t i = 0; file.pair && i < b->pair_n; i++)
        if (b->pair[i].state != FID_BATCH_ELSEWHERE)
            file.pair[file.pair_n++] =
                (struct fid_shard_pair){.file = b->pair[i].name,
                                        .failed = b->pair[i].state == FID_BATCH_FAILED,
                                        .undecided = b->pair[i].undecided,
                                        .kept = b->pair[i].state == FID_BATCH_KEPT,
                                        .skipped = b->pair[i].state == FID_BATCH_SKIPPED,
                                        .whole = b->pair[i].whole};
    FID_FREED char *path = file.pair ? fid_format (err, "%s/" FID_SHARD_FILE, dir) : NULL;
    int rc = path ? fid_record_save (&shard, &file, path, dir, err) : -1;
    fid_arena_clear (&file.arena);
    return rc;
}

int fid_shard_read (const char *path, struct fid_shard_file *file, struct fid_error *err)
{
    return fid_record_load (&shard, path, &file->arena, file, err);
}

int fid_shard_remove (const char *dir, struct fid_error *err)
{
    FID_FREED char *path = fid_format (err, "%s/" FID_SHARD_FILE, dir);
    return path ? fid_remove_file (path, dir, err) : -1;
}
