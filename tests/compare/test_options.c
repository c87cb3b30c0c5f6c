/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_options.c - the key of results: every setting that changes them is in it */
#include <string.h>
#include "compare/calibration.h"
#include "model/profile.h"
#include "tests/tap.h"
#include "run/run.h"

static const struct fid_run_opts run_defaults = {.has_zone = false};
static const struct fid_compare_opts compare_defaults = {.penalty = -1, .tolerance_s = -1};

static const char *key_of (const struct fid_run_opts *run,
                           const struct fid_compare_opts *compare)
{
    static char key[2][FID_HASH_TEXT];
    static int k;
    k = !k;
    fid_compare_key (run, compare, key[k]);
    return key[k];
}

/* Whether a change of one member changes the key. */
#define RUN_CHANGES(what, ...)                                                                 \
    ok (strcmp (key_of (&(struct fid_run_opts){__VA_ARGS__}, &compare_defaults), base) != 0,   \
        "%s is in the key", what)
#define COMPARE_CHANGES(what, ...)                                                             \
    ok (strcmp (key_of (&run_defaults, &(struct fid_compare_opts){.penalty = -1,               \
                                                                  .tolerance_s = -1,           \
                                                                  __VA_ARGS__}),               \
                base) != 0,                                                                    \
        "%s is in the key", what)
#define COMPARE_SAME(what, ...)                                                                \
    ok_str (key_of (&run_defaults, &(struct fid_compare_opts){__VA_ARGS__}), base, what)

int main (void)
{
    char base[FID_HASH_TEXT];
    fid_compare_key (&run_defaults, &compare_defaults, base);
    RUN_CHANGES ("all_processes", .all_processes = true);
    RUN_CHANGES ("day_first", .day_first = true);
    RUN_CHANGES ("an offset of 0", .has_zone = true);
    RUN_CHANGES ("an offset", .has_zone = true, .zone_ns = 1);
    RUN_CHANGES ("what a file of roles holds", .roles_hash = 5);
    ok (strcmp (key_of (&(struct fid_run_opts){.has_zone = true}, &compare_defaults),
                key_of (&(struct fid_run_opts){.has_zone = true, .zone_ns = 1},
                        &compare_defaults)) != 0,
        "its value, too");
    COMPARE_CHANGES ("window", .window = "EVAL");
    COMPARE_CHANGES ("dt", .dt_s = 0.2);
    COMPARE_CHANGES ("band", .band_s = 0.2);
    COMPARE_CHANGES ("excluded", .excluded = 1);
    COMPARE_CHANGES ("the profile", .profile = &(struct fid_profile){.hash = 1});
    COMPARE_CHANGES ("the calibration", .calibration = &(struct fid_calibration){.hash = 1});
    COMPARE_SAME ("defaults written out are defaults", .window = "job", .penalty = 0.05,
                  .tolerance_s = 1);
    COMPARE_SAME ("threads change no result", .penalty = -1, .tolerance_s = -1, .thread_n = 7);
    ok (strcmp (key_of (&run_defaults, &(struct fid_compare_opts){.tolerance_s = -1}), base) !=
            0,
        "a penalty of 0 is not the default");
    ok (strcmp (key_of (&run_defaults, &(struct fid_compare_opts){.penalty = -1}), base) != 0,
        "nor is a tolerance of 0");
    return tap_done ();
}
