/* test_file_mark.c - marks of files: the same as long as the file is, and no longer */
#include "config.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/file_mark.h"
#include "tests/tap.h"

static char dir[] = "/tmp/fidlio-mark.XXXXXX";

static const char *
in_dir (const char *name)
{
    static char path[64];
    snprintf (path, sizeof path, "%s/%s", dir, name);
    return path;
}

static void
put (const char *name, const char *text)
{
    FILE *f = fopen (in_dir (name), "w");
    fputs (text, f);
    fclose (f);
}

static void
young (void)
{
    char mark[FID_MARK_TEXT], again[FID_MARK_TEXT];
    put ("a", "one");
    fid_file_mark (in_dir ("a"), mark);
    ok (mark[0] == 'c' && strlen (mark) == 17, "a new file is marked by its content: %s", mark);
    ok (fid_file_has_mark (in_dir ("a"), mark), "which it has");
    put ("a", "one");
    ok (fid_file_has_mark (in_dir ("a"), mark), "written again with the same content, too");
    put ("a", "owe");
    ok (!fid_file_has_mark (in_dir ("a"), mark), "as long, but another content");
    fid_file_mark (in_dir ("a"), again);
    ok (strcmp (mark, again) != 0, "another mark");
}

static void
old (void)
{
    char mark[FID_MARK_TEXT];
    put ("b", "one");
    sleep (4);
    fid_file_mark (in_dir ("b"), mark);
    ok (mark[0] == 's', "an old file is marked by its times: %s", mark);
    ok (fid_file_has_mark (in_dir ("b"), mark), "which it has");
    struct stat st;
    stat (in_dir ("b"), &st);
    put ("b", "owe");
    const struct timespec times[] = {st.st_atim, st.st_mtim};
    utimensat (AT_FDCWD, in_dir ("b"), times, 0);
    ok (!fid_file_has_mark (in_dir ("b"), mark), "changed, with its time set back");
}

static void
none (void)
{
    char mark[FID_MARK_TEXT];
    fid_file_mark (in_dir ("none"), mark);
    ok_str (mark, "-", "no file");
    ok (fid_file_has_mark (in_dir ("none"), "-"), "still none");
    put ("none", "");
    ok (!fid_file_has_mark (in_dir ("none"), "-"), "now there is one");
    fid_file_mark (dir, mark);
    ok_str (mark, "?", "what cannot be read as a file");
    ok (!fid_file_has_mark (dir, "?"), "never has its mark");
}

int
main (void)
{
    ok (mkdtemp (dir) != NULL, "a directory");
    young ();
    none ();
    old ();
    unlink (in_dir ("a"));
    unlink (in_dir ("b"));
    unlink (in_dir ("none"));
    rmdir (dir);
    return tap_done ();
}
