/* SPDX-License-Identifier: GPL-3.0-or-later */
/* common.h - what the commands share: options, messages, colour */
#pragma once

#include <argp.h>
#include <cjson/cJSON.h>
#include "base/table.h"
#include "batch/manifest.h"
#include "program/must.h"
#include "program/option.h"

enum fid_when { FID_AUTO, FID_ALWAYS, FID_NEVER };
extern const char *const fid_whens[]; /* "auto", ... and NULL */

/* Options of every command. */
struct fid_common {
    int verbose; /* -v: how often */
    bool quiet;  /* -q: errors only */
    enum fid_format format;
    enum fid_format book; /* the one of all tables that the command can write; 0: none */
    enum fid_when colour;
};

/* Of a struct fid_common. */
extern const struct fid_option fid_common_options[];

/* Whether stdout gets colour: --color, else NO_COLOR, CLICOLOR_FORCE, CLICOLOR
 * and a terminal decide. */
bool fid_use_colour (const struct fid_common *common);

/* The columns of the terminal: COLUMNS, else what standard output says, else 80. */
size_t fid_terminal_width (void);

/* Whether the locale's characters are UTF-8. */
bool fid_is_utf8 (void);

/* Print a document, which is deleted (NULL: the program ends with fid_why), or a table in the
 * format of the options, which is cleared. */
void fid_print_document (cJSON *doc);
void fid_print_table (struct fid_cells *cells, const struct fid_common *common);

/* fid_complain (must.h), unless -q silences it. */
void fid_say (const struct fid_common *common, const char *fmt, ...) FID_PRINTF (2, 3);

/* Ends the program as argp does, with fid_why, if a call of the library returned -1. */
void fid_arg_must (struct argp_state *state, int rc);

/* The number of a name in a list that ends with NULL, case ignored; -1.  _arg: else argp_error,
 * "--axis takes seconds, percent, phases, not 'foo'". */
int fid_name_among (struct fid_span name, const char *const *names);
int fid_arg_among (struct argp_state *state, const char *option, struct fid_span arg,
                   const char *const *names);

/* The argument of an option: a decimal number with a point in any locale, or a whole
 * number.  argp_error (exit 2) if it is anything else or outside low..high. */
double fid_arg_number (struct argp_state *state, const char *option, const char *arg,
                       double low, double high);
size_t fid_arg_count (struct argp_state *state, const char *option, const char *arg, size_t low,
                      size_t high);

/* Reads a manifest (batch/manifest.h) and the directories of its runs (freed by the caller);
 * ends the program if that fails, or if it lists none. */
void fid_arg_list (struct argp_state *state, const char *path, struct fid_manifest *m,
                   char ***dir, size_t *n);
