/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_fields.h - the members of runs and of their events, as tables that pack them */
#pragma once

#include "base/record.h"
#include "run/run.h"

/* Of a whole run but for its events, its folder, its path, and the options that change
 * nothing; of struct fid_events its names. */
extern const struct fid_record *const fid_run_record, *const fid_event_names_record;

/* Append n rows of events from one on; read them back, and append them to e.  -1 with FID_EINPUT
 * if the bytes are not such; clear e even then. */
int fid_events_write_rows (const struct fid_events *e, size_t from, size_t n,
                           struct fid_bytes *out, struct fid_error *err);
int fid_events_read_rows (struct fid_events *e, struct fid_packed_in *in,
                          struct fid_error *err);

/* A hash of the tables and of the vocabularies that they number: runs written with one cannot
 * be read with another. */
uint64_t fid_run_fields_hash (void);
