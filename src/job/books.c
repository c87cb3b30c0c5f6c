/* SPDX-License-Identifier: GPL-3.0-or-later */
/* books.c - see books.h; doc/answer.md has what the limits were chosen by */
#include "base/units.h"
#include "job/books.h"

#define UNREAD_MOST   0.75 /* of opens may have no reads: some programs open a file twice */
#define BLOCKS_MOST   2.   /* times the calls' bytes may come from disk: reading ahead */
#define BLOCKS_SLACK  67108864.   /* bytes that come besides */
#define UNCALLED_MOST 0.05        /* of what the disk delivers no call asked for */
#define DEVICE_LEAST  0.02        /* of what calls read is from the disk, or they were fast: */
#define CACHE_RATE    1073741824. /* bytes a second that the page cache gives at least */
#define SAMPLES_LEAST 0.5         /* of what was consumed has to be read */
#define SAMPLES_MOST  1.5  /* times as many: of another run, or for ranks without a log */
#define AGAIN_MOST    0.1  /* of what calls read may be read twice at the same time */
#define LENGTH_LEAST  0.25 /* the same in bytes: samples may be compressed */
#define REACH_LEAST   0.5  /* of files up to the furthest read is read, or most steps read: */
#define READS_LEAST   0.5  /* calls a step, of a program that reads by samples here and there */

const char *fid_books_gap_name (enum fid_books_gap gap)
{
#define GAP_NAME(id, name) name,
    static const char *const names[] = {FID_BOOKS_GAPS (GAP_NAME)};
    return names[gap];
}

/* Samples that had to be read at least once, for a program may keep those it has read; -1. */
static double needed_samples (const struct fid_books *b)
{
    return b->consumed_n > 0 && b->set_n > 0 ? fmin (b->consumed_n, b->set_n)
                                             : FID_BOOKS_UNKNOWN;
}

/* Bytes of so many samples; -1. */
static double bytes_of_samples (const struct fid_books *b, double n)
{
    return n > 0 && b->sample_byte_n > 0 ? n * b->sample_byte_n : FID_BOOKS_UNKNOWN;
}

/* Bytes that the disk delivered beyond what calls read. */
static double beyond_calls (const struct fid_books *b)
{
    return b->block_n < 0 ? 0 : b->block_n - b->loose_n - b->data_n - b->other_n;
}

/* Bytes that the disk may deliver for what calls read: it reads ahead, and for a page fault of a
 * mapped file some MiB around, but no more than calls ask for of these files. */
static double most_blocks (const struct fid_books *b)
{
    double calls = b->data_n + b->other_n;
    return fmax (BLOCKS_MOST * calls, fmin (b->called_n, b->reach_n)) + BLOCKS_SLACK;
}

static enum fid_books_gap find_gap (const struct fid_books *b)
{
    double need = needed_samples (b);
    if (!(b->data_n >= FID_BOOKS_SOME))
        return b->step_n > 0 || b->open_n > 0 ? FID_BOOKS_NO_READS : FID_BOOKS_BALANCED;
    if (b->open_n > 0 && b->read_open_n < (1 - UNREAD_MOST) * b->open_n)
        return FID_BOOKS_UNREAD;
    if (b->again_n > AGAIN_MOST * b->data_n)
        return FID_BOOKS_AGAIN;
    if (b->block_n >= 0 && b->block_n - b->loose_n > most_blocks (b))
        return FID_BOOKS_BLOCKS;
    if (b->uncalled_n > fmax (UNCALLED_MOST * (b->block_n - b->loose_n), BLOCKS_SLACK))
        return FID_BOOKS_UNCALLED;
    if (b->block_n >= 0 && b->block_n < DEVICE_LEAST * b->data_n && b->data_n > BLOCKS_SLACK &&
        b->data_n < CACHE_RATE * b->busy_s)
        return FID_BOOKS_DEVICE;
    if (need > 0 && b->sample_n >= 0 && b->sample_n < SAMPLES_LEAST * need)
        return FID_BOOKS_SAMPLES;
    if (b->consumed_n > 0 && b->sample_n > SAMPLES_MOST * b->consumed_n)
        return FID_BOOKS_SURPLUS;
    if (b->data_n < LENGTH_LEAST * bytes_of_samples (b, need))
        return FID_BOOKS_LENGTH;
    if (b->step_n > 0 && b->read_n < READS_LEAST * b->step_n &&
        b->train_n < REACH_LEAST * b->reach_n)
        return FID_BOOKS_SKIPPED;
    return FID_BOOKS_BALANCED;
}

