/* packed_events.c - see packed_events.h */
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "readers/packed_events.h"

#define EVENT_MAX 96 /* bytes that a packed event may take */

/* The byte of flags: FID_EVENT_... in the lowest bits, the operation above them. */
enum { OP_SHIFT = 3, NEW_PID = 64, NEW_PATH = 128 };

void
fid_packed_events_init (struct fid_packed_events *p, atomic_size_t *budget)
{
    *p = (struct fid_packed_events){.budget = budget, .pid = -1};
}

/* Take more of the budget, so that it covers what is in use. */
static bool
afford (struct fid_packed_events *p, size_t need)
{
    while (p->taken < need) {
        size_t step = p->taken > 65536 ? p->taken : 65536, left = atomic_load (p->budget);
        if (left < step)
            return false;
        if (atomic_compare_exchange_weak (p->budget, &left, left - step))
            p->taken += step;
    }
    return true;
}

/* Room for another event and a path of n bytes. */
static bool
has_room (struct fid_packed_events *p, size_t n)
{
    size_t need = p->n + EVENT_MAX + p->paths.text_n + n +
                  p->paths.cap * sizeof *p->paths.slots;
    return (need <= p->taken || afford (p, need)) &&
           (p->n + EVENT_MAX <= p->cap ||
            !fid_array_grow (&p->byte, &p->cap, p->n + EVENT_MAX, 1, NULL));
}

/* Where the path is kept; SIZE_MAX without memory. */
static size_t
path_at (struct fid_packed_events *p, struct fid_span path)
{
    struct fid_span kept;
    uint64_t key = fid_names_key (path);
    if (!fid_names_get (&p->paths, key, &kept) &&
        (fid_names_put (&p->paths, path, path, NULL) ||
         !fid_names_get (&p->paths, key, &kept)))
        return SIZE_MAX;
    return (size_t)(kept.p - p->paths.text);
}

static unsigned char *
put_number (unsigned char *to, uint64_t x)
{
    for (; x >= 128; x >>= 7)
        *to++ = (unsigned char)(x | 128);
    *to++ = (unsigned char)x;
    return to;
}

static uint64_t
take_number (const unsigned char **from)
{
    uint64_t x = 0;
    for (int shift = 0;; shift += 7) {
        unsigned char c = *(*from)++;
        x |= (uint64_t)(c & 127) << shift;
        if (c < 128)
            return x;
    }
}

/* Small for numbers near 0, whatever their sign. */
static uint64_t
zigzag (int64_t x)
{
    return (uint64_t)x << 1 ^ (uint64_t)(x >> 63);
}

static int64_t
unzigzag (uint64_t x)
{
    return (int64_t)(x >> 1 ^ (~(x & 1) + 1));
}

/* Whether the file is the end of the path, or there is no path. */
static bool
is_simple (const struct fid_event *ev)
{
    return !ev->comm.n && !ev->device.n && !ev->line.n && ev->file.n <= ev->path.n &&
           (!ev->file.n ||
            memcmp (ev->file.p, ev->path.p + ev->path.n - ev->file.n, ev->file.n) == 0);
}

static bool
is_path_before (const struct fid_packed_events *p, const struct fid_event *ev)
{
    return ev->path.n == p->path_n && ev->file.n == p->file_n &&
           (!p->path_n || memcmp (ev->path.p, p->paths.text + p->path_at, p->path_n) == 0);
}

bool
fid_packed_events_add (struct fid_packed_events *p, const struct fid_event *ev)
{
    if (!is_simple (ev) || !has_room (p, ev->path.n))
        return false;
    unsigned char *to = p->byte + p->n, *flags = to++;
    *flags = (unsigned char)(ev->flags | (unsigned)ev->op << OP_SHIFT);
    if (ev->pid != p->pid) {
        *flags |= NEW_PID;
        to = put_number (to, zigzag (ev->pid));
    }
    if (!is_path_before (p, ev)) {
        size_t at = path_at (p, ev->path);
        if (at == SIZE_MAX)
            return false;
        *flags |= NEW_PATH;
        to = put_number (to, at);
        to = put_number (to, ev->path.n);
        to = put_number (to, ev->file.n);
        p->path_at = at;
        p->path_n = ev->path.n;
        p->file_n = ev->file.n;
    }
    to = put_number (to, zigzag ((int64_t)((uint64_t)ev->start_ns - (uint64_t)p->start_ns)));
    to = put_number (to, (uint64_t)ev->dur_ns);
    to = put_number (to, ev->bytes);
    to = put_number (to, ev->offset + 1); /* FID_NO_OFFSET is 0 */
    p->pid = ev->pid;
    p->start_ns = ev->start_ns;
    p->n = (size_t)(to - p->byte);
    p->event_n++;
    return true;
}

int
fid_packed_events_play (const struct fid_packed_events *p, const struct fid_sink *sink,
                        struct fid_error *err)
{
    struct fid_event ev = {.pid = -1, .path = {"", 0}, .file = {"", 0}};
    const unsigned char *from = p->byte;
    for (size_t i = 0; i < p->event_n; i++) {
        unsigned flags = *from++;
        ev.flags = flags & (FID_EVENT_ERROR | FID_EVENT_NO_BYTES | FID_EVENT_NO_DUR);
        ev.op = (enum fid_op) (flags >> OP_SHIFT & 7);
        if (flags & NEW_PID)
            ev.pid = unzigzag (take_number (&from));
        if (flags & NEW_PATH) {
            ev.path.p = p->paths.text + take_number (&from);
            ev.path.n = take_number (&from);
            ev.file.n = take_number (&from);
            ev.file.p = ev.path.p + ev.path.n - ev.file.n;
        }
        ev.start_ns =
            (int64_t)((uint64_t)ev.start_ns + (uint64_t)unzigzag (take_number (&from)));
        ev.dur_ns = (int64_t)take_number (&from);
        ev.bytes = take_number (&from);
        ev.offset = take_number (&from) - 1;
        if (fid_put_event (sink, &ev, err))
            return -1;
    }
    return 0;
}

void
fid_packed_events_clear (struct fid_packed_events *p)
{
    if (p->budget)
        atomic_fetch_add (p->budget, p->taken);
    free (p->byte);
    fid_names_clear (&p->paths);
    *p = (struct fid_packed_events){.pid = -1};
}
