/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_write.c - see trace.h */
#include "tools/trace/trace.h"

void fid_op_put_written (FILE *f, struct fid_span s)
{
    for (size_t i = 0; i < s.n; i++)
        putc ((unsigned char)s.p[i] < 0x20 ? ' ' : s.p[i], f);
}

void fid_op_put_us (FILE *f, int64_t ns)
{
    uint64_t part = ns < 0 ? (uint64_t)-ns : (uint64_t)ns;
    fprintf (f, "%s%" PRIu64, ns < 0 ? "-" : "", part / 1000);
    if (part % 1000)
        fprintf (f, ".%03" PRIu64, part % 1000);
}

void fid_op_put_text (FILE *f, struct fid_span s)
{
    putc ('"', f);
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] == '"' || s.p[i] == '\\')
            fprintf (f, "\\%c", s.p[i]);
        else if ((unsigned char)s.p[i] < 0x20)
            fprintf (f, "\\u%04x", (unsigned)s.p[i]);
        else
            putc (s.p[i], f);
    putc ('"', f);
}

void fid_op_put_member (FILE *f, const char *key, struct fid_span value)
{
    uint64_t number;
    if (fid_span_u64 (value, &number) && (value.n == 1 || *value.p != '0'))
        fid_op_put_raw (f, key, value);
    else
        fid_op_put_string (f, key, value);
}

void fid_op_put_string (FILE *f, const char *key, struct fid_span written)
{
    if (!written.n)
        return;
    fprintf (f, ", \"%s\": \"", key);
    fid_op_put_written (f, written);
    putc ('"', f);
}

void fid_op_put_raw (FILE *f, const char *key, struct fid_span written)
{
    if (!written.n)
        return;
    fprintf (f, ", \"%s\": ", key);
    fid_op_put_written (f, written);
}
