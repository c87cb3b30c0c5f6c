/* dtw_lanes_kernel.h - tables of several pairs at once, one pair a lane
 *
 * Included by dtw_kernel.h, whose macros and cell it uses.  Row by row: a lane
 * waits for its left neighbour only, and GROUPS vectors hide that latency. */

#define GROUPS 4

static inline __attribute__ ((always_inline)) VEC
NAME (lane_cost) (VEC x, VEC y, enum fid_dtw_form form)
{
    VEC c = v_sub (x, y);
    return form == FID_DTW_SCORE ? v_abs (c) : v_mul (c, c);
}

static inline __attribute__ ((always_inline)) void
NAME (lane_row) (const struct fid_lanes *s, real xi, int64_t lo, int64_t hi,
                 enum fid_dtw_form form)
{
    const VEC x = v_set1 (xi), penalty = v_set1 (s->penalty);
    VEC left[GROUPS], corner[GROUPS];
    real *row = s->row + lo * (GROUPS * LANES);
    const real *y = s->y + lo * (GROUPS * LANES);
    UNROLL for (int g = 0; g < GROUPS; g++)
    {
        corner[g] = v_load (row + g * LANES);
        left[g] = v_set1 (INFINITY);
        v_store (row + g * LANES, left[g]); /* left of this row's band */
    }
    for (int64_t j = lo; j <= hi; j++) {
        row += GROUPS * LANES;
        UNROLL for (int g = 0; g < GROUPS; g++)
        {
            VEC up = v_load (row + g * LANES);
            VEC c = NAME (lane_cost) (x, v_load (y + g * LANES), form);
            left[g] = NAME (cell) (c, corner[g], up, left[g], penalty, form);
            corner[g] = up;
            v_store (row + g * LANES, left[g]);
        }
        y += GROUPS * LANES;
    }
}

static void
NAME (lanes) (const struct fid_lanes *s, real xi, int64_t lo, int64_t hi)
{
    if (s->form == FID_DTW_SQUARED)
        NAME (lane_row) (s, xi, lo, hi, FID_DTW_SQUARED);
    else if (s->form == FID_DTW_AMERCED)
        NAME (lane_row) (s, xi, lo, hi, FID_DTW_AMERCED);
    else
        NAME (lane_row) (s, xi, lo, hi, FID_DTW_SCORE);
}

enum { NAME (lanes_n) = GROUPS * LANES };

#undef GROUPS
