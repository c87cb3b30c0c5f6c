/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bpftrace.c - what the bpftrace programs print: one reader for each program
 *
 * One line is one finished call.  bpf_line.h explains the columns and the layout
 * strings below; the layouts are those of the programs' versions, newest first. */
#include "readers/bpftrace/bpf_line.h"

/* trace_bio.bt: block requests, printed at completion
 *
 *     TIMESTAMP PID COMM DISK T BYTES SECTOR LAT(ns)             current
 *     TIMESTAMP PID COMM DISK T BYTES QLAT(ns) LAT(ns)           late 2022
 *     TIMESTAMP PID COMM DISK T BYTES LAT(ns)                    autumn 2022
 *     TIMESTAMP PID COMM DONEPID DONECOMM DISK T BYTES LAT(ns)   spring 2022
 *
 * PID and COMM are those at queueing, so write-back shows as kworker/...  T is W
 * for writes and R for everything else (flushes have 0 bytes). */
FID_BPF_READER (bpftrace_bio, "block requests traced by trace_bio.bt", FID_GIVES_BLOCK,
                FID_BPF_BIO, "bio", FID_OP_BLOCK_READ, fid_bpf_columns, "pcdtbSl", "pcixdtbl",
                "pcdtbl")

/* trace_read.bt: returns of read() and pread()
 *
 *     TIMESTAMP PID OFFSET RET(B) LAT(ns) FILENAME   current; OFFSET also 0x...
 *     TIMESTAMP PID FD RET(B) LAT(ns) FILENAME       2022; FD or the comm
 *     TIMESTAMP PID COMM OFFSET RET(B) FILENAME      without latency
 *     TIMESTAMP PID TID COMM LAT(ns) FILENAME        without size
 *
 * RET is in bytes: 0 at the end of the file, 2^64 - errno if the call failed. */
FID_BPF_READER (bpftrace_read, "returns of read and pread traced by trace_read.bt",
                FID_GIVES_READ, FID_BPF_READ, "read", FID_OP_READ, fid_bpf_columns, "pobln",
                "pfbln", "pcobn", "picln")

/* trace_write.bt: returns of write() and pwrite()
 *
 *     TIMESTAMP PID OFFSET SIZE(B) LAT(ns) FILENAME    current; OFFSET also 0x...
 *     TIMESTAMP PID FD BUFFERADDR OFFSET REQ(B) RET(B) LAT(ns) FILENAME   2022
 *     TIMESTAMP PID TID COMM LAT(ns) FILENAME          without size
 *
 * SIZE is what the call returned, in bytes; negative or near 2^64: it failed. */
FID_BPF_READER (bpftrace_write, "returns of write and pwrite traced by trace_write.bt",
                FID_GIVES_WRITE, FID_BPF_WRITE, "write", FID_OP_WRITE, fid_bpf_columns, "pobln",
                "pfaosbln", "picln")

/* trace_mmap.bt: ranges of mapped files that page faults brought into a process
 *
 *     TIMESTAMP PID OFFSET MAPPED(B) LAT(ns) FILENAME
 *
 * They are reads: the program read at least a byte of each, and the storage was asked for all. */
FID_BPF_READER (bpftrace_mmap, "reads of mapped files traced by trace_mmap.bt", FID_GIVES_READ,
                FID_BPF_MMAP, "mmap", FID_OP_READ, fid_bpf_columns, "pobln")

/* trace_uring.bt: reads and writes by io_uring
 *
 *     TIMESTAMP PID T OFFSET RET(B) LAT(ns) FILENAME      T: R or W */
static enum fid_remark_code parse_uring (const char *layout, struct fid_span line,
                                         struct fid_bpf_call *call)
{
    enum fid_remark_code why = fid_bpf_columns (layout, line, call);
    if (!why && call->ev.op == FID_OP_META)
        return FID_REMARK_NEITHER_R_NOR_W;
    call->ev.op = call->ev.op == FID_OP_BLOCK_READ ? FID_OP_READ : FID_OP_WRITE;
    return why;
}

FID_BPF_READER (bpftrace_uring, "reads and writes by io_uring traced by trace_uring.bt",
                FID_GIVES_READ | FID_GIVES_WRITE, FID_BPF_URING, "uring", FID_OP_READ,
                parse_uring, "ptobln")

/* trace_openat.bt: returns of openat()
 *
 *     TIMESTAMP PID COMM LAT(ns) FULLPATH FILENAME       current
 *     TIMESTAMP PID FD LAT(ns) FULLPATH FILENAME         2022; FD or the comm
 *     TIMESTAMP PID TID COMM LAT(ns) FULLPATH            without the name
 *
 * No FILENAME after a FULLPATH, or FD < 0: the open failed. */
FID_BPF_READER (bpftrace_openat, "returns of openat traced by trace_openat.bt", FID_GIVES_OPEN,
                FID_BPF_OPENAT, "open", FID_OP_OPEN, fid_bpf_columns, "pclP", "pflP", "piclF")

/* trace_close.bt: returns of close()
 *
 *     TIMESTAMP PID FD LAT(ns) FILENAME */
FID_BPF_READER (bpftrace_close, "returns of close traced by trace_close.bt", FID_GIVES_CLOSE,
                FID_BPF_CLOSE, "close", FID_OP_CLOSE, fid_bpf_columns, "pfln")

/* trace_create_del.bt: names created and removed
 *
 *     TIMESTAMP PID mkdir()  MODE LAT(ns) FILENAME
 *     TIMESTAMP PID rmdir()  LAT(ns) FILENAME
 *     TIMESTAMP PID unlink() LAT(ns) FILENAME FULLPATH
 *     TIMESTAMP PID TID create() MODE FULLPATH          (no latency)
 *
 * The title line of each function comes at the top, under a line "mkdir():".  The
 * lines after that are mixed, and each names its function. */

