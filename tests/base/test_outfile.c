/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_outfile.c - files that appear whole, links, devices and FIFOs */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "base/outfile.h"
#include "tests/tap.h"

static size_t synced_dirs, synced_files;

/* Instead of the C library's: counts what is synced. */
int fsync (int fd)
{
    struct stat st;
    if (fstat (fd, &st) == 0)
        *(S_ISDIR (st.st_mode) ? &synced_dirs : &synced_files) += 1;
    return (int)syscall (SYS_fsync, fd);
}

static const char *text_of (const char *path)
{
    static char text[64];
    FILE *f = fopen (path, "r");
    size_t n = f ? fread (text, 1, sizeof text - 1, f) : 0;
    text[n] = '\0';
    if (f)
        fclose (f);
    return text;
}

static int put (const char *path, const char *text)
{
    struct fid_error err = {0};
    int rc = fid_outfile_write (path, NULL, text, strlen (text), &err);
    if (rc)
        diag ("%s", err.text);
    return rc;
}

static bool is_kind (const char *path, mode_t kind)
{
    struct stat st;
    return lstat (path, &st) == 0 && (st.st_mode & S_IFMT) == kind;
}

static void regular (void)
{
    struct fid_outfile o;
    struct fid_error err;
    ok_int (put ("a", "old"), 0, "a new file");
    ok (synced_files == 1 && synced_dirs == 1, "the file and its directory are synced");
    ok_int (fid_outfile_open (&o, "a", NULL, &err), 0, "begin to replace it");
    fputs ("half", o.f);
    ok_str (text_of ("a"), "old", "it is there until the new one is whole");
    fid_outfile_abort (&o);
    ok_str (text_of ("a"), "old", "and after an abort");
    ok_int (put ("a", "new"), 0, "replace it");
    ok_str (text_of ("a"), "new", "its text");
    ok_int (put ("no/such/file", ""), -1, "a directory that is missing");
    ok_int (put (".", ""), -1, "a directory is no file");
}

static void links (void)
{
    ok (mkdir ("dir", 0777) == 0 && symlink ("../a", "dir/link") == 0 &&
            symlink ("dir/link", "chain") == 0 && symlink ("later", "dangling") == 0 &&
            symlink ("loop", "loop") == 0,
        "symbolic links");
    ok_int (put ("dir/link", "through"), 0, "write to a link");
    ok (is_kind ("dir/link", S_IFLNK), "the link stays");
    ok_str (text_of ("a"), "through", "its file is replaced");
    ok_int (put ("chain", "twice"), 0, "write to a link to a link");
    ok_str (text_of ("a"), "twice", "the last one's file is replaced");
    ok_int (put ("dangling", "made"), 0, "write to a dangling link");
    ok_str (text_of ("later"), "made", "its file is made");
    ok_int (put ("loop", ""), -1, "a link to itself");
}

/* Second names of files, which stay where the first name goes. */
static void second_names (void)
{
    struct fid_error err;
    ok (fid_outfile_link ("dir/link", "second", NULL, &err) == 0 && is_kind ("second", S_IFREG),
        "a second name of the file that a link leads to");
    ok_str (text_of ("second"), "twice", "its text");
    ok (symlink ("a", "to") == 0 &&
            fid_outfile_link ("/proc/self/cmdline", "to", NULL, &err) == 0 &&
            is_kind ("to", S_IFREG),
        "a copy from another file system, in the place of a link");
    ok_str (text_of ("a"), "twice", "whose file stays as it was");
    ok (fid_outfile_link ("dir", "to", NULL, &err) == -1 && err.status == FID_EINTERNAL,
        "a folder has no second name: %s", err.text);
    ok (unlink ("second") == 0 && unlink ("to") == 0, "remove them");
}

