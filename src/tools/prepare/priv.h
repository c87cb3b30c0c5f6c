/* priv.h - what the steps of fid_prepare share; for src/prepare only */
#ifndef FID_PREPARE_PRIV_H
#define FID_PREPARE_PRIV_H

#include "base/outfile.h"
#include "tools/prepare/filters.h"
#include "tools/prepare/prepare.h"
#include "tools/prepare/sorter.h"
#include "tools/prepare/tree.h"
#include "readers/reader.h"
#include "timeline/pidset.h"

#define FID_TRACE_N 4

/* Numbers for a histogram. */
struct fid_values {
    int64_t *v; /* owned */
    size_t n, cap;
};

enum { FID_READ_SIZES, FID_WRITE_SIZES, FID_WRITE_LATENCIES, FID_BIO_LATENCIES, FID_VALUES_N };

struct fid_prepare {
    const struct fid_prepare_opts *opts; /* borrowed */
    struct fid_run *run;                 /* owned */
    struct fid_tree tree;
    struct fid_prepare_report *report; /* borrowed */
    enum fid_workload workload;
    bool has_init; /* events before it are cut */
    int64_t init_ns;
    int digits; /* of stamps in timeline.csv */
    /* of the filtered events */
    struct fid_sorter *sorter; /* owned */
    struct fid_pidset reading; /* processes with reads */
    struct fid_values values[FID_VALUES_N];
    /* processes, ascending */
    int64_t *parent, *loader, *ignored; /* owned */
    size_t parent_n, loader_n, ignored_n;
};

/* One kind of event trace. */
struct fid_prepare_trace {
    const char *name;   /* "read.out" */
    const char *reader; /* of the processed file */
    unsigned gives;
};

extern const struct fid_prepare_trace fid_prepare_traces[FID_TRACE_N];

/* A sentence for the report. */
int fid_prepare_note (struct fid_prepare *p, struct fid_error *err, const char *fmt, ...)
    FID_PRINTF (3, 4);

/* Count one more dropped for the reason (a static text). */
void fid_prepare_drop (struct fid_prepare_file *file, const char *why);

/* A row of the report. */
struct fid_prepare_file *fid_prepare_file_row (struct fid_prepare *p, const char *name);

/* A stamp of the source in UTC; false if its clock is unrelated. */
bool fid_prepare_utc (const struct fid_prepare *p, const struct fid_source *s, int64_t *t_ns);

/* Whether UTC is known at all; the run's axis may be another. */
int fid_prepare_need_utc (struct fid_prepare *p, struct fid_error *err);

/* With opts.ticks: let the boot clock follow its best second tick. */
int fid_prepare_ticks (struct fid_prepare *p, struct fid_error *err);

/* Read a file by the reader named into the sink. */
int fid_prepare_read (const char *path, const char *reader, bool day_first,
                      const struct fid_sink *sink, struct fid_error *err);
int fid_prepare_read_source (const struct fid_prepare *p, const struct fid_source *s,
                             const struct fid_sink *sink, struct fid_error *err);

/* The steps.  Each writes into p->tree. */
int fid_prepare_log (struct fid_prepare *p, struct fid_error *err);
int fid_prepare_init_of_tree (struct fid_prepare *p, struct fid_error *err);
int fid_prepare_mllog (struct fid_prepare *p, const struct fid_source *s,
                       struct fid_error *err);
int fid_prepare_events (struct fid_prepare *p, struct fid_error *err);
int fid_prepare_histograms (struct fid_prepare *p, struct fid_error *err);
int fid_prepare_classify (struct fid_prepare *p, struct fid_error *err);
int fid_prepare_pid_logs (struct fid_prepare *p, struct fid_error *err);
int fid_prepare_gpu (struct fid_prepare *p, struct fid_error *err);
int fid_prepare_cpu (struct fid_prepare *p, struct fid_error *err);
int fid_prepare_disks (struct fid_prepare *p, struct fid_error *err);
int fid_prepare_strace (struct fid_prepare *p, struct fid_error *err);

int fid_prepare_events_of_tree (struct fid_prepare *p, struct fid_error *err);

/* A number as the earlier tools print it: shortest text that reads back the
 * same; whole numbers without a point. */
#define FID_NUMBER_TEXT 32
char *fid_prepare_number (double v, char buf[FID_NUMBER_TEXT]);

#endif
