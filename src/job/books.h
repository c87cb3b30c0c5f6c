/* SPDX-License-Identifier: GPL-3.0-or-later */
/* books.h - whether what a run read adds up
 *
 * The same bytes are seen several times: as read calls, as block requests, as samples that
 * steps consumed, as files that were opened.  Where one account has much more than another,
 * some way to the data was not traced (mapped files, io_uring, an object store, a process that
 * the tracer left out), and nothing may be concluded from what was. */
#pragma once

#include "base/base.h"

/* What does not balance; the first that applies.  G (ID, name) */
#define FID_BOOKS_GAPS(G)                                                                      \
    G (BALANCED, "")                                                                           \
    G (NO_READS, "no_reads")    /* the job trains, but no reads of data were traced */         \
    G (UNREAD, "opened_only")   /* most data files that were opened were not read by calls */  \
    G (BLOCKS, "blocks")        /* the disk delivered much more than was read by calls */      \
    G (UNCALLED, "no_call")     /* the disk delivered much while no call was under way */      \
    G (DEVICE, "device")        /* calls waited, but no block request of the run read */       \
    G (SAMPLES, "samples")      /* the steps consumed many more samples than were read */      \
    G (SURPLUS, "surplus")      /* many more samples were read than the steps took */          \
    G (AGAIN, "again")          /* a process read the same bytes twice at the same time */     \
    G (LENGTH, "sample_length") /* or bytes, by the size that the configuration has */         \
    G (SKIPPED, "skipped")      /* reads leave out most of their files, and most steps */

#define FID_BOOKS_ENUM_GAP(id, name) FID_BOOKS_##id,
enum fid_books_gap { FID_BOOKS_GAPS (FID_BOOKS_ENUM_GAP) FID_BOOKS_GAP_N };

#define FID_BOOKS_UNKNOWN (-1.)
#define FID_BOOKS_SOME    4096. /* bytes: who reads less of its data reads a header at most */

/* Bytes and counts, of training and evaluations if the run names them, else of all of it.
 * Below 0: unknown. */
struct fid_books {
    double data_n;        /* bytes of data that were read by calls */
    double other_n;       /* bytes of all other files that were */
    double block_n;       /* bytes of the run's block reads; -1: they were not traced */
    double again_n;       /* of data_n, what its process was reading already */
    double loose_n;       /* of block_n, bytes that starting the program may have asked for */
    double called_n;      /* of block_n, what processes asked for in their traced calls */
    double uncalled_n;    /* and what those asked for that were in no traced call */
    double busy_s;        /* of the calls that read data */
    double idle_s;        /* of these, while none of the run's block requests was out */
    double idle_byte_n;   /* bytes of the calls that idle_s is of */
    double block_s;       /* of the block reads, summed */
    double cache_n;       /* bytes of data that calls had from the page cache; -1 */
    double open_n;        /* opens of data files */
    double read_open_n;   /* opens that reads of more than a header followed */
    double read_n;        /* calls that read files of training, in all of the run */
    double train_n;       /* bytes that these read */
    double reach_n;       /* bytes of these files up to the end of the furthest read of each */
    double step_n;        /* of training, of all ranks */
    double consumed_n;    /* samples that they took; -1 */
    double set_n;         /* samples of the data set; -1 */
    double sample_n;      /* samples of training that were read by calls; -1 */
    double sample_byte_n; /* of a sample, as configured; -1 */
    double pattern_n;     /* bytes that the user's patterns of roles take for no data */
    enum fid_books_gap gap;
    double missing_n; /* bytes that were not read by traced calls; -1: so many are not known */
};

/* Sets gap and missing_n from the rest. */
void fid_books_judge (struct fid_books *b);

const char *fid_books_gap_name (enum fid_books_gap gap);

/* "9 GiB of the data were not read by calls that were traced: mapped files?"; "" if the books
 * balance.  Returns out. */
const char *fid_books_text (const struct fid_books *b, char *out, size_t n);
