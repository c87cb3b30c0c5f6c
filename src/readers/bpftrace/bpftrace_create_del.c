/* bpftrace_create_del.c - names made and removed, as trace_create_del.bt printed
 *
 *     TIMESTAMP PID mkdir()  MODE LAT(ns) FILENAME
 *     TIMESTAMP PID rmdir()  LAT(ns) FILENAME
 *     TIMESTAMP PID unlink() LAT(ns) FILENAME FULLPATH
 *     TIMESTAMP PID TID create() MODE FULLPATH          (no latency)
 *
 * Each function's title line stands at the top under a line "mkdir():"; then
 * the lines come mixed and tell themselves what they are. */
#include "config.h"
#include <string.h>
#include "readers/bpftrace/bpf_line.h"

/* FILENAME FULLPATH: a name with blanks is the one the path ends in. */
static struct fid_span
name_before_path (struct fid_span s)
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

static enum fid_remark_code
parse (const char *layout, struct fid_span line, struct fid_bpf_call *call)
{
    struct fid_event *ev = &call->ev;
    struct fid_span word;
    uint64_t n;
    enum fid_remark_code why;
    (void)layout;
    *ev = (struct fid_event){
        .op = FID_OP_META, .flags = FID_EVENT_NO_BYTES, .pid = -1, .offset = FID_NO_OFFSET};
    if ((why = fid_bpf_stamp (&line, call)) || (why = fid_bpf_pid (&line, call)))
        return why;
    fid_span_word (&line, &word);
    if (fid_span_u64 (word, &n)) /* TID */
        fid_span_word (&line, &word);
    bool create = fid_span_is (word, "create()");
    if (!create && !fid_span_is (word, "mkdir()") && !fid_span_is (word, "rmdir()") &&
        !fid_span_is (word, "unlink()"))
        return FID_REMARK_FUNCTION_UNKNOWN;
    bool unlink = word.p[0] == 'u', mkdir = word.p[0] == 'm';
    if ((create || mkdir) && (!fid_span_word (&line, &word) || !fid_span_u64 (word, &n)))
        return FID_REMARK_MODE_NOT_NUMBER;
    if (create)
        ev->flags |= FID_EVENT_NO_DUR;
    else if ((why = fid_bpf_latency (&line, call)))
        return why;
    line = fid_span_trim (line);
    ev->file = unlink ? name_before_path (line) : fid_span_last_part (line);
    return FID_REMARK_NONE;
}

static const char *const guesses[] = {"", NULL};

static const struct fid_bpf_kind kind = {
    .kind = FID_BPF_CREATE_DEL,
    .word = "create_del",
    .op = FID_OP_META,
    .guesses = guesses,
    .parse = parse,
};

static int
probe (const struct fid_head *head)
{
    return fid_bpf_probe (&kind, head);
}

static int
read_create_del (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    return fid_bpf_read (&kind, in, sink, err);
}

const struct fid_reader reader_bpftrace_create_del = {
    .name = "bpftrace_create_del",
    .doc = "names made and removed, traced by trace_create_del.bt",
    .clock = FID_CLOCK_BOOT,
    .gives = FID_GIVES_META,
    .rank = 20,
    .probe = probe,
    .read = read_create_del,
};
