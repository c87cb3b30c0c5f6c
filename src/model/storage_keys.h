/* SPDX-License-Identifier: GPL-3.0-or-later */
/* storage_keys.h - what is stated of a storage, in its files and in lines of throttle.tsv */
#pragma once

#include "base/base.h"

/* K (ID, member, "key", factor to its unit here, least value, whether that value itself is
 * allowed, "meaning") */
#define FID_STORAGE_KEYS(K)                                                                    \
    K (READ, read_byte_s, "read_mib_s", 1048576., 0, false, "bytes read a second")             \
    K (WRITE, write_byte_s, "write_mib_s", 1048576., 0, false, "bytes written a second")       \
    K (READ_WAIT, read_s, "read_ms", 1e-3, 0, true, "wait of a read")                          \
    K (META_WAIT, meta_s, "meta_ms", 1e-3, 0, true, "wait of a metadata call")                 \
    K (IOPS, iops, "iops", 1., 0, false, "requests a second")                                  \
    K (BURST, burst_s, "burst_ms", 1e-3, 0, true, "time over which a rate is enforced")        \
    K (WRITE_CACHE, write_cache_n, "write_cache_mib", 1048576., 0, true,                       \
       "memory for data not yet written")                                                      \
    K (CACHE, cache_n, "cache_mib", 1048576., 0, true, "memory that keeps data that was read") \
    K (READ_AHEAD, read_ahead_n, "readahead_kib", 1024., 0, true, "largest read-ahead")        \
    K (REQUEST, request_n, "max_request_kib", 1024., 0, false, "largest request")

/* Beyond these no storage is, in units of files: times would not be finite. */
#define FID_STORAGE_LEAST 1e-9
#define FID_STORAGE_MOST  1e12

#define FID_STORAGE_ENUM_KEY(id, ...) FID_STORAGE_##id,
enum fid_storage_key { FID_STORAGE_KEYS (FID_STORAGE_ENUM_KEY) FID_STORAGE_KEY_N };

/* Finds a key by its name, or returns -1. */
int fid_storage_key_find (struct fid_span name);
const char *fid_storage_key_name (enum fid_storage_key key);

/* The unit of files, here: 1048576 for MiB. */
double fid_storage_key_unit (enum fid_storage_key key);

/* Reads a value as files have it into *x, in units of struct fid_storage.  NULL; or what it has to
 * be, as "is not a number above 0". */
const char *fid_storage_key_read (enum fid_storage_key key, struct fid_span value, double *x);

/* Takes the next "KEY=VALUE" off *rest, pairs with ',' between them.  What is wrong with it, of a
 * `bad' word; NULL, and *key is -1 behind the last. */
const char *fid_storage_setting_next (struct fid_span *rest, int *key, double *x,
                                      struct fid_span *bad);
