/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace.h - the verbs of fidlio trace
 *
 * tools/trace/trace_foo.c defines trace_foo; trace_verbs.def lists them. */
#pragma once

#include "program/common.h"
#include "readers/chrome/op_stats.h"

struct fid_trace_verb;

/* How a verb prints; the arguments of a verb begin with it. */
struct fid_trace_output {
    struct fid_common common;
    const char *table; /* the one to print; NULL: all */
    const char *path;  /* -o; NULL: standard output */
    bool done;         /* the verb has printed: its tables are not */
    const struct fid_trace_verb *verb;
};

#define FID_TRACE_TABLES_MAX 4

struct fid_trace_verb {
    const char *name;
    const char *summary; /* one line, no capital, no full stop */
    const char *usage, *about;
    const struct fid_option *options; /* of the verb alone; NULL: none */
    struct fid_option plain;
    const char *missing;                                  /* as in struct fid_syntax */
    void (*check) (struct argp_state *state, void *args); /* NULL */
    size_t size;                                          /* of its arguments */
    const void *defaults;                                 /* what of them is not 0; NULL */
    struct fid_trace_table {
        const char *name, *title;
        const char *columns; /* as of fid_cells_begin; NULL: the verb begins it */
    } table[FID_TRACE_TABLES_MAX];
    void (*run) (void *args, struct fid_sheet *sheet);
};

/* Options --table and -o FILE, of a struct fid_trace_output. */
extern const struct fid_option fid_trace_options[];

/* Reads the command line of a verb, runs it and writes its tables.  argv[0] is "fidlio trace
 * NAME"; given are the options that stood before the verb.  Returns an exit status. */
int fid_trace_run (const struct fid_trace_verb *verb, int argc, char **argv,
                   const struct fid_trace_output *given);

/* Whether people get lines in place of the tables. */
bool fid_trace_lines (const struct fid_trace_output *out);

/* Writes sheets as options say.  table and md: one below the other; json: an object with a list
 * for each; csv and tsv: the one of --table, or the first; xlsx: a workbook. */
void fid_trace_write (const struct fid_trace_output *out, struct fid_sheet *sheet, size_t n);

/* Appends cells, one for each letter of kinds:
 *
 *   s  const char *, as it is; missing if NULL
 *   o  const char *, name of an operator: cut to 60 characters for people
 *   n  size_t    u  uint64_t    d  int
 *   m  double, us, printed as ms: four decimals for people, 12 digits for programs
 *   M  likewise with six decimals    f  double as it is, with four
 *
 * Of doubles NaN is missing. */
void fid_trace_row (struct fid_cells *c, enum fid_format format, const char *kinds, ...);

/* The operators of a trace, the first `head` of them (0: all), into c, which the caller
 * clears. */
void fid_op_stats_cells (const struct fid_op_stats *s, size_t head, enum fid_format format,
                         struct fid_cells *c);

/* Reads the statistics of a trace, and says on stderr what is wrong with it. */
struct fid_op_stats *fid_op_stats_load (const char *path, const struct fid_op_stats_opts *opts,
                                        const struct fid_common *common);

/* Says on stderr what is wrong with a trace. */
void fid_say_trace (const struct fid_common *common, const char *path,
                    const struct fid_trace_findings *found);

/* --- two traces, operator by operator
 *
 * Operators are matched by name and category, what is left over by name where each side has one
 * such operator: profilers rename categories ("Operator" became "cpu_op"). */

#define FID_OP_NONE SIZE_MAX

struct fid_op_pair {
    size_t a, b; /* of the operators of each trace; FID_OP_NONE: it has none */
};

struct fid_op_category_pair {
    const char *name;                    /* borrowed */
    const struct fid_op_category *of[2]; /* borrowed; NULL: it has none */
};

struct fid_op_comparison {
    const struct fid_op_stats *a, *b; /* borrowed */
    struct fid_op_pair *pair;         /* those of both in the order of a, then those of a
                                         alone, then those of b alone */
    size_t n, both_n;
    struct fid_op_category_pair *category;
    size_t category_n;
};

/* Compares two traces, which stay in use. */
struct fid_op_comparison *fid_op_compare (const struct fid_op_stats *a,
                                          const struct fid_op_stats *b);

/* How much longer a span of b is on average, in us, and in parts of that of a; false: a's is 0.
 */
double fid_op_longer (const struct fid_op_comparison *c, const struct fid_op_pair *p);
bool fid_op_relative (const struct fid_op_comparison *c, const struct fid_op_pair *p,
                      double *relative);

/* Puts those of both in the order of falling relative difference, first what has none. */
void fid_op_comparison_sort (struct fid_op_comparison *c);

/* --- events of traces as JSON */

/* A text as written in another JSON document, without quotes; raw control characters become
 * blanks. */
void fid_op_put_written (FILE *f, struct fid_span s);

/* us of ns, exactly. */
void fid_op_put_us (FILE *f, int64_t ns);

/* A text as a string with its quotes. */
void fid_op_put_text (FILE *f, struct fid_span s);

/* A further member whose value was a number or a text in another document; none if it is
 * empty. */
void fid_op_put_member (FILE *f, const char *key, struct fid_span value);

/* A further member whose value was a text there, and one of any kind; none if it is empty. */
void fid_op_put_string (FILE *f, const char *key, struct fid_span written);
void fid_op_put_raw (FILE *f, const char *key, struct fid_span written);

/* --- rebuild.c
 *
 * Makes the final traces of all GPUs at or below a path, which are folders with a dag.gml:
 * bps_trace_final.json in each, or the one of dPRO's names that is there, which is replaced
 * when the new one is complete.  operators: everything else stays as it is in the old trace.
 * Says what each has.  Memory: the spans of temp.json. */
void fid_rebuild_traces (const char *path, bool operators, const struct fid_common *common);
