/* SPDX-License-Identifier: GPL-3.0-or-later */
/* docrow.c - see docrow.h */
#include "base/docrow.h"

/* The next number, of the conversion behind its '%'. */
static double take_number (const char *conversion, va_list *ap)
{
    switch (*conversion) {
    case 'd':
        return va_arg (*ap, int);
    case 'z':
        return (double)va_arg (*ap, size_t);
    case 'j':
        return (double)va_arg (*ap, uintmax_t);
    default:
        return va_arg (*ap, double);
    }
}

static void add_members (struct fid_doc *d, cJSON *in, const char *members, va_list *ap)
{
    char key[48];
    while (*members) {
        size_t n = strcspn (members, " ");
        memcpy (key, members, n < sizeof key ? n : sizeof key - 1);
        key[n < sizeof key ? n : sizeof key - 1] = '\0';
        const char *conversion = members + n + 2;
        if (*conversion == 's') {
            fid_doc_text (d, in, key, va_arg (*ap, const char *));
        } else if (*conversion == 'h') {
            fid_doc_bool (d, in, key, va_arg (*ap, int));
        } else {
            double x = take_number (conversion, ap);
            fid_doc_maybe (d, in, key, *conversion == 'f' ? !(x < 0) : x != FID_GAP, x);
        }
        members = conversion + strcspn (conversion, " ");
        members += *members == ' ';
    }
}

cJSON *fid_doc_row (struct fid_doc *d, cJSON *in, const char *key, const char *members, ...)
{
    va_list ap;
    cJSON *o = fid_doc_object (d, in, key);
    va_start (ap, members);
    add_members (d, o, members, &ap);
    va_end (ap);
    return o;
}

void fid_doc_members (struct fid_doc *d, cJSON *in, const char *members, ...)
{
    va_list ap;
    va_start (ap, members);
    add_members (d, in, members, &ap);
    va_end (ap);
}
