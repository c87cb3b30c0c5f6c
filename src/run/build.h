/* build.h - records of many files into one run
 *
 * The caller (readers/load.c) registers the run's files and reads them in this order,
 * each into a feed created here.  In one pass several threads may read at once:
 *
 *   fid_build_create
 *   FID_PASS_COLLECT  all files but pure event traces of the boot clock: phases,
 *                     steps, samples, anchors, log lines, facts are kept; of
 *                     events only what time they cover
 *   FID_PASS_WRITES   traces of writes, if there are log lines: clock anchors
 *   fid_build_solve   clocks, then phases on the axis
 *   FID_PASS_OPEN     traces of opens, which tell the paths of files
 *   FID_PASS_VFS      the other VFS events; both passes: tallies by role of the file,
 *                     and who the run's processes are; several sources at once
 *   fid_build_vfs_end the roles of files that only their use tells
 *   FID_PASS_WATCH    VFS events again, if somebody watches
 *   FID_PASS_BLOCK    block events: own, write-back or foreign
 *   fid_build_finish  gauges, findings
 */
#ifndef FID_BUILD_H
#define FID_BUILD_H

#include "run/run.h"
#include "run/sink.h"
#include "run/watcher.h"

enum fid_pass {
    FID_PASS_COLLECT,
    FID_PASS_WRITES,
    FID_PASS_OPEN,
    FID_PASS_VFS,
    FID_PASS_WATCH,
    FID_PASS_BLOCK
};

struct fid_build;
struct fid_feed;

/* Starts to fill a run whose id, dir and sources are set. */
struct fid_build *fid_build_create (struct fid_run *run, const struct fid_run_opts *opts,
                                    struct fid_error *err);

/* Passes the run's events of the following passes to w (borrowed; NULL: none). */
void fid_build_watch (struct fid_build *b, const struct fid_watcher *w);

/* Whether a FID_PASS_WRITES is needed: the run has log lines. */
bool fid_build_wants_writes (const struct fid_build *b);

/* Creates the feed that reads run->source[source] in this pass; NULL without memory. */
struct fid_feed *fid_feed_create (struct fid_build *b, size_t source, enum fid_pass pass,
                                  struct fid_error *err);

/* The sink for the reader; valid until fid_feed_end. */
struct fid_sink fid_feed_sink (struct fid_feed *f);

/* Adds what the source gave to the run and frees the feed; NULL is harmless.  Feeds
 * end one at a time, in the order of their sources, so that the run does not depend
 * on the number of threads. */
int fid_feed_end (struct fid_feed *f, struct fid_error *err);

int fid_build_solve (struct fid_build *b, struct fid_error *err);

/* After FID_PASS_VFS: the run's processes are known. */
int fid_build_vfs_end (struct fid_build *b, struct fid_error *err);

int fid_build_finish (struct fid_build *b, struct fid_error *err);
void fid_build_destroy (struct fid_build *b);

#endif
