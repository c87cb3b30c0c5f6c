/* SPDX-License-Identifier: GPL-3.0-or-later */
/* storage_keys.c - see storage_keys.h */
#include "model/storage_keys.h"

static const struct {
    const char *name;
    double unit, least;
    bool allowed;
} keys[] = {
#define KEY_ROW(id, member, name, unit, least, allowed, doc) {name, unit, least, allowed},
    FID_STORAGE_KEYS (KEY_ROW)};

int fid_storage_key_find (struct fid_span name)
{
    for (int k = 0; k < FID_STORAGE_KEY_N; k++)
        if (fid_span_is (name, keys[k].name))
            return k;
    return -1;
}

const char *fid_storage_key_name (enum fid_storage_key key)
{
    return keys[key].name;
}

double fid_storage_key_unit (enum fid_storage_key key)
{
    return keys[key].unit;
}

const char *fid_storage_key_read (enum fid_storage_key key, struct fid_span value, double *x)
{
    double n;
    if (!fid_span_decimal (value, &n) || n < keys[key].least ||
        (n == keys[key].least && !keys[key].allowed))
        return keys[key].allowed ? "is not a number from 0" : "is not a number above 0";
    if (n > 0 && (n < FID_STORAGE_LEAST || n > FID_STORAGE_MOST))
        return "is not between 1e-9 and 1e12";
    *x = n * keys[key].unit;
    return NULL;
}

const char *fid_storage_setting_next (struct fid_span *rest, int *key, double *x,
                                      struct fid_span *bad)
{
    struct fid_span name;
    *key = -1;
    if (!fid_span_field (rest, ',', bad))
        return NULL;
    struct fid_span value = *bad;
    fid_span_field (&value, '=', &name);
    if (!value.p)
        return "is not KEY=VALUE";
    *key = fid_storage_key_find (name);
    return *key < 0 ? "has no key of a storage"
                    : fid_storage_key_read ((enum fid_storage_key) * key, value, x);
}
