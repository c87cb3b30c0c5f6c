/* ranks.h - one batch by several processes (the ranks of an MPI job)
 *
 * All ranks are started alike and name the same pairs.  Rank 0 calibrates, finds what is kept,
 * gives out tasks (tasks.h) and writes what is of the whole batch; it compares, too.  The rank
 * that compares a pair writes its files, and rank 0 notes that in the cache as soon as it hears
 * of it: killed at any moment, a batch that is started again compares only what was not noted.
 *
 * Messages are JSON objects:
 *
 *     to 0      {"names": HASH}                  that of all pairs; asks for the beginning
 *               {"next": true}                   asks for a task
 *               {"line": TEXT}                   of the cache
 *               {"pair": I, "state": STATE, "undecided": BOOL, "status": N, "text": TEXT}
 *               {"status": N, "text": TEXT}      the rank cannot go on
 *     from 0    {"key": KEY, "method": METHOD, "calibration": PATH or null}     begins
 *               {"pairs": [I ...]}               a task
 *               {"end": true} */
#ifndef FID_RANKS_H
#define FID_RANKS_H

#include "base/error.h"

/* How the ranks of a job reach each other. */
struct fid_ranks {
    size_t rank, n;
    size_t here_n; /* on the machine of this one, itself included */
    /* Sends text[size] to a rank; one thread at a time. */
    int (*send) (size_t to, const char *text, size_t size);
    /* The next message, freed by the caller with free, and its sender.  Returns 1, or 0 if no
     * message has come.  Only one thread may receive, and none may send at that time. */
    int (*receive) (size_t *from, char **text, size_t *size);
};

struct fid_work;
struct fid_calibration;

/* On rank 0: compares the pairs that are to be done, with the other ranks; calibration: the
 * file of the calibration, NULL: none.  -1 as fid_work_pairs, or what a rank reported. */
int fid_ranks_lead (struct fid_work *w, const char *calibration, struct fid_error *err);

/* On rank 0: tells the others that there is nothing to do. */
void fid_ranks_dismiss (const struct fid_ranks *ranks);

/* On the others, when the pairs have names: compares what rank 0 gives out, until it is all
 * done.  -1: an error that rank 0 has been told. */
int fid_ranks_follow (struct fid_work *w, struct fid_error *err);

/* Tells rank 0 that this rank cannot take part. */
void fid_ranks_refuse (const struct fid_ranks *ranks, const struct fid_error *why);

#endif