/* What is below a folder that somebody named. */
static void below (void)
{
    static const struct {
        const char *what, *path, *below;
        bool good;
    } row[] = {
        {"a file of the folder", "in/new", "in", true},
        {"of a folder in it", "in/sub/new", "in", true},
        {"slashes", "in//sub//new", "in/", true},
        {"the folder may be a link", "there/new", "there", true},
        {"a link to a file of the same folder", "in/inside", "in", false},
        {"a link out of it", "in/out", "in", false},
        {"a link to nothing", "in/dangling", "in", false},
        {"a folder that is a link", "in/up/a", "in", false},
        {"one that leads back", "in/self/new", "in", false},
        {"a FIFO", "in/fifo", "in", false},
        {"a folder", "in/sub", "in", false},
        {"dots", "in/sub/../../a", "in", false},
        {"another folder that begins alike", "inner/new", "in", false},
        {"a folder that is not there", "in/none/new", "in", false},
    };
    struct fid_error err;
    int first = open (".", O_RDONLY);
    close (first);
    ok (mkdir ("in", 0777) == 0 && mkdir ("in/sub", 0777) == 0 && mkdir ("inner", 0777) == 0 &&
            symlink ("sub/new", "in/inside") == 0 && symlink ("../a", "in/out") == 0 &&
            symlink ("../gone", "in/dangling") == 0 && symlink ("..", "in/up") == 0 &&
            symlink (".", "in/self") == 0 && symlink ("in", "there") == 0 &&
            mkfifo ("in/fifo", 0666) == 0 && put ("a", "stays") == 0,
        "a folder of traps");
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const char *path = row[i].path, *in = row[i].below;
        int rc = fid_outfile_write (path, in, "text", 4, &err);
        ok (rc == (row[i].good ? 0 : -1) && (!rc || err.status == FID_EINTERNAL), "%s: written",
            row[i].what);
        if (row[i].good)
            ok_str (text_of (path), "text", path);
        int fd = fid_open_below (path, in, O_WRONLY | O_CREAT | O_APPEND, 0666, &err);
        ok ((fd >= 0) == row[i].good, "%s: appended to", row[i].what);
        if (fd >= 0)
            close (fd);
        ok ((fid_outfile_link ("a", path, in, &err) == 0) == row[i].good, "%s: linked",
            row[i].what);
    }
    ok_str (text_of ("a"), "stays", "nothing else is written");
    ok (access ("gone", F_OK) && access ("inner/new", F_OK), "or made");
    ok (fid_make_dirs ("in/x/y", "in", &err) == 0 && is_kind ("in/x/y", S_IFDIR), "folders");
    ok (fid_make_dirs ("made/x", "made", &err) == 0 && is_kind ("made/x", S_IFDIR),
        "and the first");
    ok (fid_make_dirs ("in/up/z", "in", &err) == -1 && access ("z", F_OK),
        "none behind a link");
    ok (fid_make_dirs ("in/self", "in", &err) == -1, "a link is no folder: %s", err.text);
    ok (fid_remove_file ("in/new", "in", &err) == 0 &&
            fid_remove_file ("in/new", "in", &err) == 0 && access ("in/new", F_OK),
        "a file goes");
    ok (fid_remove_file ("in/up/a", "in", &err) == -1 && is_kind ("a", S_IFREG),
        "none behind a link");
    int now = open (".", O_RDONLY);
    ok_int (now, first, "no descriptor is left");
    close (now);
    ok (fid_remove_tree ("in", &err) == 0 && fid_remove_tree ("made", &err) == 0 &&
            rmdir ("inner") == 0 && unlink ("there") == 0 && put ("a", "twice") == 0,
        "remove them");
}

static void direct (void)
{
    char got[8] = "";
    ok (mkfifo ("fifo", 0666) == 0, "a FIFO");
    int fd = open ("fifo", O_RDONLY | O_NONBLOCK);
    ok_int (put ("fifo", "flow"), 0, "write to it");
    ok (read (fd, got, sizeof got) == 4 && memcmp (got, "flow", 4) == 0, "what comes out");
    ok (is_kind ("fifo", S_IFIFO), "it stays a FIFO");
    close (fd);
    ok (symlink ("/dev/full", "full") == 0 && put ("full", "x") == -1, "a full device");
    ok (is_kind ("full", S_IFLNK) && is_kind ("/dev/full", S_IFCHR), "it stays");
    if (mknod ("block", S_IFBLK | 0666, makedev (7, 0))) {
        skip ("a block device is not written", "only root makes one");
        return;
    }
    struct fid_error err = {0};
    int rc = fid_outfile_write ("block", NULL, "x", 1, &err);
    ok (rc == -1 && strstr (err.text, "block: is a device"), "a block device is not written");
    ok (is_kind ("block", S_IFBLK), "it stays");
}

/* Standard output redirected to a file: what others wrote there is kept. */
static void standard_output (void)
{
    fflush (stdout);
    int old = dup (STDOUT_FILENO), fd = open ("out", O_WRONLY | O_CREAT, 0666);
    dup2 (fd, STDOUT_FILENO);
    printf ("1,");
    int rc = put ("/dev/stdout", "2,");
    printf ("3");
    fflush (stdout);
    dup2 (old, STDOUT_FILENO);
    close (old);
    close (fd);
    ok_int (rc, 0, "write to /dev/stdout");
    ok_str (text_of ("out"), "1,2,3", "in order with what the program prints");
}

/* An empty file of that name, changed so many seconds ago. */
static void left (const char *name, time_t age_s)
{
    fclose (fopen (name, "w"));
    struct timespec now[2];
    clock_gettime (CLOCK_REALTIME, &now[0]);
    now[0].tv_sec -= age_s;
    now[1] = now[0];
    utimensat (AT_FDCWD, name, now, 0);
}

/* A folder with a file in it, changed so many seconds ago. */
static void left_folder (const char *name, time_t age_s)
{
    char file[64];
    mkdir (name, 0700);
    snprintf (file, sizeof file, "%s/file", name);
    fclose (fopen (file, "w"));
    struct timespec at = {.tv_sec = time (NULL) - age_s};
    utimensat (AT_FDCWD, name, (struct timespec[]){at, at}, 0);
}

