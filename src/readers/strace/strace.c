/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strace.c - system calls traced by strace -f -ttt -T
 *
 *     15973 1676121078.120031 openat(AT_FDCWD, "/data/a.npz", O_RDONLY|O_CLOEXEC) = 3 <0.000021>
 *     15973 1676121078.120100 read(3,  <unfinished ...>
 *     15974 1676121078.120110 close(5)        = 0 <0.000004>
 *     15973 1676121078.120400 <... read resumed>"\1\2"..., 4096) = 4096 <0.000296>
 *
 * One line is one call, stamped at its start; <...> is its length.  A call during which another
 * thread printed is in two lines.  The PID is that of the thread, and is there with -f only; -Y
 * puts its name behind it, -i and -n numbers before the call.  With -r alone a stamp is the time
 * since the line before.
 *
 * Reads and writes name a descriptor.  Its path comes from the call that opened it, followed
 * through dup, fork and threads (strace_tasks.h), or from the line (-y). */
#include "readers/hosttime.h"
#include "readers/reader.h"
#include "readers/strace/strace.h"
#include "readers/strace/strace_tasks.h"

#define PATH_BYTES 4096
#define HEAD_LINES 64
#define RANKS_MAX  4096

/* --- the parts of a line
 *
 *     15973 1676121078.123456 pread64(3, "\1\2"..., 4096, 512) = 4096 <0.000012>
 *     PID   STAMP             NAME   (ARGUMENTS)               = RESULT <TIME> */

#define ARGS 6

struct strace_call {
    struct fid_span arg[ARGS]; /* the first of them, without blanks around */
    size_t arg_n;
    bool failed, unknown; /* returned -1; returned '?', of a call that never ended */
    int64_t ret;
    struct fid_span ret_path; /* of "3</data/a>" (-y); n 0: none */
    bool timed;
    int64_t dur_ns; /* -T */
};

#define EPOCH_MIN (3652 * FID_DAY) /* 1980: earlier stamps are differences (-r) */

/* SECONDS.FRACTION as ns, quicker than fid_time_seconds: every line has one. */
static bool take_seconds (struct fid_span s, int64_t *ns)
{
    int64_t sec = 0, frac = 0, unit = FID_S;
    size_t i = 0;
    for (; i < s.n && i < 10 && fid_is_digit (s.p[i]); i++)
        sec = sec * 10 + (s.p[i] - '0');
    if (!i || i == s.n || (s.p[i] != '.' && s.p[i] != ',') || sec > FID_TIME_MAX / FID_S - 1)
        return false;
    for (i++; i < s.n && fid_is_digit (s.p[i]); i++) {
        unit /= 10;
        frac += (s.p[i] - '0') * unit;
    }
    *ns = sec * FID_S + frac;
    return i == s.n;
}

/* "[pid 15973]" on a terminal, "15973" in a file; "15973<python3>" with names (-Y). */
static void take_pid (struct fid_span *rest, int64_t *pid)
{
    struct fid_span ahead = fid_span_trim (*rest), digits;
    bool bracket = fid_span_starts (ahead, "[pid ");
    uint64_t n;
    if (bracket)
        ahead = fid_span_trim ((struct fid_span){ahead.p + 5, ahead.n - 5});
    size_t i = 0;
    while (i < ahead.n && fid_is_digit (ahead.p[i]))
        i++;
    digits = (struct fid_span){ahead.p, i};
    int depth = 0; /* of angles: a name may hold some, and blanks */
    for (; i < ahead.n && (depth || ahead.p[i] == '<'); i++)
        depth += (ahead.p[i] == '<') - (ahead.p[i] == '>');
    if (i < ahead.n && ahead.p[i] == (bracket ? ']' : ' ') && fid_span_u64 (digits, &n) &&
        n <= INT32_MAX) {
        *pid = (int64_t)n;
        *rest = (struct fid_span){ahead.p + i + 1, ahead.n - i - 1};
    }
}

