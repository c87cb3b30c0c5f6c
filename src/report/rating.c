/* rating.c - see rating.h */
#include "config.h"
#include "report/rating.h"

/* U+FE0E keeps phones from drawing the signs as coloured pictures */
#define TEXT_STYLE "\xEF\xB8\x8E"

const struct fid_rating_info fid_ratings[FID_RATING_N] = {
    {0.9, "like a repeat", "\xE2\x9C\x94" TEXT_STYLE, "score 0.9 or more",
     "the two differ about as much as two runs of the real job do", "repeat"},
    {0.5, "close", "\xE2\x89\x88", "score 0.5 to 0.9",
     "nearer to a repeat of the real job than to an unrelated one", "close"},
    {0.1, "partly alike", "\xE2\x97\x90", "score 0.1 to 0.5",
     "some of it agrees, but it is nearer to an unrelated job than to a repeat", "partly"},
    {0, "unlike", "\xE2\x9C\x98" TEXT_STYLE, "score below 0.1",
     "hardly nearer to the real job than an unrelated one is", "unlike"},
    {FID_ABSENT, "not rated", "?", "no score",
     "there is no calibration: the similarity alone says which of two is nearer, not how "
     "near is near enough",
     "not"},
};

enum fid_rating
fid_rating_of (double score)
{
    int r = 0;
    while (r < FID_RATED_NOT && !(score >= fid_ratings[r].at_least))
        r++;
    return (enum fid_rating)r;
}
