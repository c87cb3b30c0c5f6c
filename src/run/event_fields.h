/* SPDX-License-Identifier: GPL-3.0-or-later */
/* event_fields.h - the events of a run as tables that write and read them */
#pragma once

#include "base/fields.h"
#include "run/events.h"

/* Append the names of events, and n rows from one on. */
int fid_events_write_names (const struct fid_events *e, struct fid_bytes *out,
                            struct fid_error *err);
int fid_events_write_rows (const struct fid_events *e, size_t from, size_t n,
                           struct fid_bytes *out, struct fid_error *err);

/* Read them back: the names into e, which is overwritten, then rows, which are appended.  -1
 * with FID_EINPUT if the bytes are not such; clear e even then. */
int fid_events_read_names (struct fid_events *e, struct fid_fields_in *in,
                           struct fid_error *err);
int fid_events_read_rows (struct fid_events *e, struct fid_fields_in *in,
                          struct fid_error *err);

/* A hash of these tables. */
uint64_t fid_event_fields_hash (uint64_t seed);
