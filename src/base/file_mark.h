/* file_mark.h - is a file still the one it was?
 *
 * A mark is "s" and a hash of size, inode and the times of the last changes of content and inode
 * (which no program can set back), or, for a file that was changed less than 2 s ago, "c" and a
 * hash of its content: it may be changed again within one tick of the clock of its file system.
 * "-" is the mark of a file that does not exist, "?" that of one that cannot be read, which no
 * file has. */
#ifndef FID_FILE_MARK_H
#define FID_FILE_MARK_H

#include <stdbool.h>
#include "base/hash.h"

#define FID_MARK_TEXT (FID_HASH_TEXT + 1)

void fid_file_mark (const char *path, char out[FID_MARK_TEXT]);

/* Whether the file still has that mark; false if one cannot tell.  Reads the file only for a
 * mark of its content. */
bool fid_file_has_mark (const char *path, const char *mark);

#endif
