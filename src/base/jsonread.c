/* jsonread.c - see jsonread.h */
#include "config.h"
#include <math.h>
#include "base/jsonread.h"

int
fid_cjson_lacks (const struct fid_reading *r, const char *member)
{
    return fid_errorf (r->err, FID_EINPUT, "%s: no %s: %s is missing or of the wrong kind",
                       r->path, r->what, member);
}

const cJSON *
fid_cjson_member (const cJSON *o, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive (o, key);
}

const char *
fid_cjson_string (const cJSON *o, const char *key)
{
    const cJSON *m = fid_cjson_member (o, key);
    if (!cJSON_IsString (m))
        return NULL;
    for (const char *s = m->valuestring; *s; s++)
        if ((unsigned char)*s < 0x20 || *s == 0x7F)
            return NULL;
    return m->valuestring;
}

bool
fid_cjson_amount (const cJSON *o, const char *key, double max, double *x)
{
    const cJSON *m = fid_cjson_member (o, key);
    *x = -1;
    if (!cJSON_IsNumber (m) || !isfinite (m->valuedouble) ||
        !(m->valuedouble >= 0 && m->valuedouble <= max))
        return false;
    *x = m->valuedouble;
    return true;
}

bool
fid_cjson_maybe_amount (const cJSON *o, const char *key, double max, double *x)
{
    return fid_cjson_amount (o, key, max, x) || cJSON_IsNull (fid_cjson_member (o, key));
}