void fid_strace_line (struct fid_span line, struct fid_strace_line *out)
{
    struct fid_span word;
    *out = (struct fid_strace_line){.pid = -1, .rest = line};
    take_pid (&out->rest, &out->pid);
    struct fid_span ahead = out->rest;
    if (fid_span_word (&ahead, &word)) {
        if (word.n >= 8 && take_seconds (word, &out->t_ns))
            out->stamp = out->t_ns >= EPOCH_MIN ? FID_STRACE_EPOCH : FID_STRACE_SINCE;
        else if (word.n >= 8 && word.p[2] == ':' && fid_time_of_day (word, &out->t_ns))
            out->stamp = FID_STRACE_DAY;
        else if (word.n >= 19 && word.p[4] == '-' &&
                 fid_time_iso (word, &out->t_ns, NULL, NULL))
            out->stamp = FID_STRACE_EPOCH;
        if (out->stamp != FID_STRACE_BARE)
            out->rest = ahead;
    }
    /* What follows the stamp, without "(+ 0.000012)" (-r beside -t), "[00007f3c5e2b1f42]" (-i) and
     * "[ 257]" (-n). */
    struct fid_span s = fid_span_trim (out->rest);
    for (int k = 0; k < 3; k++) {
        bool since = fid_span_starts (s, "(+");
        size_t i = since ? 2 : 1;
        if (!since && !fid_span_starts (s, "["))
            break;
        while (i < s.n && s.p[i] &&
               strchr (since ? " .0123456789" : " ?0123456789abcdef", s.p[i]))
            i++;
        if (i == s.n || s.p[i] != (since ? ')' : ']'))
            break;
        s = fid_span_trim ((struct fid_span){s.p + i + 1, s.n - i - 1});
    }
    out->rest = s;
}

/* The name of a call before its '('; false if text does not begin with one. */
static bool call_name (struct fid_span text, struct fid_span *name)
{
    size_t n = 0;
    while (n < text.n && ((text.p[n] >= 'a' && text.p[n] <= 'z') || fid_is_digit (text.p[n]) ||
                          text.p[n] == '_' || text.p[n] == '?'))
        n++;
    *name = (struct fid_span){text.p, n};
    return n && n < text.n && text.p[n] == '(';
}

/* --- the arguments */

/* The place behind the text in quotes that begins at i. */
static size_t skip_quoted (struct fid_span s, size_t i)
{
    for (i++; i < s.n && s.p[i] != '"'; i++)
        i += s.p[i] == '\\' && i + 1 < s.n;
    return i < s.n ? i + 1 : s.n;
}

/* The place behind "<...>" that begins at i; such paths may hold others. */
static size_t skip_angle (struct fid_span s, size_t i)
{
    int depth = 0;
    for (; i < s.n; i++) {
        depth += (s.p[i] == '<') - (s.p[i] == '>' && s.p[i - 1] != '-');
        if (!depth)
            return i + 1;
    }
    return s.n;
}

/* Splits the arguments that begin at i; *end is the place of the closing bracket. */
static bool split_args (struct fid_span s, size_t i, struct strace_call *c, size_t *end)
{
    size_t from = i;
    int depth = 0;
    while (i < s.n) {
        char ch = s.p[i];
        bool last = depth == 0 && ch == ')';
        if (last || (depth == 0 && ch == ',')) {
            struct fid_span arg = fid_span_trim ((struct fid_span){s.p + from, i - from});
            if (c->arg_n < ARGS && (arg.n || !last))
                c->arg[c->arg_n++] = arg;
            from = i + 1;
            if (last) {
                *end = i;
                return true;
            }
        }
        if (ch == '"') {
            i = skip_quoted (s, i);
            continue;
        }
        if (ch == '<' && i && (fid_is_digit (s.p[i - 1]) || s.p[i - 1] == 'D')) {
            i = skip_angle (s, i);
            continue;
        }
        depth += (ch == '(' || ch == '[' || ch == '{') - (ch == ')' || ch == ']' || ch == '}');
        i++;
    }
    return false;
}

