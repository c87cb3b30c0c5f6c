/* options.h - options of the commands that read runs and compare them */
#ifndef FID_OPTIONS_H
#define FID_OPTIONS_H

#include "cli/option.h"
#include "compare/compare.h"

/* Of a struct fid_run_opts (start with {0}) and a struct fid_compare_opts (start with
 * FID_COMPARE_DEFAULTS). */
extern const struct fid_option fid_run_options[];
extern const struct fid_option fid_compare_options[];

/* Of a struct fid_answer_opts; its storages are static. */
extern const struct fid_option fid_answer_options[];

#define FID_COMPARE_DEFAULTS                                                                   \
    {                                                                                          \
        .penalty = -1, .tolerance_s = -1                                                       \
    }

#endif
