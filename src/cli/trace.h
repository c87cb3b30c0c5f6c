/* trace.h - the verbs of fidlio trace
 *
 * src/cli/trace_foo.c defines trace_foo; trace_verbs.def lists them. */
#ifndef FID_CLI_TRACE_H
#define FID_CLI_TRACE_H

#include "base/table.h"
#include "cli/cmd.h"
#include "readers/chrome/trace_events.h"

struct fid_trace_verb {
    const char *name;
    const char *summary; /* one line, no capital, no full stop */
    const struct argp *argp;

    /* argv[0] is "fidlio trace NAME"; given are the options that stood before the verb. Returns
     * an exit status. */
    int (*run) (int argc, char **argv, const struct fid_common *given);
};

/* --- several tables as one output */

struct fid_sheet {
    const char *name;  /* in json, in workbooks and for --table: "operators" */
    const char *title; /* borrowed; above the table for people; NULL: none */
    struct fid_cells cells;
};

/* Writes sheets to stdout.  table and md: one below the other; json: an object with a list for
 * each; csv and tsv: the one of that name (NULL: the first).  -1 with FID_EUSAGE if there is no
 * such sheet, or FID_EINTERNAL. */
int fid_sheets_write (const struct fid_sheet *sheet, size_t n, const char *name,
                      enum fid_format format, struct fid_error *err);

/* A name of an operator: cut to 60 characters for people, in full for programs. */
void fid_cells_operator (struct fid_cells *c, const char *name, enum fid_format format);

/* A number of ms of a value in us: four decimals for people, 12 digits for programs. */
void fid_cells_ms (struct fid_cells *c, double us, enum fid_format format);

/* Says on stderr what is wrong with a trace. */
void fid_say_trace (const struct fid_common *common, const char *path,
                    const struct fid_trace_findings *found);

#endif
