/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves.c - see moves.h */
#include "tune/moves.h"

#define TIME(id)                                                                               \
    FID_DLIO_##id##_TYPE, FID_DLIO_##id, FID_DLIO_##id##_STDEV, FID_DLIO_##id##_MIN,           \
        FID_DLIO_##id##_MAX, FID_DLIO_##id##_SHAPE, FID_DLIO_##id##_SCALE

/* Keys that are taken over from the derived configuration together. */
static const struct {
    enum fid_dlio_key key[FID_MOVE_KEYS];
    size_t n;
} groups[] = {
    {{TIME (COMPUTE)}, 7},
    {{TIME (EVAL_TIME)}, 7},
    {{FID_DLIO_FILES_TRAIN, FID_DLIO_FILES_EVAL, FID_DLIO_SAMPLES, FID_DLIO_RECORD,
      FID_DLIO_RECORD_STDEV, FID_DLIO_BATCH, FID_DLIO_BATCH_EVAL, FID_DLIO_STEPS},
     8},
    {{FID_DLIO_RECORD, FID_DLIO_RECORD_STDEV}, 2},
    {{FID_DLIO_THREADS, FID_DLIO_PREFETCH}, 2},
    {{FID_DLIO_DO_EVAL, FID_DLIO_EVAL_AFTER, FID_DLIO_EVAL_EVERY, FID_DLIO_FILES_EVAL}, 4},
    {{FID_DLIO_DO_CHECKPOINT, FID_DLIO_MODEL_BYTES, FID_DLIO_CHECKPOINT_AFTER,
      FID_DLIO_CHECKPOINT_EPOCHS, FID_DLIO_CHECKPOINT_STEPS},
     5},
    {{FID_DLIO_EPOCHS, FID_DLIO_STEPS}, 2},
    {{FID_DLIO_FILES_TRAIN}, 1},
    {{FID_DLIO_FILES_EVAL}, 1},
    {{FID_DLIO_SAMPLES}, 1},
    {{FID_DLIO_BATCH}, 1},
    {{FID_DLIO_BATCH_EVAL}, 1},
    {{FID_DLIO_THREADS}, 1},
    {{FID_DLIO_PREFETCH}, 1},
    {{FID_DLIO_READ_TYPE}, 1},
    {{FID_DLIO_EVAL_EVERY}, 1},
    {{FID_DLIO_CHECKPOINT_STEPS}, 1},
};

static bool is_same (const struct fid_dlio_config *a, const struct fid_dlio_config *b,
                     enum fid_dlio_key k)
{
    char x[FID_DLIO_VALUE], y[FID_DLIO_VALUE];
    return strcmp (fid_dlio_value_text (a, k, x), fid_dlio_value_text (b, k, y)) == 0;
}

static int add_move (struct fid_moves *m, const struct fid_move *move, struct fid_error *err)
{
    return move->n ? FID_PUSH_TO (m->at, m->n, m->cap, err, *move) : 0;
}

static void set_key (struct fid_move *move, enum fid_dlio_key k, struct fid_dlio_value to)
{
    if (move->n < FID_MOVE_KEYS) {
        move->key[move->n] = k;
        move->to[move->n++] = to;
    }
}

/* The same from texts; false if DLIO has no such key or value. */
static bool set_text (struct fid_move *move, const char *key, const char *to)
{
    FID_SCOPED (fid_dlio_config_clear) struct fid_dlio_config one = {0};
    struct fid_error unused;
    int k = fid_dlio_key_find (key);
    bool good = k >= 0 && !fid_dlio_config_set (&one, key, to, &unused);
    if (good)
        set_key (move, (enum fid_dlio_key)k, one.value[k]);
    return good;
}

/* What the causes of a comparison say. */
static int from_causes (struct fid_moves *m, const struct fid_result *result,
                        struct fid_error *err)
{
    FID_EACH (const struct fid_result_cause, c, result->head.cause) {
        struct fid_move move = {0};
        if (!c->key || !c->to || !set_text (&move, c->key, c->to))
            continue;
        bool all = true; /* keys that belong together */
        for (size_t k = 0; k < c->also_n && all; k++)
            all = set_text (&move, c->also[k].key, c->also[k].to);
        if (!all)
            continue;
        snprintf (move.why, sizeof move.why, "%.150s", c->text);
        FID_TRY (add_move (m, &move, err));
    }
    return 0;
}

static int try_number (struct fid_moves *m, const struct fid_dlio_config *from,
                       enum fid_dlio_key k, double to, struct fid_error *err)
{
    struct fid_move move = {.why = "a value beside the present one"};
    if (to != fid_dlio_number (from, k) && to >= 0)
        set_key (&move, k, (struct fid_dlio_value){.set = true, .number = to});
    return add_move (m, &move, err);
}

int fid_moves_find (struct fid_moves *m, const struct fid_dlio_config *from,
                    const struct fid_dlio_config *derived, const struct fid_result *result,
                    struct fid_error *err)
{
    if (derived) {
        /* a key that is not known of the real runs stays as it is, but the parameters of a
         * family of times go with the family */
        for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
            struct fid_move move = {.why = "as derived from the real run"};
            bool times = groups[g].n == 7, known = false;
            for (size_t i = 0; i < groups[g].n; i++)
                known |= derived->value[groups[g].key[i]].set;
            for (size_t i = 0; i < groups[g].n && known; i++) {
                enum fid_dlio_key k = groups[g].key[i];
                if ((times || derived->value[k].set) && !is_same (from, derived, k))
                    set_key (&move, k, derived->value[k]);
            }
            FID_TRY (add_move (m, &move, err));
        }
    }
    if (result)
        FID_TRY (from_causes (m, result, err));
    double threads = fid_dlio_number (from, FID_DLIO_THREADS);
    double ahead = fid_dlio_number (from, FID_DLIO_PREFETCH);
    const double near_threads[] = {0, 1, threads - 1, threads + 1, 2 * threads};
    const double near_ahead[] = {1, floor (ahead / 2), 2 * ahead, 4 * ahead};
    for (size_t i = 0; i < sizeof near_threads / sizeof *near_threads; i++)
        FID_TRY (try_number (m, from, FID_DLIO_THREADS, near_threads[i], err));
    for (size_t i = 0; i < sizeof near_ahead / sizeof *near_ahead; i++)
        if (near_ahead[i] >= 1)
            FID_TRY (try_number (m, from, FID_DLIO_PREFETCH, near_ahead[i], err));
    return 0;
}

void fid_moves_clear (struct fid_moves *m)
{
    free (m->at);
    *m = (struct fid_moves){0};
}

const char *fid_config_changes (struct fid_arena *arena, const struct fid_dlio_config *from,
                                const struct fid_dlio_config *to, struct fid_error *err)
{
    char a[FID_DLIO_VALUE], b[FID_DLIO_VALUE];
    const char *text = fid_arena_text (arena, "", err);
    for (int k = 0; k < FID_DLIO_KEY_N && text; k++) {
        enum fid_dlio_key key = (enum fid_dlio_key)k;
        if (is_same (from, to, key))
            continue;
        text = fid_arena_format (arena, err, "%s%s%s: %s -> %s", text, *text ? ", " : "",
                                 fid_dlio_keys[k].path,
                                 from->value[k].set ? fid_dlio_value_text (from, key, a) : "-",
                                 to->value[k].set ? fid_dlio_value_text (to, key, b) : "-");
    }
    return text;
}
