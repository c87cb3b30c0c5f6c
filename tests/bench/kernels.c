/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernels.c - fixed work for counting instructions: kernels NAME [INSTRUCTION-SET]
 *
 * tests/bench/instructions.sh runs each under callgrind and holds the count
 * against instructions.txt.  "nothing" is the start-up that all share. */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "metrics/dtw.h"
#include "metrics/isa.h"
#include "metrics/w1.h"
#include "readers/reader.h"
#include "run/sketch.h"

#define N       1000
#define REPEATS 200

static double x[N], y[N];

static void fill (void)
{
    uint64_t s = 88172645463325252u;
    for (size_t i = 0; i < N; i++) {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        x[i] = sin ((double)i * 0.05) + (double)(s % 1000) / 1000;
        y[i] = sin ((double)i * 0.051) + (double)(s / 1000 % 1000) / 1000;
    }
}

static int dtw_score (void)
{
    struct fid_dtw_opts opts = {1, 100, 0.05};
    double d;
    return fid_dtw (x, N, y, N, &opts, &d);
}

static int dtw_path (void)
{
    struct fid_dtw_opts opts = {1, 100, 0.05};
    struct fid_dtw_path path;
    double d;
    int rc = fid_dtw_align (x, N, y, N, &opts, &d, &path);
    if (!rc)
        fid_dtw_path_clear (&path);
    return rc;
}

static int dtw_classic (void)
{
    double d;
    return fid_dtw_amerced (x, N, y, N, FID_DTW_NO_BAND, 0, INFINITY, &d);
}

static int dtw_narrow (void)
{
    double d;
    return fid_dtw_amerced (x, N, y, N, 8, 0, INFINITY, &d);
}

static int dtw_nearest (void)
{
    struct fid_dtw_opts opts = {1, 20, 0.05};
    struct fid_dtw_series among[64];
    size_t which;
    double d;
    for (size_t k = 0; k < 64; k++)
        among[k] = (struct fid_dtw_series){y + 10 * k, 300};
    return fid_dtw_nearest (x, 300, among, 64, &opts, &which, &d);
}

static int sketch (void)
{
    struct fid_sketch s = {0};
    struct fid_error err;
    int rc = 0;
    for (size_t k = 0; k < 100 && !rc; k++)
        for (size_t i = 0; i < N && !rc; i++)
            rc = fid_sketch_add (&s, 1 + fabs (x[i]) * 1e6, &err);
    fid_sketch_clear (&s);
    return rc;
}

static int on_event (void *self, const struct fid_event *ev, struct fid_error *err)
{
    uint64_t *sum = self;
    (void)err;
    *sum += ev->bytes;
    return 0;
}

static int ingest (void)
{
    static char block[200000];
    char dir[] = "/tmp/fidlio-kernels-XXXXXX", path[sizeof dir + 20];
    int fd = -1, rc = -1;
    if (mkdtemp (dir)) {
        snprintf (path, sizeof path, "%s/trace_read.out", dir);
        fd = open (path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    }
    size_t n = 0;
    if (fd < 0)
        return -1;
    for (int i = 0; i < N; i++)
        n += (size_t)snprintf (
            block + n, sizeof block - n, "%-17d %-8d %-16d %-12d %-12d case_%05d.npy\n",
            1000000000 + i * 1000, 15975, i * 4096, 131072, 4661 + i % 977, i % 168);
    for (int i = 0; i < REPEATS; i++) /* stamps may go back a little */
        if (write (fd, block, n) != (ssize_t)n)
            return -1;
    close (fd);
    struct fid_text text;
    struct fid_head head = {0};
    const struct fid_reader *reader;
    struct fid_error err;
    uint64_t sum = 0;
    struct fid_sink sink = {.self = &sum, .event = on_event};
    if (fid_reader_open (&text, path, &head, &reader, &err) == 0) {
        struct fid_input in = {.text = &text, .sink = &sink, .head = head};
        rc = reader ? reader->read (&in, &err) : -1;
        fid_text_close (&text);
    }
    unlink (path);
    rmdir (dir);
    return rc || sum != UINT64_C (131072) * N * REPEATS;
}

static int nothing (void)
{
    return 0;
}

static const struct {
    const char *name;
    int (*run) (void);
} kernels[] = {
    {"nothing", nothing},         {"dtw_score", dtw_score},   {"dtw_path", dtw_path},
    {"dtw_classic", dtw_classic}, {"dtw_narrow", dtw_narrow}, {"dtw_nearest", dtw_nearest},
    {"sketch", sketch},           {"ingest", ingest},
};

int main (int argc, char **argv)
{
    if (fid_isa_force (argc == 3 ? argv[2] : "portable"))
        return 1;
    fill ();
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        if (argc > 1 && strcmp (argv[1], kernels[i].name) == 0)
            return kernels[i].run () != 0;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        puts (kernels[i].name);
    return argc == 1 ? 0 : 2;
}
