/* SPDX-License-Identifier: GPL-3.0-or-later */
/* processes.c - the workload's processes and their logs
 *
 * Processes on a GPU that read files are parents, others that read are loaders.  A second
 * process on a GPU at the same instant belongs to somebody else, and so does one on a GPU
 * that reads nothing: both are ignored.  DLIO uses no GPU: all that read are parents.  BERT
 * has no loaders: others that read are ignored.
 *
 * timeline/pid/CONFIG has lines start,end,EVENT for groups of processes:
 *
 *     all_combined                        combined.log
 *     each_parent                         parent_I.log, loaders dealt out in turn
 *     parents_combined_loaders_combined   parents_0.log, loaders_0.log
 *     each_parent_and_their_loaders       parent_I.log, and loader_I.log of its loaders
 *
 * and plotting_info.json with a title for each file.  Lines are sorted by start, end and
 * name.  Write-back to the checkpoint disk by any other process goes to the first one's
 * file. */
#include <sys/mman.h>
#include "tools/prepare/prepare.h"

/* --- classes */

struct gpu_users {
    struct fid_pidset first, second; /* first and further processes of a GPU at an instant */
    bool any;
    int64_t t_ns, pid;
    int gpu; /* t_ns, pid, gpu: of the previous row */
};

static int on_sample (void *self, const struct fid_sample *s, struct fid_error *err)
{
    struct gpu_users *g = self;
    bool gpu_row = s->channel >= FID_CH_GPU_SM && s->channel <= FID_CH_GPU_FB;
    if (!gpu_row || s->pid < 0 ||
        (g->any && g->t_ns == s->t_ns && g->gpu == s->index && g->pid == s->pid))
        return 0;
    bool shared = g->any && g->t_ns == s->t_ns && g->gpu == s->index;
    g->any = true;
    g->t_ns = s->t_ns;
    g->gpu = s->index;
    g->pid = s->pid;
    if (!shared)
        return fid_pidset_add (&g->first, s->pid, err);
    return fid_pidset_has (&g->first, s->pid) ? 0 : fid_pidset_add (&g->second, s->pid, err);
}

/* In alphabetical order, 100 before 99. */
static int by_text (const void *va, const void *vb)
{
    char a[24], b[24];
    snprintf (a, sizeof a, "%" PRId64, *(const int64_t *)va);
    snprintf (b, sizeof b, "%" PRId64, *(const int64_t *)vb);
    return strcmp (a, b);
}

/* Whose a process that reads is. */
static struct fid_pid_list *list_of (struct fid_prepare_state *p, const struct gpu_users *g,
                                     int64_t pid)
{
    bool first = fid_pidset_has (&g->first, pid);
    if (p->workload == FID_DLIO)
        return &p->parents;
    if (!first && fid_pidset_has (&g->second, pid))
        return &p->ignored;
    return first || !g->any ? &p->parents : p->workload == FID_BERT ? &p->ignored : &p->loaders;
}

void fid_prepare_processes (struct fid_prepare_state *p)
{
    struct fid_pid_list *const lists[] = {&p->parents, &p->loaders, &p->ignored};
    struct gpu_users *g = fid_take (1, sizeof *g);
    struct fid_sink sink = {.self = g, .sample = on_sample};
    FID_EACH (const struct fid_source, s, p->run->source)
        if (s->used & FID_GIVES_GPU)
            fid_prepare_read_source (p, s, &sink);
    const struct fid_pidset *const on_gpu[] = {&g->first, &g->second};
    for (size_t i = 0; i < p->reading.cap; i++) {
        int64_t pid = p->reading.slot[i];
        struct fid_pid_list *list = pid >= 0 ? list_of (p, g, pid) : NULL;
        if (list)
            FID_APPEND (list->pid, pid);
    }
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < on_gpu[k]->cap; i++) {
            int64_t pid = on_gpu[k]->slot[i];
            if (pid >= 0 && !fid_pidset_has (&p->reading, pid) &&
                !(k && fid_pidset_has (&g->first, pid)))
                FID_APPEND (p->ignored.pid, pid);
        }
    for (int i = 0; i < 3; i++)
        if (lists[i]->pid_n)
            qsort (lists[i]->pid, lists[i]->pid_n, sizeof *lists[i]->pid,
                   p->opts->compat ? by_text : fid_by_number);
    p->report->parent_n = p->parents.pid_n;
    p->report->loader_n = p->loaders.pid_n;
    p->report->ignored_n = p->ignored.pid_n;
    if (!g->any && p->workload != FID_DLIO && p->parents.pid_n)
        FID_PREPARE_NOTE (p,
                          "no GPU trace names a process: all processes that read count as the "
                          "workload's");
}

/* --- logs */

#define NONE SIZE_MAX

struct process_log {
    const char *name, *title;
    FILE *f;
};

/* A way to group processes into logs. */
struct grouping {
    const char *name; /* static */
    FID_LIST (struct process_log, log);
    size_t *of; /* the log of each process: parents, then loaders; NONE */
};

struct groupings {
    struct fid_prepare_state *p;
    struct grouping grouping[4];
    size_t grouping_n, pid_n;
};

static void add_log (struct grouping *c, const char *name, const char *title)
{
    FID_APPEND (c->log, (struct process_log){name, title, NULL});
}

static struct grouping *add_grouping (struct groupings *l, const char *name)
{
    struct grouping *c = &l->grouping[l->grouping_n++];
    *c = (struct grouping){.name = name, .of = fid_take (l->pid_n, sizeof *c->of)};
    return c;
}

