/* steps.c - see steps.h */
#include <stdlib.h>
#include <sys/stat.h>
#include "base/array.h"
#include "tools/steps/priv.h"

/* Which of the kinds found is to be read. */
static int
choose_source (const struct fid_steps_recordings *found, const struct fid_steps_opts *opts,
               enum fid_steps_source *source, struct fid_error *err)
{
    size_t n[FID_STEPS_SOURCE_N] = {0}, kinds = 0;
    for (size_t i = 0; i < found->n; i++)
        n[found->r[i].source]++;
    for (int s = 0; s < FID_STEPS_SOURCE_N; s++)
        if (n[s] && (opts->source < 0 || opts->source == s)) {
            *source = (enum fid_steps_source)s;
            kinds++;
        }
    if (!kinds)
        return fid_errorf (err, FID_EINPUT, "no recording of %s was found",
                           opts->source < 0
                               ? "a known configuration"
                               : fid_steps_source_name ((enum fid_steps_source)opts->source));
    if (kinds > 1)
        return fid_errorf (err, FID_EUSAGE,
                           "recordings of several kinds (mllog %zu, timeline %zu, dlio %zu): "
                           "choose by --from",
                           n[FID_STEPS_MLLOG], n[FID_STEPS_TIMELINE], n[FID_STEPS_DLIO]);
    return 0;
}

/* unknown: it has to be told, but broken files are to be told before. */
static int
choose_workload (const struct fid_steps_recordings *found, const struct fid_steps_opts *opts,
                 struct fid_step_stats *steps, bool *unknown, struct fid_error *err)
{
    int workload = opts->workload;
    if (workload < 0)
        workload = fid_steps_guess (found, steps->source);
    *unknown = workload < 0;
    steps->workload = *unknown ? FID_STEPS_UNET3D : (enum fid_steps_workload)workload;
    steps->guessed = opts->workload < 0;
    if (*fid_steps_measured (steps->source, steps->workload) == FID_STEPS_METRIC_N)
        return fid_errorf (err, FID_EUSAGE, "steps of %s are not told by recordings of kind %s",
                           fid_steps_workload_name (steps->workload),
                           fid_steps_source_name (steps->source));
    return 0;
}

static struct fid_steps_config *
config_of (struct fid_step_stats *steps, int64_t gpus, int64_t batch, struct fid_error *err)
{
    for (size_t i = 0; i < steps->config_n; i++)
        if (steps->config[i].gpus == gpus && steps->config[i].batch == batch)
            return &steps->config[i];
    if (fid_array_grow (&steps->config, &steps->config_cap, steps->config_n + 1,
                        sizeof *steps->config, err))
        return NULL;
    struct fid_steps_config *c = &steps->config[steps->config_n++];
    *c = (struct fid_steps_config){.gpus = gpus, .batch = batch};
    return c;
}

static void
begin_pass (struct fid_steps_pass *pass, const struct fid_steps_opts *opts,
            struct fid_step_stats *steps, struct fid_steps_config *c)
{
    const enum fid_steps_metric *m = fid_steps_measured (steps->source, steps->workload);
    bool dlio = steps->source == FID_STEPS_DLIO;
    int n = 0;
    *pass = (struct fid_steps_pass){.opts = opts, .steps = steps, .into = c->value};
    for (; *m != FID_STEPS_METRIC_N; m++, n++)
        pass->wanted |= 1U << *m;
    pass->need = steps->source == FID_STEPS_TIMELINE ? 0 : dlio ? 3 : n;
    pass->skip_first = steps->workload == FID_STEPS_UNET3D && !(dlio && opts->compat);
    fid_steps_reset (pass);
}

/* Remember a log by the name of its configuration. */
static int
add_log (struct fid_step_stats *steps, const struct fid_steps_recording *r,
         struct fid_error *err)
{
    struct fid_span name = fid_span_last_part (fid_span_of (r->path));
    if (fid_span_ends (name, ".gz"))
        name.n -= 3;
    if (fid_span_ends (name, ".log"))
        name.n -= 4;
    if (fid_array_grow (&steps->log, &steps->log_cap, steps->log_n + 1, sizeof *steps->log,
                        err))
        return -1;
    struct fid_steps_log *log = &steps->log[steps->log_n];
    log->path = fid_strdup (r->file[0], err);
    log->name = log->path ? fid_strndup (name.p, name.n, err) : NULL;
    if (!log->name) {
        free (log->path);
        return -1;
    }
    steps->log_n++;
    return 0;
}

