/* guess.c - which workload instrumentation logs are of */
#include "config.h"
#include <string.h>
#include "base/text.h"
#include "tools/steps/priv.h"

/* By what loader processes log: only UNET3D has samples, only DLRM batches. */
static int
by_content (const char *path)
{
    static const struct {
        const char *word;
        enum fid_steps_workload workload;
    } words[] = {
        {"sample_load", FID_STEPS_UNET3D},    {"load_sample", FID_STEPS_UNET3D},
        {"sample_preproc", FID_STEPS_UNET3D}, {"batch_load", FID_STEPS_DLRM},
        {"batch_preproc", FID_STEPS_DLRM},
    };
    struct fid_text text;
    struct fid_span line;
    int got = -1;
    if (fid_text_open (&text, path, NULL))
        return -1; /* it is told when it is read */
    while (got < 0 && fid_text_next (&text, &line, NULL) > 0)
        for (size_t i = 0; i < sizeof words / sizeof *words && got < 0; i++)
            if (fid_span_find (line, words[i].word) >= 0)
                got = (int)words[i].workload;
    fid_text_close (&text);
    return got;
}

static int
by_path (const char *path)
{
    int got = -1;
    for (int w = 0; w < FID_STEPS_WORKLOAD_N; w++)
        if (strcasestr (path, fid_steps_workload_name ((enum fid_steps_workload)w))) {
            if (got >= 0)
                return -1;
            got = w;
        }
    return got;
}

int
fid_steps_guess (const struct fid_steps_recordings *found, enum fid_steps_source source)
{
    const struct fid_steps_recording *first = NULL;
    int got = -1;
    if (source == FID_STEPS_TIMELINE)
        return FID_STEPS_BERT;
    for (size_t i = 0; i < found->n && !first; i++)
        if (found->r[i].source == source)
            first = &found->r[i];
    if (first)
        got = by_content (first->file[0]);
    for (size_t i = 0; i < found->n && got < 0; i++)
        if (found->r[i].source == source)
            got = by_path (found->r[i].file[0]);
    /* the names that are left are common to all */
    return got < 0 && source == FID_STEPS_DLIO ? FID_STEPS_BERT : got;
}
