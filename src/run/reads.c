/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reads.c - see reads.h */
#include "base/scan.h"
#include "run/reads.h"

#define PROCESSES_MAX ((size_t)1 << 16)
#define PLACES_MIN    4096 /* between two renumberings */
#define NO_END        UINT64_MAX
#define NO_FILE       UINT32_MAX

/* The last operation of a process on a file. */
struct fid_reads_file {
    uint64_t from, end; /* end NO_END: unknown */
    int64_t start_ns, end_ns;
};

/* A process: the files it read last, and when. */
struct fid_reads_process {
    int64_t pid, second;
    uint32_t counted;               /* 1 + the part in which `second` counts it; 0: in none */
    uint32_t at;                    /* the place of the file that it reads */
    uint64_t order;                 /* bytes: places, the file read last lowest */
    uint32_t file[FID_READS_FILES]; /* by place; NO_FILE: none */
    struct fid_reads_file last[FID_READS_FILES];
};

_Static_assert(FID_READS_FILES == 8, "a word has a byte for each");

/* --- jumps */

int fid_access_jump (struct fid_access *a, uint64_t end, uint64_t offset, struct fid_error *err)
{
    uint64_t gap = offset > end ? offset - end : end - offset;
    a->jump_n++;
    if (gap < FID_NEAR_N) {
        a->sequential_n++;
        return 0;
    }
    return fid_sketch_add (&a->jump, (double)gap, err);
}

/* The process turns to another file: to one of its recent ones, else in place of the one that
 * it read longest ago.  Processes that share files turn at every read: no branches but one. */
static void turn_to_file (struct fid_reads_process *p, uint32_t file)
{
    unsigned same = 0;
#pragma GCC unroll 8
    for (unsigned i = 0; i < FID_READS_FILES; i++)
        same |= (unsigned)(p->file[i] == file) << i;
    uint64_t place = same ? (uint64_t)__builtin_ctz (same) : p->order >> 56;
    if (!same) {
        p->file[place] = file;
        p->last[place] = (struct fid_reads_file){.end = NO_END};
    }
    /* the byte of that place becomes the lowest, those below it move up */
    uint64_t x = p->order ^ FID_BYTES8 (place);
    uint64_t found = (x - FID_BYTES8 (1)) & ~x & FID_BYTES8 (0x80);
    uint64_t moved = found ^ (found - 1);
    p->order = (p->order & ~moved) | (p->order << 8 & moved) | place;
    p->at = (uint32_t)place;
}

static int put_jump (struct fid_reads_process *p, const struct fid_event_row *row,
                     struct fid_access *own, struct fid_error *err)
{
    struct fid_reads_file *last = &p->last[p->at];
    if (row->offset == FID_NO_OFFSET || (row->flags & (FID_EVENT_ERROR | FID_EVENT_NO_BYTES)))
        return 0;
    /* who reads a file from its start does not jump there */
    uint64_t from = row->offset < FID_NEAR_N ? row->offset : last->end;
    if (last->end != NO_END && row->byte_n &&
        !fid_read_is_small (row->byte_n, row->dur_ns, row->event_n, row->flags))
        FID_TRY (fid_access_jump (own, from, row->offset, err));
    if (row->byte_n && !(row->flags & FID_EVENT_NO_DUR)) {
        int64_t row_end_ns = row->start_ns + row->dur_ns;
        bool follows = row->offset == last->end;
        bool leads = row->offset + row->byte_n == last->from && last->from < last->end;
        if (last->end != NO_END && row->event_n == 1 && (follows || leads)) {
            own->next_n++;
            own->overlap_n +=
                follows ? row->start_ns < last->end_ns : last->start_ns < row_end_ns;
            own->disordered_n +=
                follows ? row_end_ns < last->end_ns : last->end_ns < row_end_ns;
        }
    }
    last->end = row->offset + row->byte_n;
    last->from = row->offset;
    last->start_ns = row->start_ns;
    last->end_ns = row->start_ns + row->dur_ns;
    return 0;
}

/* --- reuse */

#define WORD_BITS 64

/* Uses are at places 0, 1, ... in time; a place is live if it is the last use of its file, and
 * its bit is set.  live_n counts the bits of words as a binary indexed tree: element i - 1
 * covers the last i & -i of the first i words. */
static void count_live (struct fid_reads *r, size_t at, int change)
{
    r->live[at / WORD_BITS] ^= UINT64_C (1) << at % WORD_BITS;
    for (size_t i = at / WORD_BITS + 1; i <= r->place_cap / WORD_BITS; i += i & -i)
        r->live_n[i - 1] += (uint32_t)change;
}

/* How many of the first n places are live. */
static size_t live_before (const struct fid_reads *r, size_t n)
{
    uint64_t rest = n % WORD_BITS ? r->live[n / WORD_BITS] << (WORD_BITS - n % WORD_BITS) : 0;
    size_t sum = (size_t)__builtin_popcountll (rest);
    for (n /= WORD_BITS; n; n &= n - 1)
        sum += r->live_n[n - 1];
    return sum;
}

