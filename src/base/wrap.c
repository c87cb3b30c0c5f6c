/* wrap.c - see wrap.h */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/table.h"
#include "base/wrap.h"

int
fid_wrap_from (FILE *f, size_t indent, const char *s, size_t width, struct fid_error *err)
{
    char *clean = fid_cell_plain (s, err), *save = NULL;
    if (!clean)
        return -1;
    size_t at = indent;
    for (char *word = strtok_r (clean, " ", &save); word; word = strtok_r (NULL, " ", &save)) {
        size_t n = fid_text_width (word);
        if (at > indent && at + 1 + n > width) {
            fprintf (f, "\n%*s", (int)indent, "");
            at = indent;
        }
        fprintf (f, at > indent ? " %s" : "%s", word);
        at += n + (at > indent);
    }
    fputc ('\n', f);
    free (clean);
    return 0;
}

int
fid_wrap (FILE *f, const char *first, const char *s, size_t width, struct fid_error *err)
{
    fputs (first, f);
    return fid_wrap_from (f, fid_text_width (first), s, width, err);
}
