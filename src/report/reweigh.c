/* reweigh.c - see reweigh.h */
#include "config.h"
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include "metrics/weights.h"
#include "report/reweigh.h"

#define SEED  UINT64_C (20231123)
#define LEVEL 0.9

/* The numbers of a result's groups into score[] and present[]; how many there
 * are.  *all_zero: weights do not matter, the overall number is 0. */
static size_t
read_groups (const struct fid_result_head *r, bool scored, double *score, bool *present,
             bool *all_zero)
{
    size_t n = 0;
    *all_zero = true;
    for (size_t g = 0; g < FID_GROUP_N; g++) {
        const struct fid_result_group *group = &r->group[g];
        double s = group->excluded ? FID_ABSENT : scored ? group->score : group->similarity;
        score[g] = s;
        present[g] = s != FID_ABSENT;
        n += present[g];
        *all_zero &= !present[g] || s == 0;
    }
    return n;
}

static int
failed (int rc, struct fid_error *err)
{
    if (rc == GSL_ENOMEM)
        return fid_error_nomem (err);
    return fid_errorf (err, FID_EINTERNAL, "weights of groups: %s", gsl_strerror (rc));
}

int
fid_reweigh (struct fid_list *list, struct fid_reweighed *out, struct fid_error *err)
{
    const size_t part_n = FID_GROUP_N;
    size_t n = list->entry_n, known_n = 0;
    double *score = malloc ((n * part_n + 1) * sizeof *score);
    bool *present = malloc ((n * part_n + 1) * sizeof *present);
    struct fid_weight_range *range = malloc ((n + 1) * sizeof *range);
    *out = (struct fid_reweighed){
        .value = malloc ((n * FID_REWEIGH_DRAWS + 1) * sizeof *out->value),
        .place_p = malloc ((n * n + 1) * sizeof *out->place_p),
        .row = malloc ((n + 1) * sizeof *out->row),
    };
    int rc = GSL_SUCCESS;
    if (!score || !present || !range || !out->value || !out->place_p || !out->row)
        rc = GSL_ENOMEM;
    for (size_t i = 0; rc == 0 && i < n; i++) {
        struct fid_entry *e = &list->entry[i];
        size_t at = known_n * part_n;
        bool all_zero;
        out->row[i] = SIZE_MAX;
        e->weight_low = e->weight_high = e->keeps_p = FID_ABSENT;
        if (read_groups (e->result, list->scored, score + at, present + at, &all_zero))
            out->row[i] = known_n++;
        if (all_zero && out->row[i] != SIZE_MAX)
            e->weight_low = e->weight_high = 0;
    }
    if (rc == 0 && known_n) {
        const struct fid_weight_study study = {.candidates_n = known_n,
                                               .parts_n = part_n,
                                               .score = score,
                                               .present = present,
                                               .level = LEVEL,
                                               .draws_n = FID_REWEIGH_DRAWS,
                                               .seed = SEED};
        rc = fid_weight_sensitivity (&study, out->value, range, out->place_p);
    }
    for (size_t i = 0; rc == 0 && i < n; i++) {
        struct fid_entry *e = &list->entry[i];
        if (out->row[i] == SIZE_MAX || e->weight_low == 0)
            continue;
        e->weight_low = range[out->row[i]].low;
        e->weight_high = range[out->row[i]].high;
    }
    out->known_n = known_n;
    free (score);
    free (present);
    free (range);
    if (rc == 0)
        return 0;
    fid_reweighed_clear (out);
    return failed (rc, err);
}

double
fid_reweigh_flip (const struct fid_reweighed *r, size_t above, size_t below)
{
    size_t a = r->row[above], b = r->row[below];
    if (a == SIZE_MAX || b == SIZE_MAX)
        return 0;
    return fid_weight_flip (r->value + a * FID_REWEIGH_DRAWS, r->value + b * FID_REWEIGH_DRAWS,
                            FID_REWEIGH_DRAWS);
}

void
fid_reweigh_keep (const struct fid_reweighed *r, struct fid_list *list)
{
    size_t known = 0; /* entries known before those of the place */
    for (size_t from = 0, to; from < list->entry_n; from = to) {
        size_t n = 0;
        for (to = from; to < list->entry_n && list->entry[to].place == list->entry[from].place;)
            n += r->row[to++] != SIZE_MAX;
        for (size_t i = from; i < to; i++) {
            if (r->row[i] == SIZE_MAX)
                continue;
            const double *p = r->place_p + r->row[i] * r->known_n + known;
            double sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += p[k];
            list->entry[i].keeps_p = fmin (1, sum);
        }
        known += n;
    }
}

void
fid_reweighed_clear (struct fid_reweighed *r)
{
    free (r->value);
    free (r->place_p);
    free (r->row);
    *r = (struct fid_reweighed){0};
}
