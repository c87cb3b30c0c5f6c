/* lane_rows.c - see lane_rows.h */
#include <stdlib.h>
#include "charts/lane_rows.h"

/* What stands in one row, the first on top. */
static const struct layer {
    const char *name;
    enum fid_stream_id stream[2];
    enum fid_colour colour[2];
    size_t n;
} layers[] = {
    {"open", {FID_STREAM_VFS_OPEN}, {FID_GREEN}, 1},
    {"VFS", {FID_STREAM_VFS_READ, FID_STREAM_VFS_WRITE}, {FID_BLUE, FID_VERMILLION}, 2},
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

/* The processes by number, several together last. */
static int
by_pid (const void *va, const void *vb)
{
    const struct fid_process *const *a = va, *const *b = vb;
    if ((*a)->rest != (*b)->rest)
        return (*a)->rest ? 1 : -1;
    return (*a)->pid < (*b)->pid ? -1 : (*a)->pid > (*b)->pid;
}

static const char *
row_name (struct rows *r, const struct fid_process *p, const struct layer *layer)
{
    if (!r->a->by_process)
        return layer->name;
    if (p->rest)
        return fid_figure_text (r->fig, "others %s", layer->name);
    if (p->pid < 0)
        return fid_figure_text (r->fig, "no PID %s", layer->name);
    return fid_figure_text (r->fig, "%lld %s %s", (long long)p->pid, p->comm, layer->name);
}

/* The row of one layer of one process; none where nothing happened. */
static void
add_row (struct rows *r, const struct fid_process *p, const struct layer *layer)
{
    size_t process = (size_t)(p - r->a->process);
    uint64_t total = 0;
    for (size_t k = 0; k < layer->n; k++)
        total += fid_activity_busy (r->a, process, r->stretch, layer->stream[k])->total;
    if (!total)
        return;
    r->name[r->row_n] = row_name (r, p, layer);
    for (size_t k = 0; k < layer->n; k++)
        r->lane[r->lane_n++] = (struct fid_lane){
            .label = fid_stream_name (layer->stream[k]),
            .row = r->row_n,
            .busy = fid_activity_busy (r->a, process, r->stretch, layer->stream[k]),
            .colour = layer->colour[k]};
    r->row_n++;
}

void
fid_lane_rows (struct fid_figure *fig, struct fid_lanes *l, const struct fid_run *run,
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
    bool traced = false;
    for (int i = 0; i < FID_STREAM_N; i++)
        traced |= run->stream[i].traced;
    l->empty = traced ? "no event in this time" : "no events traced";
    if (process && r.name && r.lane) {
        for (size_t i = 0; i < a->process_n; i++)
            process[i] = &a->process[i];
        qsort (process, a->process_n, sizeof *process, by_pid);
        for (size_t i = 0; i < a->process_n; i++)
            for (size_t k = 0; k < LAYERS; k++)
                add_row (&r, process[i], &layers[k]);
    }
    l->panel.y =
        (struct fid_axis){.name = r.row_n ? r.name : none, .name_n = r.row_n ? r.row_n : 1};
    l->lane = r.lane;
    l->lane_n = r.lane_n;
    for (size_t i = 0; i < 3; i++)
        l->panel.key[l->panel.key_n++] = keys[i];
}