/* Folders that are filled beside the one they are for. */
static void folders (long dead)
{
    static const char *const form[] = {"tree.%ld-0.tmp", "tree.%ld-1.tmp", "trees.%ld-0.tmp",
                                       "tree.%ld"};
    char name[4][64];
    struct fid_error err;
    for (size_t i = 0; i < 4; i++) {
        snprintf (name[i], sizeof name[i], form[i], dead);
        left_folder (name[i], i == 1 ? 5 : 3600);
    }
    char *one = fid_outfolder ("tree", &err), *two = fid_outfolder ("tree", &err);
    ok (one && two && strcmp (one, two) != 0 && access (one, W_OK) == 0 &&
            access (two, W_OK) == 0,
        "two folders to fill");
    ok (access (name[0], F_OK), "the one that a killed process left is removed");
    ok (!access (name[1], F_OK), "not a young one");
    ok (!access (name[2], F_OK) && !access (name[3], F_OK), "nor others");
    ok (!fid_outfolder ("none/tree", &err) && err.status == FID_EINTERNAL, "no folder: %s",
        err.text);
    for (size_t i = 1; i < 4; i++)
        ok_int (fid_remove_tree (name[i], &err), 0, form[i]);
    ok_int (fid_remove_tree (one, &err) || fid_remove_tree (two, &err), 0, "and ours");
    ok_int (fid_remove_tree ("none", &err), 0, "what is not there is removed");
    free (one);
    free (two);
}

/* A tree with more names than the system says at once, folders in folders, and a link out. */
static void full_folder (void)
{
    char name[300], deep[64] = "crowd";
    struct fid_error err;
    mkdir (deep, 0700);
    for (int i = 0; i < 9; i++) {
        strcat (deep, "/down");
        mkdir (deep, 0700);
    }
    for (int i = 0; i < 400; i++) {
        snprintf (name, sizeof name, "crowd/down/%0250d", i);
        if (i % 4)
            fclose (fopen (name, "w"));
        else
            mkdir (name, 0700);
    }
    mkdir ("outside", 0700);
    fclose (fopen ("outside/file", "w"));
    ok (symlink ("../outside", "crowd/link") == 0, "a link");
    ok_int (fid_remove_tree ("crowd", &err), 0, "a full folder is removed");
    ok (access ("crowd", F_OK) && !access ("outside/file", F_OK),
        "what a link leads to is not");
    ok (fid_remove_tree ("outside/file/x", &err) && err.status == FID_EINTERNAL,
        "a path through a file: %s", err.text);
    ok_int (fid_remove_tree ("outside", &err), 0, "a folder with a file");
}

static void left_behind (void)
{
    char mine[64];
    pid_t dead = fork ();
    if (dead == 0)
        _exit (0);
    waitpid (dead, NULL, 0);
    static const char *const form[] = {"s/x.json.%ld-0.tmp", "s/y.json.%ld-0.tmp",
                                       "s/%ld-0.tmp",        "s/x.%ld-0.tmpx",
                                       "s/x.%ld-.tmp",       "s/x%ld-1.tmp"};
    char name[6][64];
    mkdir ("s", 0700);
    for (size_t i = 0; i < 6; i++) {
        snprintf (name[i], sizeof name[i], form[i], (long)dead);
        left (name[i], i == 1 ? 5 : 3600);
    }
    snprintf (mine, sizeof mine, "s/x.json.%ld-0.tmp", (long)getpid ());
    left (mine, 3600);
    fid_outfile_sweep ("s", NULL, FID_STALE_S);
    ok (access (name[0], F_OK), "what a killed process left is removed");
    ok (!access (name[1], F_OK), "not what is being written, perhaps on another machine");
    ok (!access (mine, F_OK), "nor what a living process has");
    size_t there_n = 0;
    for (size_t i = 2; i < 6; i++)
        there_n += access (name[i], F_OK) == 0;
    ok_int ((long long)there_n, 4, "nor files of other names");
    fid_outfile_sweep ("none", NULL, FID_STALE_S);
    for (size_t i = 1; i < 6; i++)
        unlink (name[i]);
    unlink (mine);
    rmdir ("s");
    folders ((long)dead);
    full_folder ();
}

int main (void)
{
    char dir[] = "outfile.XXXXXX";
    if (!mkdtemp (dir) || chdir (dir))
        return 99;
    regular ();
    links ();
    second_names ();
    below ();
    direct ();
    standard_output ();
    left_behind ();
    static const char *const made[] = {"a",    "dir/link", "chain", "dangling", "later",
                                       "loop", "fifo",     "full",  "block",    "out"};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        unlink (made[i]);
    ok (rmdir ("dir") == 0 && chdir ("..") == 0 && rmdir (dir) == 0, "nothing else is left");
    return tap_done ();
}
