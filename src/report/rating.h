/* rating.h - a score in a word
 *
 * The bounds are chosen, not fitted: repeats of the recorded runs score at least 0.91,
 * unrelated runs at most 0.07 (NOTES).  A similarity has no rating: it is not calibrated,
 * so it cannot tell how near is near enough. */
#ifndef FID_RATING_H
#define FID_RATING_H

#include "results/result.h"

enum fid_rating {
    FID_RATED_REPEAT,
    FID_RATED_CLOSE,
    FID_RATED_PARTLY,
    FID_RATED_UNLIKE,
    FID_RATED_NOT, /* no score */
    FID_RATING_N
};

struct fid_rating_info {
    double at_least;     /* the lowest score; FID_ABSENT for FID_RATED_NOT */
    const char *word;    /* "partly alike" */
    const char *sign;    /* UTF-8, distinct without colour */
    const char *range;   /* "score 0.1 to 0.5" */
    const char *meaning; /* a sentence without its full stop */
    const char *class;   /* for style sheets */
};
extern const struct fid_rating_info fid_ratings[FID_RATING_N];

/* The rating of a score, or of FID_ABSENT. */
enum fid_rating fid_rating_of (double score);

#endif
