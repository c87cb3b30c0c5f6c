/* pidlogs.c - timeline/pid/CONFIG: start,end,EVENT by groups of processes
 *
 *     all_combined                        combined.log
 *     each_parent                         parent_I.log, loaders dealt round
 *     parents_combined_loaders_combined   parents_0.log, loaders_0.log
 *     each_parent_and_their_loaders       parent_I.log, loader_I.log
 *
 * plotting_info.json beside them gives each file its title.  Lines are in
 * order of start, end and name.  Write-back to the checkpoint disk by a process
 * that is none of these goes to the first one's file. */
#include "config.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/timeparse.h"
#include "tools/prepare/priv.h"

#define NONE SIZE_MAX

struct log {
    char name[40], title[40];
    FILE *f;
};

/* One configuration: which log each process (parents, then loaders) goes to. */
struct config {
    const char *name; /* static */
    struct log *log;  /* owned */
    size_t log_n, log_cap;
    size_t *of; /* owned; by process; NONE */
};

struct logs {
    struct fid_prepare *p;
    struct config config[4];
    size_t config_n, pid_n;
};

static int
add_log (struct config *c, const char *name, const char *title, size_t number,
         struct fid_error *err)
{
    if (fid_array_grow (&c->log, &c->log_cap, c->log_n + 1, sizeof *c->log, err))
        return -1;
    struct log *log = &c->log[c->log_n++];
    *log = (struct log){.f = NULL};
    if (number == NONE) {
        snprintf (log->name, sizeof log->name, "%s.log", name);
        snprintf (log->title, sizeof log->title, "%s", title);
    } else {
        snprintf (log->name, sizeof log->name, "%s_%zu.log", name, number);
        snprintf (log->title, sizeof log->title, "%s %zu", title, number);
    }
    return 0;
}

static struct config *
add_config (struct logs *l, const char *name, struct fid_error *err)
{
    struct config *c = &l->config[l->config_n++];
    *c = (struct config){.name = name};
    c->of = calloc (l->pid_n ? l->pid_n : 1, sizeof *c->of);
    if (!c->of)
        fid_error_nomem (err);
    return c->of ? c : NULL;
}

/* Loaders that each_parent leaves out by the rule of the earlier tools: all
 * but the first (loaders mod parents), if that is not 0. */
static bool
loader_lost (const struct fid_prepare *p, size_t loader)
{
    size_t r = p->parent_n ? p->loader_n % p->parent_n : 0;
    return p->opts->compat && r && loader >= r;
}

static int
each_parent (struct logs *l, bool own_loaders, struct fid_error *err)
{
    const struct fid_prepare *p = l->p;
    struct config *c =
        add_config (l, own_loaders ? "each_parent_and_their_loaders" : "each_parent", err);
    if (!c)
        return -1;
    for (size_t i = 0; i < p->parent_n; i++) {
        c->of[i] = i;
        if (add_log (c, "parent", "Worker", i, err))
            return -1;
    }
    for (size_t i = 0; i < p->loader_n; i++) {
        c->of[p->parent_n + i] = own_loaders                          ? p->parent_n + i
                                 : loader_lost (p, i) || !p->parent_n ? NONE
                                                                      : i % p->parent_n;
        if (own_loaders && add_log (c, "loader", "Loader", i, err))
            return -1;
    }
    return 0;
}

static int
configure (struct logs *l, struct fid_error *err)
{
    const struct fid_prepare *p = l->p;
    struct config *c = add_config (l, "all_combined", err);
    if (!c || add_log (c, "combined", "All Workers", NONE, err))
        return -1;
    if (p->workload == FID_DLIO)
        return 0;
    if (p->parent_n && each_parent (l, false, err))
        return -1;
    if (!p->loader_n)
        return 0;
    c = add_config (l, "parents_combined_loaders_combined", err);
    if (!c || add_log (c, "parents_0", "All Workers", NONE, err) ||
        add_log (c, "loaders_0", "All Dataloaders", NONE, err))
        return -1;
    for (size_t i = 0; i < l->pid_n; i++)
        c->of[i] = i >= p->parent_n;
    return each_parent (l, true, err);
}

static int
open_logs (struct logs *l, struct fid_error *err)
{
    char path[160];
    for (size_t k = 0; k < l->config_n; k++) {
        struct config *c = &l->config[k];
        snprintf (path, sizeof path, "timeline/pid/%s/plotting_info.json", c->name);
        FILE *f = fid_tree_file (&l->p->tree, path, err);
        if (!f)
            return -1;
        fputs ("{", f);
        for (size_t i = 0; i < c->log_n; i++)
            fprintf (f, "%s\n    \"%s\": \"%s\"", i ? "," : "", c->log[i].name,
                     c->log[i].title);
        fputs ("\n}\n", f);
        if (fid_tree_close (&l->p->tree, f, path, err))
            return -1;
        for (size_t i = 0; i < c->log_n; i++) {
            snprintf (path, sizeof path, "timeline/pid/%s/%s", c->name, c->log[i].name);
            c->log[i].f = fid_tree_file (&l->p->tree, path, err);
            if (!c->log[i].f)
                return -1;
        }
    }
    return 0;
}

static int
close_logs (struct logs *l, struct fid_error *err)
{
    int rc = 0;
    for (size_t k = 0; k < l->config_n; k++) {
        struct config *c = &l->config[k];
        for (size_t i = 0; i < c->log_n; i++)
            if (c->log[i].f &&
                fid_tree_close (&l->p->tree, c->log[i].f, c->log[i].name, rc ? NULL : err))
                rc = -1;
        free (c->log);
        free (c->of);
    }
    return rc;
}

/* The place of a process among parents and loaders; NONE. */
static size_t
place (const struct fid_prepare *p, int64_t pid)
{
    for (size_t i = 0; i < p->parent_n; i++)
        if (p->parent[i] == pid)
            return i;
    for (size_t i = 0; i < p->loader_n; i++)
        if (p->loader[i] == pid)
            return p->parent_n + i;
    return NONE;
}

static void
write_event (struct logs *l, const struct fid_lane_event *ev, size_t who)
{
    static const char *const names[] = {[FID_BIOR] = "BIOR",
                                        [FID_BIOW] = "BIOW",
                                        [FID_OPENAT] = "OPENAT",
                                        [FID_READ] = "READ",
                                        [FID_WRITE] = "WRITE"};
    char from[FID_TIME_TEXT], to[FID_TIME_TEXT];
    fid_time_text (ev->start_ns, 9, from);
    fid_time_text (ev->end_ns, 9, to);
    for (size_t k = 0; k < l->config_n; k++) {
        size_t log = l->config[k].of[who];
        if (log != NONE) /* an error shows when it is closed */
            fprintf (l->config[k].log[log].f, "%s,%s,%s\n", from, to, names[ev->lane]);
    }
}

int
fid_prepare_pid_logs (struct fid_prepare *p, struct fid_error *err)
{
    struct logs l = {.p = p, .pid_n = p->parent_n + p->loader_n};
    struct fid_lane_event ev;
    int rc = configure (&l, err);
    if (!rc)
        rc = open_logs (&l, err);
    if (!rc)
        rc = fid_sorter_end (p->sorter, err);
    while (!rc && (rc = fid_sorter_next (p->sorter, &ev, err)) > 0) {
        size_t who = place (p, ev.pid);
        if (who == NONE && ev.orphan && l.pid_n)
            who = 0;
        if (who != NONE)
            write_event (&l, &ev, who);
        rc = 0;
    }
    if (close_logs (&l, rc ? NULL : err))
        rc = -1;
    return rc;
}
