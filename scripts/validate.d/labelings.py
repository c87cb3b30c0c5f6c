"""labelings - retrieval numbers of one labeling of runs, and of all others

The labels (workloads) of the real runs are exchanged; an emulation keeps its own.  Queries
that are real runs have the label their run has in the gallery.
"""
import itertools
import random

EXACT_MOST = 5000
DRAWS = 999


def arrangements(labels):
    """How many orders a list with equal members has."""
    n, count = 1, {}
    for k, label in enumerate(labels, 1):
        count[label] = count.get(label, 0) + 1
        n = n * k // count[label]
    return n


def orders(labels):
    """Every order of a list with equal members, once."""
    if not labels:
        yield ()
    for first in sorted(set(labels)):
        rest = list(labels)
        rest.remove(first)
        for tail in orders(rest):
            yield (first,) + tail


class Labelings:
    """rows [(query, [(distance, real run)])], label_of {run: workload}."""

    def __init__(self, rows, label_of):
        self.label_of = dict(label_of)
        self.real = sorted({real for _, far in rows for _, real in far})
        cells = sorted((d, q, real) for q, far in rows for d, real in far)
        self.rank, at = {}, 0
        for _, tied in itertools.groupby(cells, key=lambda c: c[0]):
            tied = list(tied)
            for _, q, real in tied:
                self.rank[q, real] = at + (len(tied) + 1) / 2
            at += len(tied)
        # each query's real runs from near to far, those as far as each other together
        self.ladder = [(q, [[real for _, real in tied] for _, tied in itertools.groupby(
            sorted(far), key=lambda c: c[0])]) for q, far in rows]
        self.far = {q: dict((real, d) for d, real in far) for q, far in rows}

    def numbers(self):
        """All numbers of the labels as they are."""
        missed, margins = [], []
        recall, mrr, auc = self.strengths(self.label_of)
        for q, far in self.far.items():
            right = [d for real, d in far.items() if self.label_of[real] == self.label_of[q]]
            wrong = [d for real, d in far.items() if self.label_of[real] != self.label_of[q]]
            margins.append(min(wrong) - min(right))
            if min(wrong) <= min(right):
                missed.append(q)
        margins.sort()
        middle = (margins[(len(margins) - 1) // 2] + margins[len(margins) // 2]) / 2
        return {"recall": recall, "mrr": mrr, "auc": auc, "margin": middle, "missed": missed}

    def strengths(self, label_of):
        """Recall@1, MRR and AUC with these labels; a query alone with its label is a miss."""
        hits = reciprocal = ranks = 0.0
        matched = 0
        for q, ladder in self.ladder:
            nearer, label = 0, label_of[q]
            for tied in ladder:
                right = sum(label_of[real] == label for real in tied)
                if right:
                    rank = 1 + nearer + 0.5 * (len(tied) - right)
                    hits += rank == 1
                    reciprocal += 1 / rank
                    break
                nearer += len(tied)
            for real in self.far[q]:
                if label_of[real] == label:
                    matched += 1
                    ranks += self.rank[q, real]
        n, mismatched = len(self.ladder), len(self.rank) - matched
        # Mann & Whitney: ranks of the matched pairs among all
        above = ranks - matched * (matched + 1) / 2
        return hits / n, reciprocal / n, 1 - above / (matched * mismatched) if matched * mismatched else 0.5

    def test(self):
        """p of Recall@1, MRR and AUC: the share of labelings that are as good, this one included."""
        own = [self.label_of[r] for r in self.real]
        seen, at_least, total = self.strengths(self.label_of), [0, 0, 0], 0
        exact = arrangements(own) <= EXACT_MOST
        rng = random.Random(1)
        for labels in orders(own) if exact else (rng.sample(own, len(own)) for _ in range(DRAWS)):
            got = self.strengths(dict(self.label_of, **dict(zip(self.real, labels))))
            total += 1
            for k in range(3):
                at_least[k] += got[k] >= seen[k] - 1e-12
        return tuple((a + (not exact)) / (total + (not exact)) for a in at_least)
