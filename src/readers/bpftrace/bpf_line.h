/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bpf_line.h - what the line formats of the bpftrace programs share
 *
 *     TIMESTAMP  PID  COMM  DISK T BYTES  SECTOR  LAT(ns)
 *     2576402708000  15973  python3  sda  R 4096  12548408  263638
 *
 * One line is one finished call: column 0 is the boot clock at completion, ns;
 * the call began LAT ns before.  Which columns there are differs between the
 * generations of the programs.  The title line names them, and each layout is a
 * string with one letter for each column after the stamp:
 *
 *     p  PID                     o  OFFSET, bytes, decimal or 0x...
 *     i  other number (TID)      a  address, 0x...
 *     c  COMM, may hold blanks   b  BYTES, SIZE or RET; >= 2^63 is an error
 *     x  COMM of no interest     s  number of no interest
 *     S  SECTOR, of 512 bytes
 *     f  FD, or a comm           l  LAT, ns; negative: its low 32 bits
 *     d  DISK                    P  FULLPATH FILENAME
 *     t  T: R, W, WS               F  FULLPATH
 *     n  FILENAME, may be missing
 *     m  MODE                   w  a word of no interest */
#pragma once

#include "readers/reader.h"

#define FID_BPF_COLUMNS 12

#define FID_SECTOR_MAX (UINT64_C (1) << 54) /* of 512 bytes; beyond any device */

#define FID_BPF_PID_MAX (UINT64_C (1) << 22) /* of any Linux */

/* A merged line's second half starts with a stamp at least this long. */
#define FID_BPF_STAMP_DIGITS 10

/* The kinds of trace, as bits: some title lines fit two of them. */
enum {
    FID_BPF_BIO = 1,
    FID_BPF_READ = 2,
    FID_BPF_WRITE = 4,
    FID_BPF_OPENAT = 8,
    FID_BPF_CLOSE = 16,
    FID_BPF_CREATE_DEL = 32,
    FID_BPF_MMAP = 64,
    FID_BPF_URING = 128,
    FID_BPF_STAT = 256
};

/* The call of one line; ev.start_ns is computed from end_ns later. */
struct fid_bpf_call {
    int64_t end_ns;
    struct fid_event ev;
};

/* Parses a whole line by the layout in force into *call.  Returns FID_REMARK_NONE, or why
 * the line is malformed. */
typedef enum fid_remark_code (*fid_bpf_parse) (const char *layout, struct fid_span line,
                                               struct fid_bpf_call *call);

struct fid_bpf_kind {
    unsigned kind;    /* FID_BPF_... */
    const char *word; /* what names of such files hold: "bio" */
    enum fid_op op;   /* of its events; T of block lines decides */
    /* Layouts to try where there is no title line, likeliest first, NULL at the end. */
    const char *const *guesses;
    fid_bpf_parse parse; /* fid_bpf_columns, or the format's own */
    bool utc;            /* of a processed tree: no title line, stamps in UTC */
};

enum fid_remark_code fid_bpf_columns (const char *layout, struct fid_span line,
                                      struct fid_bpf_call *call);

/* Lines that lie ahead, and where their words are. */
#define FID_BPF_WINDOW 4096 /* bytes that are looked at together */
#define FID_BPF_LINES  256

struct fid_bpf_lines {
    uint64_t offset;                     /* of the first line in the text */
    size_t n, next;                      /* lines; the one that is taken next */
    uint16_t end[FID_BPF_LINES + 64];    /* of each line: its newline */
    uint16_t edge_n[FID_BPF_LINES + 65]; /* edges before each line, and before the next */
    uint16_t edge[FID_BPF_WINDOW + 64];  /* where words begin and end, in turn */
};

/* Finds the words of the lines at the start of `ahead', up to one that has control characters;
 * behind it FID_TEXT_PAD bytes are readable. */
void fid_bpf_find_lines (struct fid_bpf_lines *l, struct fid_span ahead, uint64_t offset);

