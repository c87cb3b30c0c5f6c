/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair.c - see pair.h */
#include "base/plain.h"
#include "compare/pair.h"
#include "metrics/aggregate.h"

/* an eighth of the shorter step: the same when sides are swapped */
static double rhythm_dt (const struct fid_run *real, const struct fid_run *emu)
{
    double a = real->step_s > 0 ? real->step_s : emu->step_s;
    double b = emu->step_s > 0 ? emu->step_s : a;
    return fmax (0.1, fmin (a, b) / 8);
}

void fid_pair_freeze (struct fid_pair *pair, const struct fid_scales *scales,
                      const struct fid_compare_opts *opts)
{
    pair->scales = *scales;
    pair->step_s = scales->step_s;
    pair->dt_s = opts->dt_s > 0 ? opts->dt_s : fmax (0.1, scales->step_s / 8);
    pair->rhythm_dt_s = pair->dt_s;
}

int fid_pair_check_trees (const struct fid_run *a, const struct fid_run *b,
                          struct fid_error *err)
{
    const struct fid_run *raw = a->processed ? b : a, *tree = a->processed ? a : b;
    if (a->processed == b->processed || !raw->raw)
        return 0;
    FID_FREED char *word = raw->digested ? NULL : fid_shell_word (raw->path, err);
    if (!word && !raw->digested)
        return -1;
    fid_errorf (
        err, FID_EINPUT,
        "%s is a processed tree, which lacks part of the traces that %s has; make a tree "
        "of those, too, and compare that (prepared/%s): fidlio prepare -o prepared %s",
        tree->id, raw->id, raw->id, word ? word : "FOLDER");
    return -1;
}

int fid_pair_init (struct fid_pair *pair, const struct fid_run *real, const struct fid_run *emu,
                   const struct fid_compare_opts *opts, struct fid_error *err)
{
    int w = opts->window ? fid_window_find (opts->window) : FID_WINDOW_JOB;
    if (w < 0)
        return fid_errorf (
            err, FID_EUSAGE,
            "no window is called '%s': job, whole, startup, INIT, TRAINING, EVAL, "
            "CHECKPOINT",
            opts->window);
    *pair = (struct fid_pair){
        .real = real,
        .emu = emu,
        .window = (enum fid_window)w,
        .step_s = real->step_s,
        .dt_s = opts->dt_s > 0 ? opts->dt_s : fmax (0.1, real->step_s / 8),
        .rhythm_dt_s = opts->dt_s > 0 ? opts->dt_s : rhythm_dt (real, emu),
        .band_s = fid_setting_number (FID_SETTING_BAND, opts->band_s),
        .penalty = fid_setting_number (FID_SETTING_PENALTY, opts->penalty),
        .tolerance_s = fid_setting_number (FID_SETTING_TOLERANCE, opts->tolerance_s),
        .excluded = opts->excluded};
    return FID_FAILED (fid_pair_check_trees (real, emu, err) ||
                       fid_units_init (&pair->units, opts->per, real, emu, err));
}

double fid_pair_band (const struct fid_pair *pair, double length_s)
{
    if (pair->band_s > 0)
        return pair->band_s;
    double band = 0.05 * length_s;
    return pair->step_s > 0 && 1.5 * pair->step_s < band ? 1.5 * pair->step_s : band;
}

bool fid_pair_sees_steps (const struct fid_pair *pair, double dt_s)
{
    double step_s = pair->step_s;
    if (pair->emu->step_s > 0 && !(step_s > 0 && step_s < pair->emu->step_s))
        step_s = pair->emu->step_s;
    return !(step_s > 0) || 2 * dt_s <= step_s;
}

bool fid_pair_has_phases (const struct fid_pair *pair)
{
    return pair->real->phases.known && pair->emu->phases.known;
}

enum fid_window fid_pair_home (const struct fid_pair *pair, enum fid_resource_id r)
{
    return pair->window == FID_WINDOW_JOB && fid_pair_has_phases (pair) ? fid_resources[r].home
                                                                        : pair->window;
}

double fid_p99_nonzero (const double *x, size_t n, struct fid_error *err)
{
    double *some = malloc ((n ? n : 1) * sizeof *some), p99 = 0;
    size_t k = 0;
    if (!some) {
        fid_error_nomem (err);
        return -1;
    }
    for (size_t i = 0; i < n; i++)
        if (x[i] != 0)
            some[k++] = x[i];
    if (k)
        p99 = fid_quantile_select (some, k, 0.99);
    free (some);
    return p99;
}
