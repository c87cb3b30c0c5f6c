/* SPDX-License-Identifier: GPL-3.0-or-later */
/* python_json.h - JSON with the same bytes as Python's json.dump
 *
 *   struct fid_python_json j = {.f = f, .indented = true};
 *   fid_python_json_begin (&j, NULL, '{');
 *   fid_python_json_number (&j, "median", 0.25);
 *   fid_python_json_end (&j, '}');
 *
 * Everything is written at once; the caller checks the stream for errors. */
#pragma once

#include "base/base.h"

struct fid_python_json {
    FILE *f;       /* borrowed */
    bool indented; /* by four (indent=4), else everything in one line */
    int depth;
    bool any; /* the innermost container has items */
};

/* Open an object ('{') or a list ('['), and close it.  key is NULL at the top and in
 * lists; keys are written as they are, without escapes. */
void fid_python_json_begin (struct fid_python_json *j, const char *key, char open);
void fid_python_json_end (struct fid_python_json *j, char close);

/* A number as Python's repr prints it; null for NaN. */
void fid_python_json_number (struct fid_python_json *j, const char *key, double v);

/* A value that is JSON text already. */
void fid_python_json_raw (struct fid_python_json *j, const char *key, const char *json);