/* " = 3 <0.000012>", " = -1 ENOENT (No such file or directory) <...>", " = ?". */
static bool take_result (struct fid_span s, struct strace_call *c)
{
    struct fid_span word;
    s = fid_span_trim (s);
    if (!fid_span_starts (s, "= "))
        return false;
    s = (struct fid_span){s.p + 2, s.n - 2};
    if (s.n && s.p[s.n - 1] == '>') {
        size_t at = s.n - 1;
        while (at && s.p[at] != '<')
            at--;
        struct fid_span time = {s.p + at + 1, s.n - at - 2};
        c->timed = at && s.p[at - 1] == ' ' && take_seconds (time, &c->dur_ns);
        if (c->timed)
            s.n = at;
    }
    if (!fid_span_word (&s, &word))
        return false;
    c->unknown = fid_span_is (word, "?");
    if (c->unknown)
        return true;
    size_t n = 0;
    while (n < word.n && word.p[n] != '<')
        n++;
    if (n < word.n) { /* a path may hold blanks: up to the last '>' */
        struct fid_span all = fid_span_trim (
            (struct fid_span){word.p + n + 1, (size_t)(s.p + s.n - word.p) - n - 1});
        while (all.n && all.p[all.n - 1] != '>')
            all.n--;
        c->ret_path = all.n ? (struct fid_span){all.p, all.n - 1} : all;
        word.n = n;
    }
    uint64_t hex;
    if (fid_span_hex (word, &hex)) /* an address, of calls of no interest */
        c->ret = 0;
    else if (!fid_span_i64 (word, &c->ret))
        return false;
    c->failed = c->ret < 0;
    return true;
}

static bool parse_call (struct fid_span text, struct strace_call *out)
{
    struct fid_span name;
    size_t end;
    *out = (struct strace_call){0};
    if (!call_name (text, &name) || !split_args (text, name.n + 1, out, &end))
        return false;
    return take_result ((struct fid_span){text.p + end + 1, text.n - end - 1}, out);
}

/* A descriptor: "3", or "3</data/a>" (-y), whose path goes to *path.  AT_FDCWD is -100. */
static bool parse_fd (struct fid_span arg, int64_t *fd, struct fid_span *path)
{
    size_t n = 0;
    while (n < arg.n && arg.p[n] != '<')
        n++;
    struct fid_span number = {arg.p, n};
    *path = (struct fid_span){"", 0};
    if (n + 1 < arg.n && arg.p[arg.n - 1] == '>')
        *path = (struct fid_span){arg.p + n + 1, arg.n - n - 2};
    if (fid_span_is (number, "AT_FDCWD")) {
        *fd = AT_FDCWD;
        return true;
    }
    return fid_span_i64 (number, fd) && *fd >= 0;
}

/* The byte of the escape behind the backslash at i; moves *i to its last character. */
static char take_escaped (struct fid_span s, size_t *i)
{
    static const char from[] = "ntrvfbae0", to[] = "\n\t\r\v\f\b\a\033";
    size_t at = ++*i;
    if (at >= s.n)
        return '\\';
    int v = 0, digits = 0;
    for (; digits < 3 && at < s.n && s.p[at] >= '0' && s.p[at] <= '7'; digits++)
        v = v * 8 + (s.p[at++] - '0');
    if (digits) {
        *i = at - 1;
        return (char)v;
    }
    static const char nibbles[] = "0123456789abcdef";
    const char *high, *low;
    if (s.p[at] == 'x' && at + 2 < s.n && (high = memchr (nibbles, s.p[at + 1], 16)) &&
        (low = memchr (nibbles, s.p[at + 2], 16))) {
        *i = at + 2;
        return (char)(16 * (high - nibbles) + (low - nibbles));
    }
    for (size_t k = 0; from[k] != '0'; k++)
        if (s.p[at] == from[k])
            return to[k];
    return s.p[at]; /* \" and \\ */
}

/* A text in quotes, without its escapes, in buf[size]; false if arg is no such text or is too
 * long. */
static bool unquote (struct fid_span arg, char *buf, size_t size, struct fid_span *out)
{
    size_t n = 0;
    if (arg.n < 2 || arg.p[0] != '"')
        return false;
    for (size_t i = 1; i < arg.n && arg.p[i] != '"'; i++) {
        if (n == size)
            return false;
        buf[n++] = arg.p[i] == '\\' ? take_escaped (arg, &i) : arg.p[i];
    }
    *out = (struct fid_span){buf, n};
    return true;
}

/* --- calls */

/* What a call does. */
enum deed {
    MOVES,     /* bytes of a descriptor */
    OPENS,     /* a path, and returns a descriptor */
    CLOSES,    /* a descriptor */
    SYNCS,     /* a descriptor, or asks of it */
    NAMES,     /* makes, removes or looks up a path */
    SEEKS,     /* in a descriptor */
    COPIES,    /* a descriptor, to the one returned */
    CONTROLS,  /* fcntl: may copy */
    CONNECTS,  /* returns a descriptor without a path */
    CONNECTS2, /* two of them, in a list */
    CLONES,    /* returns a child */
    EXECS      /* begins a program, in an environment (-v) */
};

