/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_hydra_config.c - DLIO's configuration as facts */
#include "tests/readers/check.h"

int main (void)
{
    struct rec r;
#ifndef HAVE_YAML
    skip ("DLIO configurations", "built without libyaml");
    return tap_done ();
#endif
    rec_read (&r, "tests/data/hydra_config/config.yaml");
    ok (r.reader && strcmp (r.reader->name, "hydra_config") == 0,
        "a configuration is recognised");
    ok_int (r.rc, 0, "and read");
    ok_str (rec_fact (&r, "workload.train.computation_time"), "0.4113", "computation time");
    ok_str (rec_fact (&r, "workload.model.name"), "bert", "a name");
    ok_str (rec_fact (&r, "workload.reader.batch_size"), "32", "batch size");
    ok_str (rec_fact (&r, "workload.workflow.checkpoint"), "true", "a switch");
    ok_int ((long long)r.reject_n, 0, "nothing rejected");
    rec_clear (&r);

    rec_read (&r, "tests/data/hydra_config/overrides.yaml");
    ok (r.reader && strcmp (r.reader->name, "hydra_config") == 0, "overrides are recognised");
    ok_str (rec_fact (&r, "workload.train.computation_time"), "0.4113", "++key=value");
    ok_str (rec_fact (&r, "workload.reader.batch_size"), "32", "+key=value");
    ok_int ((long long)r.fact_n, 2, "a choice of settings is no value, nor is a removal");
    rec_clear (&r);

    rec_read (&r, "tests/data/hydra_config/broken.yaml");
    ok_int (r.rc, 0, "broken YAML is read as far as it goes");
    ok_str (rec_fact (&r, "workload.train.epochs"), "5", "the value before the break");
    ok (r.reject_n == 1 && r.reject[0].line >= 4, "and the line of the break told");
    rec_clear (&r);

    rec_text (&r, "config.yaml", "workload:\n  a: [1, {b: 2}]\n  c: {d: e}\n  f: ''\n");
    ok (r.fact_n == 1 && rec_fact (&r, "workload.c.d"), "lists and empty values are left out");
    rec_clear (&r);
    rec_text (&r, "config.yaml",
              "workload:\n  model: unet3d\n  dataset:\n    record_length: 7\n");
    ok_str (rec_fact (&r, "workload.dataset.record_length_bytes"), "7",
            "an older spelling is the key of today");
    ok_str (rec_fact (&r, "workload.model.name"), "unet3d", "a section that was a key");
    rec_clear (&r);

    static char many[160000] = "workload:\n";
    for (size_t n = strlen (many), i = 1; i <= 11000; i++)
        n += (size_t)snprintf (many + n, sizeof many - n, "  k%zu: 1\n", i);
    rec_text (&r, "config.yaml", many);
    ok_int (r.rc, 0, "a file with more values than it can have is read");
    ok (r.reject_n == 1 && r.reject[0].line == 10001, "up to the line that is told");
    rec_clear (&r);
    rec_text (&r, "notes.txt", "workload: none\n");
    ok (!r.reader || strcmp (r.reader->name, "hydra_config") != 0, "other files are none");
    rec_clear (&r);
    ok_gz ("hydra_config", "config.yaml");
    return tap_done ();
}
