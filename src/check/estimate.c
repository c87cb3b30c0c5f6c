/* SPDX-License-Identifier: GPL-3.0-or-later */
/* estimate.c - the prior of a gate from earlier runs (see check.h) */
#include "check/check.h"
#include "metrics/moderated.h"

#define CONFIGS_LEAST   3    /* fewer variances say nothing about how variances differ */
#define DEVIATION_LEAST 0.01 /* a smaller one is luck: grades near 1, errors near 0 */

/* The variances of one number over configurations. */
struct variances {
    double *s2, *df, *x; /* owned; x: losses of one configuration */
    size_t n;
};

static size_t most_runs (const struct fid_gate_input *input, size_t n, size_t *config_n)
{
    size_t most = 0;
    *config_n = 0;
    for (size_t b = 0; b < n; b++)
        for (size_t i = 0; i < input[b].config_n; i++) {
            ++*config_n;
            most = input[b].config[i].run_n > most ? input[b].config[i].run_n : most;
        }
    return most;
}

/* The line of a group or another of model/profile.h.  Returns 1 if it was written. */
static int add_line (struct fid_cells *lines, struct variances *v,
                     const struct fid_gate_input *input, size_t n, int g)
{
    const char *name = fid_prior_name (g);
    enum fid_gate_kind kind = g < FID_GROUP_N             ? FID_GATE_GROUP
                              : g == FID_PRIOR_SIMILARITY ? FID_GATE_SIMILARITY
                                                          : FID_GATE_ANSWER;
    double s0, d0, df = 0;
    v->n = 0;
    for (size_t b = 0; b < n; b++)
        for (size_t i = 0; i < input[b].config_n; i++) {
            const struct fid_gate_config *c = &input[b].config[i];
            size_t run_n = c->real ? 0 : fid_gate_numbers (c, kind, name, v->x);
            if (run_n < 2)
                continue;
            for (size_t k = 0; kind != FID_GATE_ANSWER && k < run_n; k++)
                v->x[k] = fid_loss (v->x[k]);
            v->df[v->n] = (double)(run_n - 1);
            v->s2[v->n++] = fmax (fid_squares (v->x, run_n) / (double)(run_n - 1),
                                  DEVIATION_LEAST * DEVIATION_LEAST);
        }
    if (v->n < CONFIGS_LEAST || fid_moderated_fit (v->s2, v->df, v->n, &s0, &d0))
        return 0;
    for (size_t i = 0; i < v->n; i++)
        df += v->df[i];
    fid_cells_row (lines, "%s %.4f %.1f %zu", name, s0,
                   fmin (fmax (d0, 1), df) /* worth no more than it is from */, v->n);
    return 1;
}

int fid_check_estimate (const struct fid_gate_input *input, size_t n, struct fid_cells *lines,
                        struct fid_error *err)
{
    size_t config_n, most = most_runs (input, n, &config_n);
    struct variances v = {malloc ((config_n + 1) * sizeof *v.s2),
                          malloc ((config_n + 1) * sizeof *v.df),
                          malloc ((most + 1) * sizeof *v.x), 0};
    int rc = v.s2 && v.df && v.x ? 0 : fid_error_nomem (err);
    fid_cells_begin (lines, "group|#deviation|#freedom|#configurations");
    if (!rc && !add_line (lines, &v, input, n, FID_PRIOR_SIMILARITY))
        rc = fid_errorf (
            err, FID_EINPUT,
            "a prior needs the similarities of at least %d configurations with two runs "
            "or more that are not all alike",
            CONFIGS_LEAST);
    for (int g = FID_PRIOR_ANSWER; !rc && g < FID_PRIOR_N; g++)
        add_line (lines, &v, input, n, g);
    for (int g = 0; !rc && g < FID_GROUP_N; g++)
        add_line (lines, &v, input, n, g);
    FID_FREE (v.s2, v.df, v.x);
    if (rc)
        fid_cells_clear (lines);
    return rc;
}
