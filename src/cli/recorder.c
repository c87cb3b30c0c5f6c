/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recorder.c - see recorder.h */
#include <signal.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include "base/memstream.h"
#include "base/outfile.h"
#include "base/plain.h"
#include "cli/recorder.h"
#include "cli/tools.h"
#include "src/cli/installed.inc"

#define WORDS_MAX 64 /* of the recorder's command line */

/* --- finding it */

int fid_recorder_find (struct fid_recorder *r, struct fid_error *err)
{
    static const char *const beside[] = {"scripts/record", "../scripts/record",
                                         "../../scripts/record"};
    const char *given = r->program ? r->program : getenv ("FIDLIO_RECORDER");
    if (given && *given) {
        r->found = realpath (given, NULL);
        if (!r->found || access (r->found, X_OK))
            return fid_errorf (err, fid_is_system_error (errno) ? FID_EINTERNAL : FID_EUSAGE,
                               "%s: no recorder: %s", given, strerror (errno));
        return 0;
    }
    char folder[PATH_MAX];
    fid_own_folder (folder);
    for (size_t i = 0; i <= sizeof beside / sizeof *beside; i++) {
        bool installed = i == sizeof beside / sizeof *beside;
        r->found = installed ? fid_format (err, "%s/record", FID_LIBEXEC_DIR)
                             : fid_format (err, "%s%s", folder, beside[i]);
        if (!r->found || access (r->found, X_OK) == 0)
            break;
        free (r->found);
        r->found = NULL;
    }
    return r->found ? 0
                    : fid_errorf (err, FID_EUSAGE,
                                  "scripts/record is not found: give --recorder, or set "
                                  "FIDLIO_RECORDER");
}

/* --- one at a time */

#define ASK_AGAIN_MS 500

/* Whether a folder is the user's own, and nobody else may write into it. */
static bool is_own_folder (const char *path)
{
    struct stat st;
    return path && *path == '/' && stat (path, &st) == 0 && S_ISDIR (st.st_mode) &&
           st.st_uid == geteuid () && !(st.st_mode & (S_IWGRP | S_IWOTH));
}

/* The lock's path: in the user's runtime folder, else in the system's for locks. */
static char *lock_path (struct fid_error *err)
{
    const char *own = getenv ("XDG_RUNTIME_DIR");
    unsigned long uid = (unsigned long)geteuid ();
    struct stat st;
    if (is_own_folder (own))
        return fid_format (err, "%s/fidlio-record.lock", own);
    bool is_there =
        stat ("/run/lock", &st) == 0 && S_ISDIR (st.st_mode) && access ("/run/lock", W_OK) == 0;
    return fid_format (err, "%s/fidlio-record-%lu.lock", is_there ? "/run/lock" : "/tmp", uid);
}

/* Opens the file, which nobody else may have put there: he could keep it locked. */
static int open_lock (const char *path, struct fid_error *err)
{
    struct stat st;
    int fd = open (path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600);
    if (fd < 0)
        return fid_errorf (err, FID_EINTERNAL, "%s: %s", path, strerror (errno));
    if (fstat (fd, &st) == 0 && S_ISREG (st.st_mode) && st.st_uid == geteuid ())
        return fd;
    close (fd);
    return fid_errorf (err, FID_EINTERNAL,
                       "%s: is not a file of this user; remove it, or set XDG_RUNTIME_DIR to a "
                       "folder of your own",
                       path);
}

/* Waits for the lock, at most r->wait_min minutes. */
static int wait_for_lock (const struct fid_recorder *r, int fd, const char *path,
                          struct fid_error *err)
{
    const struct timespec pause = {.tv_nsec = ASK_AGAIN_MS * 1000000L};
    const int64_t most = (int64_t)r->wait_min * 60000 / ASK_AGAIN_MS;
    for (int64_t i = 0; flock (fd, LOCK_EX | LOCK_NB); i++) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return fid_errorf (err, FID_EINTERNAL, "%s: %s", path, strerror (errno));
        if (i >= most)
            return fid_errorf (err, FID_EFAIL,
                               "a recording on this machine has not ended in %zu minutes "
                               "(%s; --wait)",
                               r->wait_min, path);
        if (!i)
            fid_say (r->common,
                     "waiting up to %zu minutes for a recording on this machine to end (%s)",
                     r->wait_min, path);
        nanosleep (&pause, NULL);
    }
    return 0;
}

static int lock_machine (const struct fid_recorder *r, struct fid_error *err)
{
    FID_FREED char *path = lock_path (err);
    int fd = path ? open_lock (path, err) : -1;
    if (fd >= 0 && wait_for_lock (r, fd, path, err)) {
        close (fd);
        fd = -1;
    }
    return fd;
}

/* --- running */

/* In the child: only what is safe after a fork. */
static void become_program (const char *const *argv, int lock, int log, pid_t parent)
{
    sigset_t none;
    sigemptyset (&none);
    sigprocmask (SIG_SETMASK, &none, NULL);
    prctl (PR_SET_PDEATHSIG, SIGTERM);
    int in = open ("/dev/null", O_RDONLY);
    if (getppid () != parent || in < 0 || dup2 (in, 0) < 0 || dup2 (log, 1) < 0 ||
        dup2 (log, 2) < 0 || fcntl (lock, F_SETFD, 0))
        _exit (127);
    execvp (argv[0], (char *const *)argv); /* which does not change them */
    _exit (127);
}

