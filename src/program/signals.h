/* SPDX-License-Identifier: GPL-3.0-or-later */
/* signals.h - an interrupted program leaves no partly written file
 *
 * A thread waits for SIGINT, SIGTERM and SIGHUP.  When one arrives, it waits until the
 * files that are being written are complete and then ends the program by the signal
 * (status 128 + n for the shell).  A second signal ends it at once. */
#pragma once

/* Starts the thread, which knows of all files of base/outfile.h.  Call it once, before other
 * threads start. */
void fid_signals_start (void);
