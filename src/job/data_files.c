/* SPDX-License-Identifier: GPL-3.0-or-later */
/* data_files.c - see io_priv.h: files of samples by name and folder */
#include "job/io_priv.h"

static uint64_t hash_of_file (struct fid_span name, struct fid_span folder)
{
    return fid_hash_pair (fid_hash_bytes (name.p, name.n, 0),
                          fid_hash_bytes (folder.p, folder.n, 0));
}

int64_t fid_data_file_find (const struct fid_data_io *io, struct fid_span name,
                            struct fid_span folder)
{
    for (size_t at = 0, i; fid_index_next (&io->by_name, hash_of_file (name, folder), &at, &i);)
        if (fid_span_is (name, io->file[i].name) && fid_span_is (folder, io->file[i].folder))
            return (int64_t)i;
    return -1;
}

int64_t fid_data_file_number (struct fid_data_io *io, struct fid_span name,
                              struct fid_span folder, struct fid_error *err)
{
    int64_t i = fid_data_file_find (io, name, folder);
    if (i >= 0)
        return i;
    FID_TRY (fid_array_grow (&io->file, &io->file_cap, io->file_n + 1, sizeof *io->file, err));
    struct fid_data_file f = {.of = SIZE_MAX, .part_n = -1};
    f.name = fid_strndup (name.p, name.n, err);
    f.folder = f.name ? fid_strndup (folder.p, folder.n, err) : NULL;
    if (!f.folder ||
        fid_index_put (&io->by_name, hash_of_file (name, folder), io->file_n, err)) {
        FID_FREE (f.name, f.folder);
        return -1;
    }
    io->file[io->file_n] = f;
    return (int64_t)io->file_n++;
}
