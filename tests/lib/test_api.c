/* test_api.c - the installed interface, used as a program would */
#include "tests/tap.h"
#include <pthread.h>
#include "fidlio.h"

struct job {
    const struct fid_run *real, *emulation;
    char *text;
};

static void *
compare (void *arg)
{
    struct job *job = arg;
    struct fid_error err;
    job->text = fid_compare_text (job->real, job->emulation, NULL, &err);
    return NULL;
}

static const char *
data (const char *name)
{
    static char path[4096];
    snprintf (path, sizeof path, "%s/tests/data/%s", getenv ("srcdir"), name);
    return path;
}

int
main (void)
{
    struct fid_error err;
    struct fid_options options;
    struct fid_run *real = fid_run_open (data ("runs/UNET3D_real_r2"), NULL, &err);
    struct fid_run *emulation = fid_run_open (data ("runs/UNET3D_dlio_r2"), NULL, &err);
    if (!ok (real && emulation, "runs are read"))
        return tap_done ();
    ok_str (fid_run_name (real), "UNET3D_real_r2", "and have names");

    char *text = fid_compare_text (real, emulation, NULL, &err);
    ok (text && strncmp (text, "{\n  \"schema\": \"fidlio.pair/1\",\n", 31) == 0,
        "a pair is compared");
    fid_options_default (&options);
    char *again = fid_compare_text (real, emulation, &options, &err);
    ok_str (again, text, "the defaults are the defaults");
    free (again);
    options.window = "TRAINING";
    again = fid_compare_text (real, emulation, &options, &err);
    ok (again && strcmp (again, text) != 0, "another window is another result");
    free (again);
    options.window = "LUNCH";
    ok (!fid_compare_text (real, emulation, &options, &err) && err.status == FID_EUSAGE,
        "an unknown window");
    options.window = NULL;
    options.has_utc_offset = 1;
    options.utc_offset_s = NAN;
    ok (!fid_run_open (data ("runs/UNET3D_real_r2"), &options, &err) &&
            err.status == FID_EUSAGE,
        "a zone that is no number");
    ok (!fid_run_open (data ("result/good"), NULL, &err) && err.status == FID_EINPUT,
        "a directory without traces");
    ok (!fid_run_open (data ("none"), NULL, NULL), "no directory, and nowhere to say so");

    struct job job[3];
    pthread_t thread[3];
    for (int i = 0; i < 3; i++) {
        job[i] = (struct job){real, emulation, NULL};
        pthread_create (&thread[i], NULL, compare, &job[i]);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join (thread[i], NULL);
        ok (job[i].text && strcmp (job[i].text, text) == 0, "thread %d gets the same", i);
        free (job[i].text);
    }
    free (text);
    fid_run_destroy (real);
    fid_run_destroy (emulation);
    fid_run_destroy (NULL);
    return tap_done ();
}
