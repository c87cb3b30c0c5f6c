/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz.h - what the fuzz targets share
 *
 * A target defines LLVMFuzzerTestOneInput, as libFuzzer and AFL++ want it.  `make check' links
 * it with replay.c, which runs it on files; scripts/dev/fuzz links it with libFuzzer.
 *
 * Many inputs are several files in one:
 *
 *     %% real/trace_read.out
 *     content, up to the next line that begins with "%% " */
#ifndef FID_FUZZ_H
#define FID_FUZZ_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "base/error.h"
#include "base/span.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t n);

/* Ends the program with that text unless `good'. */
void fuzz_want (bool good, const char *what);

/* Whether an allocation of this execution was made to fail; then give_up ends the execution
 * (nomem.c). */
bool fuzz_lost_memory (void);
void fuzz_give_up (void);

/* A folder of this process in $TMPDIR, else in memory where there is /dev/shm, removed at the
 * end. */
const char *fuzz_dir (void);

/* Writes a file below that folder and its folders; returns its path, valid until the next call.
 * NULL if the name leaves the folder or is of other characters than letters, digits and ._-+/
 */
const char *fuzz_file (struct fid_span name, struct fid_span content);

/* Writes the files of an input below the folder, at most 32, after removing those of the last
 * one.  Returns how many. */
size_t fuzz_unpack (struct fid_span input);

/* Removes what is below a folder, and the folder. */
void fuzz_remove (const char *path);

/* What is before the first file of an input: options of the target, a line each. */
struct fid_span fuzz_head (struct fid_span input);

/* Whether a line is that option, with a value behind a blank or without one (value->n is 0). */
bool fuzz_option (struct fid_span line, const char *name, struct fid_span *value);

/* Takes the first line off. */
struct fid_span fuzz_line (struct fid_span *rest);

/* What a function writes to a stream, freed by the caller. */
char *fuzz_text (int (*write) (const void *what, FILE *f, struct fid_error *err),
                 const void *what, size_t *n, int *rc);

/* Ends the program unless the text is JSON, as strict readers have it. */
void fuzz_want_json (const char *text, size_t n);

/* An error has a status and a text that ends. */
void fuzz_want_error (const struct fid_error *err);

#endif
