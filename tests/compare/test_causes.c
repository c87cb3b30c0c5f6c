/* test_causes.c - the shares of causes (compare/attribution.h) */
#include <stdio.h>
#include <string.h>
#include "compare/attribution.h"
#include "tests/compare/recorded.h"

/* 0.33 + 0.56 + 0.11 is 1 + 2^-52 in binary: a cause that explains all three clauses has to
 * keep a share that results may hold. */
static void
test_rounding (void)
{
    static const struct {
        enum fid_resource_id resource;
        enum fid_quantity_id quantity;
        double share;
    } made[] = {
        {FID_RESOURCE_STEPS, FID_QUANTITY_STEP, 0.33},
        {FID_RESOURCE_STEPS, FID_QUANTITY_COMPUTE, 0.56},
        {FID_RESOURCE_PHASES, FID_QUANTITY_DURATION, 0.11},
    };
    enum { N = sizeof made / sizeof *made };
    struct fid_measure measure[N] = {{0}};
    struct fid_clause clause[N] = {{0}};
    struct fid_run *real = recorded ("DLRM_real_r4"),
                   *emu = recorded ("DLRM_dlio_compute2x_r1");
    double sum = 0;
    for (int i = 0; i < N; i++) {
        measure[i].quantity = made[i].quantity;
        clause[i] = (struct fid_clause){.resource = made[i].resource,
                                        .measure = &measure[i],
                                        .grade = 0.5,
                                        .share = made[i].share};
        sum += made[i].share;
    }
    ok (sum > 1, "the shares of the clauses add up to more than 1");
    struct fid_comparison c = {.pair = {.real = real, .emu = emu}};
    struct fid_verdict v = {.clause = clause, .clause_n = N, .similarities = {.similarity = -1}};
    struct fid_cause cause[FID_CAUSES_MAX];
    size_t n = fid_attribution_causes (&c, &v, cause);
    ok (n && strcmp (cause[0].code, "computation_time") == 0 && cause[0].explains[0] &&
            cause[0].explains[1] && cause[0].explains[2],
        "the first cause explains all three");
    ok (n && cause[0].share == 1, "its share is 1");
    bool gain = false;
    for (size_t i = 0; i < n; i++)
        gain |= cause[i].gain != 0 || cause[i].similarity_after >= 0;
    ok (!gain, "nothing is gained where the similarity is not known");
    v.similarities.similarity = 0.5;
    fid_attribution_causes (&c, &v, cause);
    ok (cause[0].gain == cause[0].similarity_after - 0.5, "and where it is, what mending adds");
    fid_run_destroy (real);
    fid_run_destroy (emu);
}

static bool
says_never (const struct fid_run *real, const struct fid_run *emu)
{
    cJSON *doc = compared (real, emu, "job");
    char *text = cJSON_PrintUnformatted (doc);
    bool says = strstr (text, "the real run never") != NULL;
    free (text);
    cJSON_Delete (doc);
    return says;
}

/* A log that tells results of evaluations, but not their starts, is of a run that evaluates. */
static void
test_evaluations (void)
{
    struct fid_run *real = recorded ("UNET3D_real_r4"), *emu = recorded ("UNET3D_dlio_r2");
    for (size_t i = 0; i < real->phases.segment_n; i++)
        if (real->phases.segment[i].part == FID_PART_EVAL)
            real->phases.segment[i].part = FID_PART_BETWEEN;
    ok (says_never (real, emu), "a run without evaluations never evaluates");
    snprintf (real->fact[0].key, sizeof real->fact[0].key, "evaluations");
    ok (!says_never (real, emu), "one whose log has their results does");
    fid_run_destroy (real);
    fid_run_destroy (emu);
}

/* Fewer processes read. */
static void
test_readers (void)
{
    struct fid_measure measure = {
        .quantity = FID_QUANTITY_READERS,
        .valid = true,
        .value = {.detail = {{"real_mean", 4}, {"emulation_mean", 1}}, .detail_n = 2}};
    struct fid_clause clause = {.resource = FID_RESOURCE_CONCURRENCY,
                                .measure = &measure,
                                .grade = 0.5,
                                .share = 1};
    struct fid_run *real = recorded ("DLRM_real_r4"), *emu = recorded ("DLRM_dlio_r4");
    struct fid_comparison c = {.pair = {.real = real, .emu = emu}};
    struct fid_verdict v = {.clause = &clause, .clause_n = 1, .similarities = {.similarity = -1}};
    struct fid_cause cause[FID_CAUSES_MAX];
    size_t n = fid_attribution_causes (&c, &v, cause);
    bool readers = false;
    for (size_t i = 0; i < n; i++)
        readers |= strcmp (cause[i].code, "readers") == 0 && cause[i].explains[0] &&
                   strcmp (cause[i].change[0].key, "workload.reader.read_threads") == 0 &&
                   strcmp (cause[i].change[0].from, "1") == 0 && strcmp (cause[i].change[0].to, "4") == 0;
    ok (readers, "one process reads instead of four: read_threads 1 -> 4");
    fid_run_destroy (real);
    fid_run_destroy (emu);
}

int
main (void)
{
    test_evaluations ();
    test_rounding ();
    test_readers ();
    return tap_done ();
}
