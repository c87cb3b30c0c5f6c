/* SPDX-License-Identifier: GPL-3.0-or-later */
/* border.h - what public functions (fidlio.h) do on their way in: check what they are given, and
 * change to the C locale */
#pragma once

#include <locale.h>
#include "compare/compare.h"

/* Give the calling thread the C locale; returns the locale it had, for fid_border_leave.
 * Threads that fid_parallel starts inherit it. */
locale_t fid_border_enter (void);
void fid_border_leave (const locale_t *before);

/* From here to the end of the block. */
#define FID_IN_C_LOCALE                                                                        \
    __attribute__ ((unused)) FID_SCOPED (fid_border_leave) const locale_t locale_before =      \
        fid_border_enter ()

/* FID_EUSAGE if a pointer that has to be given is NULL. */
int fid_border_given (const void *pointer, const char *name, struct fid_error *err);
#define FID_GIVEN(pointer) fid_border_given (pointer, #pointer, err)

/* FID_EUSAGE if a number that is given is not from low to high; NaN is not. */
int fid_border_range (bool given, double x, double low, double high, const char *name,
                      struct fid_error *err);

/* The public options as those of src/run and src/compare; checks each value. */
int fid_border_open (const struct fid_open_options *from, struct fid_run_opts *to,
                     struct fid_error *err);

struct fid_border_compare {
    struct fid_compare_opts opts;
    struct fid_profile profile; /* that opts.profile points to */
};
int fid_border_compare (const struct fid_compare_options *from, struct fid_border_compare *to,
                        struct fid_error *err);

/* The options all these runs were opened with; FID_EUSAGE if they differ or there is no run.
 * same: those of other runs; NULL. */
int fid_border_runs (const struct fid_run *const *run, size_t n,
                     const struct fid_run_opts *same, struct fid_run_opts *out,
                     struct fid_error *err);