/* fid_bpf_columns of the next of the lines, if it is plain; false: fid_bpf_columns must parse
 * it.  Only a column T sets ev.op. */
typedef bool (*fid_bpf_quick) (const char *layout, const char *text,
                               const struct fid_bpf_lines *of, struct fid_bpf_call *call);

/* The function that does so for a layout. */
fid_bpf_quick fid_bpf_fast (const char *layout);

/* The same where the stamp is UTC, "YYYY-MM-DDTHH:MM:SS.nnnnnnnnn". */
enum fid_remark_code fid_bpf_utc_columns (const char *layout, struct fid_span line,
                                          struct fid_bpf_call *call);

/* Whether the last part of path is name. */
bool fid_path_ends (struct fid_span path, struct fid_span name);

/* For a reader's probe: how certain it is that the file is a trace of this kind. */
int fid_bpf_probe (const struct fid_bpf_kind *kind, const struct fid_head *head);

int fid_bpf_read (const struct fid_bpf_kind *kind, struct fid_input *in, struct fid_error *err);

/* Define reader_NAME: a reader of such lines, and its kind; of a program's own, or of a processed
 * tree.  The layouts are those to try where there is no title line, likeliest first. */
#define FID_BPF_READER(NAME, DOC, GIVES, KIND, WORD, OP, PARSE, ...)                           \
    FID_BPF_READER_OF (NAME, DOC, GIVES, KIND, WORD, OP, PARSE, false, FID_CLOCK_BOOT, 20,     \
                       __VA_ARGS__)
#define FID_BPF_PROCESSED(NAME, DOC, GIVES, KIND, WORD, OP, PARSE, ...)                        \
    FID_BPF_READER_OF (NAME, DOC, GIVES, KIND, WORD, OP, PARSE, true, FID_CLOCK_UTC, 5,        \
                       __VA_ARGS__)

#define FID_BPF_READER_OF(NAME, DOC, GIVES, KIND, WORD, OP, PARSE, UTC, CLOCK, RANK, ...)      \
    static const char *const layouts_##NAME[] = {__VA_ARGS__, NULL};                           \
    static const struct fid_bpf_kind kind_##NAME = {.kind = KIND,                              \
                                                    .word = WORD,                              \
                                                    .op = OP,                                  \
                                                    .guesses = layouts_##NAME,                 \
                                                    .parse = PARSE,                            \
                                                    .utc = UTC};                               \
    static int probe_##NAME (const struct fid_head *head)                                      \
    {                                                                                          \
        return fid_bpf_probe (&kind_##NAME, head);                                             \
    }                                                                                          \
    static int read_##NAME (struct fid_input *in, struct fid_error *err)                       \
    {                                                                                          \
        return fid_bpf_read (&kind_##NAME, in, err);                                           \
    }                                                                                          \
    FID_READER_OF (NAME, DOC, .clock = CLOCK, .gives = GIVES, .rank = RANK,                    \
                   .once = CLOCK == FID_CLOCK_BOOT, .processed = UTC, .raw = !(UTC))

/* Whether a stamp can follow: not more than ten minutes before the newest one
 * seen (lines come from all CPUs, nearly in order), nor a week after it. */
bool fid_bpf_follows (int64_t t_ns, int64_t newest_ns);

/* Lines that are expected but hold no data: blank, "Attaching N probes...", map dumps, and
 * "Lost N events", whose N is added to *lost_n. */
bool fid_bpf_chatter (struct fid_span line, uint64_t *lost_n);

/* Clear what a line may set of its event. */
static inline void fid_bpf_clear (struct fid_event *ev)
{
    ev->flags = FID_EVENT_NO_BYTES | FID_EVENT_NO_DUR;
    ev->pid = -1;
    ev->bytes = 0;
    ev->dur_ns = 0;
    ev->offset = FID_NO_OFFSET;
    ev->comm.n = ev->file.n = ev->path.n = ev->device.n = 0;
}
