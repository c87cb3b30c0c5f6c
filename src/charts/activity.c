/* SPDX-License-Identifier: GPL-3.0-or-later */
/* activity.c - see run_figure.h */
#include "charts/run_figure.h"
#include "run/file_classes.h"

const char *const fid_lanes_by_names[] = {"combined", "process", "worker", NULL};

/* Seconds after zero; beyond 1e8 s, unlimited. */
static int64_t instant_ns (int64_t zero_ns, double s)
{
    return s < -1e8 ? INT64_MIN : s > 1e8 ? INT64_MAX : zero_ns + (int64_t)(s * 1e9);
}

/* The process of an event, and its kind; NULL if memory ran out. */
static struct fid_process *process_of (struct fid_activity *a, int64_t pid,
                                       enum fid_process_kind kind, struct fid_error *err)
{
    if (a->by == FID_LANES_WORKER && pid >= 0)
        pid = kind == FID_PROCESS_WORKER;
    else if (a->by == FID_LANES_COMBINED)
        pid = -1;
    if (a->last < a->process_n && a->process[a->last].pid == pid && !a->process[a->last].rest)
        return &a->process[a->last];
    for (size_t i = 0; i < a->process_n; i++)
        if (a->process[i].pid == pid) {
            a->last = i;
            return &a->process[i];
        }
    if (a->process_n == FID_PROCESSES_MAX) {
        a->process[a->process_n - 1].rest = true;
        return &a->process[a->process_n - 1];
    }
    if (fid_array_grow (&a->process, &a->process_cap, a->process_n + 1, sizeof *a->process,
                        err))
        return NULL;
    struct fid_process *p = &a->process[a->process_n];
    *p = (struct fid_process){
        .pid = pid,
        .kind = kind,
        .rest = a->by == FID_LANES_COMBINED,
        .busy = calloc (a->stretch_n * FID_STREAM_N, sizeof (struct fid_busy))};
    if (!p->busy)
        return fid_null_nomem (err);
    a->last = a->process_n++;
    return p;
}

static int add_busy (struct fid_activity *a, enum fid_stream_id id,
                     const struct fid_event_row *r, const struct fid_event_process *process,
                     struct fid_error *err)
{
    struct fid_process *p =
        process_of (a, process->pid, a->kind ? a->kind[r->process] : FID_PROCESS_UNKNOWN, err);
    FID_TRY (!p);
    p->event_n += r->event_n;
    if (!p->comm[0] && process->comm_n)
        snprintf (p->comm, sizeof p->comm, "%.*s", (int)process->comm_n, process->comm);
    int64_t start_ns = r->start_ns, end_ns = start_ns + r->span_ns;
    for (size_t i = 0; i < a->stretch_n; i++) {
        const struct fid_stretch_ns *s = &a->stretch[i];
        if (!a->there[i] || end_ns < s->from_ns || start_ns >= s->to_ns)
            continue;
        int64_t from_ns = start_ns > s->from_ns ? start_ns : s->from_ns;
        int64_t to_ns = end_ns < s->to_ns ? end_ns : s->to_ns;
        FID_TRY (fid_busy_add (&p->busy[i * FID_STREAM_N + id], from_ns, to_ns, err));
    }
    return 0;
}

static int find_kinds (struct fid_activity *a, const struct fid_run *run, struct fid_error *err)
{
    const struct fid_events *e = &run->events;
    FID_SCOPED (fid_data_io_clear) struct fid_data_io io = {0};
    FID_TRY (fid_data_io_fill (&io, run, err));
    FID_NEED (a->kind = calloc (e->process_n + 1, sizeof *a->kind), err);
    for (size_t i = 0; i < e->process_n; i++)
        a->kind[i] = fid_process_kind (&io, e->process[i].pid);
    return 0;
}

int fid_activity_fill (struct fid_activity *a, const struct fid_run *run, struct fid_error *err)
{
    const struct fid_events *e = &run->events;
    size_t n = 0;
    while (a->zoom && a->zoom[n])
        n++;
    a->stretch_n = a->zoom ? n : 1;
    a->stretch = calloc (a->stretch_n + 1, sizeof *a->stretch);
    a->there = calloc (a->stretch_n + 1, sizeof *a->there);
    FID_NEED (a->stretch && a->there, err);
    for (size_t i = 0; i < n; i++)
        a->there[i] = fid_zoom_find (run, a->zoom[i], &a->stretch[i]);
    if (!a->zoom) {
        /* without phases zero is where the trace begins */
        int64_t zero_ns = run->phases.known ? run->phases.origin_ns : 0;
        bool all = !run->phases.known;
        a->stretch[0] =
            (struct fid_stretch_ns){all ? INT64_MIN : instant_ns (zero_ns, a->from_s),
                                    all ? INT64_MAX : instant_ns (zero_ns, a->to_s)};
        a->there[0] = true;
    }
    if (a->by != FID_LANES_COMBINED)
        FID_TRY (find_kinds (a, run, err));
    for (size_t i = 0; i < e->row_n; i++) {
        struct fid_event_row r = fid_events_row (e, i);
        enum fid_stream_id id = fid_row_stream (e, &r);
        if (id != FID_STREAM_N)
            FID_TRY (add_busy (a, id, &r, &e->process[r.process], err));
    }
    return 0;
}

