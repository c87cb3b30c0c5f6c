/* storage.h - a storage that a job could run on: rates, waits, and what its client does
 *
 * A file of lines `KEY VALUE', each at most once and each optional; `#' begins a comment.  The
 * name of the storage is the file's without ".conf".  What a storage does not state does not
 * limit; one that states nothing about reads (fid_storage_states_reads) serves them as they
 * were recorded, and likewise for writes. */
#ifndef FID_STORAGE_H
#define FID_STORAGE_H

#include <stdbool.h>
#include "base/error.h"

/* K (ID, member, "key", factor to its unit here, least value, whether that value itself is
 * allowed, "meaning") */
#define FID_STORAGE_KEYS(K)                                                                    \
    K (READ, read_byte_s, "read_mib_s", 1048576., 0, false, "bytes read a second")             \
    K (WRITE, write_byte_s, "write_mib_s", 1048576., 0, false, "bytes written a second")       \
    K (READ_WAIT, read_s, "read_ms", 1e-3, 0, true, "wait of a read")                          \
    K (META_WAIT, meta_s, "meta_ms", 1e-3, 0, true, "wait of a metadata call")                 \
    K (IOPS, iops, "iops", 1., 0, false, "requests a second")                                  \
    K (CACHE, cache_n, "cache_mib", 1048576., 0, true, "memory that keeps what was read")      \
    K (READ_AHEAD, read_ahead_n, "readahead_kib", 1024., 0, true, "most that is read ahead")   \
    K (REQUEST, request_n, "max_request_kib", 1024., 0, false, "largest request")

#define FID_STORAGE_ENUM_KEY(id, ...) FID_STORAGE_##id,
enum fid_storage_key { FID_STORAGE_KEYS (FID_STORAGE_ENUM_KEY) FID_STORAGE_KEY_N };

/* A member that the file does not state is negative. */
#define FID_STORAGE_UNSTATED (-1.)

struct fid_storage {
    char name[64], about[160];
#define FID_STORAGE_MEMBER(id, member, ...) double member;
    FID_STORAGE_KEYS (FID_STORAGE_MEMBER)
    bool own; /* each host has one of its own (`shared no'); else all hosts share it */
};

/* A storage that states nothing: everything is as it was recorded. */
void fid_storage_init (struct fid_storage *s, const char *name);

/* The value of a key in the unit of files; FID_STORAGE_UNSTATED. */
double fid_storage_value (const struct fid_storage *s, enum fid_storage_key key);

bool fid_storage_states_reads (const struct fid_storage *s);

/* Reads the shipped storage of that name (case ignored), or the file of that path: lines as
 * above, or what `fio --output-format=json' wrote (fio.h).  -1 with FID_EUSAGE for a name or a
 * line that is not understood ("path:line: ..."), FID_EINPUT if the file cannot be read. */
int fid_storage_load (struct fid_storage *s, const char *name, struct fid_error *err);

/* Name and text of the i-th shipped storage; NULL after the last. */
const char *fid_storage_shipped (size_t i, const char **text);

#endif
