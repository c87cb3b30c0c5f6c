/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_books.c - accounts of bytes that balance, and those that do not */
#include <stdio.h>
#include <string.h>
#include "job/job.h"
#include "tests/tap.h"

#define GIB 1073741824.

/* 200 steps that take 2 samples each of a set of 80, 10 MB a sample, read by calls from disk.
 */
static const struct fid_books plain = {.data_n = 4e9,
                                       .other_n = 1e6,
                                       .block_n = 3.9e9,
                                       .cache_n = 1e8,
                                       .open_n = 400,
                                       .read_open_n = 400,
                                       .step_n = 200,
                                       .consumed_n = 400,
                                       .set_n = 80,
                                       .sample_n = 400,
                                       .sample_byte_n = 1e7};

#define TO(member, value)                                                                      \
    {                                                                                          \
        offsetof (struct fid_books, member) + 1, value                                         \
    }

static const struct {
    const char *what;
    struct {
        size_t at; /* where the member is, plus 1; 0: no change */
        double value;
    } change[5]; /* of plain */
    enum fid_books_gap want;
    double missing_n;
} cases[] = {
    {"every account has the same bytes", {TO (data_n, 4e9)}, FID_BOOKS_BALANCED, 0},
    {"steps, but no reads", {TO (data_n, 0)}, FID_BOOKS_NO_READS, 4e9},
    {"neither steps nor reads nor opens",
     {TO (data_n, 0), TO (step_n, 0), TO (open_n, 0)},
     FID_BOOKS_NO_READS,
     4e9},
    {"one of 40 reads has no size",
     {TO (call_n, 40), TO (unsized_n, 1)},
     FID_BOOKS_UNSIZED,
     -1},
    {"one of 400", {TO (call_n, 400), TO (unsized_n, 1)}, FID_BOOKS_BALANCED, 0},
    {"files that are opened and not read",
     {TO (data_n, 0), TO (step_n, 0)},
     FID_BOOKS_NO_READS,
     4e9},
    {"four of five opens without reads",
     {TO (read_open_n, 80), TO (data_n, 8e7)},
     FID_BOOKS_UNREAD,
     7.2e8},
    {"files that are opened twice", {TO (open_n, 800)}, FID_BOOKS_BALANCED, 0},
    {"the disk delivers ten times the calls",
     {TO (data_n, 3.9e8), TO (sample_byte_n, -1)},
     FID_BOOKS_BLOCKS,
     3.9e9 - 3.91e8},
    {"a disk that reads ahead", {TO (block_n, 7.9e9)}, FID_BOOKS_BALANCED, 0},
    {"a tenth of a mapped file is asked for, and all of it read around that",
     {TO (data_n, 3.9e8), TO (sample_byte_n, -1), TO (called_n, 4e9), TO (reach_n, 4e9),
      TO (read_n, 400)},
     FID_BOOKS_BALANCED,
     0},
    {"the same in no call",
     {TO (data_n, 3.9e8), TO (sample_byte_n, -1), TO (reach_n, 4e9)},
     FID_BOOKS_BLOCKS,
     3.9e9 - 3.91e8},
    {"or of files of which calls read the first bytes",
     {TO (data_n, 3.9e8), TO (sample_byte_n, -1), TO (called_n, 4e9), TO (reach_n, 3.9e8)},
     FID_BOOKS_BLOCKS,
     3.9e9 - 3.91e8},
    {"libraries that start before the work",
     {TO (block_n, 9e9), TO (loose_n, GIB)},
     FID_BOOKS_BALANCED,
     0},
    {"a tenth of what the disk delivers no call asked for",
     {TO (uncalled_n, 4e8)},
     FID_BOOKS_UNCALLED,
     4e8},
    {"a hundredth of it", {TO (uncalled_n, 1e8)}, FID_BOOKS_BALANCED, 0},
    {"a tenth of a little", {TO (uncalled_n, 6e7), TO (block_n, 6e8)}, FID_BOOKS_BALANCED, 0},
    {"the page cache delivers all", {TO (block_n, 0)}, FID_BOOKS_BALANCED, 0},
    {"no block requests were traced", {TO (block_n, -1)}, FID_BOOKS_BALANCED, 0},
    {"an eighth of the samples is read by calls",
     {TO (sample_n, 10), TO (data_n, 1e8), TO (block_n, -1)},
     FID_BOOKS_SAMPLES,
     7e8},
    {"the same without a configured length",
     {TO (sample_n, 10), TO (data_n, 1e8), TO (block_n, -1), TO (sample_byte_n, -1)},
     FID_BOOKS_SAMPLES,
     7e8},
    {"a tenth of the files of one epoch in five is not read",
     {TO (sample_n, 392), TO (last_n, 0)},
     FID_BOOKS_BALANCED,
     0},
    {"a tenth of the files of all epochs is not",
     {TO (sample_n, 360)},
     FID_BOOKS_SAMPLES,
     4e9 / 9},
    {"samples that are records of files: a program may keep some",
     {TO (sample_n, 360), TO (last_n, -1)},
     FID_BOOKS_BALANCED,
     0},
    {"as many as the last batches lack",
     {TO (sample_n, 360), TO (last_n, 30)},
     FID_BOOKS_BALANCED,
     0},
    {"two samples are read for each that a step takes",
     {TO (sample_n, 800)},
     FID_BOOKS_SURPLUS,
     0},
    {"half of the bytes are read twice at once", {TO (again_n, 2e9)}, FID_BOOKS_AGAIN, 0},
    {"a few bytes are", {TO (again_n, 3e8)}, FID_BOOKS_BALANCED, 0},
    {"a loader that is a few batches ahead", {TO (sample_n, 440)}, FID_BOOKS_BALANCED, 0},
    {"a program that keeps what it has read",
     {TO (sample_n, 80), TO (data_n, 8e8), TO (open_n, 80), TO (read_open_n, 80)},
     FID_BOOKS_BLOCKS,
     3.9e9 - 8.01e8},
    {"and reads it from the cache",
     {TO (sample_n, 80), TO (data_n, 8e8), TO (open_n, 80), TO (read_open_n, 80),
      TO (block_n, 8e8)},
     FID_BOOKS_BALANCED,
     0},
    {"a set of unknown size",
     {TO (sample_n, 10), TO (set_n, -1), TO (block_n, -1), TO (data_n, 1e8)},
     FID_BOOKS_BALANCED,
     0},
    {"a header of each sample", {TO (data_n, 1e6), TO (block_n, -1)}, FID_BOOKS_LENGTH, 7.99e8},
    {"steps take half of what is read", {TO (untaken_n, 2e9)}, FID_BOOKS_UNTAKEN, 0},
    {"a loader has read a few batches that no step took",
     {TO (untaken_n, 2e8)},
     FID_BOOKS_BALANCED,
     0},
    {"a buffer that skips most of its files",
     {TO (read_n, 6), TO (train_n, 1.5e6), TO (reach_n, 4e9), TO (set_n, -1), TO (block_n, -1)},
     FID_BOOKS_SKIPPED,
     4e9 - 1.5e6},
    {"samples read here and there, of a set that is larger than the training",
     {TO (read_n, 400), TO (train_n, 1.5e6), TO (reach_n, 4e9), TO (set_n, -1)},
     FID_BOOKS_BALANCED,
     0},
    {"large blocks that hold the samples of many steps",
     {TO (read_n, 6), TO (train_n, 4e9), TO (reach_n, 4e9), TO (set_n, -1)},
     FID_BOOKS_BALANCED,
     0},
    {"samples that are compressed by half",
     {TO (data_n, 2e9), TO (block_n, 2e9)},
     FID_BOOKS_BALANCED,
     0},
};

