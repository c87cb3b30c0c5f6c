"""stats - Kendall's tau-b, quantiles, the bootstrap over runs"""
import math
import random


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


def bootstrap(units, statistic, draws=1000, seed=1):
    """Percentile interval, 95 %, of statistic over units (runs, say) drawn again."""
    rng = random.Random(seed)
    values = []
    for _ in range(draws):
        value = statistic([units[rng.randrange(len(units))] for _ in units])
        if value is not None:
            values.append(value)
    return (quantile(values, 0.025), quantile(values, 0.975)) if values else (None, None)


def auc(lower, higher):
    """P(a value of lower < one of higher), ties half."""
    wins = sum((a < b) + 0.5 * (a == b) for a in lower for b in higher)
    return wins / (len(lower) * len(higher)) if lower and higher else None
