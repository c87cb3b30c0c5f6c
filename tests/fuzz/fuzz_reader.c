/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_reader.c - a trace file and the reader of its format
 *
 *     READER NAME
 *     the file
 *
 * Without such a line, the reader that recognises the file.  What it tells has to keep the
 * promises of run/record.h, and has to be the same the second time. */
#include <string.h>
#include "tests/fuzz/fuzz.h"
#include "tests/readers/promises.h"

/* Reads the file; true if it could be opened. */
static bool read_file (struct promises *p, const struct fid_reader *reader, const char *path)
{
    struct fid_sink sink = promises_sink (p);
    struct fid_text text;
    struct fid_input in = {.text = &text, .sink = &sink};
    const struct fid_reader *probed;
    struct fid_error err = {0};
    *p = (struct promises){0};
    if (fid_reader_open (&text, path, &in.head, &probed, &err)) {
        fuzz_want_error (&err);
        return false;
    }
    for (size_t i = 0; fid_readers[i]; i++) {
        int score = fid_readers[i]->probe (&in.head);
        fuzz_want (score >= 0 && score <= 100, "a probe not within 0 and 100");
    }
    reader = reader ? reader : probed;
    if (reader && reader->read (&in, &err)) {
        fuzz_want_error (&err);
        fuzz_want (strncmp (err.text, path, strlen (path)) == 0,
                   "a failure that does not begin with the path");
    }
    fuzz_want (p->log_end <= text.base + text.from, "a line beyond the log");
    fid_text_close (&text);
    fuzz_want (!p->wrong, p->wrong ? p->wrong : "");
    return true;
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t n)
{
    struct fid_span all = {(const char *)data, n}, rest = all, line = fuzz_line (&rest), word;
    const struct fid_reader *reader = NULL;
    char name[64] = "";
    if (fid_span_word (&line, &word) && word.n < sizeof name) {
        memcpy (name, word.p, word.n);
        reader = fid_reader_by_name (name);
    }
    char file[128] = "any/file";
    if (reader && fid_span_word (&line, &word))
        snprintf (file, sizeof file, "%s/%.*s", reader->name, (int)(word.n < 40 ? word.n : 40),
                  word.p);
    const char *path = fuzz_file (fid_span_of (file), reader ? rest : all);
    struct promises first, second;
    if (!path || !read_file (&first, reader, path))
        return 0;
    read_file (&second, reader, path);
    fuzz_want (first.hash == second.hash && first.record_n == second.record_n,
               "the second reading differs");
    remove (path);
    return 0;
}
