/* dlio_facts.h - what dlio.log tells of the run as a whole
 *
 * Ranks, numbers of samples, batch size, the computation time that was set, and
 * the accelerator utilization, of which the one printed last counts. */
#ifndef FID_DLIO_FACTS_H
#define FID_DLIO_FACTS_H

#include "timeline/sink.h"

struct fid_dlio_facts {
    bool idle_block; /* the block that ended last had no steps: its utilization says nothing */
    bool compute_told;
    char au[32]; /* the last one printed, "" for none */
};

/* Take a text that may tell a fact.  0, or -1 from the sink. */
int fid_dlio_facts_take (struct fid_dlio_facts *s, const struct fid_sink *sink,
                         struct fid_span text, struct fid_error *err);

/* The utilization at the start of the text is the one to tell in the end. */
void fid_dlio_facts_au (struct fid_dlio_facts *s, struct fid_span text);

/* Tell the utilization. */
int fid_dlio_facts_end (const struct fid_dlio_facts *s, const struct fid_sink *sink,
                        struct fid_error *err);

#endif
