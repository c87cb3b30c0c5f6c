/* trace.h - the verbs of fidlio trace
 *
 * src/cli/trace_foo.c defines trace_foo; trace_verbs.def lists them. */
#ifndef FID_CLI_TRACE_H
#define FID_CLI_TRACE_H

#include "base/table.h"
#include "cli/common.h"
#include "readers/chrome/op_table.h"

/* How a verb prints. */
struct fid_trace_output {
    struct fid_common common;
    const char *table; /* the one to print; NULL: all */
    const char *path;  /* -o; NULL: standard output */
};

struct fid_trace_verb {
    const char *name;
    const char *summary; /* one line, no capital, no full stop */
    const struct fid_syntax *syntax; /* its first set: the options of the verb alone */

    /* argv[0] is "fidlio trace NAME"; given are the options that stood before the verb.
     * Returns an exit status. */
    int (*run) (int argc, char **argv, const struct fid_trace_output *given);
};

/* --- several tables as one output */

/* Options --table and -o FILE, of a struct fid_trace_output, which the arguments of a verb begin
 * with; and the check of them together. */
extern const struct fid_option fid_trace_options[];
void fid_trace_check (struct argp_state *state, void *args);

/* The options of a verb. */
#define FID_TRACE_SETS(own)                                                                    \
    {                                                                                          \
        {own, 0, 0}, {fid_trace_options, 0, 0},                                                \
        {                                                                                      \
            fid_common_options, offsetof (struct fid_trace_output, common), 0                  \
        }                                                                                      \
    }

/* Writes sheets as options say.  table and md: one below the other; json: an object with a list
 * for each; csv and tsv: the one of --table, or the first; xlsx: a workbook.  -1 with
 * FID_EUSAGE if there is no such sheet, or FID_EINTERNAL. */
int fid_trace_write (const struct fid_trace_output *out, struct fid_sheet *sheet, size_t n,
                     struct fid_error *err);

/* A name of an operator: cut to 60 characters for people, in full for programs. */
void fid_cells_operator (struct fid_cells *c, const char *name, enum fid_format format);

/* A number of ms of a value in us: four decimals for people, 12 digits for programs. */
void fid_cells_ms (struct fid_cells *c, double us, enum fid_format format);

/* The operators of a trace, the first `head` of them (0: all), into c, which the caller
 * clears. */
void fid_op_stats_cells (const struct fid_op_stats *s, size_t head, enum fid_format format,
                         struct fid_cells *c);

/* fid_op_stats_read, and what is wrong with the traces on stderr. */
int fid_op_stats_load (struct fid_op_stats *s, const char *path,
                       const struct fid_op_stats_opts *opts, const struct fid_common *common,
                       struct fid_error *err);

/* Says on stderr what is wrong with a trace. */
void fid_say_trace (const struct fid_common *common, const char *path,
                    const struct fid_trace_findings *found);

#endif
