/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jsondoc.h - files that are one JSON object */
#pragma once

#include "base/json.h"
#include "readers/reader.h"

/* Enters the object that is the file; -1 with FID_EINPUT if it is not one.  Read its
 * members with fid_json_member.  Memory: the file (at most 1 GiB). */
int fid_jsondoc_open (struct fid_input *in, struct fid_json *j, struct fid_error *err);

/* After the last member: -1 if something in it is not JSON; a cut file
 * is noted. */
int fid_jsondoc_end (const struct fid_input *in, const struct fid_json *j,
                     struct fid_error *err);
