/* SPDX-License-Identifier: GPL-3.0-or-later */
/* io_priv.h - what the files of io.h share */
#pragma once

#include "job/io.h"

/* The number of a file; -1: it is not there. */
int64_t fid_data_file_find (const struct fid_data_io *io, struct fid_span name,
                            struct fid_span folder);

/* The same, added at first; -1 without memory. */
int64_t fid_data_file_number (struct fid_data_io *io, struct fid_span name,
                              struct fid_span folder, struct fid_error *err);

#define NO_READ UINT32_MAX /* fid_call.of of a request that no read of data made */

/* uses.c: sorts, joins reads to uses, finds index files and sides; and joins them to the run's
 * n block requests. */
int fid_data_io_join (struct fid_data_io *io, const struct fid_run *run,
                      struct fid_call *request, size_t n, struct fid_error *err);

/* requests.c: joins reads to block requests, which are in order. */
int fid_requests_join (struct fid_data_io *io, const struct fid_run *run,
                       struct fid_call *request, size_t n, struct fid_error *err);
