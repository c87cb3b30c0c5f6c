/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workloads.c - the metrics of each workload, and which workload a recording is of */
#include "tools/steps/recording.h"

const char *const fid_steps_source_names[] = {"mllog", "timeline", "dlio", NULL};
const char *const fid_steps_workload_names[] = {"unet3d", "bert", "dlrm", NULL};
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

const char *fid_steps_workload_title (enum fid_steps_workload w)
{
    return workload_titles[w];
}

const char *fid_steps_metric_name (enum fid_steps_metric m)
{
    return metric_names[m];
}

const enum fid_steps_metric *fid_steps_metrics (enum fid_steps_source s,
                                                enum fid_steps_workload w)
{
#define END     FID_STEPS_METRIC_N
#define LOADING FID_DATA_LOADING_THROUGHPUT, FID_DATA_PROC_THROUGHPUT
#define DLIO_STEP                                                                              \
    FID_LOAD_BATCH_MEM, FID_LOAD_BATCH_INNER, FID_ALL_COMPUTE, FID_STEP_END,                   \
        FID_DATA_PROC_THROUGHPUT, FID_DATA_LOADING_THROUGHPUT, FID_STEP_THROUGHPUT
    static const enum fid_steps_metric metrics[FID_STEPS_SOURCE_N][FID_STEPS_WORKLOAD_N][12] = {
        [FID_STEPS_MLLOG] =
            {[FID_STEPS_UNET3D] = {FID_STEP_END, FID_LOAD_BATCH_MEM, FID_ALL_COMPUTE,
                                   FID_SAMPLE_LOAD, FID_SAMPLE_PREPROC, LOADING,
                                   FID_FROM_DISK_THROUGHPUT, FID_STEP_THROUGHPUT, END},
             [FID_STEPS_BERT] = {END},
             [FID_STEPS_DLRM] = {FID_STEP_END, FID_LOAD_BATCH_MEM, FID_ALL_COMPUTE,
                                 FID_BATCH_LOAD, FID_BATCH_PREPROC, LOADING,
                                 FID_FROM_DISK_THROUGHPUT, FID_STEP_THROUGHPUT, END}},
        [FID_STEPS_TIMELINE] = {[FID_STEPS_UNET3D] = {END},
                                [FID_STEPS_BERT] = {FID_ALL_COMPUTE, FID_LOAD_BATCH_MEM,
                                                    FID_STEP_END, LOADING, END},
                                [FID_STEPS_DLRM] = {END}},
        [FID_STEPS_DLIO] = {[FID_STEPS_UNET3D] = {DLIO_STEP, FID_SAMPLE_LOAD, FID_LOAD_SAMPLE,
                                                  FID_SAMPLE_PREPROC,
                                                  FID_SAMPLE_LOAD_THROUGHPUT, END},
                            [FID_STEPS_BERT] = {DLIO_STEP, END},
                            [FID_STEPS_DLRM] = {DLIO_STEP, FID_BATCH_LOAD, FID_BATCH_PREPROC,
                                                FID_FROM_DISK_THROUGHPUT, END}},
    };
    return metrics[s][w];
}

/* --- which workload */

/* From the metrics of loader processes: only UNET3D loads samples, only DLRM batches; -1 if they do
 * not tell. */
static int by_content (const char *path)
{
    static const struct {
        const char *word;
        enum fid_steps_workload workload;
    } words[] = {
        {"sample_load", FID_STEPS_UNET3D},    {"load_sample", FID_STEPS_UNET3D},
        {"sample_preproc", FID_STEPS_UNET3D}, {"batch_load", FID_STEPS_DLRM},
        {"batch_preproc", FID_STEPS_DLRM},
    };
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_span line;
    int workload = -1, rc = 0;
    if (fid_bad_input (fid_text_open (&text, path, &fid_why)))
        return -1; /* which is said when the recording is read */
    while (workload < 0 && (rc = fid_text_next (&text, &line, &fid_why)) > 0)
        for (size_t i = 0; i < sizeof words / sizeof *words && workload < 0; i++)
            if (fid_span_find (line, words[i].word) >= 0)
                workload = (int)words[i].workload;
    fid_bad_input (rc);
    return workload;
}

/* The only workload named in a path; -1 if there is none or several. */
static int by_path (const char *path)
{
    int workload = -1, n = 0;
    for (int w = 0; w < FID_STEPS_WORKLOAD_N; w++)
        if (strcasestr (path, fid_steps_workload_names[w])) {
            workload = w;
            n++;
        }
    return n == 1 ? workload : -1;
}

int fid_steps_detect_workload (const struct fid_steps_recordings *found,
                               enum fid_steps_source source)
{
    int workload = source == FID_STEPS_TIMELINE ? (int)FID_STEPS_BERT : -1;
    size_t first = 0;
    while (first < found->r_n && found->r[first].source != source)
        first++;
    if (first < found->r_n && workload < 0)
        workload = by_content (found->r[first].file[0]);
    for (size_t i = first; i < found->r_n && workload < 0; i++)
        if (found->r[i].source == source)
            workload = by_path (found->r[i].file[0]);
    if (workload < 0 && source == FID_STEPS_DLIO)
        workload = FID_STEPS_BERT; /* whose metrics are common to all workloads */
    return workload;
}
