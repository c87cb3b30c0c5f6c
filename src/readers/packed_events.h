/* packed_events.h - the events of a file in about 16 bytes each
 *
 * An event is a byte of flags, then numbers as LEB128: the start as the difference from the
 * one before, the length, bytes, and offset; the process and the path only if they changed.
 * Paths are kept once each.  Events with a command, a device or a line of their own are not
 * packed: no reader whose files are read twice has them. */
#ifndef FID_PACKED_EVENTS_H
#define FID_PACKED_EVENTS_H

#include <stdatomic.h>
#include "readers/names.h"
#include "run/sink.h"

struct fid_packed_events {
    unsigned char *byte; /* owned */
    size_t n, cap;
    size_t event_n;
    struct fid_names paths; /* each under itself */
    atomic_size_t *budget; /* borrowed: what is left for all */
    size_t taken;          /* from the budget */
    /* of the event before */
    int64_t start_ns, pid;
    size_t path_at, path_n, file_n; /* path_at: in the texts of paths */
};

void fid_packed_events_init (struct fid_packed_events *p, atomic_size_t *budget);

/* Adds an event; false, with nothing changed that could be played, if it cannot be packed
 * or the budget or memory is used up. */
bool fid_packed_events_add (struct fid_packed_events *p, const struct fid_event *ev);

/* Passes all events to the sink, as they were added. */
int fid_packed_events_play (const struct fid_packed_events *p, const struct fid_sink *sink,
                            struct fid_error *err);

/* Gives the memory, and the budget, back. */
void fid_packed_events_clear (struct fid_packed_events *p);

#endif