static void each_parent (struct groupings *l, bool own_loaders)
{
    const struct fid_prepare_state *p = l->p;
    struct grouping *c =
        add_grouping (l, own_loaders ? "each_parent_and_their_loaders" : "each_parent");
    /* the earlier tools lost all loaders but the first (loaders mod parents), if not 0 */
    size_t kept_n =
        p->opts->compat && p->parents.pid_n ? p->loaders.pid_n % p->parents.pid_n : 0;
    for (size_t i = 0; i < p->parents.pid_n; i++) {
        c->of[i] = i;
        add_log (c, fid_textf ("parent_%zu.log", i), fid_textf ("Worker %zu", i));
    }
    for (size_t i = 0; i < p->loaders.pid_n; i++) {
        size_t parent = p->parents.pid_n ? i % p->parents.pid_n : 0;
        bool lost = !p->parents.pid_n || (kept_n && i >= kept_n);
        c->of[p->parents.pid_n + i] = own_loaders ? p->parents.pid_n + parent
                                      : lost      ? NONE
                                                  : parent;
        if (own_loaders && parent == i)
            add_log (c, fid_textf ("loader_%zu.log", i), fid_textf ("Loader %zu", i));
    }
}

static void configure_groupings (struct groupings *l)
{
    const struct fid_prepare_state *p = l->p;
    add_log (add_grouping (l, "all_combined"), "combined.log", "All Workers");
    if (p->workload == FID_DLIO)
        return;
    if (p->parents.pid_n)
        each_parent (l, false);
    if (!p->loaders.pid_n)
        return;
    struct grouping *c = add_grouping (l, "parents_combined_loaders_combined");
    add_log (c, "parents_0.log", "All Workers");
    add_log (c, "loaders_0.log", "All Dataloaders");
    for (size_t i = 0; i < l->pid_n; i++)
        c->of[i] = i >= p->parents.pid_n;
    each_parent (l, true);
}

/* The index of a process among parents and loaders; NONE. */
static size_t index_of (const struct fid_prepare_state *p, int64_t pid)
{
    for (size_t i = 0; i < p->parents.pid_n; i++)
        if (p->parents.pid[i] == pid)
            return i;
    for (size_t i = 0; i < p->loaders.pid_n; i++)
        if (p->loaders.pid[i] == pid)
            return p->parents.pid_n + i;
    return NONE;
}

FID_ORDER_BY (by_start, struct fid_lane_event,
              FID_RISING (start_ns) FID_RISING (end_ns) FID_RISING (lane) FID_RISING (pid)
                  FID_RISING (orphan))

/* Writes the events by start, end, kind and process.  They are sorted in their file, which is
 * mapped: there may be more of them than memory. */
static void write_events (struct groupings *l)
{
    static const char *const names[] = {[FID_BIOR] = "BIOR",
                                        [FID_BIOW] = "BIOW",
                                        [FID_OPENAT] = "OPENAT",
                                        [FID_READ] = "READ",
                                        [FID_WRITE] = "WRITE"};
    struct fid_prepare_state *p = l->p;
    char from[FID_TIME_TEXT], to[FID_TIME_TEXT];
    off_t size = fflush (p->lanes) || ferror (p->lanes) ? -1 : ftello (p->lanes);
    struct fid_lane_event *event = size > 0 ? mmap (NULL, (size_t)size, PROT_READ | PROT_WRITE,
                                                    MAP_SHARED, fileno (p->lanes), 0)
                                            : NULL;
    if (size < 0 || event == MAP_FAILED)
        fid_fail (FID_EINTERNAL, "temporary file for sorting: %s", strerror (errno));
    size_t n = (size_t)size / sizeof *event;
    FID_SORT (event, n, by_start);
    FID_EACH_OF (const struct fid_lane_event, ev, event, n) {
        size_t who = index_of (p, ev->pid);
        if (who == NONE && ev->orphan && l->pid_n)
            who = 0;
        if (who == NONE)
            continue;
        fid_time_text (ev->start_ns, 9, from);
        fid_time_text (ev->end_ns, 9, to);
        FID_EACH (const struct grouping, c, l->grouping)
            if (c->of[who] != NONE) /* errors are reported when it is closed */
                fprintf (c->log[c->of[who]].f, "%s,%s,%s\n", from, to, names[ev->lane]);
    }
    if (event)
        munmap (event, (size_t)size);
}

void fid_prepare_process_logs (struct fid_prepare_state *p)
{
    struct groupings l = {.p = p, .pid_n = p->parents.pid_n + p->loaders.pid_n};
    configure_groupings (&l);
    FID_EACH (struct grouping, c, l.grouping) {
        const char *path = fid_textf ("timeline/pid/%s/plotting_info.json", c->name);
        FILE *f = fid_tree_file (&l.p->tree, path);
        FID_EACH (struct process_log, log, c->log) {
            fprintf (f, "%s\n    \"%s\": \"%s\"", log == c->log ? "{" : ",", log->name,
                     log->title);
            log->f = fid_tree_file (&l.p->tree,
                                    fid_textf ("timeline/pid/%s/%s", c->name, log->name));
        }
        fputs ("\n}", f);
        fid_tree_close (&l.p->tree, f, path);
    }
    write_events (&l);
    FID_EACH (const struct grouping, c, l.grouping)
        FID_EACH (const struct process_log, log, c->log)
            fid_tree_close (&p->tree, log->f, log->name);
}
