/* SPDX-License-Identifier: GPL-3.0-or-later */
/* windows.c - see windows.h */
#include "storage/windows.h"

#define PAGE 4096.

/* The first window after a call of that size. */
static double first_window (double call_n, double most)
{
    double size = exp2 (ceil (log2 (fmax (call_n, PAGE) / PAGE))) * PAGE;
    if (size <= most / 32)
        return 4 * size;
    return size <= most / 4 ? 2 * size : most;
}

static double next_window (double size, double most)
{
    if (size < most / 16)
        return 4 * size;
    return size <= most / 2 ? 2 * size : most;
}

static double pieces_of (double byte_n, double most)
{
    return most > 0 ? fmax (1, ceil (byte_n / most)) : 1;
}

/* Calls that read for themselves: each waits, large ones once for each piece. */
static void read_alone (const struct fid_job_read *read, const struct fid_client *client,
                        double *wait_n, double *request_n)
{
    double call_n = read->call_n ? read->call_n : 1, each = (double)read->byte_n / call_n;
    double piece = fmax (client->read_ahead_n, client->request_n);
    *wait_n += call_n * (client->request_n > 0 ? pieces_of (each, piece) : 1);
    *request_n += call_n * pieces_of (each, client->request_n);
}

/* A call that is larger than the read-ahead opens a window wherever it begins, and reads on in
 * windows as a sequential reader does. */
static void read_large (const struct fid_job_read *read, const struct fid_client *client,
                        double *wait_n, double *request_n)
{
    uint64_t call_n = read->call_n ? read->call_n : 1, each = read->byte_n / call_n;
    struct fid_job_read one = {
        .call_n = 1, .byte_n = each, .first_n = each, .sequential = true};
    struct fid_window w = {0};
    double waits = 0, requests = 0;
    fid_window_read (&w, &one, client, &waits, &requests);
    *wait_n += (double)call_n * waits;
    *request_n += (double)call_n * requests;
}

static bool is_large (const struct fid_job_read *read, const struct fid_client *client)
{
    double call_n = read->call_n ? read->call_n : 1, each = (double)read->byte_n / call_n;
    return client->read_ahead_n > 0 && each > fmax (client->read_ahead_n, client->request_n);
}

/* Asks for the next window, which a call that is larger than the read-ahead makes as large as a
 * request.  What lies behind the end of the file is not asked for. */
static void ask_window (struct fid_window *w, double call_n, const struct fid_client *client,
                        double *request_n)
{
    double most = fmax (client->read_ahead_n, fmin (call_n, client->request_n));
    w->size = w->size > 0 ? next_window (w->size, most) : first_window (call_n, most);
    double left = w->file_n > 0 ? w->file_n - w->ahead : w->size;
    w->ahead += w->size;
    *request_n += left > 0 ? pieces_of (fmin (w->size, left), client->request_n) : 0;
}

void fid_window_read (struct fid_window *w, const struct fid_job_read *read,
                      const struct fid_client *client, double *wait_n, double *request_n)
{
    double from = (double)read->offset, end = from + (double)read->byte_n;
    double first = (double)read->first_n;
    double call = read->call_n > 1 ? (end - from - first) / (read->call_n - 1.) : first;
    bool goes_on = w->size > 0 && from == w->next, jumps = from > 0 && read->call_n < 2;
    w->next = end;
    if (!(client->read_ahead_n > 0) || !read->sequential || (jumps && !goes_on)) {
        w->size = 0;
        (is_large (read, client) ? read_large : read_alone) (read, client, wait_n, request_n);
        return;
    }
    if (!goes_on) {
        *w = (struct fid_window){.next = end, .ahead = from, .file_n = w->file_n};
        ask_window (w, first, client, request_n);
        *wait_n += 1;
        w->mark = from + (w->size > first ? first : w->size / 2);
    }
    /* what was asked for before this stretch has come meanwhile */
    for (double here = w->ahead; w->mark < end;) {
        bool missing = w->mark >= here;
        w->mark = w->ahead;
        ask_window (w, call, client, request_n);
        if (missing) {
            *wait_n += 1;
            here = w->ahead;
        }
    }
}
