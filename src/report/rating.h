/* rating.h - a score in a word
 *
 * The bounds are chosen, not fitted: repeats of the recorded runs score 0.91 and
 * more, unrelated ones at most 0.07 (NOTES).  A similarity gets no word: it is
 * not calibrated and does not say how near is near enough. */
#ifndef FID_RATING_H
#define FID_RATING_H

#include "results/result.h"

enum fid_rating {
    FID_RATED_REPEAT, /* 0.9 and more: as alike as a repeat */
    FID_RATED_CLOSE,  /* 0.5 and more */
    FID_RATED_PARTLY, /* 0.1 and more */
    FID_RATED_UNLIKE, /* less: hardly nearer than an unrelated run */
    FID_RATED_NOT     /* no score */
};
#define FID_RATING_N 5

/* The rating of a score, FID_ABSENT included. */
enum fid_rating fid_rating_of (double score);

/* The least score of that rating; FID_ABSENT of none. */
double fid_rating_least (enum fid_rating r);

/* "partly alike"; a sign that reads without colour (UTF-8); "score 0.1 to 0.5";
 * what it means, a sentence without its full stop; a name for style sheets. */
const char *fid_rating_word (enum fid_rating r);
const char *fid_rating_sign (enum fid_rating r);
const char *fid_rating_range (enum fid_rating r);
const char *fid_rating_meaning (enum fid_rating r);
const char *fid_rating_class (enum fid_rating r);

#endif
