/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_listing.c - what is in a folder, in order */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/listing.h"
#include "base/outfile.h"
#include "tests/tap.h"

/* Checks the names that a folder lists, each followed by a comma. */
static void lists (const char *dir, const char *end, mode_t kind, const char *want,
                   const char *what)
{
    struct fid_listing names = {0};
    struct fid_error err;
    char got[200] = "";
    int rc = fid_listing_read (&names, dir, end, kind, &err);
    for (size_t i = 0; i < names.n; i++) {
        size_t n = strlen (got);
        snprintf (got + n, sizeof got - n, "%s,", names.at[i]);
    }
    ok (rc == 0, "%s: read", what);
    ok_str (got, want, what);
    fid_listing_clear (&names);
}

int main (void)
{
    static const char *const files[] = {"b.csv", "a.csv", "B.csv", ".hidden.csv", "a.txt"};
    char dir[] = "/tmp/fidlio-listing-XXXXXX", path[80];
    struct fid_listing names = {0};
    struct fid_error err;
    if (!mkdtemp (dir))
        return 99;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf (path, sizeof path, "%s/%s", dir, files[i]);
        ok (fid_outfile_write (path, NULL, "", 0, &err) == 0, "a file");
    }
    snprintf (path, sizeof path, "%s/c.csv", dir);
    mkdir (path, 0700);
    lists (dir, NULL, 0, "B.csv,a.csv,a.txt,b.csv,c.csv,", "all but hidden ones");
    lists (dir, ".csv", 0, "B.csv,a.csv,b.csv,c.csv,", "names with that end");
    lists (dir, ".csv", S_IFREG, "B.csv,a.csv,b.csv,", "files alone");
    lists (dir, NULL, S_IFDIR, "c.csv,", "folders alone");
    ok (fid_remove_tree (dir, &err) == 0, "the folder goes");
    ok (fid_listing_read (&names, dir, NULL, 0, &err) && err.status == FID_EINPUT,
        "a folder that is not there: %s", err.text);
    fid_listing_clear (&names);
    return tap_done ();
}