static const struct known {
    const char *names; /* "read|readv" */
    enum deed deed;
    enum fid_op op;
    int dir, path; /* places of the directory's descriptor and the path; -1: none */
    int offset;    /* place of the offset; -1: none */
} knowns[] = {
    {"read|readv", MOVES, FID_OP_READ, -1, -1, -1},
    {"pread64|preadv|preadv2", MOVES, FID_OP_READ, -1, -1, 3},
    {"write|writev", MOVES, FID_OP_WRITE, -1, -1, -1},
    {"pwrite64|pwritev|pwritev2", MOVES, FID_OP_WRITE, -1, -1, 3},
    {"openat|openat2", OPENS, FID_OP_OPEN, 0, 1, -1},
    {"open|creat", OPENS, FID_OP_OPEN, -1, 0, -1},
    {"close", CLOSES, FID_OP_CLOSE, -1, -1, -1},
    {"fsync|fdatasync|fstat|getdents64|ftruncate", SYNCS, FID_OP_META, -1, -1, -1},
    {"newfstatat|statx|unlinkat|mkdirat|renameat|renameat2|faccessat|faccessat2|readlinkat",
     NAMES, FID_OP_META, 0, 1, -1},
    {"stat|lstat|unlink|mkdir|rmdir|rename|truncate|access|readlink", NAMES, FID_OP_META, -1, 0,
     -1},
    {"lseek", SEEKS, FID_OP_N, -1, -1, -1},
    {"dup|dup2|dup3", COPIES, FID_OP_N, -1, -1, -1},
    {"fcntl", CONTROLS, FID_OP_N, -1, -1, -1},
    {"socket|accept|accept4|eventfd2|epoll_create1|timerfd_create|signalfd4|memfd_create|"
     "inotify_init1",
     CONNECTS, FID_OP_N, -1, -1, -1},
    {"pipe|pipe2", CONNECTS2, FID_OP_N, -1, 0, -1},
    {"socketpair", CONNECTS2, FID_OP_N, -1, 3, -1},
    {"clone|clone3|fork|vfork", CLONES, FID_OP_N, -1, -1, -1},
    {"execve", EXECS, FID_OP_N, -1, -1, -1},
};

static const struct known *known_of (struct fid_span name)
{
    for (size_t i = 0; i < sizeof knowns / sizeof *knowns; i++) {
        struct fid_span rest = fid_span_of (knowns[i].names), one;
        while (fid_span_field (&rest, '|', &one))
            if (one.n == name.n && memcmp (one.p, name.p, one.n) == 0)
                return &knowns[i];
    }
    return NULL;
}

struct strace_state {
    const struct fid_input *in; /* borrowed */
    struct fid_error *err;      /* borrowed */
    struct fid_strace_tasks tasks;
    struct fid_daytime day;
    enum fid_strace_stamp stamp; /* of the file */
    int64_t since_ns;            /* since its first line (-r) */
    int64_t name_pid;            /* of "strace.out.PID" (-ff); -1 */
    bool any, timed;             /* a call; one with its length */
    bool seeks;                  /* seeks are traced, so that places are known from then on */
    bool nameless_noted, orphan_noted;           /* once each */
    bool rank[RANKS_MAX];                        /* that a program began as */
    char text[PATH_BYTES], full[2 * PATH_BYTES]; /* scratch */
};

static void note_once (struct strace_state *s, bool *noted, enum fid_remark_code code)
{
    if (!*noted)
        fid_note_line (s->in, code);
    *noted = true;
}

/* --- one call */

struct strace_now {
    struct fid_strace_task *task;
    const struct known *known;
    struct strace_call call;
    int64_t start_ns;
};

static struct fid_span arg_of (const struct strace_now *n, int i)
{
    return i >= 0 && (size_t)i < n->call.arg_n ? n->call.arg[i] : (struct fid_span){"", 0};
}

/* A path as -y prints it: only of files, "/dev/pts/0<char 136:0>" without its end. */
static struct fid_span shown_path (struct fid_span s)
{
    for (size_t i = s.n; fid_span_ends (s, ">") && i; i--)
        if (s.p[i - 1] == '<')
            s.n = i - 1;
    return fid_span_starts (s, "/") ? s : (struct fid_span){"", 0};
}