/* Renumbers the live places from 0 and leaves room for more. */
static int compact_places (struct fid_reads *r, struct fid_error *err)
{
    size_t n = 0;
    for (size_t i = 0; i < r->place_n; i++)
        if (r->last_use[r->user[i]] == i + 1) {
            r->user[n] = r->user[i];
            r->last_use[r->user[n]] = (uint32_t)n + 1;
            n++;
        }
    size_t cap = (n * 4 + PLACES_MIN) / WORD_BITS * WORD_BITS, word_n = cap / WORD_BITS;
    uint32_t *user = realloc (r->user, cap * sizeof *user);
    if (user)
        r->user = user;
    uint64_t *live = realloc (r->live, word_n * sizeof *live);
    if (live)
        r->live = live;
    uint32_t *live_n = realloc (r->live_n, word_n * sizeof *live_n);
    if (live_n)
        r->live_n = live_n;
    FID_NEED (user && live && live_n, err);
    r->place_n = n;
    r->place_cap = cap;
    memset (live, 0, word_n * sizeof *live);
    memset (live_n, 0, word_n * sizeof *live_n);
    for (size_t i = 0; i < n; i++)
        count_live (r, i, 1);
    return 0;
}

/* A process turns to a file: how many others were used since its last use? */
static int put_use (struct fid_reads *r, uint32_t file, struct fid_access *all,
                    struct fid_error *err)
{
    if (file >= r->file_cap) {
        size_t old = r->file_cap;
        FID_TRY (fid_array_grow (&r->last_use, &r->file_cap, file + (size_t)1,
                                 sizeof *r->last_use, err));
        memset (r->last_use + old, 0, (r->file_cap - old) * sizeof *r->last_use);
    }
    if (r->place_n == r->place_cap)
        FID_TRY (compact_places (r, err));
    uint32_t last = r->last_use[file];
    if (last == r->place_n && last) /* by another process just now: no other since */
        return fid_sketch_add (&all->reuse, 1, err);
    if (last) {
        size_t since = r->used_n - live_before (r, last);
        count_live (r, last - 1, -1);
        FID_TRY (fid_sketch_add (&all->reuse, 1 + (double)since, err));
    } else {
        all->first_use_n++;
        r->used_n++;
    }
    count_live (r, r->place_n, 1);
    r->user[r->place_n++] = file;
    r->last_use[file] = (uint32_t)r->place_n;
    return 0;
}

/* --- readers */

int fid_reads_end (struct fid_reads *r, struct fid_error *err)
{
    size_t n = r->reader_n;
    r->reader_n = 0;
    return fid_sketch_add (&r->all->part[r->second_part].access.readers, (double)n, err);
}

/* Lines are in the order of completion, so a read may begin in a second that was counted
 * already: it is left out. */
static int put_reader (struct fid_reads *r, struct fid_reads_process *p, int64_t start_ns,
                       enum fid_part part, struct fid_error *err)
{
    if (start_ns >= r->second_end_ns || part != r->second_part) {
        if (r->reader_n)
            FID_TRY (fid_reads_end (r, err));
        r->second = start_ns / FID_S;
        r->second_end_ns = (r->second + 1) * FID_S;
        r->second_part = part;
    }
    if (start_ns < r->second_end_ns - FID_S ||
        (p->second == r->second && p->counted == 1 + (uint32_t)part))
        return 0;
    p->second = r->second;
    p->counted = 1 + (uint32_t)part;
    r->reader_n++;
    return 0;
}

/* --- all of a read */

static struct fid_reads_process *find_process (struct fid_reads *r, int64_t pid,
                                               struct fid_error *err)
{
    uint32_t *recent = &r->recent[(uint64_t)pid % FID_READS_RECENT];
    if (*recent < r->process_n && r->process[*recent].pid == pid)
        return &r->process[*recent];
    uint64_t hash = fid_hash_number ((uint64_t)pid, 0);
    for (size_t at = 0, i; fid_index_next (&r->by_pid, hash, &at, &i);)
        if (r->process[i].pid == pid) {
            *recent = (uint32_t)i;
            return &r->process[i];
        }
    if (r->process_n == PROCESSES_MAX) {
        fid_index_clear (&r->by_pid);
        r->process_n = 0;
    }
    if (fid_array_grow (&r->process, &r->process_cap, r->process_n + 1, sizeof *r->process,
                        err) ||
        fid_index_put (&r->by_pid, hash, r->process_n, err))
        return NULL;
    struct fid_reads_process *p = &r->process[r->process_n];
    *p = (struct fid_reads_process){.pid = pid, .order = UINT64_C (0x0706050403020100)};
    for (size_t i = 0; i < FID_READS_FILES; i++)
        p->file[i] = NO_FILE;
    *recent = (uint32_t)r->process_n++;
    return &r->process[*recent];
}

int fid_reads_add (struct fid_reads *r, const struct fid_event_row *row, int64_t pid,
                   enum fid_part part, struct fid_access *own, struct fid_error *err)
{
    struct fid_reads_process *p = find_process (r, pid, err);
    FID_TRY (!p);
    if (p->file[p->at] != row->file) {
        turn_to_file (p, row->file);
        FID_TRY (put_use (r, row->file, &r->all->part[part].access, err));
    }
    return put_jump (p, row, own, err) || put_reader (r, p, row->start_ns, part, err) ? -1 : 0;
}

void fid_reads_clear (struct fid_reads *r)
{
    free (r->process);
    fid_index_clear (&r->by_pid);
    FID_FREE (r->last_use, r->live, r->live_n, r->user);
    *r = (struct fid_reads){0};
}
