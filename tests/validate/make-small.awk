# SPDX-License-Identifier: GPL-3.0-or-later
# make-small.awk - the made-up data sets of tests/data/ucr_small
#
#   awk -v set=Bumps -v part=TRAIN -f make-small.awk >Bumps_TRAIN.tsv
#
# Three classes: one bump, two bumps, a ramp that drops; each series with its
# own position, warp, gain, level and noise.  Bumps: 24 samples, 6 + 9 series a
# class, and a tie: a series that comes twice, under two labels.  Ragged: 14 to
# 20 samples, NaN up to 20.  A Lehmer generator and no libm: the same bytes
# everywhere.

function rnd() {
    seed = (seed * 16807) % 2147483647
    return seed / 2147483647
}

function bump(t, at, half, d) {
    d = t > at ? t - at : at - t
    return d < half ? 1 - d / half : 0
}

function shape(class, t, at) {
    if (class == 1)
        return bump(t, at, 0.16)
    if (class == 2)
        return bump(t, at - 0.13, 0.09) + 0.8 * bump(t, at + 0.13, 0.09)
    return t < at + 0.15 ? t : 0.1
}

function series(class, n, label, at, gain, level, bend, i, t, line) {
    at = 0.3 + 0.4 * rnd()
    gain = 0.7 + rnd()
    level = 0.4 * rnd()
    bend = 0.6 * rnd() - 0.3 # the time axis runs faster first, or later
    line = label
    for (i = 0; i < n; i++) {
        t = i / (n - 1)
        t = t + bend * t * (1 - t)
        line = line sprintf("\t%.3f", level + gain * shape(class, t, at) + noise * (rnd() - 0.5))
    }
    return line
}

BEGIN {
    ragged = set == "Ragged"
    noise = ragged ? 0.5 : 0.7
    seed = 1000 * (1 + ragged) + (part == "TEST")
    for (i = 0; i < 20; i++)
        rnd() # neighbouring seeds begin alike
    each = part == "TRAIN" ? 6 : 9
    for (k = 0; k < 3 * each; k++) {
        class = k % 3 + 1
        n = ragged ? 14 + int(7 * rnd()) : 24
        line = series(class, n, class)
        for (i = n; ragged && i < 20; i++)
            line = line "\tNaN"
        print line
    }
    if (!ragged) { # the tie: 1 comes first in TRAIN, so 1 it is
        line = "1\t0.1"
        for (i = 1; i < 24; i++)
            line = line "\t" (i == 9 ? 1.5 : 0.1)
        print line
        if (part == "TRAIN")
            print "2" substr(line, 2)
    }
}
