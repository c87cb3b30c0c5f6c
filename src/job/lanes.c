/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lanes.c - see lanes.h */
#include "job/lanes.h"

/* A process that hands batches over is beside its rank; where none does, any that is no rank. */
static bool is_apart (const struct fid_data_io *io, int64_t pid)
{
    enum fid_process_kind kind = fid_process_kind (io, pid);
    return io->handed_n ? kind == FID_PROCESS_WORKER
                        : kind != FID_PROCESS_MAIN && pid != io->main_pid;
}

/* The lane of a read: its reader's, one whose reader has ended, or a new one; SIZE_MAX without
 * memory.  end_ns: of the last read of each process. */
static size_t lane_of (struct fid_lanes *l, const struct fid_data_io *io,
                       const struct fid_data_read *d, const struct fid_read_place *place,
                       const int64_t *end_ns, struct fid_error *err)
{
    struct fid_lane own = {
        .rank = place ? place->rank : 0, .reader = d->reader, .end_ns = INT64_MIN};
    size_t k = 0;
    for (; k < l->lane_n; k++)
        if (l->lane[k].reader == d->reader && l->lane[k].rank == own.rank)
            return k;
    own.apart = place && d->reader == d->pid && is_apart (io, d->pid);
    for (size_t i = 0; i < io->events->process_n; i++)
        if (io->reader[i] == d->reader && end_ns[i] > own.end_ns)
            own.end_ns = end_ns[i];
    for (k = 0; k < l->lane_n; k++)
        if (l->lane[k].rank == own.rank && l->lane[k].end_ns < d->start_ns &&
            l->lane[k].apart == own.apart)
            break;
    if (k == l->lane_n)
        return FID_PUSH (l->lane, err, own) ? SIZE_MAX : k;
    l->lane[k] = own;
    return k;
}

int fid_lanes_find (struct fid_lanes *l, const struct fid_data_io *io,
                    const struct fid_read_place *place, bool index, struct fid_error *err)
{
    bool placed = false; /* some file's folder is known: one without is not data */
    FID_FREED int64_t *end_ns = malloc ((io->events->process_n + 1) * sizeof *end_ns);
    l->of = malloc ((io->read_n + 1) * sizeof *l->of);
    l->use_n = calloc (io->use_n + 1, sizeof *l->use_n);
    FID_NEED (end_ns && l->of && l->use_n, err);
    FID_EACH (const struct fid_data_file, f, io->file)
        placed |= *f->folder && f->end_byte > 0;
    for (size_t i = 0; i < io->events->process_n; i++)
        end_ns[i] = INT64_MIN;
    for (size_t i = 0; i < io->read_n; i++) {
        uint32_t row = io->read[i].row;
        const struct fid_data_file *f = &io->file[fid_file_of_read (io, i)];
        bool data =
            fid_bytes_of (io, row) > 0 && (index || !f->index) && (*f->folder || !placed);
        l->of[i] = data ? 0 : FID_NO_LANE;
        if (data)
            end_ns[fid_process_of (io, row)] = fid_start_of (io, row);
    }
    for (size_t i = 0; i < io->read_n; i++) {
        if (l->of[i] == FID_NO_LANE)
            continue;
        const struct fid_data_read d = fid_read_of (io, i);
        size_t k = lane_of (l, io, &d, place ? &place[i] : NULL, end_ns, err);
        FID_TRY (k == SIZE_MAX);
        l->of[i] = (uint32_t)k;
        l->use_n[d.use]++;
    }
    return 0;
}

void fid_lanes_clear (struct fid_lanes *l)
{
    FID_FREE (l->lane, l->of, l->use_n);
    *l = (struct fid_lanes){.of = NULL};
}
