/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pids.c - which processes ran, as `docker top C -efT` or `ps aux -T` lists them
 *
 *     UID   PID     SPID    PPID    C  STIME TTY   TIME     CMD
 *     root  4013180 4013180 4013101 99 14:58 pts/0 00:31:02 python -u main.py
 *     root  4013180 4013199 4013101  0 14:58 pts/0 00:00:00 python -u main.py
 *
 * One line for each thread; SPID is the thread, and that of a process's first
 * thread is the PID.  Each process becomes a fact "pid".  A container's list
 * holds the run only.  A list with PID 1 or 2 is of a whole host: only known
 * training programs are taken from it. */
#include "readers/reader.h"

#define COLUMNS_MAX 16

struct pids_columns {
    int pid, spid, command; /* places; spid -1: one line for each process */
};

/* Whether the line names the columns; *c is written only then. */
static bool is_header (struct fid_span line, struct pids_columns *c)
{
    struct pids_columns at = {-1, -1, -1};
    struct fid_span word[COLUMNS_MAX];
    size_t n = fid_span_words (line, word, COLUMNS_MAX);
    if (n < 3 || n > COLUMNS_MAX ||
        !(fid_span_is (word[0], "UID") || fid_span_is (word[0], "USER")))
        return false;
    for (int i = 1; i < (int)n; i++) {
        if (fid_span_is (word[i], "PID"))
            at.pid = i;
        else if (fid_span_is (word[i], "SPID") || fid_span_is (word[i], "LWP"))
            at.spid = i;
        else if (fid_span_is (word[i], "CMD") || fid_span_is (word[i], "COMMAND"))
            at.command = i;
    }
    if (at.pid < 0 || at.command != (int)n - 1)
        return false;
    *c = at;
    return true;
}

static int probe_pids (const struct fid_head *head)
{
    struct fid_span text = head->text, line;
    struct pids_columns c;
    if (!text.n || !fid_span_field (&text, '\n', &line))
        return 0;
    if (fid_span_ends (line, "\r"))
        line.n--;
    return is_header (line, &c) ? 90 : 0;
}

struct pids {
    const struct fid_input *in; /* borrowed */
    struct pids_columns c;
    bool host_wide;
};

static int take_line (void *self, struct fid_span line, struct fid_error *err)
{
    static const char *const training[] = {"main.py", "run_pretraining.py", "dlrm_s_pytorch.py",
                                           "dlio_benchmark"};
    struct pids *p = self;
    const struct pids_columns *c = &p->c;
    struct fid_span word[COLUMNS_MAX];
    size_t n = fid_span_words (line, word, COLUMNS_MAX);
    int64_t pid, spid;
    if (is_header (line, &p->c))
        return 0;
    if (c->pid < 0 || n <= (size_t)c->command)
        return FID_REMARK_FIELDS_TOO_FEW;
    if (!fid_span_i64 (word[c->pid], &pid) || pid < 1 ||
        (c->spid >= 0 && !fid_span_i64 (word[c->spid], &spid)))
        return FID_REMARK_PID_OR_SPID_NOT_NUMBER;
    if (c->spid >= 0 && spid != pid)
        return 0;
    if (pid <= 2 && !p->host_wide)
        fid_note_line (p->in, FID_REMARK_HOST_WIDE);
    p->host_wide |= pid <= 2;
    struct fid_span command = {word[c->command].p,
                               (size_t)(fid_span_end (line) - word[c->command].p)};
    bool wanted = !p->host_wide;
    for (size_t i = 0; i < sizeof training / sizeof *training && !wanted; i++)
        wanted = fid_span_find (command, training[i]) >= 0;
    struct fid_fact f = {"pid", word[c->pid]};
    return wanted ? fid_put_fact (p->in->sink, &f, err) : 0;
}

static int read_pids (struct fid_input *in, struct fid_error *err)
{
    struct pids p = {.in = in, .c = {-1, -1, -1}};
    return fid_lines_read (in, take_line, &p, err);
}

FID_READER_IS (pids, UTC, FID_GIVES_FACTS, 20, "process list of docker top or ps, with threads")
