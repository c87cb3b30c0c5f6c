"""stats - rank correlations with ties (statistics has Spearman's from Python 3.12 on)"""
import math
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
