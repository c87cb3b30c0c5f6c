/* blocks of pairs for ranks: each pair once, few runs read, the dearest ones not last */
#include "config.h"
#include "batch/tasks.h"
#include "tests/tap.h"

#define REAL_N 40
#define EMU_N  30
#define RANKS  4
#define HELD   (FID_TASK_HOLD + 1) /* runs that a rank keeps */

/* All real runs with all emulations; their directories are not there. */
static void
make_batch (struct fid_batch *b)
{
    *b = (struct fid_batch){.run_n = REAL_N + EMU_N, .pair_n = REAL_N * EMU_N};
    b->run = calloc (b->run_n, sizeof *b->run);
    b->pair = calloc (b->pair_n, sizeof *b->pair);
    for (size_t i = 0; i < b->run_n; i++)
        b->run[i].dir = (char *)"not/there";
    for (size_t i = 0; i < b->pair_n; i++) {
        b->pair[i].real = i / EMU_N;
        b->pair[i].emulation = REAL_N + i % EMU_N;
    }
}

/* The runs that a rank has in memory, the last one first. */
struct held {
    size_t run[HELD], n;
};

/* Uses a run; whether it has to be read. */
static bool
use (struct held *h, size_t run)
{
    size_t at = 0;
    while (at < h->n && h->run[at] != run)
        at++;
    bool reads = at == h->n;
    if (reads && h->n < HELD)
        h->n++;
    if (at == HELD)
        at--;
    for (; at; at--)
        h->run[at] = h->run[at - 1];
    h->run[0] = run;
    return reads;
}

/* The rank that has ended its task first, if each pair takes as long. */
static size_t
first_of (const size_t done[RANKS])
{
    size_t first = 0;
    for (size_t r = 1; r < RANKS; r++)
        first = done[r] < done[first] ? r : first;
    return first;
}

/* Each rank takes a task when it has ended the last one, until there is none. */
static void
test_share (void)
{
    struct fid_batch b;
    struct fid_tasks t;
    struct fid_error err;
    struct held held[RANKS] = {0};
    size_t pair[REAL_N * EMU_N], seen[REAL_N * EMU_N] = {0}, read_n = 0, most = 0, least = 9999;
    size_t done[RANKS] = {0};
    make_batch (&b);
    if (fid_tasks_make (&t, &b, b.pair_n, RANKS, 1, &err))
        abort ();
    for (size_t r, n; r = first_of (done), n = fid_tasks_take (&t, r, pair);) {
        for (size_t i = 0; i < n; i++) {
            seen[pair[i]]++;
            read_n += use (&held[r], b.pair[pair[i]].real);
            read_n += use (&held[r], b.pair[pair[i]].emulation);
        }
        done[r] += n;
    }
    bool once = true;
    for (size_t i = 0; i < b.pair_n; i++)
        once &= seen[i] == 1;
    for (size_t r = 0; r < RANKS; r++) {
        most = done[r] > most ? done[r] : most;
        least = done[r] < least ? done[r] : least;
    }
    ok (once, "each pair is given out once");
    diag ("%zu runs read, %zu to %zu pairs for each rank", read_n, least, most);
    /* tasks without runs in common: 12 of 36 pairs; each rank all of one side: 4.75 */
    ok (read_n * 36 <= b.pair_n * 8, "and a rank keeps most runs from task to task");
    ok (most - least <= 1, "all ranks end at about the same time");
    fid_tasks_clear (&t);
    free (b.run);
    free (b.pair);
}

/* A pair of large runs is not left for the end. */
static void
test_dear (void)
{
    char dir[] = "/tmp/fidlio-tasks.XXXXXX", file[64];
    struct fid_batch b;
    struct fid_tasks t;
    struct fid_error err;
    size_t pair[REAL_N * EMU_N];
    if (!mkdtemp (dir))
        abort ();
    snprintf (file, sizeof file, "%s/large", dir);
    FILE *f = fopen (file, "w");
    if (!f || fseek (f, 1000000, SEEK_SET) || fputc ('x', f) == EOF || fclose (f))
        abort ();
    make_batch (&b);
    b.run[REAL_N - 1].dir = b.run[REAL_N + EMU_N - 1].dir = dir;
    if (fid_tasks_make (&t, &b, b.pair_n, RANKS, 1, &err))
        abort ();
    size_t n = fid_tasks_take (&t, 0, pair);
    bool first = false;
    for (size_t i = 0; i < n; i++)
        first |= pair[i] == b.pair_n - 1;
    ok (first, "the dearest pair is in the first task");
    fid_tasks_clear (&t);
    free (b.run);
    free (b.pair);
    remove (file);
    remove (dir);
}

int
main (void)
{
    test_share ();
    test_dear ();
    return tap_done ();
}
