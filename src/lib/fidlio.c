/* fidlio.c - the installed interface (fidlio.h), over readers and compare */
#include "config.h"
#include <math.h>
#include "base/jsontext.h"
#include "compare/compare.h"
#include "readers/load.h"

void
fid_options_default (struct fid_options *options)
{
    *options = (struct fid_options){.penalty = -1, .tolerance_s = -1};
}

static int
convert (const struct fid_options *options, struct fid_run_opts *run,
         struct fid_compare_opts *compare, struct fid_error *err)
{
    struct fid_options o;
    fid_options_default (&o);
    if (options)
        o = *options;
    if (o.has_utc_offset && !(fabs (o.utc_offset_s) <= 18 * 3600))
        return fid_errorf (err, FID_EUSAGE, "no zone is more than 18 hours from UTC");
    *run = (struct fid_run_opts){
        .all_processes = o.all_processes,
        .day_first = o.day_first,
        .has_zone = o.has_utc_offset,
        .zone_ns = o.has_utc_offset ? (int64_t)llround (o.utc_offset_s * 1e9) : 0,
    };
    *compare = (struct fid_compare_opts){
        .window = o.window,
        .dt_s = o.dt_s,
        .band_s = o.band_s,
        .penalty = o.penalty,
        .tolerance_s = o.tolerance_s,
    };
    return 0;
}

struct fid_run *
fid_run_open (const char *dir, const struct fid_options *options, struct fid_error *err)
{
    struct fid_run_opts run;
    struct fid_compare_opts compare;
    return convert (options, &run, &compare, err) ? NULL : fid_run_load (dir, &run, err);
}

const char *
fid_run_name (const struct fid_run *run)
{
    return run->id;
}

char *
fid_compare_text (const struct fid_run *real, const struct fid_run *emulation,
                  const struct fid_options *options, struct fid_error *err)
{
    struct fid_run_opts run;
    struct fid_compare_opts compare;
    if (convert (options, &run, &compare, err))
        return NULL;
    cJSON *doc = fid_compare (real, emulation, &run, &compare, err);
    char *text = doc ? fid_json_text (doc, err) : NULL;
    cJSON_Delete (doc);
    return text;
}
