/* prepare.c - see prepare.h */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include "base/array.h"
#include "base/text.h"
#include "tools/prepare/state.h"
#include "readers/digest.h"
#include "readers/load.h"

/* Whether a source is a file of a processed tree with anything in it. */
static bool
is_processed (const struct fid_source *s)
{
    const struct fid_reader *reader = fid_reader_by_name (s->reader);
    return reader && reader->processed && s->used && s->event_n + s->sample_n + s->phase_n;
}

/* Refuse a processed tree, and say which other files the tree cannot hold. */
static int
check_sources (struct fid_prepare_state *p, struct fid_error *err)
{
    const struct fid_source *processed = NULL;
    bool raw = false;
    for (size_t i = 0; i < p->run->source_n; i++) {
        const struct fid_source *s = &p->run->source[i];
        if (is_processed (s))
            processed = s;
        for (size_t k = 0; k < FID_PREPARE_RAW_N; k++) {
            if (!(s->used & fid_prepare_raw[k].gives))
                continue;
            if (fid_prepare_is_raw (s, fid_prepare_raw[k].gives))
                raw = true;
            else if (s->event_n + s->sample_n && !is_processed (s) &&
                     fid_prepare_note (p, err, "%s: is %s, of which no %s is made", s->path,
                                       s->reader, fid_prepare_raw[k].file))
                return -1;
        }
    }
    if (processed && !raw)
        return fid_errorf (err, FID_EINPUT,
                           "%s: a processed tree already (%s); `inspect', `compare' and `plot' "
                           "read it as it is, and prepare needs the raw traces",
                           p->run->dir, processed->path);
    return 0;
}

/* Say what of the run is missing. */
static int
note_findings (struct fid_prepare_state *p, struct fid_error *err)
{
    char text[FID_RUN_FINDING_TEXT];
    for (size_t i = 0; i < p->run->findings.n; i++) {
        const struct fid_run_finding *f = &p->run->findings.at[i];
        bool missing = f->code == FID_RUN_READ_IN_PART || f->code == FID_RUN_TRACE_INCOMPLETE ||
                       f->code == FID_RUN_EVENTS_LOST;
        if (missing &&
            fid_prepare_note (p, err, "%s", fid_run_finding_text (f, text, sizeof text)))
            return -1;
    }
    return 0;
}

/* The workload by the name of the application's log; -1 if that is unknown. */
static int
workload_of_log (const struct fid_run *run)
{
    static const struct {
        const char *log;
        enum fid_workload workload;
    } names[] = {{"unet3d.log", FID_UNET3D},
                 {"dlrm.log", FID_DLRM},
                 {"bert.log", FID_BERT},
                 {"dlrm_tera.log", FID_DLRM},
                 {"app.log", FID_BERT}};
    for (size_t i = 0; i < run->source_n; i++) {
        struct fid_span name = fid_span_last_part (fid_span_of (run->source[i].path));
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if ((run->source[i].used & FID_GIVES_PHASES) && fid_span_is (name, names[k].log))
                return (int)names[k].workload;
    }
    return -1;
}

/* The workload of that name; -1 if it is unknown. */
static int
workload_called (const char *name)
{
    int w = FID_WORKLOAD_N - 1;
    while (w >= 0 && strcasecmp (name, fid_workload_names[w]) != 0)
        w--;
    return w;
}

/* Decide which workload's rules to follow. */
static int
choose_workload (struct fid_prepare_state *p, struct fid_error *err)
{
    int w = p->opts->workload;
    if (w < 0)
        w = p->run->emulation ? FID_DLIO : workload_called (p->run->workload);
    if (w < 0)
        w = workload_of_log (p->run);
    if (w < 0)
        return fid_errorf (err, FID_EUSAGE,
                           "%s: the workload is unknown; name it with --workload=unet3d, "
                           "bert, dlrm or dlio",
                           p->run->dir);
    p->report->workload = p->workload = (enum fid_workload)w;
    return 0;
}

static int
run_steps (struct fid_prepare_state *p, struct fid_error *err)
{
    int skip_to = p->opts->skip_to;
    if (fid_prepare_ticks (p, err) ||
        (skip_to > FID_PREPARE_LOG ? fid_prepare_init_of_tree (p, err)
                                   : fid_prepare_log (p, err)))
        return -1;
    if (p->opts->log_only)
        return 0;
    if (skip_to > FID_PREPARE_FILTER
            ? fid_prepare_events_of_tree (p, err)
            : fid_prepare_events (p, err) || fid_prepare_histograms (p, err))
        return -1;
    if (fid_prepare_processes (p, err) ||
        (skip_to <= FID_PREPARE_PIDS && fid_prepare_process_logs (p, err)))
        return -1;
    if (skip_to > FID_PREPARE_MONITORS)
        return 0;
    return fid_prepare_gpus (p, err) || fid_prepare_cpus (p, err) ||
                   fid_prepare_disks (p, err) || fid_prepare_calls (p, err)
               ? -1
               : 0;
}

int
fid_prepare (const char *dir, const char *tree, const struct fid_prepare_opts *opts,
             struct fid_prepare_report *report, struct fid_error *err)
{
    struct fid_prepare_state p = {.opts = opts, .report = report};
    mode_t kind;
    int rc = -1;
    *report = (struct fid_prepare_report){.workload = FID_UNET3D};
    /* a run may be a file, which has no place for a tree */
    if (fid_digest_refuse (dir, err))
        return -1;
    if (fid_file_kind (dir, &kind, err))
        return -1;
    if (kind && !S_ISDIR (kind))
        return fid_errorf (err, FID_EINPUT, "%s: not a folder with the traces of a run", dir);
    p.run = fid_run_load (dir, &opts->run, err);
    p.sorter = p.run ? fid_sorter_create (err) : NULL;
    if (!p.sorter || check_sources (&p, err) || note_findings (&p, err) ||
        choose_workload (&p, err) || fid_prepare_need_utc (&p, err))
        goto done;
    report->tree = fid_strdup (tree, err);
    if (!report->tree || fid_tree_open (&p.tree, tree, err))
        goto done;
    rc = run_steps (&p, err);
    if (!rc)
        rc = fid_tree_commit (&p.tree, err);
done:
    fid_tree_clear (&p.tree);
    fid_sorter_destroy (p.sorter);
    fid_pidset_clear (&p.reading);
    for (int i = 0; i < FID_VALUES_N; i++)
        free (p.values[i].v);
    free (p.parents.pid);
    free (p.loaders.pid);
    free (p.ignored.pid);
    fid_run_destroy (p.run);
    return rc;
}

void
fid_prepare_report_clear (struct fid_prepare_report *report)
{
    free (report->tree);
    free (report->note);
    *report = (struct fid_prepare_report){.workload = FID_UNET3D};
}
