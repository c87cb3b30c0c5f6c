/* SPDX-License-Identifier: GPL-3.0-or-later */
/* promises.h - a sink that holds a reader to the promises of run/record.h
 *
 *     struct promises p = {0};
 *     struct fid_sink sink = promises_sink (&p);
 *     reader->read (&in, &sink, &err);
 *     if (p.wrong) ... */
#ifndef FID_TEST_PROMISES_H
#define FID_TEST_PROMISES_H

#include "readers/reader.h"

struct promises {
    const char *wrong; /* static; the first broken promise, NULL for none */
    uint64_t log_end;  /* where the last line told ended */
    size_t record_n;
    uint64_t hash; /* of all that was told, so that every byte of it has to be readable */
};

/* A sink that writes to *p, which stays where it is. */
struct fid_sink promises_sink (struct promises *p);

#endif
