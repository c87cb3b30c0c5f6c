/* SPDX-License-Identifier: GPL-3.0-or-later */
/* border.h - what every public function does on its way in and out
 *
 * Public functions (fidlio.h) check the structs they are given, compute in the C locale
 * and leave the caller's locale as it was. */
#pragma once

#include <locale.h>
#include <cjson/cJSON.h>
#include "compare/compare.h"

/* Give the calling thread the C locale; returns the locale it had, for fid_border_leave.
 * Threads that fid_parallel starts inherit it. */
locale_t fid_border_enter (void);
void fid_border_leave (const locale_t *before);

/* From here to the end of the block. */
#define FID_IN_C_LOCALE                                                                        \
    __attribute__ ((unused)) FID_SCOPED (fid_border_leave) const locale_t locale_before =      \
        fid_border_enter ()

/* Copy an options struct that begins with its size to *to, which has `size` bytes; NULL
 * gives zeroed options.  A program may have been compiled with an older or a newer fidlio.h:
 * what both know is copied, and members that the caller's struct lacks are 0.  FID_EUSAGE if
 * the caller has set a member that this version lacks, or no size. */
int fid_border_options (void *to, const void *from, size_t size, const char *name,
                        struct fid_error *err);

/* Copy a filled-in row to the caller's, as much as that has room for; members that this version
 * lacks stay as they were.  FID_EUSAGE if the caller has set no size. */
int fid_border_row (void *to, const void *row, size_t size, const char *name,
                    struct fid_error *err);

/* FID_EUSAGE if a pointer that has to be given is NULL. */
int fid_border_given (const void *pointer, const char *name, struct fid_error *err);

/* The rows of an answer (answers.c). */
void fid_border_answer (const struct fid_result_answer *a, struct fid_answer_row *row);
int fid_border_scenario (const struct fid_result_answer *a, size_t i,
                         struct fid_answer_scenario_row *row, struct fid_error *err);

/* FID_EUSAGE: there is no row i of n. */
int fid_border_index (size_t i, size_t n, const char *name, struct fid_error *err);

/* The public options as those of src/run and src/compare; checks each value. */
int fid_border_open (const struct fid_open_options *from, struct fid_run_opts *to,
                     struct fid_error *err);
int fid_border_compare (const struct fid_compare_options *from, struct fid_compare_opts *to,
                        struct fid_error *err);

/* The options all these runs were opened with; FID_EUSAGE if they differ or there is no
 * run. */
int fid_border_runs (const struct fid_run *const *run, size_t n,
                     const struct fid_run_opts *same, struct fid_run_opts *out,
                     struct fid_error *err);
