/* SPDX-License-Identifier: GPL-3.0-or-later */
/* replay.c - runs a fuzz target on files, or on all files of folders: one check each
 *
 * The target ends the program where it finds something; the last "# " names the file. */
#ifdef FUZZ_ENGINE /* it has a main of its own */
typedef int fuzz_engine;
#else
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/array.h"
#include "tests/fuzz/fuzz.h"
#include "tests/tap.h"

static void run_file (const char *path)
{
    struct stat st;
    if (stat (path, &st) || !S_ISREG (st.st_mode))
        return;
    FILE *f = fopen (path, "rb");
    size_t room = (size_t)st.st_size;
    uint8_t *data = malloc (room + 1); /* no NUL behind it: reading beyond is an error */
    size_t n = f && data ? fread (data, 1, room, f) : 0;
    diag ("%s", path);
    if (f)
        fclose (f);
    if (data && n == room)
        LLVMFuzzerTestOneInput (data, n);
    ok (data && n == room, "%s: no harm", strrchr (path, '/') ? strrchr (path, '/') + 1 : path);
    free (data);
}

int main (int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct dirent **entry;
        int n = scandir (argv[i], &entry, NULL, alphasort);
        if (n < 0)
            run_file (argv[i]);
        for (int k = 0; k < n; k++) {
            char *path = fid_format (NULL, "%s/%s", argv[i], entry[k]->d_name);
            if (path)
                run_file (path);
            free (path);
            free (entry[k]);
        }
        if (n >= 0)
            free (entry);
    }
    return tap_done ();
}
#endif
