/* calibration.c - see calibration.h */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "compare/calibration.h"

const struct fid_cal_set *
fid_calibration_set (const struct fid_calibration *c, const char *workload)
{
    for (size_t s = 0; s < c->set_n; s++)
        if (strcmp (c->set[s].workload, workload) == 0)
            return &c->set[s];
    return NULL;
}

void
fid_calibration_destroy (struct fid_calibration *c)
{
    if (!c)
        return;
    for (size_t s = 0; s < c->set_n; s++) {
        for (size_t m = 0; m < c->set[s].measure_n; m++)
            free (c->set[s].measure[m].repeat);
        free (c->set[s].measure);
        free (c->set[s].run);
    }
    free (c->set);
    free (c);
}
