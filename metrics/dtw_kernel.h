/* dtw_kernel.h - a strip kernel for one instruction set and one precision
 *
 * No header of the usual kind: dtw_portable.c and its like define what a
 * vector is and include this, once for each precision.
 *
 *   real, LANES, CHAINS, STRIP, NAME(f)      type, sizes, names
 *   VEC, v_load, v_store, v_set1             unaligned access, broadcast
 *   v_add, v_sub, v_mul, v_min, v_abs
 *   v_shift(a, b)                            lanes of a one up, last of b first
 *   v_inside(v, t, lo, hi)                   v where lo <= t <= hi, else infinity
 *
 * Sums are those of dtw.h in its order; only the minimum is taken first where
 * both sides get the same summand: rounding is monotone, so that is the same. */

#ifndef UNROLL /* loops over chains, so that arrays of vectors become registers */
#ifdef __clang__
#define UNROLL _Pragma ("unroll")
#else
#define UNROLL _Pragma ("GCC unroll 8")
#endif
#endif

#define ROWS (LANES * CHAINS)

/* The cost of a step in chain v, from `at`, where y has lane 0's column; x is
 * the chain's first component. */
static inline __attribute__ ((always_inline)) VEC
NAME (cost) (const struct STRIP *s, VEC x, const real *at, int v, bool score, bool many)
{
    VEC c = v_sub (x, v_load (at + v * LANES));
    if (!score)
        return v_mul (c, c);
    c = v_abs (c);
    for (size_t k = 1; many && k < s->dim; k++)
        c = v_add (c, v_abs (v_sub (v_load (s->x + k * ROWS + v * LANES),
                                    v_load (at + k * s->y_step + v * LANES))));
    return c;
}

static inline __attribute__ ((always_inline)) VEC
NAME (cell) (VEC c, VEC corner, VEC up, VEC left, VEC penalty, enum fid_dtw_form form)
{
    if (form == FID_DTW_SQUARED)
        return v_add (v_min (v_min (corner, left), up), c);
    if (form == FID_DTW_AMERCED)
        return v_add (v_min (corner, v_add (v_min (left, up), penalty)), c);
    return v_min (v_add (corner, v_add (c, c)), v_add (v_min (left, up), v_add (c, penalty)));
}

/* Steps in which some row is outside its band.  A vector starts one step
 * before its first row does, for that step's shift is the next one's corner,
 * and stops one step after its last, to leave infinity to the vector below. */
static inline __attribute__ ((always_inline)) void
NAME (rim) (struct STRIP *s, int64_t from, int64_t to, enum fid_dtw_form form, bool many)
{
    const VEC penalty = v_set1 (s->penalty);
    int begin = 0, end = 0;
    for (int64_t t = from; t <= to; t++) {
        while (end < CHAINS && s->first[end * LANES] <= (real)(t + 1))
            end++;
        while (begin < end && s->last[begin * LANES + LANES - 1] < (real)(t - 1))
            begin++;
        for (int v = end - 1; v >= begin; v--) {
            VEC left = v_load (s->left + v * LANES), corner = v_load (s->corner + v * LANES);
            VEC up =
                v_shift (left, v ? v_load (s->left + (v - 1) * LANES) : v_set1 (s->edge[-t]));
            VEC c = NAME (cost) (s, v_load (s->x + v * LANES), s->y - t, v,
                                 form == FID_DTW_SCORE, many);
            VEC d = NAME (cell) (c, corner, up, left, penalty, form);
            d = v_inside (d, v_set1 ((real)t), v_load (s->first + v * LANES),
                          v_load (s->last + v * LANES));
            v_store (s->left + v * LANES, d);
            v_store (s->corner + v * LANES, up);
            if (s->trail)
                v_store (s->trail + (t - s->trail_at) * ROWS + v * LANES, d);
        }
        if (end == CHAINS) /* all lanes: those before the last are soon overwritten */
            v_store (s->edge - t + (CHAINS - 1) * LANES,
                     v_load (s->left + (CHAINS - 1) * LANES));
    }
}

/* Steps in which every row is inside its band: all in registers. */
static inline __attribute__ ((always_inline)) void
NAME (core) (const struct STRIP *strip, int64_t from, int64_t to, enum fid_dtw_form form,
             bool many, bool trailing)
{
    const struct STRIP here = *strip, *s = &here; /* no store can change it */
    const VEC penalty = v_set1 (s->penalty);
    const real *at = s->y - from;
    real *edge = s->edge - from;
    real *trail = trailing ? s->trail + (from - s->trail_at) * ROWS : NULL;
    VEC left[CHAINS], corner[CHAINS], x[CHAINS];
    UNROLL
    for (int v = 0; v < CHAINS; v++) {
        left[v] = v_load (s->left + v * LANES);
        corner[v] = v_load (s->corner + v * LANES);
        x[v] = v_load (s->x + v * LANES);
    }
    for (int64_t t = from; t <= to; t++) {
        VEC above = v_set1 (*edge);
        UNROLL
        for (int v = CHAINS - 1; v >= 0; v--) {
            VEC up = v_shift (left[v], v ? left[v ? v - 1 : 0] : above);
            VEC c = NAME (cost) (s, x[v], at, v, form == FID_DTW_SCORE, many);
            left[v] = NAME (cell) (c, corner[v], up, left[v], penalty, form);
            corner[v] = up;
            if (trailing)
                v_store (trail + v * LANES, left[v]);
        }
        v_store (edge + (CHAINS - 1) * LANES, left[CHAINS - 1]);
        if (trailing)
            trail += ROWS;
        edge--;
        at--;
    }
    UNROLL
    for (int v = 0; v < CHAINS; v++) {
        v_store (s->left + v * LANES, left[v]);
        v_store (s->corner + v * LANES, corner[v]);
    }
}

static inline __attribute__ ((always_inline)) void
NAME (steps) (struct STRIP *s, int64_t from, int64_t to, enum fid_dtw_form form, bool many)
{
    int64_t in = (int64_t)s->first[ROWS - 1], out = (int64_t)s->last[0];
    if (in < from)
        in = from;
    if (out > to)
        out = to;
    if (in > out) {
        NAME (rim) (s, from, to, form, many);
        return;
    }
    NAME (rim) (s, from, in - 1, form, many);
    if (form == FID_DTW_SCORE && s->trail)
        NAME (core) (s, in, out, form, many, true);
    else
        NAME (core) (s, in, out, form, many, false);
    NAME (rim) (s, out + 1, to, form, many);
}

static void
NAME (run) (struct STRIP *s, int64_t from, int64_t to)
{
    if (s->form == FID_DTW_SQUARED)
        NAME (steps) (s, from, to, FID_DTW_SQUARED, false);
    else if (s->form == FID_DTW_AMERCED)
        NAME (steps) (s, from, to, FID_DTW_AMERCED, false);
    else if (s->dim == 1)
        NAME (steps) (s, from, to, FID_DTW_SCORE, false);
    else
        NAME (steps) (s, from, to, FID_DTW_SCORE, true);
}

#undef real
#undef LANES
#undef CHAINS
#undef ROWS
#undef STRIP
#undef NAME
#undef VEC
#undef v_load
#undef v_store
#undef v_set1
#undef v_add
#undef v_sub
#undef v_mul
#undef v_min
#undef v_abs
#undef v_shift
#undef v_inside
