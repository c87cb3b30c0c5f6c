/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reuse, jumps and readers against a slow plain version, on random reads */
#include <stdlib.h>
#include "tests/tap.h"
#include "run/reads.h"

#define FILES     200
#define PROCESSES 5
#define READS     20000
#define S         INT64_C (1000000000)

static uint32_t seed = 1;

static uint32_t draw (uint32_t below)
{
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)seed * below >> 32);
}

/* Values of a sketch up to 256, which it holds exactly, as counts. */
static void counts_of (const struct fid_sketch *s, uint64_t count[257])
{
    double *value = malloc ((s->n + 1) * sizeof *value);
    double *weight = malloc ((s->n + 1) * sizeof *weight);
    size_t n = value && weight ? fid_sketch_export (s, value, weight) : 0;
    for (size_t i = 0; i < n; i++)
        count[(size_t)value[i]] += (uint64_t)weight[i];
    free (value);
    free (weight);
}

static struct fid_stream all;
static struct fid_reads reads = {.all = &all};

int main (void)
{
    static uint64_t reuse[257], readers[257], got[257];
    static int last_use[FILES]; /* number of the use, from 1 */
    struct fid_access own = {0};
    struct fid_error err;
    int use_n = 0, now[PROCESSES], rc = 0;
    uint64_t first_n = 0, jump_n = 0, sequential_n = 0, end[PROCESSES][FILES];
    uint32_t recent[PROCESSES][FID_READS_FILES], recent_n[PROCESSES] = {0};
    int64_t second = -1;
    unsigned seen = 0;
    for (int p = 0; p < PROCESSES; p++)
        now[p] = -1;
    for (int i = 0; i < READS; i++) {
        int p = (int)draw (PROCESSES);
        /* mostly the same file, else one of few, else any */
        int f = now[p] >= 0 && draw (4) ? now[p] : (int)draw (draw (2) ? 12 : FILES);
        uint64_t offset = draw (3) ? 6000 * draw (4) : 0, bytes = draw (2) ? 6000 : 64;
        int64_t start_ns = i * S / 7;
        struct fid_event_row row = {.start_ns = start_ns,
                                    .dur_ns = 1000,
                                    .offset = offset,
                                    .byte_n = bytes,
                                    .event_n = 1,
                                    .file = (uint32_t)f};
        rc |= fid_reads_add (&reads, &row, 100 + p, FID_PART_TRAINING, &own, &err);

        if (f != now[p]) { /* a use */
            size_t others = 0;
            for (int k = 0; k < FILES; k++)
                others += k != f && last_use[f] && last_use[k] > last_use[f];
            reuse[1 + others] += last_use[f] > 0;
            first_n += !last_use[f];
            last_use[f] = ++use_n;
            now[p] = f;
        }
        uint32_t at = 0;
        while (at < recent_n[p] && recent[p][at] != (uint32_t)f)
            at++;
        if (at < recent_n[p]) {
            jump_n += bytes > 4096;
            sequential_n +=
                bytes > 4096 && (!offset || llabs ((long long)(end[p][f] - offset)) < 4096);
        } else if (recent_n[p] < FID_READS_FILES) {
            recent_n[p]++;
        } else {
            at = FID_READS_FILES - 1;
        }
        for (; at; at--)
            recent[p][at] = recent[p][at - 1];
        recent[p][0] = (uint32_t)f;
        end[p][f] = offset + bytes;
        if (start_ns / S != second) {
            readers[__builtin_popcount (seen)] += seen != 0;
            seen = 0;
        }
        second = start_ns / S;
        seen |= 1u << p;
    }
    readers[__builtin_popcount (seen)]++;
    rc |= fid_reads_end (&reads, &err);
    ok (rc == 0, "reads are taken");
    const struct fid_access *a = &all.part[FID_PART_TRAINING].access;
    counts_of (&a->reuse, got);
    ok (memcmp (got, reuse, sizeof got) == 0 && a->first_use_n == first_n,
        "files used between two uses of a file");
    memset (got, 0, sizeof got);
    counts_of (&a->readers, got);
    ok (memcmp (got, readers, sizeof got) == 0, "processes that read in a second");
    ok (own.jump_n == jump_n && own.sequential_n == sequential_n &&
            own.jump.total == jump_n - sequential_n,
        "jumps in the files a process read last");
    fid_sketch_clear (&own.jump);
    fid_reads_clear (&reads);
    fid_stream_clear (&all);
    return tap_done ();
}
