# SPDX-License-Identifier: GPL-3.0-or-later
"""What notebooks show of runs, answers and results: a table, and the curve of the answer."""

from __future__ import annotations

import html
import math
from typing import Any, Iterable, Optional, Sequence

from ._rows import AnswerScenario, AnswerSummary

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP, _RIGHT = 460, 230, 48, 38, 12, 12
_COLOURS = {"real": "#1f5fa8", "emulation": "#c2570c"}


def table(rows: Iterable[tuple[str, Any]]) -> str:
    """Rows of a name and a value; those without a value are left out."""
    cells = "".join(f"<tr><th style='text-align:left'>{html.escape(name)}</th>"
                    f"<td style='text-align:left'>{html.escape(str(value))}</td></tr>"
                    for name, value in rows if value is not None)
    return f"<table>{cells}</table>"


def percent(ln: Optional[float]) -> Optional[str]:
    """A difference of logarithms as a percentage: "0.4 %", "170 %"."""
    if ln is None:
        return None
    value = 100 * math.expm1(ln)
    return f"{value:.1f} %" if abs(value) < 0.95 else f"{value:.0f} %"


def interval(ln: Optional[float], low: Optional[float], high: Optional[float]) -> Optional[str]:
    """"4 % (1 % to 9 %)"."""
    if ln is None:
        return None
    return f"{percent(ln)} ({percent(low)} to {percent(high)})"


def curve(scenarios: Sequence[AnswerScenario]) -> str:
    """Times as long against MB/s, of both sides, as SVG; "" with fewer than two rates."""
    points = sorted(((s.read_mib_s * 1.048576, s) for s in scenarios if s.read_mib_s),
                    key=lambda point: point[0])
    lines = {side: [(x, y) for x, s in points if (y := getattr(s, side)) is not None]
             for side in _COLOURS}
    shown = [p for line in lines.values() for p in line]
    if len(points) < 2 or not shown:
        return ""
    x0, x1 = math.log(points[0][0]), math.log(points[-1][0])
    top = max(y for _, y in shown) * 1.05

    def place(x: float, y: float) -> tuple[float, float]:
        across = (math.log(x) - x0) / (x1 - x0) if x1 > x0 else 0.5
        return (_LEFT + across * (_WIDTH - _LEFT - _RIGHT),
                _HEIGHT - _BOTTOM - (y / top) * (_HEIGHT - _BOTTOM - _TOP))

    parts = [f"<svg viewBox='0 0 {_WIDTH} {_HEIGHT}' width='{_WIDTH}' height='{_HEIGHT}' "
             "role='img' aria-label='times as long against MB/s' font-size='11' "
             "font-family='sans-serif' fill='currentColor'>"]
    for y in (0, 1, top / 1.05):
        left, at = place(points[0][0], y)
        parts.append(f"<line x1='{left:.1f}' x2='{_WIDTH - _RIGHT}' y1='{at:.1f}' y2='{at:.1f}' "
                     "stroke='currentColor' stroke-opacity='.2'/>"
                     f"<text x='{_LEFT - 6}' y='{at + 4:.1f}' text-anchor='end'>{_rounded(y)}</text>")
    for x, _ in points:
        across, at = place(x, 0)
        parts.append(f"<text x='{across:.1f}' y='{at + 14:.1f}' text-anchor='middle'>"
                     f"{_rounded(x)}</text>")
    for i, (side, line) in enumerate(lines.items()):
        if not line:
            continue
        where = " ".join(f"{a:.1f},{b:.1f}" for a, b in (place(*p) for p in line))
        parts.append(f"<polyline points='{where}' fill='none' stroke='{_COLOURS[side]}' "
                     "stroke-width='2'/>"
                     f"<text x='{_WIDTH - _RIGHT}' y='{_TOP + 12 * (i + 1)}' text-anchor='end' "
                     f"fill='{_COLOURS[side]}'>{side}</text>")
    parts.append(f"<text x='{(_LEFT + _WIDTH) / 2}' y='{_HEIGHT - 6}' text-anchor='middle'>"
                 "times as long as at full speed, against MB/s that the storage delivers</text></svg>")
    return "".join(parts)


def answer_html(s: AnswerSummary, scenarios: Sequence[AnswerScenario]) -> str:
    """The numbers and the curve of an answer."""
    rows = [("verdict", s.verdict), ("for", s.profile), ("cannot tell because", s.reason),
            ("the benchmark's answer is off by",
             interval(s.error, s.error_low, s.error_high)),
            ("accelerators that 1 GB/s feeds, real", _rounded(s.capacity_real)),
            ("accelerators that 1 GB/s feeds, benchmark", _rounded(s.capacity_emulation))]
    return table(rows) + _storages(s.unit, scenarios) + curve(scenarios)


def _storages(unit: str, scenarios: Sequence[AnswerScenario]) -> str:
    """What both sides do on each storage, and the error; "" without an emulation."""
    if all(s.value_emulation is None for s in scenarios):
        return ""
    heads = (f"storage, {unit}", "real", "emulation", "error, %")
    parts = ["<table><tr>", *(f"<th>{html.escape(h)}</th>" for h in heads), "</tr>"]
    for s in scenarios:
        off = "" if s.error is None else f"{100 * math.expm1(s.error):+.0f}"
        cells = (s.name, _rounded(s.value_real) or "", _rounded(s.value_emulation) or "",
                 off if s.counts or not off else f"({off})")
        parts += ["<tr>", *(f"<td>{html.escape(c)}</td>" for c in cells), "</tr>"]
    return "".join(parts) + "</table>"


def _rounded(value: Optional[float]) -> Optional[str]:
    """Three digits, or all before the point."""
    return None if value is None else f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"
