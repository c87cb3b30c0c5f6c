/* saved.c - values that an earlier call has written (write.h), in place of recordings */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/jsonread.h"
#include "base/text.h"
#include "tools/steps/config_name.h"
#include "tools/steps/recording.h"

/* The kind and the workload by the name of the analysis beside the values. */
static int
find_analysis (const char *dir, struct fid_step_stats *steps, struct fid_error *err)
{
    for (int s = 0; s < FID_STEPS_SOURCE_N; s++)
        for (int w = 0; w < FID_STEPS_WORKLOAD_N; w++) {
            bool missing = true;
            char *path = fid_steps_analysis_path (dir, (enum fid_steps_source)s,
                                                  (enum fid_steps_workload)w, err);
            int rc = path ? fid_file_missing (path, &missing, err) : -1;
            free (path);
            if (rc)
                return -1;
            if (missing ||
                *fid_steps_metrics ((enum fid_steps_source)s, (enum fid_steps_workload)w) ==
                    FID_STEPS_METRIC_N)
                continue;
            if (steps->config_n &&
                (steps->source != (enum fid_steps_source)s || (int)steps->workload != w))
                return fid_errorf (err, FID_EUSAGE, "%s: values of another kind or workload",
                                   dir);
            steps->source = (enum fid_steps_source)s;
            steps->workload = (enum fid_steps_workload)w;
            return 0;
        }
    return fid_errorf (err, FID_EINPUT, "%s: there is no analysis of an earlier call", dir);
}

static int
append_list (struct fid_reading *r, const cJSON *list, const char *key,
             struct fid_steps_values *to, struct fid_error *err)
{
    size_t n = fid_get_length (list);
    if (!cJSON_IsArray (list))
        return fid_reading_fail (r, "'%s' is no list of numbers", key);
    if (fid_array_grow (&to->v, &to->cap, to->n + n + 1, sizeof *to->v, err))
        return -1;
    if (fid_get_numbers (list, false, to->v + to->n) != n)
        return fid_reading_fail (r, "'%s' is no list of numbers", key);
    to->n += n;
    return 0;
}

/* The values of one configuration. */
static int
take_config (struct fid_reading *r, const cJSON *o, struct fid_steps_config *c,
             const struct fid_step_stats *steps, struct fid_error *err)
{
    const enum fid_steps_metric *m = fid_steps_metrics (steps->source, steps->workload);
    size_t before = c->value[FID_ALL_COMPUTE].n;
    for (; *m != FID_STEPS_METRIC_N; m++) {
        const char *key = fid_steps_metric_name (*m);
        if (append_list (r, fid_get (o, key), key, &c->value[*m], err))
            return -1;
    }
    c->recording_n++;
    return fid_steps_trim (c, before, err);
}

static int
take_number (struct fid_reading *r, const char *key, int64_t *out)
{
    return fid_span_i64 (fid_span_of (key), out) && *out > 0 && *out <= FID_CONFIG_MAX
               ? 0
               : fid_reading_fail (r, "'%.40s' is no number of GPUs or samples", key);
}

int
fid_steps_read_saved (const char *dir, struct fid_step_stats *steps, struct fid_error *err)
{
    if (find_analysis (dir, steps, err))
        return -1;
    char *path = fid_format (err, "%s/all_data.json", dir);
    cJSON *doc = path ? fid_json_load (path, err) : NULL;
    struct fid_reading r = {.path = path, .what = "values of steps", .err = err};
    int rc = doc ? 0 : -1;
    size_t before_n = steps->recording_n;
    for (const cJSON *g = doc ? doc->child : NULL; g && !rc; g = g->next)
        for (const cJSON *b = g->child; b && !rc; b = b->next) {
            int64_t gpus, batch;
            struct fid_steps_config *c;
            rc = !g->string || !b->string ? fid_reading_fail (&r, "it is no object of objects")
                 : take_number (&r, g->string, &gpus) || take_number (&r, b->string, &batch)
                     ? -1
                 : (c = fid_steps_config_of (steps, gpus, batch, err))
                     ? take_config (&r, b, c, steps, err)
                     : -1;
            steps->recording_n += !rc;
        }
    if (!rc && steps->recording_n == before_n)
        rc = fid_errorf (err, FID_EINPUT, "%s: no saved values", path);
    cJSON_Delete (doc);
    free (path);
    return rc;
}
