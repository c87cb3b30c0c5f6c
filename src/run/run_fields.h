/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_fields.h - the members of struct fid_run, as a table that writes and reads it */
#pragma once

#include "base/fields.h"
#include "run/run.h"

/* Of a whole run but for its events (event_fields.h), its folder, its path, and the options
 * that change nothing. */
extern const struct fid_fields *const fid_run_fields;

/* A hash of the tables and of the vocabularies that they number: runs written with one cannot
 * be read with another. */
uint64_t fid_run_fields_hash (void);
