/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_plan.c - a plan of a job
 *
 *     RANKS EPOCHS DATA COMPUTATION
 *     the plan
 *
 * A plan that is accepted is written as it is read, and one that is made of it by those numbers
 * (DATA: times the bytes of its files) is accepted as well. */
#include <stdlib.h>
#include <string.h>
#include "plan/scale.h"
#include "tests/fuzz/fuzz.h"

#define MOST 3 /* ranks, epochs, times the data */

static int print (const void *plan, FILE *f, struct fid_error *err)
{
    (void)err;
    fid_plan_print (plan, f);
    return 0;
}

/* A plan that we wrote is read, and written again. */
static void want_same (const struct fid_plan *plan)
{
    struct fid_error err = {0};
    struct fid_plan again;
    size_t n, again_n;
    int rc;
    char *text = fuzz_text (print, plan, &n, &rc);
    const char *path = fuzz_file (fid_span_of ("again"), (struct fid_span){text, n});
    rc = fid_plan_load (&again, path, &err);
    if (rc && fuzz_lost_memory ())
        fuzz_want_error (&err);
    else
        fuzz_want (!rc, err.text);
    char *same = rc ? NULL : fuzz_text (print, &again, &again_n, &rc);
    fuzz_want (!same || (again_n == n && memcmp (text, same, n) == 0),
               "a plan that is written again differs");
    fid_plan_clear (&again);
    free (same);
    free (text);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t n)
{
    struct fid_span rest = {(const char *)data, n}, line = fuzz_line (&rest), word;
    struct fid_error err = {0};
    struct fid_plan plan, scaled;
    uint64_t number[3] = {0};
    struct fid_plan_scale how = {.computation = 1, .seed = n};
    for (size_t i = 0; i < 3 && fid_span_word (&line, &word); i++)
        if (!fid_span_u64 (word, &number[i]) || number[i] > MOST)
            number[i] = 0;
    if (!fid_span_word (&line, &word) || !fid_span_f64 (word, &how.computation) ||
        !(how.computation >= 0 && how.computation <= 1e6))
        how.computation = 1;
    const char *path = fuzz_file (fid_span_of ("plan"), rest);
    if (fid_plan_load (&plan, path, &err)) {
        fuzz_want_error (&err);
        fid_plan_clear (&plan);
        return 0;
    }
    want_same (&plan);
    how.rank_n = number[0];
    how.epoch_n = number[1];
    FID_EACH (const struct fid_plan_file, f, plan.file)
        how.data_n += (double)number[2] * (double)f->byte_n;
    if (fid_plan_scale (&scaled, &plan, &how, &err))
        fuzz_want_error (&err);
    else
        want_same (&scaled);
    fid_plan_clear (&scaled);
    fid_plan_clear (&plan);
    return 0;
}
