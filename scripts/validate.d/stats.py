"""stats - rank correlations, quantiles, intervals"""
import math


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


def quantile(values, p):
    """Linear between the sorted values (type 7)."""
    v = sorted(values)
    at = p * (len(v) - 1)
    k = int(at)
    return v[k] if k + 1 == len(v) else v[k] + (at - k) * (v[k + 1] - v[k])


def median(values):
    return quantile(values, 0.5)


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
    a, b = ranks(x), ranks(y)
    mean = (len(x) + 1) / 2
    cross = sum((p - mean) * (q - mean) for p, q in zip(a, b))
    scale = math.sqrt(sum((p - mean) ** 2 for p in a) * sum((q - mean) ** 2 for q in b))
    return cross / scale if scale else None


def wilson(k, n, z=1.96):
    """95 % interval of a share."""
    middle, half = (k + z * z / 2) / (n + z * z), z * math.sqrt(k * (n - k) / n + z * z / 4) / (n + z * z)
    return max(0.0, middle - half), min(1.0, middle + half)
