/* workload.h - the numbers and charts of the configurations of one workload, side by side
 *
 * The delta of a configuration is that of the pair in the middle of its repeats; its range is
 * from the lowest to the highest of its pairs.  A real run's value has the range of its
 * repeats. */
#ifndef FID_HTML_WORKLOAD_H
#define FID_HTML_WORKLOAD_H

#include "charts/multiples.h"
#include "report/report.h"
#include "results/words.h"

#define FID_SIDE_COLUMNS 12 /* configurations; of more, the first */
#define FID_SIDE_ROWS    40 /* clauses; of more, those that cost most */
#define FID_SIDE_PAIRS   9  /* of a configuration that a range is over; of more, every so many */

/* How far a configuration is from the real run in one clause. */
struct fid_side_cell {
    bool known;
    char reason[120]; /* why it is not */
    double grade;
    int clause; /* enum fid_clause_status; -1: none */
    char delta[FID_WORDS_N], value[FID_WORDS_N];
    char low[FID_WORDS_N], high[FID_WORDS_N]; /* of the delta; "": of one pair */
    double lowest, highest;
};

struct fid_side_row {
    enum fid_resource_id resource;
    char quantity[64];
    bool key;
    double worst;                                                          /* grade */
    char real[FID_WORDS_N], real_low[FID_WORDS_N], real_high[FID_WORDS_N]; /* "": not known */
    double real_lowest, real_highest;
    char apart[FID_WORDS_N], allowed[FID_WORDS_N];
    struct fid_side_cell cell[FID_SIDE_COLUMNS];
};

struct fid_side {
    const struct fid_entry *entry[FID_SIDE_COLUMNS]; /* borrowed */
    size_t pair_n[FID_SIDE_COLUMNS];                 /* of each */
    size_t n, all_n;
    size_t real_n;
    struct fid_side_row *row; /* owned; key clauses first, then by the worst grade */
    size_t row_n, clause_n;   /* shown, and all that there are */
    struct fid_multiples charts;
    size_t charted[FID_SIDE_COLUMNS]; /* the entry of each of its emulations */
};

/* Read the results and series of a list's configurations.  Returns NULL with FID_EINPUT if a
 * result cannot be read again, FID_EINTERNAL. */
struct fid_page;
struct fid_side *fid_side_load (const struct fid_page *page, const struct fid_list *list);
void fid_side_destroy (struct fid_side *s);

#endif