/* The path of the descriptor in argument i. */
static struct fid_span path_of_fd (struct strace_state *s, const struct strace_now *n, int i)
{
    struct fid_span shown;
    int64_t fd;
    if (!parse_fd (arg_of (n, i), &fd, &shown))
        return (struct fid_span){"", 0};
    if (shown.n)
        return shown_path (shown);
    const char *path = fid_strace_path (n->task, fd);
    if (!path && fd > 2)
        note_once (s, &s->nameless_noted, FID_REMARK_FILE_NAMELESS);
    return fid_span_of (path ? path : "");
}

/* The path that a call names, below its directory. */
static struct fid_span path_of_call (struct strace_state *s, const struct strace_now *n)
{
    struct fid_span path, dir, shown;
    int64_t fd;
    if (n->known->deed == OPENS && n->call.ret_path.n)
        return shown_path (n->call.ret_path);
    if (!unquote (arg_of (n, n->known->path), s->text, sizeof s->text, &path))
        return (struct fid_span){"", 0};
    if (fid_span_starts (path, "/") || n->known->dir < 0 ||
        !parse_fd (arg_of (n, n->known->dir), &fd, &shown))
        return path;
    const char *known = fid_strace_path (n->task, fd);
    dir = shown.n ? shown_path (shown) : fid_span_of (known ? known : "");
    if (!path.n) /* of the descriptor itself: AT_EMPTY_PATH */
        return dir;
    if (!dir.n || dir.n > PATH_BYTES - 1)
        return path;
    if (fid_span_ends (dir, "/"))
        dir.n--;
    memcpy (s->full, dir.p, dir.n);
    s->full[dir.n] = '/';
    memcpy (s->full + dir.n + 1, path.p, path.n);
    return (struct fid_span){s->full, dir.n + 1 + path.n};
}

/* Returns 0, -1, or why it is rejected, like all that follow. */
static int put_call (struct strace_state *s, const struct strace_now *n, struct fid_span path)
{
    struct fid_event ev = {.start_ns = n->start_ns,
                           .dur_ns = n->call.timed ? n->call.dur_ns : 0,
                           .offset = FID_NO_OFFSET,
                           .pid = n->task->pid,
                           .tid = n->task->tid == n->task->pid ? 0 : n->task->tid,
                           .op = n->known->op,
                           .file = fid_span_last_part (path),
                           .path = path};
    struct fid_span shown;
    uint64_t offset;
    int64_t fd, at;
    if (!n->call.timed)
        ev.flags |= FID_EVENT_NO_DUR;
    if (n->call.failed)
        ev.flags |= FID_EVENT_ERROR;
    else if (n->known->deed == MOVES)
        ev.bytes = (uint64_t)n->call.ret;
    if (ev.bytes > FID_BYTES_MAX)
        return FID_REMARK_RET_TOO_LARGE;
    if (fid_span_u64 (arg_of (n, n->known->offset), &offset) && offset <= INT64_MAX)
        ev.offset = offset;
    else if (n->known->deed == MOVES && n->known->offset < 0 && !n->call.failed &&
             parse_fd (arg_of (n, 0), &fd, &shown) &&
             (at = fid_strace_move (n->task, fd, n->call.ret)) >= 0 && s->seeks)
        ev.offset = (uint64_t)at;
    s->any = true;
    s->timed |= n->call.timed;
    return fid_put_event (s->in->sink, &ev, s->err);
}

static int copy_fd (struct strace_state *s, const struct strace_now *n)
{
    int64_t fd;
    struct fid_span shown;
    if (!parse_fd (arg_of (n, 0), &fd, &shown))
        return 0;
    const char *path = fid_strace_path (n->task, fd);
    if (!path)
        return 0;
    fid_strace_place (n->task, fd, -1); /* from now on either of them moves it */
    FID_FREED char *mine = fid_strdup (path, s->err);
    return mine ? fid_strace_name_fd (n->task, n->call.ret, fid_span_of (mine), s->err) : -1;
}

/* The path is kept where the call began: another thread may have opened a file of this number
 * before it ended. */
static int close_fd (struct strace_state *s, const struct strace_now *n)
{
    struct fid_span shown;
    int64_t fd;
    if (!parse_fd (arg_of (n, 0), &fd, &shown))
        return 0;
    char *begun = n->task->begun.path;
    FID_FREED char *closed = n->task->begun.text ? NULL : fid_strace_close (n->task, fd);
    const char *path = begun ? begun : closed ? closed : "";
    return put_call (s, n, shown.n ? shown_path (shown) : fid_span_of (path));
}

