/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inspect.h - what was understood of a run, as text and as JSON */
#pragma once

#include <cjson/cJSON.h>
#include "program/common.h"
#include "run/run.h"

#define FID_SCHEMA_INSPECT "fidlio.inspect/1"

/* First and last instant of the run's own events, gauges and phases, on its axis.  False if it
 * has none. */
bool fid_inspect_span (const struct fid_run *run, int64_t *first_ns, int64_t *last_ns);

/* "utc", "app", "local", "time of day", "boot", "relative" */
const char *fid_inspect_clock (enum fid_clock clock);

/* Tables of at most about 80 columns (file names are not cut); md puts bars
 * into them. */
void fid_inspect_table (const struct fid_run *run, const struct fid_common *common, FILE *f);

/* The run as an object. */
cJSON *fid_inspect_json (const struct fid_run *run);