/* Runs a program with its output in a file; -1 with FID_EFAIL if it fails. */
static int run_program (const struct fid_recorder *r, const char *const *argv, const char *what,
                        const char *log_path, struct fid_error *err)
{
    int status = 0, log = open (log_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (log < 0)
        return fid_errorf (err, FID_EINTERNAL, "%s: %s", log_path, strerror (errno));
    int lock = lock_machine (r, err);
    if (lock < 0) {
        close (log);
        return -1;
    }
    pid_t parent = getpid (), pid = fork ();
    if (pid == 0)
        become_program (argv, lock, log, parent);
    int rc = pid < 0 ? fid_errorf (err, FID_EINTERNAL, "%s: %s", argv[0], strerror (errno)) : 0;
    while (!rc && waitpid (pid, &status, 0) < 0)
        if (errno != EINTR)
            rc = fid_errorf (err, FID_EINTERNAL, "%s: %s", argv[0], strerror (errno));
    close (lock);
    close (log);
    if (rc || (WIFEXITED (status) && WEXITSTATUS (status) == 0))
        return rc;
    return fid_errorf (err, FID_EFAIL, "%s ended %s %d; its output is in %s", what,
                       WIFSIGNALED (status) ? "by signal" : "with status",
                       WIFSIGNALED (status) ? WTERMSIG (status) : WEXITSTATUS (status),
                       log_path);
}

/* --- commands */

/* The command with {config} and {folder} in it replaced; freed by the caller. */
static char *expand_command (const char *command, const char *config, const char *folder,
                             struct fid_error *err)
{
    static const char *const names[] = {"{config}", "{folder}"};
    char *word[] = {fid_shell_word (config, err), fid_shell_word (folder, err)};
    char *text = NULL;
    size_t n;
    FILE *f = word[0] && word[1] ? fid_memstream_open (&text, &n, err) : NULL;
    while (f && *command) {
        size_t k = 0;
        while (k < 2 && strncmp (command, names[k], strlen (names[k])) != 0)
            k++;
        if (k < 2) {
            fputs (word[k], f);
            command += strlen (names[k]);
        } else {
            fputc (*command++, f);
        }
    }
    if (f && fid_memstream_end (f, 0, err)) {
        free (text);
        text = NULL;
    }
    FID_FREE (word[0], word[1]);
    return text;
}

/* What a command may want: the absolute path of the configuration, the folder it is in, and
 * the same configuration where Hydra looks for it (FOLDER/workload/workload.yaml). */
struct places {
    char *config, *folder; /* owned */
};

static void clear_places (struct places *p)
{
    FID_FREE (p->config, p->folder);
}

static int find_places (struct places *p, const char *config, struct fid_error *err)
{
    *p = (struct places){.config = realpath (config, NULL)};
    if (!p->config)
        return fid_errorf (err, FID_EINTERNAL, "%s: %s", config, strerror (errno));
    const char *slash = strrchr (p->config, '/');
    p->folder = fid_strndup (p->config, (size_t)(slash - p->config), err);
    FID_FREED char *hydra = p->folder ? fid_format (err, "%s/workload", p->folder) : NULL;
    FID_FREED char *link = hydra ? fid_format (err, "%s/workload.yaml", hydra) : NULL;
    int rc = link ? fid_make_dirs (hydra, p->folder, err) : -1;
    if (!rc && symlink ("../workload.yaml", link) && errno != EEXIST)
        rc = fid_errorf (err, FID_EINTERNAL, "%s: %s", link, strerror (errno));
    if (!rc && (setenv ("FIDLIO_CONFIG", p->config, 1) ||
                setenv ("FIDLIO_CONFIG_FOLDER", p->folder, 1)))
        rc = fid_error_nomem (err);
    return rc;
}

int fid_recorder_record (void *self, const char *config, const char *run_dir,
                         struct fid_error *err)
{
    const struct fid_recorder *r = self;
    FID_SCOPED (clear_places) struct places p = {0};
    FID_TRY (find_places (&p, config, err));
    FID_FREED char *command = expand_command (r->command, p.config, p.folder, err);
    FID_FREED char *log = command ? fid_format (err, "%s/record.log", p.folder) : NULL;
    FID_FREED char *words = log ? fid_strdup (r->options ? r->options : "", err) : NULL;
    const char *argv[WORDS_MAX + 8] = {r->found,    run_dir,    "--kind",
                                       "emulation", "--config", p.config};
    const char *const last[] = {"--", "sh", "-c", command, NULL};
    size_t n = 6;
    FID_TRY (!words);
    char *rest;
    for (char *w = strtok_r (words, " \t", &rest); w; w = strtok_r (NULL, " \t", &rest)) {
        if (n >= WORDS_MAX)
            return fid_errorf (err, FID_EUSAGE, "--record-options: more than %d words",
                               WORDS_MAX / 2);
        argv[n++] = w;
    }
    memcpy (argv + n, last, sizeof last);
    return run_program (r, argv, "the recorder of --run's command", log, err);
}

int fid_recorder_prepare (void *self, const char *config, struct fid_error *err)
{
    const struct fid_recorder *r = self;
    FID_SCOPED (clear_places) struct places p = {0};
    FID_TRY (find_places (&p, config, err));
    FID_FREED char *command = expand_command (r->prepare, p.config, p.folder, err);
    FID_FREED char *log = command ? fid_format (err, "%s/prepare.log", p.folder) : NULL;
    const char *argv[] = {"/bin/sh", "-c", command, NULL};
    return log ? run_program (r, argv, "--prepare's command", log, err) : -1;
}
