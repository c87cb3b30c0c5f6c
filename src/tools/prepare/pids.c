/* pids.c - which processes are the workload's, and which its loaders
 *
 * Processes that are on a GPU and read files are the parents, those that only
 * read are loaders.  A second process on a GPU at the same time is somebody
 * else's, as are processes on a GPU that read nothing.  DLIO is on no GPU: all
 * that read are parents.  BERT has no loaders: others that read are foreign. */
#include "config.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "tools/prepare/priv.h"

struct gpus {
    struct fid_pidset good, second;
    bool any;
    int64_t t_ns, pid;
    int gpu; /* of the row before */
};

static int
on_sample (void *self, const struct fid_sample *s, struct fid_error *err)
{
    struct gpus *g = self;
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
        return fid_pidset_add (&g->good, s->pid, err);
    return fid_pidset_has (&g->good, s->pid) ? 0 : fid_pidset_add (&g->second, s->pid, err);
}

struct list {
    int64_t *pid; /* owned */
    size_t n, cap;
};

static int
add (struct list *l, int64_t pid, struct fid_error *err)
{
    if (fid_array_grow (&l->pid, &l->cap, l->n + 1, sizeof *l->pid, err))
        return -1;
    l->pid[l->n++] = pid;
    return 0;
}

/* As text, 100 before 99. */
static int
by_text (const void *va, const void *vb)
{
    char a[24], b[24];
    snprintf (a, sizeof a, "%" PRId64, *(const int64_t *)va);
    snprintf (b, sizeof b, "%" PRId64, *(const int64_t *)vb);
    return strcmp (a, b);
}

static int
sort_out (struct fid_prepare *p, const struct gpus *g, struct list out[3],
          struct fid_error *err)
{
    enum { PARENT, LOADER, IGNORED };
    bool dlio = p->workload == FID_DLIO;
    bool none = dlio || !g->any;
    for (size_t i = 0; i < p->reading.cap; i++) {
        int64_t pid = p->reading.slot[i];
        if (pid < 0)
            continue;
        bool foreign =
            !dlio && fid_pidset_has (&g->second, pid) && !fid_pidset_has (&g->good, pid);
        bool parent = none || fid_pidset_has (&g->good, pid);
        int to = foreign                   ? IGNORED
                 : parent                  ? PARENT
                 : p->workload == FID_BERT ? IGNORED
                                           : LOADER;
        if (add (&out[to], pid, err))
            return -1;
    }
    const struct fid_pidset *const on_gpu[] = {&g->good, &g->second};
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < on_gpu[k]->cap; i++) {
            int64_t pid = on_gpu[k]->slot[i];
            if (pid >= 0 && !fid_pidset_has (&p->reading, pid) &&
                !(k && fid_pidset_has (&g->good, pid)) && add (&out[IGNORED], pid, err))
                return -1;
        }
    return 0;
}

int
fid_prepare_classify (struct fid_prepare *p, struct fid_error *err)
{
    struct gpus g = {0};
    struct list out[3] = {0};
    struct fid_sink sink = {.self = &g, .sample = on_sample};
    int rc = 0;
    for (size_t i = 0; i < p->run->source_n && !rc; i++)
        if (p->run->source[i].used & FID_GIVES_GPU)
            rc = fid_prepare_read_source (p, &p->run->source[i], &sink, err);
    if (!rc)
        rc = sort_out (p, &g, out, err);
    for (int i = 0; i < 3; i++)
        if (out[i].n)
            qsort (out[i].pid, out[i].n, sizeof *out[i].pid,
                   p->opts->compat ? by_text : fid_by_number);
    p->parent = out[0].pid;
    p->loader = out[1].pid;
    p->ignored = out[2].pid;
    p->report->parent_n = p->parent_n = out[0].n;
    p->report->loader_n = p->loader_n = out[1].n;
    p->report->ignored_n = p->ignored_n = out[2].n;
    fid_pidset_clear (&g.good);
    fid_pidset_clear (&g.second);
    if (!rc && !g.any && p->workload != FID_DLIO && p->parent_n)
        rc = fid_prepare_note (p, err,
                               "no process on a GPU is traced: all that read are taken as the "
                               "workload's");
    return rc;
}
