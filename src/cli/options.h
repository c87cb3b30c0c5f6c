/* options.h - options of the commands that read runs and compare them */
#ifndef FID_OPTIONS_H
#define FID_OPTIONS_H

#include <argp.h>
#include "compare/compare.h"

/* Child parsers.  Their inputs are a struct fid_run_opts (start with {0}) and a
 * struct fid_compare_opts (start with FID_COMPARE_DEFAULTS). */
extern const struct argp fid_run_argp;
extern const struct argp fid_compare_argp;

#define FID_COMPARE_DEFAULTS                                                                   \
    {                                                                                          \
        .penalty = -1, .tolerance_s = -1                                                       \
    }

#endif
