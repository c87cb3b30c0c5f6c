/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader.c - the registry of formats (readers.def) */
#include "readers/reader.h"

#define FID_READER(name) extern const struct fid_reader reader_##name;
#include "readers/readers.def"
#undef FID_READER

#define FID_READER(name) &reader_##name,
const struct fid_reader *const fid_readers[] = {
#include "readers/readers.def"
    NULL};
#undef FID_READER

#define HEAD_MAX 16384

/* The reader that recognises head best, and the first of equals; late: of those that may need
 * much of the file.  Who cannot be better than the best so far is not asked. */
static const struct fid_reader *find_reader (const struct fid_head *head, bool late)
{
    const struct fid_reader *best = NULL;
    int best_score = 0;
    for (size_t i = 0; fid_readers[i]; i++) {
        const struct fid_reader *reader = fid_readers[i];
        int most = reader->best ? reader->best : FID_CERTAIN;
        if ((late && !reader->late) || most <= best_score)
            continue;
        int score = reader->probe (head);
        if (score > best_score) {
            best_score = score;
            best = reader;
        }
    }
    return best;
}

int fid_reader_reopen (struct fid_text *text, const char *path, struct fid_head *head,
                       struct fid_error *err)
{
    const char *slash = strrchr (path, '/'), *end = slash ? slash : path, *start = end;
    FID_TRY (fid_text_open (text, path, err));
    while (start > path && start[-1] != '/')
        start--;
    head->name = fid_file_name (path);
    head->dir = (struct fid_span){start, (size_t)(end - start)};
    if (fid_text_peek (text, HEAD_MAX, &head->text, err)) {
        fid_text_close (text);
        return -1;
    }
    return 0;
}

int fid_reader_open (struct fid_text *text, const char *path, struct fid_head *head,
                     const struct fid_reader **reader, struct fid_error *err)
{
    FID_TRY (fid_reader_reopen (text, path, head, err));
    *reader = find_reader (head, false);
    if (*reader || head->text.n < HEAD_MAX || memchr (head->text.p, '\0', head->text.n))
        return 0;
    if (fid_text_peek (text, FID_LATE_MAX, &head->text, err)) {
        fid_text_close (text);
        return -1;
    }
    *reader = find_reader (head, true);
    return 0;
}

const struct fid_reader *fid_reader_by_name (const char *name)
{
    for (size_t i = 0; name && fid_readers[i]; i++)
        if (strcmp (fid_readers[i]->name, name) == 0)
            return fid_readers[i];
    return NULL;
}
