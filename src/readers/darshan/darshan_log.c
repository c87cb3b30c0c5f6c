/* SPDX-License-Identifier: GPL-3.0-or-later */
/* darshan_log.c - a binary log of Darshan, printed by darshan-dxt-parser where that is
 * installed
 *
 * Its header has the version, 8 bytes, and a number of 8 bytes, 6567223.  The library that
 * reads the rest (darshan-util) is in no distribution; its programs make texts of it. */
#include <spawn.h>
#include <sys/wait.h>
#include "readers/reader.h"

extern char **environ;
extern const struct fid_reader reader_darshan_dxt;

static int probe_darshan_log (const struct fid_head *head)
{
    static const char magic[8] = {0x37, 0x35, 0x64};
    static const char other_end[8] = {0, 0, 0, 0, 0, 0x64, 0x35, 0x37};
    const char *at = head->text.p + 8;
    return head->text.n >= 16 && (memcmp (at, magic, 8) == 0 || memcmp (at, other_end, 8) == 0)
               ? 93
               : 0;
}

/* Writes what the program says of a log into a file; *there: it is installed. */
static int print_log (const char *log, const char *to, bool *there, struct fid_error *err)
{
    char *argv[] = {(char[]){"darshan-dxt-parser"}, fid_strdup (log, err), NULL};
    posix_spawn_file_actions_t files;
    pid_t pid;
    int status = 0;
    if (!argv[1])
        return -1;
    int rc = posix_spawn_file_actions_init (&files);
    if (!rc) {
        rc = posix_spawn_file_actions_addopen (&files, 0, "/dev/null", O_RDONLY, 0);
        rc = rc ? rc : posix_spawn_file_actions_addopen (&files, 1, to, O_WRONLY, 0);
        rc = rc ? rc : posix_spawn_file_actions_addopen (&files, 2, "/dev/null", O_WRONLY, 0);
        rc = rc ? rc : posix_spawnp (&pid, argv[0], &files, NULL, argv, environ);
        posix_spawn_file_actions_destroy (&files);
    }
    free (argv[1]);
    *there = rc != ENOENT;
    if (rc)
        return *there ? fid_errorf (err, FID_EINTERNAL, "%s: darshan-dxt-parser: %s", log,
                                    strerror (rc))
                      : 0;
    while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFEXITED (status) && WEXITSTATUS (status) == 0)
        return 0;
    return fid_errorf (err, FID_EINPUT, "%s: darshan-dxt-parser could not read it", log);
}

static int read_printed (struct fid_input *in, const char *printed, struct fid_error *err)
{
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_input of = *in;
    char *name = fid_strdup (in->text->path, err); /* for messages */
    of.text = &text;
    if (!name || fid_text_open (&text, printed, err)) {
        free (name);
        return -1;
    }
    free (text.path);
    text.path = name;
    return reader_darshan_dxt.read (&of, err);
}

static int read_darshan_log (struct fid_input *in, struct fid_error *err)
{
    const char *folder = getenv ("TMPDIR");
    bool there = false;
    char *printed =
        fid_format (err, "%s/fidlio-darshan.XXXXXX", folder && *folder ? folder : "/tmp");
    int fd = printed ? mkstemp (printed) : -1, rc = -1;
    if (printed && fd < 0)
        fid_errorf (err, FID_EINTERNAL, "%s: %s", printed, strerror (errno));
    if (fd >= 0) {
        close (fd);
        rc = print_log (in->text->path, printed, &there, err);
        if (!rc && there)
            rc = read_printed (in, printed, err);
        else if (!rc)
            fid_put_note (in->sink, 0, FID_REMARK_FROM_DARSHAN);
        unlink (printed);
    }
    free (printed);
    return rc;
}

FID_READER_IS (darshan_log, UTC, FID_GIVES_READ | FID_GIVES_WRITE | FID_GIVES_FACTS, 13,
               "binary log of Darshan, where darshan-dxt-parser is installed")
