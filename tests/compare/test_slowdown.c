/* slowdown by slower storage, on recorded runs and on a made-up one without steps */
#include "config.h"
#include "tests/compare/made_run.h"
#include "tests/compare/recorded.h"

static double
distance (const char *real, const char *emu, const char *quantity)
{
    struct fid_run *a = recorded (real), *b = recorded (emu);
    cJSON *doc = compared (a, b, NULL);
    const cJSON *m = measure_of (doc, "slowdown", quantity);
    double d = number_of (m, "distance"), half = number_of (m, "real_half"),
           quarter = number_of (m, "real_quarter"), o = number_of (m, "real_overlap");
    ok (half > 1.9 && half < 3.1 && quarter > 3.8 && quarter < 5.1 && quarter > half,
        "%s: half of the bandwidth that it asks for makes it %.2f times as long", real, half);
    ok (o >= 0 && o <= 1, "overlap %.2f", o);
    cJSON_Delete (doc);
    fid_run_destroy (a);
    fid_run_destroy (b);
    return d;
}

static void
test_unet (void)
{
    double again = distance ("UNET3D_real_r2", "UNET3D_real_r4", "bandwidth"),
           right = distance ("UNET3D_real_r2", "UNET3D_dlio_r2", "bandwidth");
    ok (again < 0.05, "a repeat: %.3f", again);
    ok (right < 0.095, "the right emulation: %.3f", right);
}

static void
test_compute (void)
{
    double right = distance ("DLRM_real_r4", "DLRM_dlio_r4", "bandwidth"),
           wrong = distance ("DLRM_real_r4", "DLRM_dlio_compute2x_r1", "bandwidth");
    ok (wrong > right + 0.1, "twice the computation is less sensitive: %.3f, right %.3f", wrong,
        right);
}

/* The clause of that name in the first profile; NULL. */
static const cJSON *
clause_of (const cJSON *doc, const char *name)
{
    const cJSON *p = cJSON_GetArrayItem (cJSON_GetObjectItem (doc, "profiles"), 0), *c;
    cJSON_ArrayForEach (c, cJSON_GetObjectItem (p, "clauses"))
    {
        const char *s = cJSON_GetStringValue (cJSON_GetObjectItem (c, "name"));
        if (s && strcmp (s, name) == 0)
            return c;
    }
    return NULL;
}

/* The right emulation with records of half and of twice the size: once all three had the same
 * similarity. */
static void
test_sizes (void)
{
    static const double times[] = {0.5, 1, 2};
    double d[3], half[3];
    for (size_t k = 0; k < 3; k++) {
        struct fid_run *a = recorded ("UNET3D_real_r2"), *b = recorded ("UNET3D_dlio_r2");
        struct fid_grid *g = &b->stream[FID_STREAM_DATA_READ].grid;
        for (size_t i = 0; i < g->n; i++)
            g->byte_n[i] = (uint64_t)((double)g->byte_n[i] * times[k]);
        cJSON *doc = compared (a, b, NULL);
        const cJSON *m = measure_of (doc, "slowdown", "bandwidth");
        d[k] = number_of (m, "distance");
        half[k] = number_of (m, "emulation_half");
        const char *said = cJSON_GetStringValue (
            cJSON_GetObjectItem (clause_of (doc, "slowdown.bandwidth"), "text"));
        ok (said && strstr (said, "at half the bandwidth the real job takes 2."), "%s", said);
        cJSON_Delete (doc);
        fid_run_destroy (a);
        fid_run_destroy (b);
    }
    ok (d[1] < 0.095 && d[0] > 0.2 && d[2] > 0.2,
        "records of half, the right and twice the size: %.3f, %.3f, %.3f", d[0], d[1], d[2]);
    ok (half[0] < 1.4 && half[1] > 2 && half[1] < 2.6 && half[2] > 4,
        "at half the bandwidth they take %.1f, %.1f and %.1f times as long", half[0], half[1],
        half[2]);
}

static void
test_refused (void)
{
    struct rundir a, b;
    struct fid_error err;
    training (&a, "a", (struct shape){0});
    training (&b, "b", (struct shape){.reads = 2});
    cJSON *doc = compare_dirs (&a, &b, &compare_opts, &err);
    const cJSON *r = resource_of (doc, "slowdown");
    ok_str (text_of (r, "status"), "not compared", "without steps it is not compared");
    ok_str (text_of (r, "reason"), "no steps are recorded in either run", "and says why");
    cJSON_Delete (doc);
    rundir_remove (&a);
    rundir_remove (&b);
}

int
main (void)
{
    rundir_begin ();
    test_unet ();
    test_compute ();
    test_sizes ();
    test_refused ();
    rundir_end ();
    return tap_done ();
}
