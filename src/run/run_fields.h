/* run_fields.h - the members of struct fid_run, as a table that writes and reads it */
#ifndef FID_RUN_FIELDS_H
#define FID_RUN_FIELDS_H

#include "base/fields.h"
#include "run/run.h"

/* Of a whole run but for its events, its folder, its path, and the options that change nothing.
 */
extern const struct fid_fields *const fid_run_fields;

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

/* A hash of the tables and of the vocabularies that they number: runs written with one cannot
 * be read with another. */
uint64_t fid_run_fields_hash (void);

#endif
