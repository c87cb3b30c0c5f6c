/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prepare.c - the steps of making a tree */
#include "readers/digest.h"
#include "readers/load.h"
#include "tools/prepare/prepare.h"

/* Whether a source is a file of a processed tree with anything in it. */
static bool is_processed (const struct fid_source *s)
{
    const struct fid_reader *reader = fid_reader_by_name (s->reader);
    return reader && reader->processed && s->used && s->event_n + s->sample_n + s->phase_n;
}

/* Refuse a processed tree, and say which other files the tree cannot hold. */
static void check_sources (struct fid_prepare_state *p)
{
    const struct fid_source *processed = NULL;
    bool raw = false;
    FID_EACH (const struct fid_source, s, p->run->source) {
        if (is_processed (s))
            processed = s;
        for (size_t k = 0; k < FID_PREPARE_RAW_N; k++) {
            if (!(s->used & fid_prepare_raw[k].gives))
                continue;
            if (fid_prepare_is_raw (s, fid_prepare_raw[k].gives))
                raw = true;
            else if (s->event_n + s->sample_n && !is_processed (s))
                FID_PREPARE_NOTE (p, "%s: is %s, which gives no %s", s->path, s->reader,
                                  fid_prepare_raw[k].file);
        }
    }
    if (processed && !raw)
        fid_fail (FID_EINPUT,
                  "%s: a processed tree already (%s); `inspect', `compare' and `plot' "
                  "read it as it is, and prepare needs the raw traces",
                  p->run->dir, processed->path);
}

/* Decide which workload's rules to follow: as told, else by the run, else by the name of the
 * application's log. */
static void choose_workload (struct fid_prepare_state *p)
{
    static const struct {
        const char *log;
        enum fid_workload workload;
    } logs[] = {{"unet3d.log", FID_UNET3D},
                {"dlrm.log", FID_DLRM},
                {"bert.log", FID_BERT},
                {"dlrm_tera.log", FID_DLRM},
                {"app.log", FID_BERT}};
    int w = p->opts->workload;
    if (w < 0 && p->run->emulation)
        w = FID_DLIO;
    for (int k = 0; k < FID_WORKLOAD_N && w < 0; k++)
        if (strcasecmp (p->run->workload, fid_workload_names[k]) == 0)
            w = k;
    for (size_t i = 0; i < p->run->source_n && w < 0; i++) {
        struct fid_span name = fid_span_last_part (fid_span_of (p->run->source[i].path));
        for (size_t k = 0; k < sizeof logs / sizeof *logs && w < 0; k++)
            if ((p->run->source[i].used & FID_GIVES_PHASES) && fid_span_is (name, logs[k].log))
                w = (int)logs[k].workload;
    }
    if (w < 0)
        fid_fail (FID_EUSAGE,
                  "%s: the workload is unknown; name it with --workload=unet3d, bert, dlrm or "
                  "dlio",
                  p->run->dir);
    p->report->workload = p->workload = (enum fid_workload)w;
}

static void run_steps (struct fid_prepare_state *p)
{
    int skip_to = p->opts->skip_to;
    fid_prepare_ticks (p);
    if (skip_to > FID_PREPARE_LOG)
        fid_prepare_init_of_tree (p);
    else
        fid_prepare_log (p);
    if (p->opts->log_only)
        return;
    if (skip_to > FID_PREPARE_FILTER) {
        fid_prepare_events_of_tree (p);
    } else {
        fid_prepare_events (p);
        fid_prepare_histograms (p);
    }
    if (skip_to <= FID_PREPARE_ALIGN) /* the stamps of an earlier tree are as it says */
        fid_prepare_about (p);
    fid_prepare_processes (p);
    if (skip_to <= FID_PREPARE_PIDS)
        fid_prepare_process_logs (p);
    if (skip_to > FID_PREPARE_MONITORS)
        return;
    fid_prepare_gpus (p);
    fid_prepare_cpus (p);
    fid_prepare_disks (p);
    fid_prepare_calls (p);
}

/* All of it, unless something ends it. */
static void make_tree (void *state)
{
    struct fid_prepare_state *p = state;
    mode_t kind;
    /* a run may be a file, which has no place for a tree */
    fid_must (fid_digest_refuse (p->dir, &fid_why));
    fid_must (fid_file_kind (p->dir, &kind, &fid_why));
    if (kind && !S_ISDIR (kind))
        fid_fail (FID_EINPUT, "%s: not a folder with the traces of a run", p->dir);
    p->run = fid_have (fid_run_load (p->dir, &p->opts->run, &fid_why));
    p->lanes = tmpfile ();
    if (!p->lanes)
        fid_fail (FID_EINTERNAL, "temporary file for sorting: %s", strerror (errno));
    check_sources (p);
    /* what of the run is missing */
    char text[FID_RUN_FINDING_TEXT];
    for (size_t i = 0; i < p->run->findings.n; i++) {
        const struct fid_run_finding *f = &p->run->findings.at[i];
        if (f->code == FID_RUN_READ_IN_PART || f->code == FID_RUN_TRACE_INCOMPLETE ||
            f->code == FID_RUN_EVENTS_LOST)
            FID_PREPARE_NOTE (p, "%s", fid_run_finding_text (f, text, sizeof text));
    }
    choose_workload (p);
    fid_prepare_need_utc (p);
    fid_tree_open (&p->tree, p->report->tree);
    run_steps (p);
    fid_tree_commit (&p->tree, p->opts->bare);
}

int fid_prepare (const char *dir, const char *tree, const struct fid_prepare_opts *opts,
                 struct fid_prepare_report *report)
{
    struct fid_prepare_state p = {.opts = opts,
                                  .dir = dir,
                                  .report = report,
                                  .checkpoint_disk = opts->checkpoint_disk
                                                         ? opts->checkpoint_disk
                                                     : opts->compat ? "sdb"
                                                                    : ""};
    *report = (struct fid_prepare_report){.workload = FID_UNET3D, .tree = tree};
    bool made = fid_try (make_tree, &p);
    fid_tree_clear (&p.tree);
    if (p.lanes)
        fclose (p.lanes);
    fid_pidset_clear (&p.reading);
    fid_run_destroy (p.run);
    return made ? 0 : -1;
}
