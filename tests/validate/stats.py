# SPDX-License-Identifier: GPL-3.0-or-later
"""stats - rank correlations with ties (statistics has Spearman's from Python 3.12 on), and
intervals over groups"""
import math
import random
import statistics


def tau_b(x, y):
    """Kendall 1945's tau-b, doi:10.1093/biomet/33.3.239; None if one side is constant."""
    concordant = discordant = tied_x = tied_y = 0
    for i in range(len(x)):
        for j in range(i):
            a, b = x[i] - x[j], y[i] - y[j]
            tied_x += a == 0
            tied_y += b == 0
            concordant += a * b > 0
            discordant += a * b < 0
    pairs = len(x) * (len(x) - 1) // 2
    scale = (pairs - tied_x) * (pairs - tied_y)
    return (concordant - discordant) / math.sqrt(scale) if scale else None


def ranks(values):
    """Ranks from 1, equal values share the mean of theirs."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    out = [0.0] * len(values)
    k = 0
    while k < len(order):
        end = k
        while end + 1 < len(order) and values[order[end + 1]] == values[order[k]]:
            end += 1
        for i in order[k:end + 1]:
            out[i] = (k + end) / 2 + 1
        k = end + 1
    return out


def spearman(x, y):
    """Spearman's rank correlation, ties by mean ranks; None if a side is constant."""
    try:
        return statistics.correlation(ranks(x), ranks(y))
    except statistics.StatisticsError:
        return None


def two_level(groups, statistic, draws=2000, seed=1):
    """(low, high): 90 % of a statistic over groups and their members, both drawn anew with
    replacement (Davison and Hinkley 1997, section 3.8, doi:10.1017/CBO9780511802843).

    groups: lists of members, of which statistic gets a list; where it is None it does not count.
    None without any value.  The same seed gives the same interval."""
    rng = random.Random(seed)
    found = []
    for _ in range(draws):
        members = []
        for group in rng.choices(groups, k=len(groups)):
            members += rng.choices(group, k=len(group))
        value = statistic(members)
        if value is not None:
            found.append(value)
    found.sort()
    return (found[len(found) // 20], found[len(found) - 1 - len(found) // 20]) if found else None


def clustered(counts, draws=2000, seed=1):
    """(low, high): 90 % of a share over clusters [(how many hold, how many there are)], which are drawn whole, with
    replacement.  Where all clusters say 0, or all say 1, drawing says nothing: then each cluster is a trial, and the bound
    is that of Clopper and Pearson 1934, doi:10.1093/biomet/26.4.404."""
    rng = random.Random(seed)
    hold, all_ = map(sum, zip(*counts))
    if hold in (0, all_):
        bound = 1 - .05 ** (1 / len(counts))
        return (0.0, bound) if not hold else (1 - bound, 1.0)
    found = []
    for _ in range(draws):
        hold, all_ = map(sum, zip(*rng.choices(counts, k=len(counts))))
        found.append(hold / all_)
    found.sort()
    return found[draws // 20], found[draws - 1 - draws // 20]
