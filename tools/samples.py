# SPDX-License-Identifier: MIT
"""Statistics of repeated measurements: the same figures as the guest's tables, and the test that
says whether two samples differ.

The test is that of Mann and Whitney (Wilcoxon's rank sum), two-sided: it asks only which values
are larger, so neither outliers nor the shape of the distribution matter. Without ties and with up
to EXACT values on each side the probability is exact, else the normal approximation, corrected
for ties and for continuity.
"""

import math
import statistics

EXACT = 50
EXACT_TIED = 12     # and with ties


def summary(values):
    """min, median, mean, sd (of a sample), p99 (what 99 % do not exceed), max and n, by name."""
    ordered = sorted(values)
    count = len(ordered)
    return {
        "min": ordered[0],
        "median": statistics.median(ordered),
        "mean": statistics.fmean(ordered),
        "sd": statistics.stdev(ordered) if count > 1 else 0.0,
        "p99": ordered[(count * 99 + 99) // 100 - 1],
        "max": ordered[-1],
        "n": count,
    }


def spread(values):
    """Standard deviation in per cent of the mean."""
    figures = summary(values)
    return 100 * figures["sd"] / figures["mean"] if figures["mean"] else 0.0


def _ranks(values):
    """(rank of each value in ascending order, ties sharing their mean; the sizes of the ties)."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    ties = []
    first = 0
    while first < len(order):
        end = first
        while end < len(order) and values[order[end]] == values[order[first]]:
            end += 1
        for place in order[first:end]:
            ranks[place] = (first + 1 + end) / 2
        if end - first > 1:
            ties.append(end - first)
        first = end
    return ranks, ties


def _arrangements(n, m):
    """How many orders of n and m different values give U = 0, 1 ... n*m.

    These are the coefficients of the product of (1 - q^(m+i)) / (1 - q^i) for i = 1 ... n.
    """
    counts = [1] + [0] * (n * m)
    for i in range(1, n + 1):
        for u in range(n * m, m + i - 1, -1):
            counts[u] -= counts[u - m - i]
        for u in range(i, n * m + 1):
            counts[u] += counts[u - i]
    return counts


def _exact_with_ties(ranks, n, total):
    """Probability that n of these ranks, drawn at random, are as far from their mean sum as `total`.

    Ranks are halves at most, so twice a rank is whole: ways[k][s] counts how k of them make s.
    """
    doubled = [round(2 * rank) for rank in ranks]
    ways = [{0: 1}] + [{} for _ in range(n)]
    for rank in doubled:
        for k in range(n, 0, -1):
            for s, count in ways[k - 1].items():
                ways[k][s + rank] = ways[k].get(s + rank, 0) + count
    middle = n * sum(doubled) / len(doubled)
    off = abs(2 * total - middle)
    far = sum(count for s, count in ways[n].items() if abs(s - middle) >= off - 1e-9)
    return min(1.0, far / math.comb(len(ranks), n))


def mann_whitney(left, right):
    """(U of `left`, probability that equal distributions differ at least so much)."""
    n, m = len(left), len(right)
    ranks, ties = _ranks(list(left) + list(right))
    u = sum(ranks[:n]) - n * (n + 1) / 2
    if not ties and n <= EXACT and m <= EXACT:
        counts = _arrangements(n, m)
        tail = sum(counts[:int(min(u, n * m - u)) + 1])
        return u, min(1.0, 2 * tail / math.comb(n + m, n))
    if n <= EXACT_TIED and m <= EXACT_TIED:
        return u, _exact_with_ties(ranks, n, sum(ranks[:n]))
    total = n + m
    tied = sum(t ** 3 - t for t in ties) / (total * (total - 1))
    variance = n * m / 12 * (total + 1 - tied)
    if variance <= 0:       # all values are the same
        return u, 1.0
    off = max(0.0, abs(u - n * m / 2) - 0.5)
    return u, math.erfc(off / math.sqrt(2 * variance))


def least_probability(n, m):
    """What the exact test gives at best for samples of these sizes."""
    return min(1.0, 2 / math.comb(n + m, n))