static int clone_task (struct strace_state *s, const struct strace_now *n)
{
    bool shares = false, thread = false;
    for (size_t i = 0; i < n->call.arg_n; i++) {
        shares |= fid_span_find (n->call.arg[i], "CLONE_FILES") >= 0;
        thread |= fid_span_find (n->call.arg[i], "CLONE_THREAD") >= 0;
    }
    if (n->call.ret <= 0 || n->call.ret > INT32_MAX)
        return 0;
    return fid_strace_child (&s->tasks, n->task, n->call.ret, shares, thread, s->err);
}

/* The rank that launchers give a program in its environment. */
static void take_rank (struct strace_state *s, const struct strace_now *n)
{
    static const char *const names[] = {
        "\"RANK=", "\"OMPI_COMM_WORLD_RANK=", "\"PMI_RANK=", "\"SLURM_PROCID="};
    struct fid_span rest = arg_of (n, 2), digits;
    ptrdiff_t at = -1;
    uint64_t rank;
    for (size_t i = 0; i < sizeof names / sizeof *names && at < 0; i++)
        if ((at = fid_span_find (rest, names[i])) >= 0)
            at += (ptrdiff_t)strlen (names[i]);
    if (at < 0)
        return;
    rest = (struct fid_span){rest.p + at, rest.n - (size_t)at};
    if (fid_span_field (&rest, '"', &digits) && fid_span_u64 (digits, &rank) &&
        rank < RANKS_MAX)
        s->rank[rank] = true;
}

/* How many ranks programs began as, if there are several. */
static int put_ranks (const struct strace_state *s)
{
    char text[16];
    int n = 0;
    for (size_t i = 0; i < RANKS_MAX; i++)
        n += s->rank[i];
    snprintf (text, sizeof text, "%d", n);
    struct fid_fact fact = {"ranks", fid_span_of (text)};
    return n > 1 ? fid_put_fact (s->in->sink, &fact, s->err) : 0;
}

static int take_call (struct strace_state *s, const struct strace_now *n)
{
    struct fid_span path;
    int64_t fd;
    int rc;
    switch (n->known->deed) {
    case MOVES:
    case SYNCS:
        return put_call (s, n, path_of_fd (s, n, 0));
    case OPENS:
        path = path_of_call (s, n);
        rc = put_call (s, n, path);
        if (rc || n->call.failed)
            return rc;
        FID_TRY (fid_strace_name_fd (n->task, n->call.ret, path, s->err));
        if (fid_span_find (arg_of (n, n->known->path + 1), "O_APPEND") < 0)
            fid_strace_place (n->task, n->call.ret, 0);
        return 0;
    case NAMES:
        return put_call (s, n, path_of_call (s, n));
    case CLOSES:
        return close_fd (s, n);
    default:
        break;
    }
    if (n->call.failed)
        return 0;
    switch (n->known->deed) {
    case SEEKS:
        s->seeks = true;
        if (parse_fd (arg_of (n, 0), &fd, &path))
            fid_strace_place (n->task, fd, n->call.ret);
        return 0;
    case CONTROLS:
        return fid_span_starts (arg_of (n, 1), "F_DUPFD") ? copy_fd (s, n) : 0;
    case COPIES:
        return copy_fd (s, n);
    case CONNECTS:
        return fid_strace_name_fd (n->task, n->call.ret, (struct fid_span){"", 0}, s->err);
    case CONNECTS2: {
        struct fid_span list = arg_of (n, n->known->path), one, shown;
        if (!fid_span_starts (list, "["))
            return 0;
        list = (struct fid_span){list.p + 1, list.n - 1};
        while (list.p && fid_span_field (&list, ',', &one)) {
            one = fid_span_trim (one);
            if (fid_span_ends (one, "]"))
                one.n--;
            if (parse_fd (one, &fd, &shown) &&
                fid_strace_name_fd (n->task, fd, (struct fid_span){"", 0}, s->err))
                return -1;
        }
        return 0;
    }
    case EXECS:
        take_rank (s, n);
        return 0;
    default:
        return clone_task (s, n);
    }
}

/* --- lines */

