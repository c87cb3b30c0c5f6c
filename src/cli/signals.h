/* signals.h - an interrupted program leaves no half file
 *
 * SIGINT, SIGTERM and SIGHUP are taken by a thread of their own, which lets a
 * file that is being written be finished and then ends the program by the
 * signal (status 128 + n for the shell).  A second signal ends it at once. */
#ifndef FID_SIGNALS_H
#define FID_SIGNALS_H

/* Once, before other threads start. */
void fid_signals_start (void);

/* Around everything that writes files, in any number of threads; short, no
 * waiting in between, not one inside another. */
void fid_writing_begin (void);
void fid_writing_end (void);

#endif
