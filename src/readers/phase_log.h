/* phase_log.h - the spans an application opens and closes by name in its log
 *
 * At most one span of each name is open.  A span goes to the sink when it ends, so
 * phases come in the order of their ends.  A span that the log never closes ends with the
 * last stamp and is flagged FID_PHASE_TRUNCATED.
 *
 * INIT occurs once, before everything else.  Without an end it lasts to the start of the
 * next span.  One that starts again after its end and never ends (a process that logs
 * late) is ignored. */
#ifndef FID_PHASE_LOG_H
#define FID_PHASE_LOG_H

#include "base/text.h"
#include "run/sink.h"

struct fid_phase_log {
    const struct fid_sink *sink; /* borrowed */
    int64_t first_ns, last_ns;   /* earliest and latest stamp of the log so far */
    bool any;                    /* whether there was a stamp */
    bool beyond_init;            /* another span started while INIT was open: */
    int64_t beyond_init_ns;
    struct {
        bool open, renewed, closed; /* closed: once at least */
        int64_t start_ns;
        int epoch, block;
    } at[FID_NAME_N];
};

void fid_phase_log_init (struct fid_phase_log *iv, const struct fid_sink *sink);

/* Take note of a stamp of the log. */
void fid_phase_log_see (struct fid_phase_log *iv, int64_t t_ns);

/* Open the span called name at t_ns.  One that is open already is forgotten,
 * which is noted (with the line) the first time. */
void fid_phase_log_start (struct fid_phase_log *iv, enum fid_phase_name name, int64_t t_ns,
                          int epoch, int block, size_t line);

/* Close it at t_ns.  Closing what is not open, and an end before the start,
 * are noted and give no phase.  Returns 0, or -1 from the sink. */
int fid_phase_log_stop (struct fid_phase_log *iv, enum fid_phase_name name, int64_t t_ns,
                        size_t line, struct fid_error *err);

/* Close it, if it is open, as truncated at the latest stamp. */
int fid_phase_log_cut (struct fid_phase_log *iv, enum fid_phase_name name,
                       struct fid_error *err);

/* Closes all open spans in this way, the one started last first. */
int fid_phase_log_finish (struct fid_phase_log *iv, struct fid_error *err);

/* Tell the sink a remark about the phase of that name. */
void fid_phase_note (const struct fid_sink *sink, size_t line, enum fid_remark_code code,
                     enum fid_phase_name name);

/* The name that processed trees and tables give a phase: INIT, TRAINING, EVAL,
 * CHECKPOINT; RUN, EPOCH, BLOCK.  False for any other text. */
bool fid_phase_by_text (struct fid_span text, enum fid_phase_name *name);

/* INIT, EVAL and CHECKPOINT (its loads, too) stay; all others are TRAINING. */
enum fid_phase_kind fid_phase_kind_of (enum fid_phase_name name);

/* Tell the sink of the line that was read last. */
int fid_put_text_line (const struct fid_sink *sink, const struct fid_text *text, int64_t t_ns,
                       int64_t quantum_ns, struct fid_error *err);

#endif
