/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.c - see options.h */
#include "compare/calibration.h"
#include "compare/options.h"

/* The bits of a number, equal on every machine. */
static uint64_t bits_of (double x)
{
    uint64_t bits;
    memcpy (&bits, &x, sizeof bits);
    return bits;
}

static uint64_t answer_bits (const struct fid_answer_opts *o, uint64_t key)
{
    key =
        fid_hash_number (bits_of (o->tolerance > 0 ? o->tolerance : FID_ANSWER_TOLERANCE), key);
    key = fid_hash_number (
        bits_of (o->utilisation > 0 ? o->utilisation : FID_ANSWER_UTILISATION), key);
    FID_EACH (const struct fid_storage, s, o->storage) {
        key = fid_hash_bytes (s->name, strlen (s->name), key);
        for (int k = 0; k < FID_STORAGE_KEY_N; k++)
            key =
                fid_hash_number (bits_of (fid_storage_value (s, (enum fid_storage_key)k)), key);
        key = fid_hash_number (s->own, key);
    }
    return key;
}

void fid_compare_key (const struct fid_run_opts *run, const struct fid_compare_opts *compare,
                      char buf[FID_HASH_TEXT])
{
    const char *version = fid_version ();
    int window = compare->window ? fid_window_find (compare->window) : FID_WINDOW_JOB;
    uint64_t key = fid_hash_bytes (version, strlen (version), 0);
#define BITS_FLAG(id, x)          (uint64_t) (x)
#define BITS_NUMBER(id, x)        bits_of (fid_setting_number (FID_SETTING_##id, x))
#define BITS_WINDOW(id, x)        (uint64_t) window
#define BITS_GROUPS(id, x)        (uint64_t) (x)
#define BITS_PER(id, x)           (uint64_t) (x)
#define BITS_PROFILE(id, x)       (x) ? (x)->hash : 0
#define BITS_ZONE(id, x)          run->has_zone ? (uint64_t)(x) : UINT64_MAX
#define BITS_ROLES(id, x)         run->roles_hash
#define RUN(id, field, type, ...) key = fid_hash_number (BITS_##type (id, run->field), key);
#define COMPARE(id, field, type, ...)                                                          \
    key = fid_hash_number (BITS_##type (id, compare->field), key);
    FID_RUN_SETTINGS (RUN)
    FID_COMPARE_SETTINGS (COMPARE)
    key = fid_hash_number (compare->calibration ? compare->calibration->hash : 0, key);
    key = answer_bits (&compare->answer, key);
    fid_hash_text (key, buf);
}