/* FILENAME FULLPATH: a name with blanks is the one that the path ends with. */
static struct fid_span name_before_path (struct fid_span s)
{
    struct fid_span rest = s, word;
    for (size_t i = 0; i < s.n; i++) {
        struct fid_span name = {s.p, i}, path = {s.p + i + 1, s.n - i - 1};
        if (s.p[i] == ' ' && fid_path_ends (path, name))
            return name;
    }
    fid_span_word (&rest, &word);
    return fid_span_last_part (word);
}

static enum fid_remark_code parse_call_of (fid_bpf_parse columns, struct fid_span line,
                                           struct fid_bpf_call *call)
{
    static const struct {
        const char *name, *layout, *with_tid;
    } functions[] = {{"mkdir()", "pwmlF", "pswmlF"},
                     {"rmdir()", "pwlF", "pswlF"},
                     {"unlink()", "pwlF", "pswlF"},
                     {"create()", "pwmF", "pswmF"}};
    struct fid_event *ev = &call->ev;
    struct fid_span word[4];
    uint64_t n;
    size_t i = 0;
    bool tid = fid_span_words (line, word, 4) > 3 && fid_span_u64 (word[2], &n);
    while (i < 4 && !fid_span_is (word[2 + tid], functions[i].name))
        i++;
    if (i == 4)
        return FID_REMARK_FUNCTION_UNKNOWN;
    enum fid_remark_code why =
        columns (tid ? functions[i].with_tid : functions[i].layout, line, call);
    if (!why && functions[i].name[0] == 'u') {
        line = ev->path;
        ev->file = name_before_path (line);
        if (fid_span_end (ev->file) < fid_span_end (line))
            ev->path = fid_span_trim (
                (struct fid_span){fid_span_end (ev->file),
                                  (size_t)(fid_span_end (line) - fid_span_end (ev->file))});
    }
    return why;
}

static enum fid_remark_code parse_create_del (const char *layout, struct fid_span line,
                                              struct fid_bpf_call *call)
{
    return parse_call_of (*layout == 'F' ? fid_bpf_utc_columns : fid_bpf_columns, line, call);
}

FID_BPF_READER (bpftrace_create_del, "names made and removed, traced by trace_create_del.bt",
                FID_GIVES_META, FID_BPF_CREATE_DEL, "create_del", FID_OP_META, parse_create_del,
                "")

/* trace_stat.bt: calls that ask about files, sync or rename them
 *
 *     TIMESTAMP PID CALL LAT(ns) FULLPATH */
FID_BPF_READER (bpftrace_stat, "calls like stat traced by trace_stat.bt",
                FID_GIVES_META | FID_GIVES_STAT, FID_BPF_STAT, "stat", FID_OP_META,
                fid_bpf_columns, "pxlF")

/* --- trees that the earlier tools made of such traces: stamps in UTC, still of completion; older
 * trees have files of one process, "bio_PID" */

/*     UTC PID COMM DISK T BYTES SECTOR LAT   bio.out, and the raw layouts of other years
 *     UTC PID T BYTES LAT                    bio_data/bio_PID */
FID_BPF_PROCESSED (processed_bio, "block requests of a processed tree", FID_GIVES_BLOCK,
                   FID_BPF_BIO, "bio", FID_OP_BLOCK_READ, fid_bpf_utc_columns, "pcdtbSl",
                   "pcdtbsl", "pcixdtbl", "pcdtbl", "ptbl")

/*     UTC PID OFFSET RET LAT FILENAME        read.out, and the raw layouts of other years
 *     UTC PID RET LAT FILENAME               read_data/read_PID */
FID_BPF_PROCESSED (processed_read, "read calls of a processed tree", FID_GIVES_READ,
                   FID_BPF_READ, "read", FID_OP_READ, fid_bpf_utc_columns, "pobln", "pfbln",
                   "pcobn", "picln", "pbln")

/*     UTC PID OFFSET SIZE LAT FILENAME       write.out, and the raw layouts of other years
 *     UTC PID BUFFERADDR LAT FILENAME        write_data/write_PID, without size */
FID_BPF_PROCESSED (processed_write, "write calls of a processed tree", FID_GIVES_WRITE,
                   FID_BPF_WRITE, "write", FID_OP_WRITE, fid_bpf_utc_columns, "pobln",
                   "pfaosbln", "picln", "paln")

/*     UTC PID COMM LAT FULLPATH FILENAME     openat.out, and the raw layouts of other years
 *     UTC PID LAT FULLPATH FILENAME          open_data/open_PID */
FID_BPF_PROCESSED (processed_openat, "openat calls of a processed tree", FID_GIVES_OPEN,
                   FID_BPF_OPENAT, "open", FID_OP_OPEN, fid_bpf_utc_columns, "pclP", "pflP",
                   "piclF", "plP")

/* What fidlio prepare keeps in left_out/ of traces that the earlier tools did not know. */
FID_BPF_PROCESSED (processed_close, "close calls of a processed tree", FID_GIVES_CLOSE,
                   FID_BPF_CLOSE, "close", FID_OP_CLOSE, fid_bpf_utc_columns, "pfln")
FID_BPF_PROCESSED (processed_stat, "calls like stat of a processed tree",
                   FID_GIVES_META | FID_GIVES_STAT, FID_BPF_STAT, "stat", FID_OP_META,
                   fid_bpf_utc_columns, "pxlF")
FID_BPF_PROCESSED (processed_create_del, "names made and removed, of a processed tree",
                   FID_GIVES_META, FID_BPF_CREATE_DEL, "create_del", FID_OP_META,
                   parse_create_del, "F")
