/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waits and requests of a client that reads ahead, worked out by hand from Linux' rules. */
#include <stdio.h>
#include "storage/demand.h"
#include "tests/tap.h"

#define KIB 1024u

static const struct {
    const char *what;
    double ahead_kib, request_kib;
    struct fid_job_read read;
    double wait_n, request_n;
} cases[] = {
    {"60 KiB by a call of 16 and one of the rest, 8 MiB ahead: one window of 64",
     8192,
     1024,
     {.call_n = 2, .byte_n = 60 * KIB, .first_n = 16 * KIB, .sequential = true},
     1,
     1},
    {"the same with 128 KiB ahead: windows of 32 and 64",
     128,
     1024,
     {.call_n = 2, .byte_n = 60 * KIB, .first_n = 16 * KIB, .sequential = true},
     2,
     2},
    {"a first call of 4 KiB: a window of 16, and 32 and 64 together",
     128,
     1024,
     {.call_n = 2, .byte_n = 60 * KIB, .first_n = 4 * KIB, .sequential = true},
     2,
     3},
    {"and requests of at most 16: 1 + 2 + 1",
     128,
     16,
     {.call_n = 2, .byte_n = 60 * KIB, .first_n = 4 * KIB, .sequential = true},
     2,
     4},
    {"without read-ahead each call waits",
     0,
     0,
     {.call_n = 7, .byte_n = 70 * KIB, .first_n = 10 * KIB, .sequential = true},
     7,
     7},
    {"calls that jump wait each",
     8192,
     0,
     {.call_n = 5, .byte_n = 32805, .first_n = 6561, .sequential = false},
     5,
     5},
    {"so does one call amid a file, which opens no window",
     8192,
     0,
     {.call_n = 1, .offset = 640 * KIB, .byte_n = 6561, .first_n = 6561, .sequential = true},
     1,
     1},
    {"a call of 2.5 MiB in requests of 1 MiB",
     128,
     1024,
     {.call_n = 1, .byte_n = 2560 * KIB, .first_n = 2560 * KIB, .sequential = true},
     2,
     3},
    {"one that jumps does not know that it ends, and asks for one more",
     128,
     1024,
     {.call_n = 1, .byte_n = 2560 * KIB, .first_n = 2560 * KIB, .sequential = false},
     2,
     4},
    {"calls that jump and are larger than the read-ahead read on in windows",
     128,
     0,
     {.call_n = 4, .byte_n = 10240 * KIB, .first_n = 2560 * KIB, .sequential = false},
     44,
     84},
    {"16 MiB by one call with 128 KiB ahead: one wait for two windows (66.8 were measured)",
     128,
     128,
     {.call_n = 1, .byte_n = 16384 * KIB, .first_n = 16384 * KIB, .sequential = true},
     65,
     128},
    {"4 MiB in calls of 64 KiB (17.3)",
     128,
     128,
     {.call_n = 64, .byte_n = 4096 * KIB, .first_n = 64 * KIB, .sequential = true},
     17,
     32},
    {"2 MiB in calls of 4 KiB (10.2)",
     128,
     128,
     {.call_n = 512, .byte_n = 2048 * KIB, .first_n = 4 * KIB, .sequential = true},
     10,
     19},
    {"2.5 MiB by one call (11.2)",
     128,
     128,
     {.call_n = 1, .byte_n = 2560 * KIB, .first_n = 2560 * KIB, .sequential = true},
     11,
     20},
    {"100 KiB by one call (1.0)",
     128,
     128,
     {.call_n = 1, .byte_n = 100 * KIB, .first_n = 100 * KIB, .sequential = true},
     1,
     1},
    {"8 MiB in calls of 1 MiB with as much ahead: one window",
     8192,
     4096,
     {.call_n = 8, .byte_n = 8192 * KIB, .first_n = 4096 * KIB, .sequential = true},
     1,
     2},
};

static void check_stream (void)
{
    struct fid_file_window w = {0};
    struct fid_client c = {128 * KIB, 0};
    double wait_n = 0, request_n = 0;
    for (unsigned i = 0; i < 10; i++)
        fid_window_read (&w,
                         &(struct fid_job_read){.call_n = 1,
                                                .offset = i * 64 * KIB,
                                                .byte_n = 64 * KIB,
                                                .first_n = 64 * KIB,
                                                .sequential = true},
                         &c, &wait_n, &request_n);
    ok_close (wait_n, 1, 0, "batches of one stream: only the first window is waited for");
    ok_close (request_n, 6, 0, "640 KiB in windows of 128, and one that is under way");
    fid_window_read (
        &w,
        &(struct fid_job_read){
            .call_n = 1, .byte_n = 64 * KIB, .first_n = 64 * KIB, .sequential = true},
        &c, &wait_n, &request_n);
    ok_close (wait_n, 2, 0, "back at the start of the file it waits again");
}

int main (void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_file_window w = {.file_n = (double)cases[i].read.byte_n};
        struct fid_client c = {cases[i].ahead_kib * KIB, cases[i].request_kib * KIB};
        double wait_n = 0, request_n = 0;
        fid_window_read (&w, &cases[i].read, &c, &wait_n, &request_n);
        if (!ok (wait_n == cases[i].wait_n && request_n == cases[i].request_n, "%s",
                 cases[i].what))
            diag ("%g waits, %g requests", wait_n, request_n);
    }
    check_stream ();
    return tap_done ();
}