/* A whole call, of one line or joined of two. */
static int take_text (struct strace_state *s, struct fid_strace_task *task,
                      const struct known *known, struct fid_span text, int64_t start_ns)
{
    struct strace_now n = {.task = task, .known = known, .start_ns = start_ns};
    if (!parse_call (text, &n.call))
        return FID_REMARK_CALL_BROKEN;
    return n.call.unknown ? 0 : take_call (s, &n);
}

#define UNFINISHED "<unfinished ...>"

/* The first half of a call. */
static int take_begin (struct strace_state *s, struct fid_strace_task *task,
                       const struct known *known, struct fid_span text, int64_t start_ns)
{
    struct fid_span rest, fd_text, shown;
    int64_t fd;
    text.n -= sizeof UNFINISHED - 1;
    FID_TRY (fid_strace_begin (task, text, start_ns, s->err));
    if (known->deed == CLONES)
        s->tasks.cloning = task;
    if (known->deed != CLOSES)
        return 0;
    rest = (struct fid_span){text.p + 6, text.n - 6}; /* behind "close(" */
    fid_span_field (&rest, ')', &fd_text);
    if (parse_fd (fid_span_trim (fd_text), &fd, &shown))
        task->begun.path = fid_strace_close (task, fd);
    return 0;
}

/* "<... read resumed>" and the rest of the call. */
static int take_resumed (struct strace_state *s, struct fid_strace_task *task,
                         struct fid_span line)
{
    struct fid_span word, name;
    ptrdiff_t at = fid_span_find (line, " resumed>");
    fid_span_word (&line, &word); /* "<..." */
    if (at < 0 || !fid_span_word (&line, &word))
        return FID_REMARK_CALL_BROKEN;
    const struct known *known = known_of (word);
    if (!known)
        return 0;
    const char *tail = word.p + word.n + sizeof " resumed>" - 1;
    struct fid_span begun = {task->begun.text, task->begun.text_n};
    if (!begun.n || !call_name (begun, &name) || name.n != word.n ||
        memcmp (name.p, word.p, word.n) != 0) {
        note_once (s, &s->orphan_noted, FID_REMARK_CALL_BEGUN_BEFORE);
        return 0;
    }
    FID_FREED char *text = fid_format (s->err, "%.*s%.*s", FID_SPAN_ARG (begun),
                                       (int)(fid_span_end (line) - tail), tail);
    FID_TRY (!text);
    int rc = take_text (s, task, known, fid_span_of (text), task->begun.start_ns);
    if (s->tasks.cloning == task)
        s->tasks.cloning = NULL;
    fid_strace_end (task);
    return rc;
}

/* What strace says itself, and lines of -k and -c. */
static bool is_chatter (struct fid_span line)
{
    static const char *const start[] = {"strace: ", "Process ", "> ", "[ Process ", NULL};
    for (size_t i = 0; start[i]; i++)
        if (fid_span_starts (line, start[i]))
            return true;
    return !line.n;
}

static int take_line (void *self, struct fid_span line, struct fid_error *err)
{
    struct strace_state *s = self;
    struct fid_strace_line l;
    struct fid_span name;
    if (!s->in->text->line_ended) { /* counts only up to the length of its call */
        if (!fid_span_ends (line, ">") || fid_span_ends (line, UNFINISHED))
            return FID_REMARK_LAST_LINE_CUT;
        fid_note_line (s->in, FID_REMARK_LAST_LINE_KEPT);
    }
    if (is_chatter (line))
        return 0;
    fid_strace_line (line, &l);
    if (l.stamp != s->stamp)
        return FID_REMARK_STAMP_OTHER;
    if (l.stamp == FID_STRACE_DAY)
        l.t_ns = fid_daytime_next (&s->day, l.t_ns);
    if (l.stamp == FID_STRACE_SINCE)
        l.t_ns = s->since_ns += l.t_ns;
    if (fid_span_starts (l.rest, "--- ") || fid_span_starts (l.rest, "[ Process "))
        return 0;
    struct fid_strace_task *task =
        fid_strace_task (&s->tasks, l.pid < 0 ? s->name_pid : l.pid, err);
    FID_TRY (!task);
    if (fid_span_starts (l.rest, "+++ ")) {
        fid_strace_exit (&s->tasks, task);
        return 0;
    }
    if (fid_span_starts (l.rest, "<... "))
        return take_resumed (s, task, l.rest);
    if (!call_name (l.rest, &name))
        return FID_REMARK_CALL_BROKEN;
    const struct known *known = known_of (name);
    if (!known)
        return 0;
    fid_strace_end (task);
    return fid_span_ends (l.rest, UNFINISHED) ? take_begin (s, task, known, l.rest, l.t_ns)
                                              : take_text (s, task, known, l.rest, l.t_ns);
}

