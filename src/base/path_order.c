/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path_order.c - see path_order.h */
#include "base/path_order.h"

/* Take a number without its leading zeros off *p: its digits and their count. */
static size_t take_number (const char **p, const char **start)
{
    while (**p == '0' && fid_is_digit ((*p)[1]))
        ++*p;
    *start = *p;
    while (fid_is_digit (**p))
        ++*p;
    return (size_t)(*p - *start);
}

int fid_path_order (const char *a, const char *b)
{
    const char *all_a = a, *all_b = b, *x, *y;
    while (*a && *b) {
        if (fid_is_digit (*a) && fid_is_digit (*b)) {
            size_t n = take_number (&a, &x), m = take_number (&b, &y);
            int c = n == m ? memcmp (x, y, n) : n < m ? -1 : 1;
            if (c)
                return c;
        } else if (*a != *b) {
            break;
        } else {
            a++;
            b++;
        }
    }
    int c = (unsigned char)*a - (unsigned char)*b;
    return c ? c : strcmp (all_a, all_b); /* "01" and "1" */
}

bool fid_path_alike (const char *a, const char *b)
{
    const char *x;
    while (*a && *b) {
        if (fid_is_digit (*a) && fid_is_digit (*b)) {
            take_number (&a, &x);
            take_number (&b, &x);
        } else if (*a++ != *b++) {
            return false;
        }
    }
    return *a == *b;
}
