/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_block_tools.c - block requests from blkparse and biosnoop */
#include "readers/block/flights.h"
#include "tests/readers/check.h"

static void test_blkparse (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/blkparse/good.txt"), 0, "good.txt is read");
    ok_reader (&r, "blkparse", "by blkparse");
    ok_rejects (&r, "", "without complaint");
    ok (r.note_n == 2 && has_note (&r, "Lost 15 events") && has_note (&r, "stacked devices"),
        "lost lines and stacked devices are noted");
    ok_calls (&r, 0,
              "R 8,0 4096@2560000 +0 - p-1\n"
              "R 8,0 8192@114426880 +1010 500 p697 my job\n"
              "W 8,0 65536@4640768 +2100 200 p697 python3\n"
              "W 8,0 65536@4706304 +2100 300 p697 python3\n"
              "R 8,0 0@40960000E +5000 250 p700 python3\n",
              "a request counts at its completion, from its last issue");
    rec_clear (&r);
    ok_gz ("blkparse", "good.txt");

    ok_int (rec_read (&r, "tests/data/blkparse/broken.txt"), 0, "broken.txt is read");
    ok_rejects (&r, "2 3 4 5 6 10", "what is no line of it is named");
    ok_calls (&r, 0,
              "R 8,0 4096@51200 +500 - p697 x\n"
              "W 8,0 4096@102400 +2000 1000 p697 x\n",
              "the rest counts; no length below zero");
    rec_clear (&r);
}

static void test_biosnoop (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/biosnoop/good.txt"), 0, "good.txt is read");
    ok_reader (&r, "biosnoop", "by biosnoop");
    ok_rejects (&r, "", "without complaint");
    ok_calls (&r, 0,
              "R sda 131072@1048576 +-520 520 p4013 my job 1\n"
              "W nvme0n1 4096@2097152 +240 10 p120 kworker/3:1H\n"
              "R  8 +1499330 670 p0 ?\n"
              "R sda 0 +1749000 1000 p4013 python3\n",
              "columns are counted from the end");
    rec_clear (&r);
    ok_gz ("biosnoop", "good.txt");

    ok_int (rec_read (&r, "tests/data/biosnoop/queue.txt"), 0, "queue.txt is read");
    ok_calls (&r, 0,
              "R sda 131072@1048576 +480 520 p4013 python3\n"
              "W sda 8192@2097152 +875 1125 p4013 python3\n",
              "the time in the queue is not part of it; discards move nothing");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/biosnoop/broken.txt"), 0, "broken.txt is read");
    ok_rejects (&r, "3 4 5 6 7 8 9 10", "what is no row is named");
    ok_int ((long long)r.event_n, 1, "the rest counts");
    rec_clear (&r);
}

/* The table of requests against a plain list, over random additions and removals. */
static void test_flights (void)
{
    enum { SECTORS = 500 };
    struct fid_flights f = {0};
    struct fid_flight *flight;
    bool there[2][SECTORS] = {{0}};
    size_t wrong_n = 0, n = 0;
    uint64_t x = 1;
    for (int i = 0; i < 20000; i++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        size_t device = x >> 60 & 1, sector = (x >> 33) % SECTORS;
        if (x >> 50 & 1) {
            wrong_n += fid_flight_add (&f, device, sector, &flight, NULL) != 0 || !flight;
            n += !there[device][sector];
            there[device][sector] = true;
        } else if ((flight = fid_flight_find (&f, device, sector))) {
            fid_flight_remove (&f, flight);
            n--;
            wrong_n += !there[device][sector];
            there[device][sector] = false;
        } else {
            wrong_n += there[device][sector];
        }
        wrong_n += f.n != n;
    }
    for (size_t d = 0; d < 2; d++)
        for (size_t s = 0; s < SECTORS; s++)
            wrong_n += (fid_flight_find (&f, d, s) != NULL) != there[d][s];
    ok_int ((long long)wrong_n, 0, "the table of requests agrees with a plain one");
    fid_flights_clear (&f);
}

int main (void)
{
    test_blkparse ();
    test_biosnoop ();
    test_flights ();
    return tap_done ();
}
