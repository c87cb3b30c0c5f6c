"""surrogates - the same values with nearly the same spectrum, at other times

IAAFT, Schreiber & Schmitz 1996, doi:10.1103/PhysRevLett.77.635, on what happens in the
training: bins of requests (by the square root of their number), readings of gauges.  The
surrogate is an order of the samples, so what is in a bin or a reading moves as a whole.
"""
import bisect
import cmath
import functools

from moves import IO

ROUNDS = 40


@functools.lru_cache(maxsize=None)
def roots(n):
    return [cmath.exp(-2j * cmath.pi * k / n) for k in range(n)]


def fft(x):
    """Discrete Fourier transform; by halves as long as the length is even."""
    n = len(x)
    w = roots(n)
    if n % 2:
        return [sum(x[t] * w[k * t % n] for t in range(n)) for k in range(n)]
    even, odd = fft(x[::2]), fft(x[1::2])
    turned = [w[k] * odd[k] for k in range(n // 2)]
    return [a + b for a, b in zip(even, turned)] + [a - b for a, b in zip(even, turned)]


def iaaft(values, rng):
    """order: sample order[k] of values comes k-th in the surrogate."""
    n = len(values)
    if n < 4 or min(values) == max(values):
        return list(range(n))
    amplitude = [abs(c) for c in fft(values)]
    order = list(range(n))
    rng.shuffle(order)
    ranked = sorted(order, key=lambda i: values[i])  # ties in random order, the same each round
    for _ in range(ROUNDS):
        spectrum = [a * (c / abs(c) if abs(c) > 1e-12 else 1)
                    for a, c in zip(amplitude, fft([values[i] for i in order]))]
        # the inverse is the transform of the conjugate, and what is wanted is real
        wanted = [c.real for c in fft([c.conjugate() for c in spectrum])]
        new = [0] * n
        for source, place in zip(ranked, sorted(range(n), key=wanted.__getitem__)):
            new[place] = source
        if new == order:
            break
        order = new
    return order


class Joined:
    """The training phases [(start, end)] put together: an axis from 0 to length."""

    def __init__(self, spans):
        self.spans, self.at, length = [], [], 0.0
        for start, end in sorted(spans):
            if self.spans:
                start = max(start, self.spans[-1][1])
            if end > start:
                self.spans.append((start, end))
                self.at.append(length)
                length += end - start
        self.length = length

    def into(self, t):
        """Where t is on the joined axis, or None."""
        k = bisect.bisect_right(self.spans, (t, float("inf"))) - 1
        return self.at[k] + t - self.spans[k][0] if k >= 0 and t < self.spans[k][1] else None

    def back(self, u):
        k = max(0, bisect.bisect_right(self.at, u) - 1)
        return self.spans[k][0] + u - self.at[k]


def places(values, share, rng):
    """Where each sample goes if the first share of them becomes its surrogate."""
    m = round(share * len(values))
    to = list(range(len(values)))
    for place, source in enumerate(iaaft(values[:m], rng)):
        to[source] = place
    return to


def shuffle_events(run, joined, bins, share, rng):
    width = joined.length / bins
    for name in IO:
        if name not in run.events:
            continue
        column = -4 if name == "trace_bio.out" else None
        streams = {}
        for k, e in enumerate(run.events[name]):
            u = joined.into(e.start)
            if u is not None:
                kind = e.line.split()[column] if column else ""
                streams.setdefault(kind, []).append((k, min(bins - 1, int(u / width)), u))
        for _, found in sorted(streams.items()):
            count = [0] * bins
            for _, b, _ in found:
                count[b] += 1
            to = places([c ** 0.5 for c in count], share, rng)
            for k, b, u in found:
                e = run.events[name][k]
                if to[b] != b:
                    run.events[name][k] = e.moved(joined.back(u + (to[b] - b) * width) - e.start)
        run.changed.add(name)


def shuffle_gauge(gauge, key, level_of, joined, share, rng):
    """Readings of the training change places; what each says stays together."""
    rows = list(gauge[key])
    inside = [k for k, t in enumerate(gauge["stamps"]) if joined.into(t) is not None]
    to = places([level_of(rows[k]) for k in inside], share, rng)
    for source, place in enumerate(to):
        rows[inside[place]] = gauge[key][inside[source]]
    if key == "samples":
        rows = [dict(row, timestamp=old["timestamp"]) for row, old in zip(rows, gauge[key])]
    gauge.update(changed=True, **{key: rows})


def disk_level(sample):
    return sum(d.get(n, 0.0) for d in sample["disk"] for n in ("rMB/s", "wMB/s"))


def surrogate(run, level, rng, spans, step_s):
    """The first level of the training with the same spectra, at other times."""
    joined = Joined(spans)
    bins = 4
    while joined.length / bins > step_s / 2:
        bins *= 2
    shuffle_events(run, joined, bins, level, rng)
    if run.cpu:
        idle = run.cpu["names"].index("%idle")
        shuffle_gauge(run.cpu, "values", lambda row: 100 - row[idle], joined, level, rng)
    if run.disk:
        shuffle_gauge(run.disk, "samples", disk_level, joined, level, rng)
