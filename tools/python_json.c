/* SPDX-License-Identifier: GPL-3.0-or-later */
/* python_json.c - see python_json.h */
#include "base/python_repr.h"
#include "tools/python_json.h"

static void new_item (struct fid_python_json *j, const char *key)
{
    if (j->any)
        fputs (j->indented ? "," : ", ", j->f);
    if (j->indented && j->depth)
        fprintf (j->f, "\n%*s", 4 * j->depth, "");
    if (key)
        fprintf (j->f, "\"%s\": ", key);
    j->any = true;
}

void fid_python_json_begin (struct fid_python_json *j, const char *key, char open)
{
    new_item (j, key);
    fputc (open, j->f);
    j->depth++;
    j->any = false;
}

void fid_python_json_end (struct fid_python_json *j, char close)
{
    j->depth--;
    if (j->indented && j->any)
        fprintf (j->f, "\n%*s", 4 * j->depth, "");
    fputc (close, j->f);
    j->any = true;
}

void fid_python_json_number (struct fid_python_json *j, const char *key, double v)
{
    char text[FID_REPR_TEXT];
    fid_python_json_raw (j, key, isnan (v) ? "null" : fid_repr (v, text));
}

void fid_python_json_raw (struct fid_python_json *j, const char *key, const char *json)
{
    new_item (j, key);
    fputs (json, j->f);
}
