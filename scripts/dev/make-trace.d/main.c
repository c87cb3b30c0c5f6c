/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c - make-trace: synthetic run directories of any size
 *
 *     make-trace [--events N] [--duration S] [--gpus N] [--seed N] [--emulation] DIR
 *
 * The same options give the same bytes. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "synth.h"

FILE *
synth_open (const struct synth *s, const char *name)
{
    char path[4096];
    snprintf (path, sizeof path, "%s/%s", s->dir, name);
    FILE *f = fopen (path, "w");
    if (!f)
        fprintf (stderr, "make-trace: %s: %s\n", path, strerror (errno));
    return f;
}

bool
synth_close (FILE *f, const char *name)
{
    bool bad = ferror (f) != 0;
    bad |= fclose (f) != 0;
    if (bad)
        fprintf (stderr, "make-trace: %s: could not be written whole\n", name);
    return !bad;
}

/* A whole number of at least min. */
static uint64_t
number (const char *option, const char *text, uint64_t min)
{
    char *end;
    errno = 0;
    unsigned long long v = strtoull (text, &end, 10);
    if (errno || end == text || *end || *text == '-' || v < min) {
        fprintf (stderr, "make-trace: %s: '%s' is not a whole number of at least %llu\n",
                 option, text, (unsigned long long)min);
        exit (2);
    }
    return v;
}

int
main (int argc, char **argv)
{
    static const struct option options[] = {{"events", required_argument, NULL, 'e'},
                                            {"duration", required_argument, NULL, 'd'},
                                            {"gpus", required_argument, NULL, 'g'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"emulation", no_argument, NULL, 'E'},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    static const char usage[] =
        "Usage: make-trace [--events=N] [--duration=SECONDS] [--gpus=N] [--seed=N]\n"
        "                  [--emulation] DIR\n"
        "Write a made-up run into DIR: what bpftrace, mpstat, iostat and pmon record\n"
        "of a training job and its MLLOG; with --emulation those of a DLIO run.\n"
        "Defaults: 100000 events in 600 s, 8 GPUs, seed 1.  The same options give\n"
        "the same bytes.\n";
    struct synth s = {.event_n = 100000, .length_ns = 600 * NS, .gpu_n = 8, .seed = 1};
    int c;
    while ((c = getopt_long (argc, argv, "", options, NULL)) != -1) {
        if (c == 'e')
            s.event_n = number ("--events", optarg, 20);
        else if (c == 'd')
            s.length_ns = (int64_t)(number ("--duration", optarg, 30) % 1000000) * NS;
        else if (c == 'g')
            s.gpu_n = (int)(number ("--gpus", optarg, 1) % 1024);
        else if (c == 's')
            s.seed = number ("--seed", optarg, 0);
        else if (c == 'E')
            s.emulation = true;
        else {
            fputs (usage, c == 'h' ? stdout : stderr);
            return c == 'h' ? 0 : 2;
        }
    }
    if (optind + 1 != argc) {
        fputs (usage, stderr);
        return 2;
    }
    s.dir = argv[optind];
    if (mkdir (s.dir, 0777) && errno != EEXIST) {
        fprintf (stderr, "make-trace: %s: %s\n", s.dir, strerror (errno));
        return 3;
    }
    bool good = synth_plan (&s) && synth_logs (&s) && synth_traces (&s) && synth_gauges (&s);
    free (s.span);
    return good ? 0 : 3;
}
