/* SPDX-License-Identifier: GPL-3.0-or-later */
/* about.c - fidlio.json: what is known of the run that a tree was made of
 *
 *     {"schema": "fidlio.tree/1",
 *      "facts": {"kind": "real", "workload": "UNET3D", ...},
 *      "tree": {"events_late_ns": -812345, "checkpoint_disk": "vda",
 *               "bio.out.events": 9908, "bio.out.before_init_events": 2107, ...}}
 *
 * A tree whose files hold as many events is read as the raw run would be (readers/load.c). */
#include "base/jsonbuild.h"
#include "tools/prepare/prepare.h"

/* How much later than the tree has them events were in the middle of the run: the second tick
 * is early, and knows no drift. */
static double events_late_ns (const struct fid_prepare_state *p)
{
    const struct fid_prepare_report *r = p->report;
    const struct fid_run *run = p->run;
    const struct fid_clock_map *boot = &run->clocks.map[FID_CLOCK_BOOT];
    if (p->opts->clock == FID_PREPARE_FITTED || !r->has_tick)
        return 0;
    int64_t middle_ns = run->phases.origin_ns / 2 + run->phases.end_ns / 2;
    int64_t at_ns = middle_ns - r->tick_utc_ns;
    return (double)(fid_clock_map_ns (boot, r->tick_boot_ns + at_ns) - middle_ns);
}

static void put_file (struct fid_doc *d, cJSON *in, const struct fid_prepare_file *f)
{
    const struct {
        const char *what;
        uint64_t n;
    } figures[] = {{"events", f->read_n},
                   {"bytes", f->byte_n},
                   {"before_init_events", f->early_n},
                   {"before_init_bytes", f->early_byte_n},
                   {"filtered_events", f->read_n - f->early_n - f->kept_n},
                   {"filtered_bytes", f->byte_n - f->early_byte_n - f->kept_byte_n}};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        fid_doc_number (d, in, fid_textf ("%s.%s", f->name, figures[i].what),
                        (double)figures[i].n);
}

void fid_prepare_about (struct fid_prepare_state *p)
{
    const struct fid_run *run = p->run;
    struct fid_doc d;
    fid_doc_begin (&d);
    fid_doc_text (&d, d.root, "schema", "fidlio.tree/1");
    cJSON *facts = fid_doc_object (&d, d.root, "facts");
    if (run->emulation && !fid_run_fact (run, "kind"))
        fid_doc_text (&d, facts, "kind", "emulation");
    if (run->workload[0] && !fid_run_fact (run, "workload"))
        fid_doc_text (&d, facts, "workload", run->workload);
    for (size_t i = 0; i < run->fact_n; i++)
        if (fid_run_fact (run, run->fact[i].key) == run->fact[i].value &&
            strncmp (run->fact[i].key, "tree.", 5) != 0) /* of a tree in the run's folder */
            fid_doc_text (&d, facts, run->fact[i].key, run->fact[i].value);
    cJSON *tree = fid_doc_object (&d, d.root, "tree");
    fid_doc_number (&d, tree, "events_late_ns", events_late_ns (p));
    fid_doc_text (&d, tree, "checkpoint_disk", p->checkpoint_disk);
    fid_doc_number (&d, tree, "kernel_write_bytes", (double)p->kernel_write_n);
    FID_EACH (const struct fid_prepare_file, f, p->report->file)
        if (fid_prepare_is_trace (f->name))
            put_file (&d, tree, f);
    cJSON *doc = fid_have (fid_doc_end (&d, &fid_why));
    char *text = fid_keep (fid_json_text (doc, &fid_why));
    cJSON_Delete (doc);
    FILE *f = fid_tree_file (&p->tree, "fidlio.json");
    fputs (text, f);
    fid_tree_close (&p->tree, f, "fidlio.json");
}
