/* SPDX-License-Identifier: GPL-3.0-or-later */
/* names.c - see names.h */
#include <xxhash.h>
#include "readers/names.h"

uint64_t fid_names_key (struct fid_span key)
{
    return XXH3_64bits (key.p, key.n);
}

int fid_names_put (struct fid_names *names, struct fid_span key, struct fid_span text,
                   struct fid_error *err)
{
    uint64_t hash = fid_names_key (key);
    struct fid_span known;
    if (fid_names_get (names, hash, &known))
        return 0;
    size_t need = names->text_n + text.n + 1;
    FID_TRY (fid_array_grow (&names->text, &names->text_cap, need, 1, err));
    FID_TRY (
        fid_array_grow (&names->name, &names->cap, names->n + 1, sizeof *names->name, err));
    FID_TRY (fid_index_put (&names->index, hash, names->n, err));
    names->name[names->n].at = names->text_n;
    names->name[names->n++].n = text.n;
    if (text.n)
        memcpy (names->text + names->text_n, text.p, text.n);
    names->text_n += text.n;
    return 0;
}

bool fid_names_get (const struct fid_names *names, uint64_t key, struct fid_span *text)
{
    size_t at = 0, i;
    if (!fid_index_next (&names->index, key, &at, &i))
        return false;
    *text = (struct fid_span){names->text + names->name[i].at, names->name[i].n};
    return true;
}

void fid_names_clear (struct fid_names *names)
{
    fid_index_clear (&names->index);
    FID_FREE (names->name, names->text);
    *names = (struct fid_names){0};
}