const struct fid_busy *fid_activity_busy (const struct fid_activity *a, size_t process,
                                          size_t stretch, enum fid_stream_id id)
{
    return &a->process[process].busy[stretch * FID_STREAM_N + id];
}

void fid_activity_clear (struct fid_activity *a)
{
    for (size_t i = 0; i < a->process_n; i++) {
        for (size_t k = 0; k < a->stretch_n * FID_STREAM_N; k++)
            fid_busy_clear (&a->process[i].busy[k]);
        free (a->process[i].busy);
    }
    FID_FREE (a->process, a->stretch, a->there, a->kind);
    *a = (struct fid_activity){0};
}

/* --- lanes */

/* The lanes of a row, the first on top. */
static const struct layer {
    const char *name;
    enum fid_stream_id stream[2];
    enum fid_colour colour[2];
    size_t n;
} layers[] = {
    {"open", {FID_STREAM_DATA_OPEN}, {FID_GREEN}, 1},
    {"VFS", {FID_STREAM_DATA_READ, FID_STREAM_CHECKPOINT_WRITE}, {FID_BLUE, FID_VERMILLION}, 2},
    {"BIO", {FID_STREAM_BLOCK_READ, FID_STREAM_BLOCK_WRITE}, {FID_BLUE, FID_VERMILLION}, 2},
};

enum { LAYERS = sizeof layers / sizeof *layers };

struct rows {
    struct fid_figure *fig;
    const struct fid_activity *a;
    size_t stretch;
    const char **name;
    struct fid_lane *lane;
    size_t row_n, lane_n;
};

/* Processes by number; the one that several share is last. */
FID_ORDER_AT (by_pid, struct fid_process, FID_RISING (rest) FID_RISING (pid))

/* The number is that of the process among those of its kind. */
static const char *process_name (struct rows *r, const struct fid_process *p, size_t number)
{
    const long long pid = p->pid;
    if (r->a->by == FID_LANES_COMBINED)
        return "";
    if (p->rest || pid < 0)
        return p->rest ? "other processes" : "no PID";
    if (r->a->by == FID_LANES_WORKER)
        return pid ? "loaders" : "training";
    if (p->kind == FID_PROCESS_UNKNOWN)
        return fid_figure_text (r->fig, "%lld %s", pid, p->comm);
    return p->kind == FID_PROCESS_MAIN && number == 1
               ? fid_figure_text (r->fig, "main (%lld)", pid)
               : fid_figure_text (r->fig, "%s %zu (%lld)",
                                  p->kind == FID_PROCESS_MAIN ? "main" : "worker", number, pid);
}

/* Add the row of a layer of a process, unless it has no events. */
static void add_row (struct rows *r, const struct fid_process *p, const char *name,
                     const struct layer *layer)
{
    size_t process = (size_t)(p - r->a->process);
    uint64_t total = 0;
    for (size_t k = 0; k < layer->n; k++)
        total += fid_activity_busy (r->a, process, r->stretch, layer->stream[k])->total;
    if (!total)
        return;
    r->name[r->row_n] =
        *name ? fid_figure_text (r->fig, "%s %s", name, layer->name) : layer->name;
    for (size_t k = 0; k < layer->n; k++)
        r->lane[r->lane_n++] = (struct fid_lane){
            .label = fid_stream_name (layer->stream[k]),
            .row = r->row_n,
            .busy = fid_activity_busy (r->a, process, r->stretch, layer->stream[k]),
            .colour = layer->colour[k]};
    r->row_n++;
}

void fid_activity_lanes (struct fid_figure *fig, struct fid_lanes *l, const struct fid_run *run,
                         const struct fid_activity *a, size_t stretch)
{
    static const struct fid_key keys[] = {{"read", {.colour = FID_BLUE}, .filled = true},
                                          {"write", {.colour = FID_VERMILLION}, .filled = true},
                                          {"open", {.colour = FID_GREEN}, .filled = true}};
    static const char *const none[] = {""};
    struct rows r = {fig, a, stretch, NULL, NULL, 0, 0};
    const struct fid_process **process = fid_figure_room (fig, a->process_n, sizeof *process);
    r.name = fid_figure_room (fig, a->process_n * LAYERS, sizeof *r.name);
    r.lane = fid_figure_room (fig, a->process_n * LAYERS * 2, sizeof *r.lane);
    size_t kind_n[FID_PROCESS_WORKER + 1] = {0};
    bool traced = false;
    for (int i = 0; i < FID_STREAM_N; i++)
        traced |= run->stream[i].traced;
    l->empty = traced ? "no event in this time" : "no events traced";
    if (process && r.name && r.lane) {
        for (size_t i = 0; i < a->process_n; i++)
            process[i] = &a->process[i];
        qsort (process, a->process_n, sizeof *process, by_pid);
        for (size_t i = 0; i < a->process_n; i++) {
            const char *name = process_name (&r, process[i], ++kind_n[process[i]->kind]);
            for (size_t k = 0; k < LAYERS; k++)
                add_row (&r, process[i], name, &layers[k]);
        }
    }
    l->panel.y =
        (struct fid_axis){.name = r.row_n ? r.name : none, .name_n = r.row_n ? r.row_n : 1};
    l->lane = r.lane;
    l->lane_n = r.lane_n;
    for (size_t i = 0; i < 3; i++)
        l->panel.key[l->panel.key_n++] = keys[i];
}
