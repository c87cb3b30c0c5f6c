/* SPDX-License-Identifier: GPL-3.0-or-later */
/* saved.c - values that an earlier call has written (write.h), in place of recordings */
#include "base/jsonread.h"
#include "tools/steps/config_name.h"
#include "tools/steps/recording.h"

/* The kind and the workload by the name of the analysis beside the values. */
static int find_analysis (const char *dir, struct fid_step_stats *steps)
{
    for (int s = 0; s < FID_STEPS_SOURCE_N; s++)
        for (int w = 0; w < FID_STEPS_WORKLOAD_N; w++) {
            bool missing;
            const char *path = fid_steps_analysis_path (dir, (enum fid_steps_source)s,
                                                        (enum fid_steps_workload)w);
            if (fid_file_missing (path, &missing, &fid_why))
                return -1;
            if (missing ||
                *fid_steps_metrics ((enum fid_steps_source)s, (enum fid_steps_workload)w) ==
                    FID_STEPS_METRIC_N)
                continue;
            if (steps->config_n &&
                (steps->source != (enum fid_steps_source)s || (int)steps->workload != w))
                return fid_errorf (&fid_why, FID_EUSAGE,
                                   "%s: values of another kind or workload", dir);
            steps->source = (enum fid_steps_source)s;
            steps->workload = (enum fid_steps_workload)w;
            return 0;
        }
    return fid_errorf (&fid_why, FID_EINPUT, "%s: there is no analysis of an earlier call",
                       dir);
}

static int append_list (struct fid_reading *r, const cJSON *list, const char *key,
                        struct fid_steps_values *to)
{
    size_t n = fid_get_length (list);
    fid_grow (&to->v, &to->v_cap, to->v_n + n + 1, sizeof *to->v);
    if (!cJSON_IsArray (list) || fid_get_numbers (list, false, to->v + to->v_n) != n)
        return fid_reading_fail (r, "'%s' is no list of numbers", key);
    to->v_n += n;
    return 0;
}

/* The values of one configuration. */
static int take_config (struct fid_reading *r, const cJSON *o, struct fid_steps_config *c,
                        const struct fid_step_stats *steps)
{
    const enum fid_steps_metric *m = fid_steps_metrics (steps->source, steps->workload);
    size_t before = c->value[FID_ALL_COMPUTE].v_n;
    for (; *m != FID_STEPS_METRIC_N; m++) {
        const char *key = fid_steps_metric_name (*m);
        if (append_list (r, fid_get (o, key), key, &c->value[*m]))
            return -1;
    }
    c->recording_n++;
    fid_steps_trim (c, before);
    return 0;
}

static int take_number (struct fid_reading *r, const char *key, int64_t *out)
{
    return fid_span_i64 (fid_span_of (key), out) && *out > 0 && *out <= FID_CONFIG_MAX
               ? 0
               : fid_reading_fail (r, "'%.40s' is no number of GPUs or samples", key);
}

int fid_steps_read_saved (const char *dir, struct fid_step_stats *steps)
{
    const char *path = fid_textf ("%s/all_data.json", dir);
    FID_SCOPED (fid_json_freed)
    cJSON *doc = find_analysis (dir, steps) ? NULL : fid_json_load (path, &fid_why);
    struct fid_reading r = {.path = path, .what = "values of steps", .err = &fid_why};
    int rc = doc ? 0 : -1;
    size_t before_n = steps->recording_n;
    for (const cJSON *g = doc ? doc->child : NULL; g && !rc; g = g->next)
        for (const cJSON *b = g->child; b && !rc; b = b->next) {
            int64_t gpus, batch;
            rc = !g->string || !b->string ? fid_reading_fail (&r, "it is no object of objects")
                 : take_number (&r, g->string, &gpus) || take_number (&r, b->string, &batch)
                     ? -1
                     : take_config (&r, b, fid_steps_config_of (steps, gpus, batch), steps);
            steps->recording_n += !rc;
        }
    if (!rc && steps->recording_n == before_n)
        rc = fid_errorf (&fid_why, FID_EINPUT, "%s: no saved values", path);
    return rc;
}
