/* file_mark.c - see file_mark.h */
#include "config.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include "base/file_mark.h"
#include "base/text.h"

#define YOUNG_S 2 /* the coarsest clock of a file system */

static uint64_t
of_time (struct timespec t, uint64_t seed)
{
    return fid_hash_number ((uint64_t)t.tv_nsec, fid_hash_number ((uint64_t)t.tv_sec, seed));
}

static void
put_mark (char letter, uint64_t hash, char out[FID_MARK_TEXT])
{
    out[0] = letter;
    fid_hash_text (hash, out + 1);
}

/* false: out is "-" or "?". */
static bool
mark_inode (const char *path, struct stat *st, char out[FID_MARK_TEXT])
{
    if (stat (path, st)) {
        strcpy (out, errno == ENOENT || errno == ENOTDIR ? "-" : "?");
        return false;
    }
    uint64_t hash = fid_hash_number ((uint64_t)st->st_size, (uint64_t)st->st_ino);
    put_mark ('s', of_time (st->st_ctim, of_time (st->st_mtim, hash)), out);
    return true;
}

static void
mark_content (const char *path, char out[FID_MARK_TEXT])
{
    struct fid_error unused;
    uint64_t hash, size;
    if (fid_file_hash (path, &hash, &size, &unused))
        strcpy (out, "?");
    else
        put_mark ('c', fid_hash_number (size, hash), out);
}

void
fid_file_mark (const char *path, char out[FID_MARK_TEXT])
{
    struct stat st;
    if (!mark_inode (path, &st, out))
        return;
    time_t now = time (NULL);
    if (st.st_ctim.tv_sec >= now - YOUNG_S || st.st_mtim.tv_sec >= now - YOUNG_S)
        mark_content (path, out);
}

bool
fid_file_has_mark (const char *path, const char *mark)
{
    struct stat st;
    char now[FID_MARK_TEXT];
    if (mark_inode (path, &st, now) && mark[0] == 'c')
        mark_content (path, now);
    return now[0] != '?' && strcmp (now, mark) == 0;
}
