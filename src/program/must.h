/* SPDX-License-Identifier: GPL-3.0-or-later */
/* must.h - memory and errors of programs: of fidlio, and of those in tools/
 *
 * A program ends with the first error that it cannot work around: it says what is wrong, leaves
 * no partly written file, and exits with the status of the error.  What is taken here is freed
 * then, and what the library owns in such memory is in use to the end. */
#pragma once

#include "base/base.h"

/* "fidlio: TEXT" on stderr. */
void fid_complain (const char *fmt, ...) FID_PRINTF (1, 2);
void fid_complain_list (const char *fmt, va_list ap) FID_PRINTF (1, 0);
void fid_say_error (const struct fid_error *err);

/* The exit status of a command: rc or, if that is -1, that of the error, which is said. */
int fid_exit_status (int rc, const struct fid_error *err);

/* Of the call that failed last. */
extern struct fid_error fid_why;

/* End the program: with fid_why, or as said. */
_Noreturn void fid_end (void);
_Noreturn void fid_fail (enum fid_status status, const char *fmt, ...) FID_PRINTF (2, 3);

/* End the program with fid_why if a call of the library returned -1, or NULL. */
int fid_must (int rc);
void *fid_have (void *p);

/* Calls run; false if something in it would have ended the program, as fid_why says. */
bool fid_try (void (*run) (void *with), void *with);

/* Whether a call failed because of its input, as fid_why says; ends the program if it failed
 * for another reason. */
bool fid_bad_input (int rc);

/* A text of the library's, which is freed; ends the program with fid_why if it is NULL. */
char *fid_keep (char *text);

/* Zeroed memory for n elements, a text, a copy of a text; never NULL. */
void *fid_take (size_t n, size_t size);
char *fid_textf (const char *fmt, ...) FID_PRINTF (1, 2);
char *fid_copy (struct fid_span s);

/* Appends a value to the growing array `list', of list_n elements and room for list_cap. */
#define FID_APPEND(list, ...)                                                                  \
    (fid_grow (&(list), &list##_cap, list##_n + 1, sizeof *(list)),                            \
     (list)[list##_n++] = __VA_ARGS__)
void fid_grow (void *array, size_t *cap, size_t need, size_t elem_size);

/* Begins to write a file that appears whole when it ends (base/outfile.h); below: as there. */
FILE *fid_file_begin (const char *path, const char *below);
void fid_file_end (FILE *f);
