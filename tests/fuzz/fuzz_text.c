/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_text.c - files as texts: by lines and by blocks, plain and gzip
 *
 * Lines are those of the blocks, the text is the one that zlib inflates, and the hash is that
 * of the file. */
#include <string.h>
#include <zlib.h>
#include "base/hash.h"
#include "base/text.h"
#include "tests/fuzz/fuzz.h"

/* What a file's lines, or its blocks without line ends, come to. */
struct sum {
    uint64_t byte_n, letter_n;
    bool cut;
};

static void add (struct sum *sum, struct fid_span s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] != '\n' && s.p[i] != '\r') {
            sum->byte_n++;
            sum->letter_n = fid_hash_number ((unsigned char)s.p[i], sum->letter_n);
        }
}

static struct sum sum_file (const char *path, int (*next) (struct fid_text *, struct fid_span *,
                                                           struct fid_error *))
{
    struct sum sum = {0};
    struct fid_text t;
    struct fid_span part;
    struct fid_error err = {0};
    uint64_t hash, bytes;
    if (fid_text_open (&t, path, &err)) {
        fuzz_want_error (&err);
        return sum;
    }
    while (next (&t, &part, &err) > 0)
        add (&sum, part);
    sum.cut = t.cut_gzip;
    if (fid_text_finish (&t, &err) == 0) {
        fuzz_want (fid_file_hash (path, &hash, &bytes, &err) == 0 &&
                       hash == fid_text_hash (&t) && bytes == t.byte_n,
                   "a file has two hashes");
    } else {
        fuzz_want_error (&err);
    }
    fid_text_close (&t);
    return sum;
}

/* By zlib's own functions, which inflate one member after the other. */
static struct sum sum_zlib (const char *path)
{
    struct sum sum = {0};
    char block[4096];
    gzFile f = gzopen (path, "rb");
    fuzz_want (f != NULL, "no file");
    int n, status;
    for (bool first = true; (n = gzread (f, block, sizeof block)) > 0; first = false) {
        size_t mark = first && n >= 3 && memcmp (block, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
        add (&sum, (struct fid_span){block + mark, (size_t)n - mark});
    }
    gzerror (f, &status);
    sum.cut = gzclose (f) != Z_OK || n < 0 || status != Z_OK;
    return sum;
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t n)
{
    struct fid_span all = {(const char *)data, n};
    const char *path = fuzz_file (fid_span_of ("text"), all);
    struct sum lines = sum_file (path, fid_text_next), blocks = sum_file (path, fid_text_block);
    fuzz_want (lines.byte_n == blocks.byte_n && lines.letter_n == blocks.letter_n &&
                   lines.cut == blocks.cut,
               "lines and blocks differ");
    struct sum zlib = sum_zlib (path);
    fuzz_want (lines.cut || zlib.cut ||
                   (lines.byte_n == zlib.byte_n && lines.letter_n == zlib.letter_n),
               "zlib inflates another text");
    return 0;
}