/* --- the file */

/* How the first calls are stamped; how many of the first lines are calls. */
static size_t calls_in_head (struct fid_span head, enum fid_strace_stamp *stamp)
{
    struct fid_span line;
    size_t call_n = 0, line_n = 0;
    *stamp = FID_STRACE_BARE;
    while (line_n < HEAD_LINES && head.n && fid_span_field (&head, '\n', &line)) {
        struct fid_strace_line l;
        struct strace_call call;
        struct fid_span name;
        line = fid_span_trim (line);
        if (is_chatter (line))
            continue;
        line_n++;
        fid_strace_line (line, &l);
        bool resumed =
            fid_span_starts (l.rest, "<... ") && fid_span_find (l.rest, " resumed>") > 0;
        if (resumed || fid_span_starts (l.rest, "+++ ") || fid_span_starts (l.rest, "--- ") ||
            (call_name (l.rest, &name) &&
             (fid_span_ends (l.rest, UNFINISHED) || parse_call (l.rest, &call))))
            *stamp = call_n++ ? *stamp : l.stamp;
    }
    return 2 * call_n > line_n ? call_n : 0;
}

static int read_strace (struct fid_input *in, struct fid_error *err)
{
    struct fid_span name = in->head.name;
    const char *dot = name.n ? memrchr (name.p, '.', name.n) : NULL;
    FID_FREED struct strace_state *s = calloc (1, sizeof *s);
    FID_NEED (s, err);
    s->in = in;
    s->err = err;
    if (!dot ||
        !fid_span_i64 ((struct fid_span){dot + 1, (size_t)(fid_span_end (name) - dot) - 1},
                       &s->name_pid) ||
        s->name_pid <= 0 || s->name_pid > INT32_MAX)
        s->name_pid = -1; /* not of -ff, whose files end in it */
    calls_in_head (in->head.text, &s->stamp);
    if (s->stamp == FID_STRACE_BARE)
        return fid_errorf (err, FID_EINPUT, "%s: no time stamps: record with strace -f -ttt -T",
                           in->text->path);
    int rc = fid_lines_read (in, take_line, s, err);
    if (!rc && s->any && !s->timed)
        fid_put_note (in->sink, 0, FID_REMARK_NO_DURATIONS);
    rc = rc ? rc : put_ranks (s);
    fid_strace_tasks_clear (&s->tasks);
    return rc;
}

static int probe_calls (const struct fid_head *head, enum fid_clock clock)
{
    static const enum fid_clock of[] = {[FID_STRACE_BARE] = FID_CLOCK_UTC,
                                        [FID_STRACE_SINCE] = FID_CLOCK_RELATIVE,
                                        [FID_STRACE_EPOCH] = FID_CLOCK_UTC,
                                        [FID_STRACE_DAY] = FID_CLOCK_LOCAL};
    enum fid_strace_stamp stamp;
    if (!calls_in_head (head->text, &stamp) || of[stamp] != clock)
        return 0;
    return stamp == FID_STRACE_BARE ? 40 : 85;
}

#define STRACE_READER(NAME, DOC, CLOCK)                                                        \
    static int probe_##NAME (const struct fid_head *head)                                      \
    {                                                                                          \
        return probe_calls (head, CLOCK);                                                      \
    }                                                                                          \
    FID_READER_OF (NAME, DOC, .clock = CLOCK,                                                  \
                   .gives = FID_GIVES_VFS | FID_GIVES_STAT | FID_GIVES_FACTS, .rank = 16)

#define read_strace_tt read_strace
#define read_strace_r  read_strace
STRACE_READER (strace, "system calls traced by strace -f -ttt -T", FID_CLOCK_UTC)
STRACE_READER (strace_tt, "system calls traced by strace -f -tt -T", FID_CLOCK_LOCAL)
STRACE_READER (strace_r, "system calls traced by strace -f -r -T", FID_CLOCK_RELATIVE)
