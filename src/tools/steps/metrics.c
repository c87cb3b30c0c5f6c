/* metrics.c - which metrics a workload has, and what follows from them */
#include <stdlib.h>
#include <string.h>
#include "tools/steps/priv.h"

static const char *const source_names[FID_STEPS_SOURCE_N] = {"mllog", "timeline", "dlio"};
static const char *const workload_names[FID_STEPS_WORKLOAD_N] = {"unet3d", "bert", "dlrm"};
static const char *const workload_titles[FID_STEPS_WORKLOAD_N] = {"UNET3D", "BERT", "DLRM"};
static const char *const metric_names[FID_STEPS_METRIC_N] = {
    [FID_STEP_END] = "step_end",
    [FID_LOAD_BATCH_MEM] = "load_batch_mem",
    [FID_LOAD_BATCH_INNER] = "load_batch_inner",
    [FID_ALL_COMPUTE] = "all_compute",
    [FID_SAMPLE_LOAD] = "sample_load",
    [FID_LOAD_SAMPLE] = "load_sample",
    [FID_SAMPLE_PREPROC] = "sample_preproc",
    [FID_BATCH_LOAD] = "batch_load",
    [FID_BATCH_PREPROC] = "batch_preproc",
    [FID_DATA_LOADING_THROUGHPUT] = "data_loading_throughput",
    [FID_DATA_PROC_THROUGHPUT] = "data_proc_throughput",
    [FID_FROM_DISK_THROUGHPUT] = "from_disk_throughput",
    [FID_SAMPLE_LOAD_THROUGHPUT] = "sample_load_throughput",
    [FID_STEP_THROUGHPUT] = "step_throughput",
};

static int
by_name (const char *const *names, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp (names[i], name) == 0)
            return i;
    return -1;
}

const char *
fid_steps_source_name (enum fid_steps_source s)
{
    return source_names[s];
}

int
fid_steps_source_by_name (const char *name)
{
    return by_name (source_names, FID_STEPS_SOURCE_N, name);
}

const char *
fid_steps_workload_name (enum fid_steps_workload w)
{
    return workload_names[w];
}

const char *
fid_steps_workload_title (enum fid_steps_workload w)
{
    return workload_titles[w];
}

int
fid_steps_workload_by_name (const char *name)
{
    return by_name (workload_names, FID_STEPS_WORKLOAD_N, name);
}

const char *
fid_steps_metric_name (enum fid_steps_metric m)
{
    return metric_names[m];
}

int
fid_steps_metric_of (const struct fid_steps_pass *pass, struct fid_span name)
{
    for (int m = 0; m < FID_STEPS_MEASURED_N; m++)
        if (pass->wanted >> m & 1 && fid_span_is (name, metric_names[m]))
            return m;
    return -1;
}

#define END FID_STEPS_METRIC_N

/* What the logs of UNET3D and DLRM, DLIO's and the profiler's tell of each
 * workload; {END}: there are none. */
static const struct {
    enum fid_steps_metric measured[8], derived[6];
} plan[FID_STEPS_SOURCE_N][FID_STEPS_WORKLOAD_N] = {
    [FID_STEPS_MLLOG] =
        {[FID_STEPS_UNET3D] = {{FID_STEP_END, FID_LOAD_BATCH_MEM, FID_ALL_COMPUTE,
                                FID_SAMPLE_LOAD, FID_SAMPLE_PREPROC, END},
                               {FID_DATA_LOADING_THROUGHPUT, FID_DATA_PROC_THROUGHPUT,
                                FID_FROM_DISK_THROUGHPUT, FID_STEP_THROUGHPUT, END}},
         [FID_STEPS_BERT] = {{END}, {END}},
         [FID_STEPS_DLRM] = {{FID_STEP_END, FID_LOAD_BATCH_MEM, FID_ALL_COMPUTE, FID_BATCH_LOAD,
                              FID_BATCH_PREPROC, END},
                             {FID_DATA_LOADING_THROUGHPUT, FID_DATA_PROC_THROUGHPUT,
                              FID_FROM_DISK_THROUGHPUT, FID_STEP_THROUGHPUT, END}}},
    [FID_STEPS_TIMELINE] =
        {[FID_STEPS_UNET3D] = {{END}, {END}},
         [FID_STEPS_BERT] = {{FID_ALL_COMPUTE, FID_LOAD_BATCH_MEM, FID_STEP_END, END},
                             {FID_DATA_LOADING_THROUGHPUT, FID_DATA_PROC_THROUGHPUT, END}},
         [FID_STEPS_DLRM] = {{END}, {END}}},
    [FID_STEPS_DLIO] =
        {[FID_STEPS_UNET3D] = {{FID_LOAD_BATCH_MEM, FID_LOAD_BATCH_INNER, FID_ALL_COMPUTE,
                                FID_STEP_END, FID_SAMPLE_LOAD, FID_LOAD_SAMPLE,
                                FID_SAMPLE_PREPROC, END},
                               {FID_DATA_LOADING_THROUGHPUT, FID_DATA_PROC_THROUGHPUT,
                                FID_SAMPLE_LOAD_THROUGHPUT, FID_STEP_THROUGHPUT, END}},
         [FID_STEPS_BERT] = {{FID_LOAD_BATCH_MEM, FID_LOAD_BATCH_INNER,
                              FID_ALL_COMPUTE, FID_STEP_END, END},
                             {FID_DATA_LOADING_THROUGHPUT, FID_DATA_PROC_THROUGHPUT,
                              FID_STEP_THROUGHPUT, END}},
         [FID_STEPS_DLRM] = {{FID_LOAD_BATCH_MEM, FID_LOAD_BATCH_INNER,
                              FID_ALL_COMPUTE, FID_STEP_END, FID_BATCH_LOAD, FID_BATCH_PREPROC,
                              END},
                             {FID_DATA_LOADING_THROUGHPUT, FID_DATA_PROC_THROUGHPUT,
                              FID_FROM_DISK_THROUGHPUT, FID_STEP_THROUGHPUT, END}}},
};

