/* SPDX-License-Identifier: GPL-3.0-or-later */
/* play.c - see play.h: the processes of a played job */
#include "base/outfile.h"
#include "job/job.h"
#include "plan/play.h"
#include "plan/played.h"
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#define NAP_S      1e-3    /* work of readers is slept in pieces of at least this */
#define UNIT_N     1048576 /* bytes of a write at most */
#define ALIGN_N    4096    /* of buffers */
#define MARK       ".fidlio-play"
#define LOCK_TRIES 2000 /* a nap each */

static double now_s (void)
{
    struct timespec t;
    clock_gettime (CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void sleep_until (double t_s)
{
    struct timespec t = {.tv_sec = (time_t)t_s};
    t.tv_nsec = (long)((t_s - (double)t.tv_sec) * 1e9);
    while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
        continue;
}

/* --- what processes share
 *
 * One block of memory: how far each rank has come, what is still read for each of its steps, and
 * what they report. */

struct shared_rank {
    pthread_mutex_t lock;
    pthread_cond_t moved;
    uint32_t part, asked, started; /* parts begun, steps that have asked, that have batches */
    double part_s;                 /* when the last part began */
    double read_n, byte_n, busy_s, saved_n, saving_s;
    double end_s;
    uint32_t *left;               /* batches that are still read for each step */
    struct fid_played_step *step; /* what became of each */
    struct fid_played_part *at;   /* and of each part */
};

struct shared {
    pthread_barrier_t ready, meeting;
    double start_s;
    bool failed;
    char why[512]; /* of the first that failed */
    struct shared_rank rank[];
};

struct playing {
    const struct fid_plan *plan;      /* borrowed */
    const struct fid_play_opts *opts; /* borrowed */
    struct shared *shared;
    size_t shared_n, buffer_n;
    char *fill; /* owned; UNIT_N bytes for checkpoints */
    char *mark; /* owned; NULL: none yet */
    int mark_fd;
    bool marked; /* by us */
};

/* A thread or process of a rank. */
struct player {
    const struct playing *p; /* borrowed */
    size_t rank;
    const struct fid_plan_reader *reader; /* borrowed; NULL: of a checkpoint */
    const struct fid_plan_checkpoint *checkpoint;
    uint32_t writer;
    size_t next;   /* batch */
    int *fd;       /* owned; of each file; -1 */
    char **map;    /* owned; of each file, those that are mapped; NULL: not yet */
    char *buffer;  /* owned */
    double debt_s; /* work that was not slept yet */
    struct fid_played_calls rec;
    pthread_t thread;
    bool threaded;
};

/* Ends the process after a failure that the others are told of; errno 0: `what' says it all. */
static _Noreturn void give_up (const struct playing *p, const char *path, const char *what)
{
    struct shared *s = p->shared;
    int why = errno;
    if (!__atomic_exchange_n (&s->failed, true, __ATOMIC_SEQ_CST))
        snprintf (s->why, sizeof s->why, "%s: %s%s%s", path, what, why ? ": " : "",
                  why ? strerror (why) : "");
    _exit (1);
}

static void move (struct shared_rank *s, uint32_t *what, uint32_t to)
{
    pthread_mutex_lock (&s->lock);
    *what = to;
    if (what == &s->part)
        s->part_s = now_s ();
    pthread_cond_broadcast (&s->moved);
    pthread_mutex_unlock (&s->lock);
}

static bool is_open (const struct shared_rank *s, const struct fid_plan_when *w)
{
    return w->gate == FID_PLAN_PART    ? s->part > w->of
           : w->gate == FID_PLAN_START ? s->started > w->of
                                       : s->asked > w->of;
}

static void wait_for_gate (struct shared_rank *s, const struct fid_plan_when *w)
{
    pthread_mutex_lock (&s->lock);
    while (!is_open (s, w))
        pthread_cond_wait (&s->moved, &s->lock);
    double began_s = s->part == w->of + 1 ? s->part_s : 0;
    pthread_mutex_unlock (&s->lock);
    if (w->gate == FID_PLAN_PART && w->after_s > 0)
        sleep_until (began_s + w->after_s);
}

/* --- readers */

static void work (struct player *me, double work_s)
{
    me->debt_s += work_s;
    if (me->debt_s < NAP_S)
        return;
    double from_s = now_s ();
    sleep_until (from_s + me->debt_s);
    me->debt_s -= now_s () - from_s; /* below 0: it slept too long */
}

static int open_file (struct player *me, const struct fid_plan_read *d, const char *path)
{
    if (d->open && me->fd[d->file] >= 0) {
        close (me->fd[d->file]);
        me->fd[d->file] = -1;
    }
    if (me->fd[d->file] < 0) {
        double from_s = now_s ();
        me->fd[d->file] = open (path, O_RDONLY | O_CLOEXEC);
        if (me->fd[d->file] < 0)
            give_up (me->p, path, "open");
        fid_record (&me->rec, FID_PLAYED_OPEN, d->file, 0, 0, from_s, now_s ());
    }
    return me->fd[d->file];
}

/* Touches the middle of what a page fault brought in: the kernel reads around it. */
static ssize_t fault (struct player *me, const struct fid_plan_read *d, int fd)
{
    const struct fid_plan_file *file = &me->p->plan->file[d->file];
    char **map = &me->map[d->file];
    struct stat st;
    if (!*map && fstat (fd, &st))
        return -1;
    if (!*map && (uint64_t)st.st_size < file->byte_n)
        return 0; /* a fault behind the end kills */
    if (!*map)
        *map = mmap (NULL, file->byte_n, PROT_READ, MAP_SHARED, fd, 0);
    if (*map == MAP_FAILED)
        return -1;
    me->buffer[0] = *(volatile char *)(*map + d->offset + d->byte_n / 2);
    return (ssize_t)d->byte_n;
}

static void read_call (struct player *me, const struct fid_plan_read *d)
{
    const struct fid_plan_file *file = &me->p->plan->file[d->file];
    char path[PATH_MAX];
    snprintf (path, sizeof path, "%s/%s", me->p->opts->data, file->name);
    int fd = open_file (me, d, path);
    double from_s = now_s ();
    ssize_t got = file->mapped && d->byte_n
                      ? fault (me, d, fd)
                      : pread (fd, me->buffer, d->byte_n, (off_t)d->offset);
    double to_s = now_s ();
    if (got < 0)
        give_up (me->p, path, file->mapped ? "map" : "read");
    if (got < (ssize_t)d->byte_n) {
        errno = 0;
        give_up (me->p, path, "shorter than the plan reads");
    }
    fid_record (&me->rec, FID_PLAYED_READ, d->file, d->offset, d->byte_n, from_s, to_s);
    if (d->close) {
        close (fd);
        me->fd[d->file] = -1;
        fid_record (&me->rec, FID_PLAYED_CLOSE, d->file, 0, 0, to_s, now_s ());
    }
}

static void read_batch (struct player *me, const struct fid_plan_batch *b)
{
    struct shared_rank *s = &me->p->shared->rank[me->rank];
    const struct fid_plan_read *first = me->reader->read + b->read_first;
    char path[PATH_MAX];
    struct stat st;
    wait_for_gate (s, &b->when);
    for (uint32_t i = 0; i < b->stats; i++) {
        double from_s = now_s ();
        uint32_t file = first[i % b->read_n].file;
        snprintf (path, sizeof path, "%s/%s", me->p->opts->data, me->p->plan->file[file].name);
        if (stat (path, &st))
            give_up (me->p, path, "stat");
        fid_record (&me->rec, FID_PLAYED_STAT, file, 0, 0, from_s, now_s ());
    }
    FID_EACH_OF (const struct fid_plan_read, d, first, b->read_n) {
        read_call (me, d);
        work (me, b->work_s / (double)b->read_n);
    }
    if (me->debt_s > 0) {
        sleep_until (now_s () + me->debt_s);
        me->debt_s = 0;
    }
    double done_s = now_s ();
    if (me->reader->kind == FID_PLAN_PROCESS && b->step != FID_PLAN_NOBODY)
        fid_record (&me->rec, FID_PLAYED_HAND, 0, 0, 0, done_s, done_s);
    pthread_mutex_lock (&s->lock);
    if (b->step != FID_PLAN_NOBODY && !--s->left[b->step])
        pthread_cond_broadcast (&s->moved);
    pthread_mutex_unlock (&s->lock);
}

static void begin_player (struct player *me)
{
    const struct fid_plan *plan = me->p->plan;
    me->fd = malloc ((plan->file_n + 1) * sizeof *me->fd);
    me->map = calloc (plan->file_n + 1, sizeof *me->map);
    me->buffer = aligned_alloc (ALIGN_N, (me->p->buffer_n / ALIGN_N + 1) * ALIGN_N);
    if (!me->fd || !me->map || !me->buffer)
        give_up (me->p, "memory", "a reader");
    for (size_t i = 0; i < plan->file_n; i++)
        me->fd[i] = -1;
    me->rec.keep = me->p->opts->out != NULL;
}

/* Reports what was read or written, and writes the recording. */
static void end_player (struct player *me)
{
    struct shared_rank *s = &me->p->shared->rank[me->rank];
    struct fid_error err;
    pthread_mutex_lock (&s->lock);
    if (me->checkpoint)
        s->saved_n += me->checkpoint->load ? 0 : me->rec.byte_n;
    else {
        s->busy_s += me->rec.busy_s;
        s->read_n += me->rec.read_n;
        s->byte_n += me->rec.byte_n;
    }
    pthread_mutex_unlock (&s->lock);
    if (me->rec.keep && fid_played_write (&me->rec, me->p->plan, me->p->opts, &err)) {
        errno = 0;
        give_up (me->p, me->p->opts->out, err.text);
    }
    FID_FREE (me->fd, me->map, me->buffer);
    fid_played_clear (&me->rec);
}

static void *run_reader (void *with)
{
    struct player *me = with;
    begin_player (me);
    pthread_barrier_wait (&me->p->shared->ready);
    FID_EACH (const struct fid_plan_batch, b, me->reader->batch)
        read_batch (me, b);
    end_player (me);
    return NULL;
}

/* --- checkpoints */

/* Opens the file of calls w; of an earlier one of the same checkpoint, it goes on at its end. */
static int open_saved (struct player *me, const struct fid_plan_write *w, const char *path)
{
    const struct fid_plan_checkpoint *c = me->checkpoint;
    const struct fid_plan_write *first = me->p->plan->write + c->write_first, *earlier = first;
    while (earlier < w && earlier->file != w->file)
        earlier++;
    int how = c->load ? O_RDONLY : O_WRONLY | O_CREAT | (earlier < w ? O_APPEND : O_TRUNC);
    double from_s = now_s ();
    int fd = open (path, how | O_CLOEXEC, 0666);
    if (fd < 0)
        give_up (me->p, path, "open");
    fid_record (&me->rec, FID_PLAYED_OPEN, w->file, 0, 0, from_s, now_s ());
    return fd;
}

/* One call of w, in pieces of at most UNIT_N; work_s: what its writer does besides. */
static void save_call (struct player *me, const struct fid_plan_write *w, int fd, double work_s,
                       const char *path)
{
    bool load = me->checkpoint->load;
    for (uint64_t left = w->byte_n; left;) {
        size_t n = left < UNIT_N ? (size_t)left : UNIT_N;
        double from_s = now_s ();
        ssize_t got = load ? read (fd, me->p->fill, n) : write (fd, me->p->fill, n);
        if (load && !got && lseek (fd, 0, SEEK_CUR) > 0) { /* the job read parts again */
            lseek (fd, 0, SEEK_SET);
            continue;
        }
        if (!got)
            errno = 0;
        if (got <= 0)
            give_up (me->p, path,
                     got ? load ? "read" : "write" : "shorter than it was written");
        left -= (uint64_t)got;
        fid_record (&me->rec, load ? FID_PLAYED_READ : FID_PLAYED_WRITE, w->file, FID_PLAYED_ON,
                    (uint32_t)got, from_s, now_s ());
        work (me, work_s * (double)got / (double)w->byte_n);
    }
}

static void *run_writer (void *with)
{
    struct player *me = with;
    const struct playing *p = me->p;
    const struct fid_plan_checkpoint *c = me->checkpoint;
    const struct fid_plan_write *first = p->plan->write + c->write_first, *open = NULL;
    char path[PATH_MAX];
    int fd = -1;
    double call_n = 0;
    me->rec.keep = p->opts->out != NULL;
    me->rec.saved = true;
    if (!c->waits)
        wait_for_gate (&p->shared->rank[0], &c->when);
    FID_EACH_OF (const struct fid_plan_write, w, first, c->write_n)
        call_n += w->writer == me->writer ? w->call_n : 0;
    for (const struct fid_plan_write *w = first; w <= first + c->write_n; w++) {
        bool end = w == first + c->write_n;
        if (!end && w->writer != me->writer)
            continue;
        if (open && (end || w->file != open->file) && ((c->synced && fsync (fd)) || close (fd)))
            give_up (p, path, "sync");
        if (!end && (!open || w->file != open->file)) {
            snprintf (path, sizeof path, "%s/%s", p->opts->saved, p->plan->saved[w->file].name);
            fd = open_saved (me, w, path);
            open = w;
        }
        for (uint32_t i = 0; !end && i < w->call_n; i++)
            save_call (me, w, fd, c->work_s / call_n, path);
    }
    end_player (me);
    return NULL;
}

/* All writers of a checkpoint, side by side. */
static void run_checkpoint (const struct playing *p, const struct fid_plan_checkpoint *c)
{
    struct player w[1024] = {{0}};
    size_t n = 0;
    FID_EACH_OF (const struct fid_plan_write, at, p->plan->write + c->write_first, c->write_n)
        n = at->writer >= n ? at->writer + 1 : n;
    for (size_t i = 0; i < n; i++) {
        w[i] = (struct player){.p = p, .checkpoint = c, .writer = (uint32_t)i};
        if (i && (errno = pthread_create (&w[i].thread, NULL, run_writer, &w[i])))
            give_up (p, "a thread", "start");
    }
    if (n)
        run_writer (&w[0]);
    for (size_t i = 1; i < n; i++)
        pthread_join (w[i].thread, NULL);
}

static void *run_apart (void *with)
{
    struct player *me = with;
    run_checkpoint (me->p, me->checkpoint);
    return NULL;
}

/* --- ranks */

/* What the rank itself reads before a step, or, with UINT32_MAX, before a part. */
static void read_self (struct player *me, uint32_t step)
{
    struct shared_rank *s = &me->p->shared->rank[me->rank];
    for (; me->reader && me->next < me->reader->batch_n; me->next++) {
        const struct fid_plan_batch *b = &me->reader->batch[me->next];
        bool due = step != UINT32_MAX && b->step != FID_PLAN_NOBODY && b->step <= step;
        if (!due && (b->step != FID_PLAN_NOBODY || !is_open (s, &b->when)))
            return;
        read_batch (me, b);
    }
}

static void run_steps (struct player *me, const struct fid_plan_part *part)
{
    const struct playing *p = me->p;
    const struct fid_plan_rank *r = &p->plan->rank[me->rank];
    struct shared_rank *s = &p->shared->rank[me->rank];
    bool meets = p->plan->meet && part->kind == FID_JOB_TRAINING && p->plan->rank_n > 1;
    double t_s = s->part_s;
    for (uint32_t k = part->step_first; k < part->step_first + part->step_n; k++) {
        struct fid_played_step *out = &s->step[k];
        out->ask_s = t_s;
        move (s, &s->asked, k + 1);
        read_self (me, k);
        pthread_mutex_lock (&s->lock);
        bool waited = s->left[k] > 0;
        while (s->left[k])
            pthread_cond_wait (&s->moved, &s->lock);
        pthread_mutex_unlock (&s->lock);
        /* where nothing was waited for, a step begins when the one before ended */
        out->got_s = waited || me->reader ? now_s () : t_s;
        move (s, &s->started, k + 1);
        t_s = out->got_s + r->compute[k];
        sleep_until (t_s);
        out->end_s = t_s;
        if (meets) {
            pthread_barrier_wait (&p->shared->meeting);
            t_s = now_s ();
        }
    }
    if (part->behind_s > 0)
        sleep_until (t_s + part->behind_s);
}

static void run_parts (struct player *me)
{
    const struct playing *p = me->p;
    const struct fid_plan_rank *r = &p->plan->rank[me->rank];
    struct shared_rank *s = &p->shared->rank[me->rank];
    FID_EACH (const struct fid_plan_part, part, r->part) {
        size_t i = (size_t)(part - r->part);
        move (s, &s->part, (uint32_t)i + 1);
        s->at[i].start_s = s->part_s;
        read_self (me, UINT32_MAX);
        if (part->checkpoint != UINT32_MAX && !me->rank) {
            run_checkpoint (p, &p->plan->checkpoint[part->checkpoint]);
            s->saving_s += now_s () - s->part_s;
        }
        if (part->step_n)
            run_steps (me, part);
        else if (part->pause_s + part->behind_s > 0)
            sleep_until (s->part_s + part->pause_s + part->behind_s);
        s->at[i].end_s = now_s () - part->behind_s;
    }
    move (s, &s->part, (uint32_t)r->part_n + 1);
    s->end_s = now_s ();
}

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

/* A process that ends when its parent does. */
static pid_t start_process (const struct playing *p)
{
    pid_t parent = getpid (), pid = fork ();
    if (pid < 0)
        give_up (p, "a process", "start");
    if (!pid) {
        prctl (PR_SET_PDEATHSIG, SIGKILL);
        for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
            signal (signals[i], SIG_DFL);
        if (getppid () != parent)
            _exit (1);
    }
    return pid;
}

static volatile sig_atomic_t stopped; /* by a signal */
static const pid_t *volatile awaited; /* processes that it ends */
static volatile size_t awaited_n;

/* May run in any thread of the program: whoever waits goes on when its processes have ended. */
static void stop (int signal)
{
    stopped = signal;
    for (size_t i = 0; i < awaited_n; i++)
        kill (awaited[i], SIGKILL);
}

/* Waits for n children; false if one has failed, and then the others are killed. */
static bool wait_for_all (const pid_t *pid, size_t n)
{
    awaited = pid;
    awaited_n = n;
    if (stopped)
        stop (stopped);
    bool good = true;
    for (size_t left = n; left; left--) {
        int status;
        pid_t ended = waitpid (-1, &status, 0);
        if (ended >= 0 && WIFEXITED (status) && !WEXITSTATUS (status))
            continue;
        left += ended < 0 && errno == EINTR;
        for (size_t i = 0; i < n && good && (ended >= 0 || stopped); i++)
            if (pid[i] != ended)
                kill (pid[i], SIGKILL);
        good = good && ended < 0 && !stopped;
    }
    awaited_n = 0;
    return good;
}

/* In a rank, when a child ends: a rank would wait for a reader that failed or was killed. */
static void end_with_reader (int signal)
{
    int status, why = errno;
    (void)signal;
    while (waitpid (-1, &status, WNOHANG) > 0)
        if (!WIFEXITED (status) || WEXITSTATUS (status))
            _exit (1);
    errno = why;
}

static _Noreturn void run_rank (const struct playing *p, size_t rank)
{
    struct sigaction ended = {.sa_handler = end_with_reader, .sa_flags = SA_RESTART};
    const struct fid_plan_rank *r = &p->plan->rank[rank];
    size_t apart_n = rank ? 0 : p->plan->checkpoint_n, n = r->reader_n + apart_n, pid_n = 0;
    struct player *of = calloc (n + 1, sizeof *of), me = {.p = p, .rank = rank};
    pid_t *pid = calloc (n + 1, sizeof *pid);
    if (!of || !pid)
        give_up (p, "memory", "a rank");
    sigaction (SIGCHLD, &ended, NULL);
    for (size_t i = 0; i < r->reader_n; i++) /* processes first: they have no threads */
        if (r->reader[i].kind == FID_PLAN_PROCESS && !(pid[pid_n++] = start_process (p))) {
            of[i] = (struct player){.p = p, .rank = rank, .reader = &r->reader[i]};
            run_reader (&of[i]);
            _exit (0);
        }
    for (size_t i = 0; i < n; i++) {
        bool reads = i < r->reader_n;
        of[i] = (struct player){.p = p, .rank = rank};
        if (reads)
            of[i].reader = &r->reader[i];
        else
            of[i].checkpoint = &p->plan->checkpoint[i - r->reader_n];
        if (reads && r->reader[i].kind == FID_PLAN_MAIN)
            me.reader = &r->reader[i];
        of[i].threaded =
            reads ? r->reader[i].kind == FID_PLAN_THREAD : !of[i].checkpoint->waits;
        if (of[i].threaded && (errno = pthread_create (&of[i].thread, NULL,
                                                       reads ? run_reader : run_apart, &of[i])))
            give_up (p, "a thread", "start");
    }
    me.rec.keep = p->opts->out != NULL;
    if (me.reader)
        begin_player (&me);
    if (p->plan->rank_n > 1)
        fid_record (&me.rec, FID_PLAYED_RANK, 0, 0, 0, p->shared->start_s, p->shared->start_s);
    pthread_barrier_wait (&p->shared->ready);
    run_parts (&me);
    for (size_t i = 0; i < n; i++)
        if (of[i].threaded)
            pthread_join (of[i].thread, NULL);
    bool good = wait_for_all (pid, pid_n);
    end_player (&me);
    _exit (!good);
}

/* --- all of it */

/* Lays out the memory that the processes share. */
static int share_memory (struct playing *p, struct fid_error *err)
{
    const struct fid_plan *plan = p->plan;
    size_t n = sizeof *p->shared + plan->rank_n * sizeof *p->shared->rank, players = 0;
    FID_EACH (const struct fid_plan_rank, r, plan->rank)
        n += r->compute_n * (sizeof (struct fid_played_step) + sizeof (double)) +
             (r->part_n + 1) * sizeof (struct fid_played_part);
    void *at = mmap (NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return fid_error_nomem (err);
    struct shared *s = p->shared = at;
    p->shared_n = n;
    pthread_mutexattr_t m;
    pthread_condattr_t c;
    pthread_barrierattr_t b;
    pthread_mutexattr_init (&m);
    pthread_condattr_init (&c);
    pthread_barrierattr_init (&b);
    pthread_mutexattr_setpshared (&m, PTHREAD_PROCESS_SHARED);
    pthread_condattr_setpshared (&c, PTHREAD_PROCESS_SHARED);
    pthread_barrierattr_setpshared (&b, PTHREAD_PROCESS_SHARED);
    char *free_from = (char *)at + sizeof *s + plan->rank_n * sizeof *s->rank;
    for (size_t i = 0; i < plan->rank_n; i++) {
        const struct fid_plan_rank *r = &plan->rank[i];
        struct shared_rank *to = &s->rank[i];
        pthread_mutex_init (&to->lock, &m);
        pthread_cond_init (&to->moved, &c);
        to->step = (struct fid_played_step *)free_from;
        to->at = (struct fid_played_part *)(to->step + r->compute_n);
        to->left = (uint32_t *)(to->at + r->part_n + 1);
        free_from = (char *)(to->left + 2 * r->compute_n);
        players++;
        FID_EACH (const struct fid_plan_reader, w, r->reader) {
            players += w->kind != FID_PLAN_MAIN;
            FID_EACH (const struct fid_plan_batch, batch, w->batch)
                if (batch->step != FID_PLAN_NOBODY)
                    to->left[batch->step]++;
            FID_EACH (const struct fid_plan_read, d, w->read)
                p->buffer_n = d->byte_n > p->buffer_n ? d->byte_n : p->buffer_n;
        }
    }
    pthread_barrier_init (&s->ready, &b, (unsigned)players);
    pthread_barrier_init (&s->meeting, &b, (unsigned)plan->rank_n);
    return 0;
}

/* Looks at all files before anything is played; takes them out of the page cache. */
static int check_files (const struct playing *p, struct fid_error *err)
{
    FID_EACH (const struct fid_plan_file, f, p->plan->file) {
        FID_FREED char *path = fid_format (err, "%s/%s", p->opts->data, f->name);
        struct stat st;
        FID_TRY (!path);
        int fd = open (path, O_RDONLY | O_CLOEXEC);
        if (fd < 0 && errno == ENOENT)
            return fid_errorf (err, FID_EINPUT,
                               "%s: not there: make the files with `fidlio play --make'", path);
        if (fd < 0)
            return fid_error_file (err, path, errno);
        int rc = fstat (fd, &st) ? fid_error_file (err, path, errno) : 0;
        if (!rc && (uint64_t)st.st_size < f->byte_n)
            rc = fid_errorf (err, FID_EINPUT, "%s: has %jd bytes, and the plan reads %" PRIu64,
                             path, (intmax_t)st.st_size, f->byte_n);
        if (!rc && !p->opts->warm)
            posix_fadvise (fd, 0, 0, POSIX_FADV_DONTNEED);
        close (fd);
        FID_TRY (rc);
    }
    return 0;
}

/* Locks the mark; processes of a play that was killed may take a moment to end. */
static bool lock_mark (int fd)
{
    bool locked = false;
    for (int i = 0; fd >= 0 && i < LOCK_TRIES && !locked; i++) {
        if (i)
            sleep_until (now_s () + NAP_S);
        locked = flock (fd, LOCK_EX | LOCK_NB) == 0;
    }
    return locked;
}

/* The folders of checkpoints, in which no file of theirs may be, but what a play that was killed
 * left: a file named MARK is there while it runs, locked. */
static int make_folders (struct playing *p, struct fid_error *err)
{
    if (!p->plan->checkpoint_n)
        return 0;
    FID_TRY (fid_make_dirs (p->opts->saved, NULL, err));
    FID_TRY (!(p->mark = fid_format (err, "%s/" MARK, p->opts->saved)));
    p->mark_fd = open (p->mark, O_RDWR | O_CLOEXEC);
    bool left = lock_mark (p->mark_fd);
    FID_EACH (const struct fid_plan_file, f, p->plan->saved) {
        FID_FREED char *path = fid_format (err, "%s/%s", p->opts->saved, f->name);
        FID_TRY (!path);
        if (left)
            unlink (path);
        if (access (path, F_OK) == 0)
            return fid_errorf (
                err, FID_EINPUT,
                "%s: exists, and the plan would overwrite it: remove it, or name "
                "a new folder (--checkpoints)",
                path);
        *strrchr (path, '/') = 0;
        FID_TRY (fid_make_dirs (path, NULL, err));
    }
    if (p->mark_fd < 0)
        p->mark_fd = open (p->mark, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    p->marked = left || lock_mark (p->mark_fd);
    return p->marked ? 0 : fid_error_file (err, p->mark, errno);
}

/* Checkpoints that are loaded have to be there: writes them, in a process of its own. */
static bool make_loaded (const struct playing *p)
{
    struct fid_play_opts quiet = *p->opts;
    struct playing make = *p;
    pid_t pid = start_process (p);
    quiet.out = NULL;
    make.opts = &quiet;
    if (pid)
        return wait_for_all (&pid, 1);
    FID_EACH (const struct fid_plan_checkpoint, c, p->plan->checkpoint)
        if (c->load) {
            struct fid_plan_checkpoint save = {
                .waits = true, .write_first = c->write_first, .write_n = c->write_n};
            run_checkpoint (&make, &save);
        }
    p->shared->rank[0].saved_n = 0;
    _exit (0);
}

static void sum_up (const struct playing *p, struct fid_played *out)
{
    double n = (double)p->plan->rank_n;
    *out = (struct fid_played){.total_s = 0};
    for (size_t i = 0; i < p->plan->rank_n; i++) {
        const struct fid_plan_rank *r = &p->plan->rank[i];
        const struct shared_rank *s = &p->shared->rank[i];
        out->total_s = fmax (out->total_s, s->end_s - p->shared->start_s);
        out->read_n += s->read_n;
        out->byte_n += s->byte_n;
        out->busy_s += s->busy_s;
        out->saved_n += s->saved_n;
        out->saving_s += s->saving_s;
        FID_EACH (const struct fid_plan_part, part, r->part) {
            if (part->kind != FID_JOB_TRAINING)
                continue;
            const struct fid_played_part *at = &s->at[part - r->part];
            out->training_s += (at->end_s - at->start_s) / n;
            for (uint32_t k = part->step_first; k < part->step_first + part->step_n; k++) {
                out->compute_s += (s->step[k].end_s - s->step[k].got_s) / n;
                out->wait_s += (s->step[k].got_s - s->step[k].ask_s) / n;
                out->step_n++;
            }
        }
    }
}

static int play (struct playing *p, struct fid_played *out, struct fid_error *err)
{
    const struct fid_plan *plan = p->plan;
    FID_FREED pid_t *pid = calloc (plan->rank_n + 1, sizeof *pid);
    FID_NEED (pid && (p->fill = malloc (UNIT_N)), err);
    fid_fill_by_chance (p->fill, UNIT_N, 1);
    FID_TRY (check_files (p, err));
    FID_TRY (make_folders (p, err));
    FID_TRY (share_memory (p, err)); /* from here on the checkpoints are ours */
    bool good = make_loaded (p);
    struct timespec wall;
    clock_gettime (CLOCK_REALTIME, &wall);
    p->shared->start_s = now_s ();
    double to_wall_s = (double)wall.tv_sec + (double)wall.tv_nsec / 1e9 - p->shared->start_s;
    FID_TRY (fid_played_begin (to_wall_s, p->opts->out, err));
    for (size_t i = 0; i < plan->rank_n && good; i++)
        if (!(pid[i] = start_process (p)))
            run_rank (p, i);
    good = good && wait_for_all (pid, plan->rank_n);
    if (stopped)
        return fid_errorf (err, FID_EINTERNAL, "stopped by a signal");
    if (!good)
        return fid_errorf (err, FID_EINTERNAL, "%s",
                           *p->shared->why ? p->shared->why
                                           : "a process of the job was killed");
    sum_up (p, out);
    if (!p->opts->out)
        return 0;
    struct fid_played_rank first = {p->shared->rank[0].step, p->shared->rank[0].at};
    return fid_played_log (plan, &first, p->opts, err);
}

/* The same with its recording, in a folder that gets its name when it is whole. */
static int play_recorded (struct playing *p, struct fid_played *played, struct fid_error *err)
{
    struct fid_play_opts opts = *p->opts;
    FID_FREED char *out = fid_strdup (opts.out, err);
    FID_TRY (!out);
    for (size_t n = strlen (out); n > 1 && out[n - 1] == '/'; n--)
        out[n - 1] = '\0';
    FID_TRY (fid_make_dirs (out, NULL, err));
    if (rmdir (out))
        return errno == ENOTEMPTY || errno == EEXIST
                   ? fid_errorf (
                         err, FID_EINPUT,
                         "%s: is there, and not empty: remove it, or name a new folder (-o)",
                         out)
                   : fid_error_file (err, out, errno);
    FID_FREED char *temp = fid_outfolder (out, err);
    FID_TRY (!temp);
    opts.out = temp;
    p->opts = &opts;
    mode_t mask = umask (0);
    umask (mask);
    int rc = play (p, played, err);
    if (!rc)
        rc = fid_sync_tree (temp, err);
    if (!rc && (chmod (temp, 0777 & ~mask) || rename (temp, out)))
        rc = fid_error_file (err, out, errno);
    if (rc)
        fid_remove_tree (temp, NULL);
    return rc;
}

int fid_plan_play (const struct fid_plan *plan, const struct fid_play_opts *opts,
                   struct fid_played *out, struct fid_error *err)
{
    struct playing p = {.plan = plan, .opts = opts, .mark_fd = -1};
    struct sigaction ours = {.sa_handler = stop}, before[sizeof signals / sizeof *signals];
    stopped = 0;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction (signals[i], &ours, &before[i]);
    int rc = opts->out ? play_recorded (&p, out, err) : play (&p, out, err);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction (signals[i], &before[i], NULL);
    for (size_t i = 0; i < plan->saved_n && p.shared && !opts->keep; i++) {
        char path[PATH_MAX]; /* also where memory has run out */
        snprintf (path, sizeof path, "%s/%s", opts->saved, plan->saved[i].name);
        unlink (path);
    }
    if (p.marked)
        unlink (p.mark);
    if (p.shared)
        munmap (p.shared, p.shared_n);
    if (p.mark_fd >= 0)
        close (p.mark_fd);
    FID_FREE (p.fill, p.mark);
    return rc;
}
