/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bpf_title.c - the title line of a bpftrace trace: which columns, what kind */
#include "readers/bpftrace/bpf_line.h"

/* The next title, blanks before '(' removed: "RET (B)" is one.  *stem is the
 * part before the parenthesis. */
static bool title_word (struct fid_span *rest, struct fid_span *stem)
{
    struct fid_span w, unit, ahead;
    if (!fid_span_word (rest, &w))
        return false;
    const char *open = memchr (w.p, '(', w.n);
    *stem = (struct fid_span){w.p, open ? (size_t)(open - w.p) : w.n};
    ahead = *rest;
    if (!open && fid_span_word (&ahead, &unit) && unit.p[0] == '(')
        *rest = ahead;
    return true;
}

/* The column under a title; 0 if the title is unknown. */
static char title_column (struct fid_span w)
{
    static const struct {
        const char *title;
        char column;
    } titles[] = {
        {"COMM", 'c'},     {"DONEPID", 'i'},  {"DONECOMM", 'x'}, {"DISK", 'd'},
        {"T", 't'},        {"BYTES", 'b'},    {"SECTOR", 'S'},   {"QLAT", 's'},
        {"LAT", 'l'},      {"OFFSET", 'o'},   {"SIZE", 'b'},     {"RET", 'b'},
        {"REQ", 's'},      {"FD", 'f'},       {"BUFFER", 'a'},   {"BUFFERADDR", 'a'},
        {"FULLPATH", 'F'}, {"FILENAME", 'n'}, {"PID", 'p'},      {"TID", 'i'},
        {"MAPPED", 'b'},   {"CALL", 'x'},
    };
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        if (fid_span_is (w, titles[i].title))
            return titles[i].column;
    return 0;
}

unsigned fid_bpf_title (struct fid_span line, char out[FID_BPF_COLUMNS + 1])
{
    struct fid_span w, addr;
    size_t n = 0;
    bool req = false, ret = false, size = false, mapped = false;
    out[0] = '\0';
    if (!fid_span_starts (line, "TIMESTAMP")) /* of nearly every line */
        return 0;
    if (!fid_span_word (&line, &w) || !fid_span_is (w, "TIMESTAMP"))
        return 0;
    while (title_word (&line, &w)) {
        if (fid_span_is (w, "FUNCTION"))
            return FID_BPF_CREATE_DEL;
        char column = title_column (w);
        if (!column || n == FID_BPF_COLUMNS)
            return 0;
        if (fid_span_is (w, "BUFFER")) /* "BUFFER ADDR" is one column */
            title_word (&line, &addr);
        if (n == 0 && column == 'i')
            column = 'p'; /* a lone TID has the PID printed under it */
        req |= fid_span_is (w, "REQ");
        ret |= fid_span_is (w, "RET");
        size |= fid_span_is (w, "SIZE");
        mapped |= fid_span_is (w, "MAPPED");
        if (column == 'n' && n && out[n - 1] == 'F')
            out[n - 1] = 'P';
        else
            out[n++] = column;
        out[n] = '\0';
    }
    if (n < 2 || out[0] != 'p' || strcspn (out, "nPF") < n - 1)
        return 0;
    if (strchr (out, 'd'))
        return strstr (out, "dtb") ? FID_BPF_BIO : 0;
    if (strcmp (out, "pxlF") == 0)
        return FID_BPF_STAT;
    if (strpbrk (out, "PF"))
        return FID_BPF_OPENAT;
    if (strchr (out, 't'))
        return strstr (out, "tob") ? FID_BPF_URING : 0;
    if (mapped)
        return FID_BPF_MMAP;
    if (size || (req && ret))
        return FID_BPF_WRITE;
    if (ret)
        return FID_BPF_READ;
    if (strcmp (out, "pfln") == 0)
        return FID_BPF_CLOSE;
    return FID_BPF_READ | FID_BPF_WRITE; /* without sizes they look alike */
}
