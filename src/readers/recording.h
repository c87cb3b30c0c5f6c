/* recording.h - what a file holds, packed, so that it is read once
 *
 * The files of a run are asked several times: what they hold, then what does not depend on
 * the clocks, then the events.  A recording keeps the records of the first reading and plays
 * them again.  Events take about 16 bytes each.  What exceeds the budget is dropped, and the
 * file is read again for it. */
#ifndef FID_RECORDING_H
#define FID_RECORDING_H

#include <stdatomic.h>
#include "readers/packed_events.h"
#include "readers/sources.h"

#define FID_RECORDING_BUDGET ((size_t)64 << 20) /* bytes of packed events of a run */

struct fid_recording {
    bool done; /* all below is valid: set when the file was read without an error */
    struct fid_file_shape shape;
    /* of its records */
    unsigned gives; /* FID_GIVES_... */
    size_t phase_n, step_n, timed_line_n;
    int64_t first_ns, last_ns; /* starts of the events; INT64_MAX, MIN: none */
    enum fid_op op;            /* of some event */
    /* what was recorded */
    char *record; /* owned; see recording.c */
    size_t record_n, record_cap;
    bool too_many; /* more records than are kept: the file is read again */
    struct fid_packed_events events;
    bool has_events; /* all events are there */
};

/* Start with nothing; *budget is what is left for the events of all recordings. */
void fid_recording_init (struct fid_recording *rec, atomic_size_t *budget);

/* The sink to read the file with. */
struct fid_sink fid_recording_sink (struct fid_recording *rec);

/* Everything but the events, of which the first and the last start are told. */
int fid_recording_play (const struct fid_recording *rec, const struct fid_sink *sink,
                        struct fid_error *err);

void fid_recording_clear (struct fid_recording *rec);

#endif