/* Read one recording into its configuration; what is of no use leaves nothing. */
static int
read_one (const struct fid_steps_recording *r, const struct fid_steps_opts *opts,
          struct fid_step_stats *steps, struct fid_error *err)
{
    static int (*const read[FID_STEPS_SOURCE_N]) (
        struct fid_steps_pass *, const struct fid_steps_recording *, struct fid_error *) = {
        fid_steps_read_mllog, fid_steps_read_timeline, fid_steps_read_dlio};
    struct fid_steps_pass pass;
    size_t before[FID_STEPS_MEASURED_N], values = 0;
    struct fid_error why;
    struct fid_steps_config *c = config_of (steps, r->gpus, r->batch, err);
    if (!c)
        return -1;
    for (int m = 0; m < FID_STEPS_MEASURED_N; m++)
        before[m] = c->value[m].n;
    begin_pass (&pass, opts, steps, c);
    if (read[steps->source](&pass, r, &why)) {
        for (int m = 0; m < FID_STEPS_MEASURED_N; m++)
            c->value[m].n = before[m];
        if (why.status != FID_EINPUT) {
            *err = why;
            return -1;
        }
        return fid_steps_say (steps, true, err, "%s", why.text);
    }
    for (int m = 0; m < FID_STEPS_MEASURED_N; m++)
        values += c->value[m].n - before[m];
    if (!values)
        return fid_steps_say (steps, true, err, "%s: no step after the warm-up is in it",
                              r->path);
    c->recording_n++;
    steps->recording_n++;
    if (steps->source == FID_STEPS_MLLOG && !pass.array && add_log (steps, r, err))
        return -1;
    /* what the earlier tools took for a file were the values of all files so far */
    bool all = opts->compat && steps->source == FID_STEPS_MLLOG;
    return fid_steps_trim (c, all ? 0 : before[FID_ALL_COMPUTE], err);
}

static int
by_config (const void *va, const void *vb)
{
    const struct fid_steps_config *a = va, *b = vb;
    if (a->gpus != b->gpus)
        return a->gpus < b->gpus ? -1 : 1;
    return (a->batch > b->batch) - (a->batch < b->batch);
}

static void
config_clear (struct fid_steps_config *c)
{
    for (int m = 0; m < FID_STEPS_METRIC_N; m++)
        free (c->value[m].v);
    free (c->mu.v);
    free (c->std.v);
}

/* Drop configurations of which nothing could be used; order the others. */
static void
order (struct fid_step_stats *steps)
{
    size_t n = 0;
    for (size_t i = 0; i < steps->config_n; i++) {
        if (steps->config[i].recording_n)
            steps->config[n++] = steps->config[i];
        else
            config_clear (&steps->config[i]);
    }
    steps->config_n = n;
    if (n)
        qsort (steps->config, n, sizeof *steps->config, by_config);
}

/* Whether dir[i] is one of those before it under another name. */
static bool
is_again (char *const *dir, size_t i)
{
    struct stat st, before;
    bool again = false;
    for (size_t k = 0; k < i && !again && stat (dir[i], &st) == 0; k++)
        again = stat (dir[k], &before) == 0 && before.st_dev == st.st_dev &&
                before.st_ino == st.st_ino;
    return again;
}

int
fid_steps_read (char *const *dir, size_t dir_n, const struct fid_steps_opts *opts,
                struct fid_step_stats *steps, struct fid_error *err)
{
    struct fid_steps_recordings found = {0};
    bool unknown = false;
    int rc = 0;
    *steps = (struct fid_step_stats){.source = FID_STEPS_MLLOG};
    for (size_t i = 0; i < dir_n && !rc; i++)
        rc = is_again (dir, i)
                 ? fid_steps_say (steps, false, err, "%s: given twice, counts once", dir[i])
                 : fid_steps_find (dir[i], &found, steps, err);
    if (rc || choose_source (&found, opts, &steps->source, err) ||
        choose_workload (&found, opts, steps, &unknown, err)) {
        rc = -1;
        goto done;
    }
    for (size_t i = 0; i < found.n && !rc; i++)
        if (found.r[i].source == steps->source)
            rc = read_one (&found.r[i], opts, steps, err);
    order (steps);
    if (!rc && !steps->config_n)
        rc = fid_errorf (err, FID_EINPUT, "no recording could be used%s",
                         unknown ? ", and nothing tells the workload (--workload)" : "");
    else if (!rc && unknown)
        rc = fid_errorf (err, FID_EUSAGE, "nothing tells the workload: give it by --workload");
    if (!rc)
        rc = fid_steps_derive (steps, err);
done:
    fid_steps_recordings_clear (&found);
    return rc;
}

void
fid_steps_clear (struct fid_step_stats *steps)
{
    for (size_t i = 0; i < steps->config_n; i++)
        config_clear (&steps->config[i]);
    for (size_t i = 0; i < steps->note_n; i++)
        free (steps->note[i].text);
    for (size_t i = 0; i < steps->log_n; i++) {
        free (steps->log[i].path);
        free (steps->log[i].name);
    }
    free (steps->log);
    free (steps->config);
    free (steps->note);
    *steps = (struct fid_step_stats){.source = FID_STEPS_MLLOG};
}

size_t
fid_steps_gpus_n (const struct fid_step_stats *steps)
{
    size_t n = 0;
    for (size_t i = 0; i < steps->config_n; i++)
        n += !i || steps->config[i].gpus != steps->config[i - 1].gpus;
    return n;
}