void fid_books_judge (struct fid_books *b)
{
    b->gap = find_gap (b);
    b->missing_n = 0;
    if (b->gap == FID_BOOKS_BALANCED || b->gap == FID_BOOKS_SURPLUS ||
        b->gap == FID_BOOKS_AGAIN)
        return;
    b->missing_n = FID_BOOKS_UNKNOWN;
    double need =
        bytes_of_samples (b, b->gap == FID_BOOKS_NO_READS ? b->consumed_n : needed_samples (b));
    if (need > b->data_n)
        b->missing_n = need - b->data_n;
    else if (beyond_calls (b) > BLOCKS_SLACK)
        b->missing_n = beyond_calls (b);
    else if (b->gap == FID_BOOKS_UNCALLED)
        b->missing_n = b->uncalled_n;
    else if (b->gap == FID_BOOKS_SAMPLES && b->sample_n > 0)
        b->missing_n = b->data_n * (needed_samples (b) / b->sample_n - 1);
    else if (b->gap == FID_BOOKS_SKIPPED)
        b->missing_n = b->reach_n - b->train_n;
}

const char *fid_books_text (const struct fid_books *b, char *out, size_t n)
{
    static const char *const likely[FID_BOOKS_GAP_N] = {
        [FID_BOOKS_NO_READS] = "mapped files, or a store that was not traced?",
        [FID_BOOKS_UNREAD] = "files were opened and hardly read: mapped files, or io_uring?",
        [FID_BOOKS_BLOCKS] = "the disk delivered more than calls read: mapped files?",
        [FID_BOOKS_UNCALLED] = "the disk delivered them while no call was under way: were all "
                               "calls traced?",
        [FID_BOOKS_DEVICE] =
            "calls waited for them: another file system, or processes of another "
            "pid namespace?",
        [FID_BOOKS_SAMPLES] = "steps took more samples than were read: processes or files that "
                              "were not traced?",
        [FID_BOOKS_LENGTH] = "samples are longer than what was read of each: mapped files?",
        [FID_BOOKS_SKIPPED] = "reads skip most of their files, and most steps have none: were "
                              "all calls traced?"};
    const char *why = likely[b->gap];
    char bytes[FID_UNITS_TEXT];
    *out = '\0';
    if (b->gap == FID_BOOKS_BALANCED)
        return out;
    if (b->gap == FID_BOOKS_NO_READS && b->pattern_n > FID_BOOKS_SOME)
        why = "patterns of roles say that the files which were read are no data?";
    if (b->missing_n > 0)
        fid_format_bytes (b->missing_n, bytes, sizeof bytes);
    else
        snprintf (bytes, sizeof bytes, "much");
    bool consumed = bytes_of_samples (b, b->consumed_n) > 0;
    if (b->gap == FID_BOOKS_DEVICE)
        snprintf (out, n, "no block request of its processes brought the data (%s)", why);
    else if (b->gap == FID_BOOKS_AGAIN) {
        fid_format_bytes (b->again_n, bytes, sizeof bytes);
        snprintf (out, n,
                  "%s of the data were read by processes that were reading the same bytes "
                  "already: every call twice in the traces?",
                  bytes);
    } else if (b->gap == FID_BOOKS_SURPLUS)
        snprintf (
            out, n,
            "%.0f samples were read, and its steps took %.0f: several runs at once, or steps "
            "that its log lacks?",
            b->sample_n, b->consumed_n);
    else if (b->gap != FID_BOOKS_NO_READS)
        snprintf (out, n, "%s of the data %s not read by calls that were traced (%s)", bytes,
                  b->missing_n > 0 ? "were" : "was", why);
    else if (b->missing_n > 0)
        snprintf (out, n, "no reads of data were traced; the %s about %s: %s",
                  consumed ? "steps consumed" : "disk delivered", bytes, why);
    else
        snprintf (out, n, "no reads of data were traced: %s", why);
    return out;
}
