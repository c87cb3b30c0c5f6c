/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_recorders.c - what the recorders of several hosts say, and of which traces */
#include "readers/load.h"
#include "tests/readers/check.h"
#include "tests/readers/named_files.h"

/* What the recorder of a host says of it. */
static char *host_meta (const char *attached, int lost_read_n, int lost_open_n)
{
    return fid_format (NULL,
                       "{\"workload\": \"UNET3D\", \"kind\": \"real\", \"start_utc\": "
                       "\"2026-11-21T00:00:00Z\", \"all_tracers_attached\": %s, "
                       "\"lost_events\": {\"trace_read.out\": %d, \"trace_openat.out\": %d}}",
                       attached, lost_read_n, lost_open_n);
}

static bool has_finding (const struct fid_run *run, enum fid_run_finding_code code)
{
    for (size_t i = 0; i < run->findings.n; i++)
        if (run->findings.at[i].code == code)
            return true;
    return false;
}

/* What a recorder says is of the traces of its host. */
static void test_recorders (void)
{
    static const char reads[] = BPF_READ "1000 5 0 10 100 a\n2000 5 10 10 100 a\n";
    struct fid_run *run = load ((struct named[]){
        {"meta.json", copy ("{\"workload\": \"UNET3D\", \"kind\": \"real\", \"hosts\": "
                            "[\"alpha\", \"beta\"]}")},
        {"alpha/meta.json", host_meta ("false", 3, 0)},
        {"alpha/trace_read.out", copy (reads)},
        {"beta/meta.json", host_meta ("true", 3, 5)},
        {"beta/trace_read.out", fid_format (NULL, "%sLost 2 events\n", reads)},
        {0}});
    ok_int ((long long)run->hosts.n, 2, "two hosts");
    for (size_t i = 0; i < run->source_n; i++)
        if (fid_span_is (fid_file_name (run->source[i].path), "trace_read.out"))
            ok_int ((long long)run->source[i].lost_n, 3,
                    "each trace lost what its recorder says");
    ok_int ((long long)run->lost_n, 11,
            "which add up, with those of a trace that is not there");
    ok (has_finding (run, FID_RUN_NOT_ATTACHED), "tracers of one host were late");
    fid_run_destroy (run);

    run = load (
        (struct named[]){{"meta.json", host_meta ("true", 0, 4)},
                         {"trace_read.out", fid_format (NULL, "%sLost 9 events\n", reads)},
                         {0}});
    ok_int ((long long)run->lost_n, 13, "of two traces, of which one tells it itself");
    ok (!has_finding (run, FID_RUN_NOT_ATTACHED), "all were in time");
    fid_run_destroy (run);
}

int main (void)
{
    test_recorders ();
    return tap_done ();
}
