/* recording.h - what a file holds, packed, so that it is read once
 *
 * The files of a run are asked several times: what they hold, then what does not depend on
 * the clocks, then the events.  A recording keeps the records of the first reading and plays
 * them again.  Events take about 16 bytes each.  What exceeds the budget is dropped, and the
 * file is read again for it. */
#ifndef FID_RECORDING_H
#define FID_RECORDING_H

#include <stdatomic.h>
#include "base/text.h"
#include "readers/packed_events.h"
#include "readers/reader.h"
#include "timeline/sink.h"

#define FID_RECORDING_BUDGET ((size_t)64 << 20) /* bytes of packed events of a run */

struct fid_recording {
    bool done; /* all below is valid */
    /* of the file */
    uint64_t byte_n, hash, line_n;
    bool complete; /* nothing was cut */
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
    bool has_events;       /* all events are there */
    atomic_size_t *budget; /* borrowed: what is left for all recordings */
};

/* Start with nothing. */
void fid_recording_init (struct fid_recording *rec, atomic_size_t *budget);

/* The sink to read the file with. */
struct fid_sink fid_recording_sink (struct fid_recording *rec);

/* The file was read without an error: take its size and hash, reading what is left of it. */
void fid_recording_end (struct fid_recording *rec, struct fid_text *text);

/* Everything but the events, of which the first and the last start are told. */
int fid_recording_play (const struct fid_recording *rec, const struct fid_sink *sink,
                        struct fid_error *err);

void fid_recording_clear (struct fid_recording *rec);

#endif
