/* series_file.h - the series file beside a result: options, writing, keeping */
#ifndef FID_COMPANION_H
#define FID_COMPANION_H

#include <argp.h>
#include "compare/series.h"

/* Input of fid_companion_argp; start with FID_COMPANION_DEFAULTS. */
struct fid_companion {
    bool none; /* --no-series */
    struct fid_series_size size;
};
#define FID_COMPANION_DEFAULTS                                                                 \
    {                                                                                          \
        .none = false, .size = { FID_SERIES_POINTS, FID_SERIES_FINE }                          \
    }
#define FID_COMPANION_FINE_MANY 16384 /* finer points, by default, where there are many pairs  \
                                       */
extern const struct argp fid_companion_argp;

/* Write the series of a pair beside its result, or remove what is there of an
 * older one if none is wanted.  To be called between fid_writing_begin and
 * fid_writing_end. */
int fid_companion_write (const struct fid_companion *companion, const char *result_path,
                         const cJSON *series, struct fid_error *err);

/* Remove it: the pair has no result any more. */
void fid_companion_remove (const char *result_path);

/* Whether it need not be made anew for a result of that key and hashes. */
bool fid_companion_fits (const struct fid_companion *companion, const char *result_path,
                         const char *key, const char *real_hash, const char *emulation_hash);

#endif