const enum fid_steps_metric *
fid_steps_measured (enum fid_steps_source s, enum fid_steps_workload w)
{
    return plan[s][w].measured;
}

const enum fid_steps_metric *
fid_steps_derived (enum fid_steps_source s, enum fid_steps_workload w)
{
    return plan[s][w].derived;
}

/* The duration that a throughput is of, END at the end of the list; *one: it is
 * of one sample, not of a batch. */
static const enum fid_steps_metric *
durations_of (const struct fid_step_stats *s, enum fid_steps_metric m, bool *one)
{
    static const enum fid_steps_metric loading[] = {FID_LOAD_BATCH_MEM, END},
                                       inner[] = {FID_LOAD_BATCH_INNER, END},
                                       compute[] = {FID_ALL_COMPUTE, END},
                                       step[] = {FID_STEP_END, END},
                                       sample[] = {FID_SAMPLE_LOAD, END},
                                       batch[] = {FID_BATCH_LOAD, END},
                                       samples[] = {FID_SAMPLE_LOAD, FID_LOAD_SAMPLE, END};
    bool of_samples = m == FID_FROM_DISK_THROUGHPUT && s->workload == FID_STEPS_UNET3D;
    *one = of_samples || m == FID_SAMPLE_LOAD_THROUGHPUT;
    switch (m) {
    case FID_DATA_LOADING_THROUGHPUT:
        return s->source == FID_STEPS_DLIO ? inner : loading;
    case FID_DATA_PROC_THROUGHPUT: /* a profiler's step ends with the computation */
        return s->source == FID_STEPS_TIMELINE ? step : compute;
    case FID_FROM_DISK_THROUGHPUT:
        return of_samples ? sample : batch;
    case FID_SAMPLE_LOAD_THROUGHPUT:
        return samples;
    default:
        return step;
    }
}

static int
derive_one (const struct fid_step_stats *s, struct fid_steps_config *c, enum fid_steps_metric m,
            struct fid_error *err)
{
    bool one;
    const enum fid_steps_metric *of = durations_of (s, m, &one);
    for (; *of != END; of++)
        for (size_t i = 0; i < c->value[*of].n; i++)
            if (fid_steps_add (&c->value[m], (one ? 1 : (double)c->batch) / c->value[*of].v[i],
                               err))
                return -1;
    return 0;
}

int
fid_steps_derive (struct fid_step_stats *s, struct fid_error *err)
{
    struct fid_steps_values sorted = {0};
    int rc = 0;
    for (size_t i = 0; i < s->config_n && !rc; i++) {
        struct fid_steps_config *c = &s->config[i];
        const enum fid_steps_metric *m = fid_steps_derived (s->source, s->workload);
        for (; *m != END && !rc; m++)
            rc = derive_one (s, c, *m, err);
        for (int k = 0; k < FID_STEPS_METRIC_N && !rc; k++) {
            sorted.n = 0;
            for (size_t j = 0; j < c->value[k].n && !rc; j++)
                rc = fid_steps_add (&sorted, c->value[k].v[j], err);
            if (!rc && sorted.n && fid_describe (sorted.v, sorted.n, &c->stat[k]))
                rc = fid_errorf (err, FID_EINTERNAL, "%s: not all values are finite",
                                 metric_names[k]);
        }
    }
    free (sorted.v);
    return rc;
}
