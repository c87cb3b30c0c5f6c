/* windows.c - see windows.h */
#include <math.h>
#include "storage/windows.h"

#define PAGE 4096.

/* The first window after a call of that size. */
static double
first_window (double call_n, double most)
{
    double size = exp2 (ceil (log2 (fmax (call_n, PAGE) / PAGE))) * PAGE;
    if (size <= most / 32)
        return 4 * size;
    return size <= most / 4 ? 2 * size : most;
}

static double
next_window (double size, double most)
{
    if (size < most / 16)
        return 4 * size;
    return size <= most / 2 ? 2 * size : most;
}

static double
pieces_of (double byte_n, double most)
{
    return most > 0 ? fmax (1, ceil (byte_n / most)) : 1;
}

/* Calls that read for themselves: each waits, large ones once for each piece. */
static void
read_alone (const struct fid_job_read *read, const struct fid_client *client, double *wait_n,
            double *request_n)
{
    double call_n = read->call_n ? read->call_n : 1, each = (double)read->byte_n / call_n;
    double piece = fmax (client->read_ahead_n, client->request_n);
    *wait_n += call_n * (client->request_n > 0 ? pieces_of (each, piece) : 1);
    *request_n += call_n * pieces_of (each, client->request_n);
}

/* Asks for the next window, which a call that is larger than the read-ahead makes as large as a
 * request. */
static void
ask_window (struct fid_window *w, double call_n, const struct fid_client *client,
            double *request_n)
{
    double most = fmax (client->read_ahead_n, fmin (call_n, client->request_n));
    w->size = w->size > 0 ? next_window (w->size, most) : first_window (call_n, most);
    w->ahead += w->size;
    *request_n += pieces_of (w->size, client->request_n);
}

void
fid_window_read (struct fid_window *w, const struct fid_job_read *read,
                 const struct fid_client *client, double *wait_n, double *request_n)
{
    double from = (double)read->offset, end = from + (double)read->byte_n;
    double first = (double)read->first_n;
    double call = read->call_n > 1 ? (end - from - first) / (read->call_n - 1.) : first;
    bool goes_on = w->size > 0 && from == w->next;
    if (!(client->read_ahead_n > 0) || !read->sequential) {
        *w = (struct fid_window){.next = end, .ahead = end};
        read_alone (read, client, wait_n, request_n);
        return;
    }
    if (!goes_on)
        *w = (struct fid_window){.ahead = from};
    else if (from > w->ahead - w->size) /* it was entered: the next one is under way */
        ask_window (w, call, client, request_n);
    while (w->ahead < end) {
        ask_window (w, w->size > 0 ? call : first, client, request_n);
        *wait_n += 1;
    }
    w->next = end;
}
