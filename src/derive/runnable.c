/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runnable.c - whether DLIO trains at all with a derived configuration
 *
 * From commit ad8ce8b (pull request 339, June 2026) on, DLIO takes the largest multiple of
 * num_samples_per_file * batch_size * ranks as the number of files, as if they were samples:
 * with several samples a file that may be 0, and DLIO ends without a step and without an error.
 */
#include "derive/analysis.h"

static const struct {
    const char *name;
    enum fid_dlio_key files, batch;
} sides[FID_SIDE_N] = {{"training", FID_DLIO_FILES_TRAIN, FID_DLIO_BATCH},
                       {"evaluation", FID_DLIO_FILES_EVAL, FID_DLIO_BATCH_EVAL}};

/* The files of a side, and those of them that this DLIO takes. */
struct amount {
    double file_n, taken_n;
    double batch; /* samples of a step of all ranks; 0: the side is not known, or not used */
};

static struct amount amount_of (const struct fid_claims *c,
                                const struct fid_dlio_config *config, int side)
{
    struct amount a = {.file_n = fid_dlio_number (config, sides[side].files)};
    double multiple;
    if (!c->of[sides[side].files].confidence || !(a.file_n > 0) ||
        (side == FID_SIDE_TRAIN ? !c->of[FID_DLIO_BATCH].confidence
                                : fid_dlio_number (config, FID_DLIO_DO_EVAL) == 0))
        return a;
    a.batch = fid_dlio_number (config, sides[side].batch) * fmax (1, c->ranks);
    multiple = fid_dlio_number (config, FID_DLIO_SAMPLES) * a.batch;
    a.taken_n = floor (a.file_n / multiple) * multiple;
    return a;
}

/* Whether this DLIO makes as many steps of them as others; a rest that is smaller than a batch
 * makes no step in any. */
static bool makes_all_steps (const struct amount *a, double samples)
{
    return !(a->batch > 0) ||
           floor (a->taken_n * samples / a->batch) == floor (a->file_n * samples / a->batch);
}

void fid_derive_fit (struct fid_claims *c, const struct fid_dlio_config *config, bool fit)
{
    struct amount of[FID_SIDE_N];
    double samples = fid_dlio_number (config, FID_DLIO_SAMPLES), to = samples;
    char taken[FID_SIDE_N][80] = {"", ""};
    bool good = true;
    for (int side = 0; side < FID_SIDE_N; side++) {
        of[side] = amount_of (c, config, side);
        if (of[side].batch > 0 && of[side].file_n * samples < of[side].batch)
            fid_claim_remark (
                c,
                "DLIO makes no step of %s: the files have %.0f samples, a batch of "
                "all ranks %.0f.",
                sides[side].name, of[side].file_n * samples, of[side].batch);
        else if (!makes_all_steps (&of[side], samples)) {
            good = false;
            snprintf (taken[side], sizeof taken[side], "%s%.0f of %.0f files for %s",
                      *taken[0] ? ", " : "", of[side].taken_n, of[side].file_n,
                      sides[side].name);
        }
    }
    if (good)
        return;
    for (int side = 0; side < FID_SIDE_N; side++)
        if (of[side].batch > 0)
            to = fmax (1, fmin (to, floor (sqrt (of[side].file_n * samples / of[side].batch))));
    char wanted[FID_SIDE_N][64] = {"", ""};
    for (int side = 0; side < FID_SIDE_N; side++) {
        double multiple = to * of[side].batch;
        if (!(multiple > 0))
            continue;
        double n = fmax (1, round (of[side].file_n * samples / to / multiple)) * multiple;
        snprintf (wanted[side], sizeof wanted[side], "%s: %.0f, ",
                  fid_dlio_keys[sides[side].files].path, n);
        if (fit)
            fid_claim_number (
                c, sides[side].files, FID_CONFIDENCE_LOW, n,
                "the run has %.0f files with %.0f samples each; DLIO from June 2026 "
                "on would take %.0f of them",
                of[side].file_n, samples, of[side].taken_n);
    }
    if (fit)
        fid_claim_number (
            c, FID_DLIO_SAMPLES, FID_CONFIDENCE_LOW, to,
            "as many samples in more files, of which DLIO from June 2026 on takes "
            "all");
    else
        fid_claim_remark (c,
                          "DLIO from June 2026 on (pull request 339) takes %s%s: a multiple of "
                          "num_samples_per_file * batch_size * ranks, without an error if that "
                          "is 0. For it, %s%s%s: %.0f (--for dlio-2026 writes them).",
                          taken[0], taken[1], wanted[0], wanted[1],
                          fid_dlio_keys[FID_DLIO_SAMPLES].path, to);
}
