/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_hostile.c - digests whose checksums are right and whose content is not
 *
 * What fid_record_unpack accepts must be safe to compare: bytes of a run are changed at random,
 * read, and compared with the run as it was. */
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "compare/compare.h"
#include "job/of_run.h"
#include "readers/load.h"
#include "tests/tap.h"
#include "run/run_fields.h"

enum { MUTANTS = 1000, COMPARED = 30 };

static uint64_t draw (uint64_t *state, uint64_t below)
{
    *state = fid_hash_number (*state, 11);
    return *state % below;
}

static const char *keep (void *ctx, const char *text, size_t n, struct fid_error *err)
{
    (void)ctx;
    (void)text;
    (void)n;
    (void)err;
    return "word";
}

static void mutate (struct fid_bytes *b, uint64_t *state)
{
    for (uint64_t k = 0, n = 1 + draw (state, 4); k < n && b->n; k++) {
        size_t at = draw (state, draw (state, 2) ? 2000 : b->n);
        at = at < b->n ? at : b->n - 1;
        switch (draw (state, 8)) {
        case 0:
            b->p[at] = 255;
            break;
        case 1:
            b->p[at] = 0;
            break;
        case 2:
            b->p[at] ^= (unsigned char)(1 << draw (state, 8));
            break;
        case 3:
            memset (b->p + at, 255, b->n - at < 9 ? b->n - at : 9);
            break;
        case 4:
            b->n -= draw (state, 10) ? 0 : draw (state, b->n);
            break;
        default:
            b->p[at] = (unsigned char)draw (state, 256);
        }
    }
}

int main (void)
{
    struct fid_error err = {.status = FID_OK};
    struct fid_run_opts opts = {0};
    struct fid_compare_opts compare = {.penalty = -1, .tolerance_s = -1};
    char dir[1000];
    snprintf (dir, sizeof dir, "%s/tests/data/runs/DLRM_real_r4", getenv ("srcdir"));
    struct fid_run *run = fid_run_load (dir, &opts, &err);
    struct fid_bytes b = {0}, copy = {0};
    if (!ok (run && fid_record_pack (fid_run_record, run, &b, &err) == 0 &&
                 fid_record_pack (fid_event_names_record, &run->events, &b, &err) == 0 &&
                 fid_events_write_rows (&run->events, 0, run->events.row_n, &b, &err) == 0,
             "a run"))
        return tap_done ();
    uint64_t state = 3;
    int refused_n = 0, compared_n = 0, wrong_n = 0;
    for (int m = 0; m < MUTANTS; m++) {
        struct fid_run *mutant = calloc (1, sizeof *mutant);
        copy.n = 0;
        if (!mutant || fid_bytes_put (&copy, b.p, b.n, &err))
            return EXIT_FAILURE;
        mutate (&copy, &state);
        struct fid_packed_in in = {
            .path = "mutant", .p = copy.p, .end = copy.p + copy.n, .word = keep};
        if (fid_record_unpack (fid_run_record, mutant, &in, &err) ||
            fid_record_unpack (fid_event_names_record, &mutant->events, &in, &err) ||
            fid_events_read_rows (&mutant->events, &in, &err)) {
            refused_n++;
            wrong_n += err.status != FID_EINPUT || strncmp (err.text, "mutant: ", 8) != 0;
        } else if (compared_n < COMPARED) {
            compared_n++;
            fid_job_of_run (mutant, &err);
            fid_result_destroy (m % 2 ? fid_compare (run, mutant, &opts, &compare, &err)
                                      : fid_compare (mutant, run, &opts, &compare, &err));
        }
        fid_run_destroy (mutant);
    }
    diag ("%d refused, %d compared", refused_n, compared_n);
    ok (!wrong_n && refused_n && compared_n, "%d mutants", MUTANTS);
    fid_bytes_clear (&copy);
    fid_bytes_clear (&b);
    fid_run_destroy (run);
    return tap_done ();
}