static void check_cases (void)
{
    char what[200], text[300];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_books b = plain;
        for (size_t k = 0; k < 5 && cases[i].change[k].at; k++)
            *(double *)((char *)&b + cases[i].change[k].at - 1) = cases[i].change[k].value;
        fid_books_judge (&b);
        ok_str (fid_books_gap_names[b.gap], fid_books_gap_names[cases[i].want], cases[i].what);
        snprintf (what, sizeof what, "%s: the bytes that are missing", cases[i].what);
        ok_close (b.missing_n, cases[i].missing_n, 1, what);
        fid_books_text (&b, text, sizeof text);
        ok (!*text == (b.gap == FID_BOOKS_BALANCED), "%s: '%s'", cases[i].what, text);
    }
}

static void check_words (void)
{
    struct fid_books b = plain;
    char text[300];
    b.data_n = 0;
    b.step_n = 200;
    fid_books_judge (&b);
    ok (strstr (fid_books_text (&b, text, sizeof text),
                "no reads of data were traced; the steps consumed about 3.73 GiB") != NULL,
        "how much the steps took is said: %s", text);
    b.consumed_n = b.block_n = FID_ABSENT;
    fid_books_judge (&b);
    ok (b.missing_n < 0 && !strstr (fid_books_text (&b, text, sizeof text), "about"),
        "and is not, where it is not known: %s", text);
}

int main (void)
{
    check_cases ();
    check_words ();
    return tap_done ();
}
