/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whole.h - is every file of a run there to its end? */
#pragma once

#include "run/run.h"

/* Adds findings to a run that has been read: files that are empty or of no known format, though
 * they have the name of one, and files that are shorter than the run wrote them.  -1 without
 * memory. */
int fid_files_check (struct fid_run *run, struct fid_error *err);

/* What of a run that has been read is not whole, for `inspect --strict`: appended to list.  Its
 * findings that something is missing, and beyond them files of any name that are empty, that
 * are not text, or whose end is cut; and a log that stops, if the run did not fail.  -1 without
 * memory. */
int fid_run_flaws (const struct fid_run *run, struct fid_run_findings *list,
                   struct fid_error *err);
