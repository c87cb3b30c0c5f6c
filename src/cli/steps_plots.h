/* steps_plots.h - pictures of fidlio steps: options and files */
#ifndef FID_STEPS_PLOTS_H
#define FID_STEPS_PLOTS_H

#include <argp.h>
#include "cli/figure_output.h"
#include "tools/steps/steps.h"

/* Input of fid_steps_plots_argp; start with FID_STEPS_PLOTS_DEFAULTS. */
struct fid_steps_plots {
    unsigned plots;         /* bits of enum fid_steps_plot; 0: none */
    struct fid_paper paper; /* width 0: what suits each */
    const char *title;      /* borrowed; NULL: none */
};
#define FID_STEPS_PLOTS_DEFAULTS                                                               \
    {                                                                                          \
        .paper = {.dpi = 192 }                                                                 \
    }
extern const struct argp fid_steps_plots_argp;

/* Draw those asked for below dir/plots. */
int fid_steps_plots_write (const struct fid_steps_plots *p, const struct fid_step_stats *steps,
                           const char *dir, struct fid_error *err);

#endif
