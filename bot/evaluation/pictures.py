"""The evaluation as pictures, with matplotlib (a development dependency).

Colours are Okabe and Ito's, and are told apart by shape too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bot.evaluation.figures import Figure, confusion
from bot.evaluation.measuring import Results
from bot.evaluation.retrieval_bench_figures import Group
from bot.evaluation.statistics import percentile

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Sheet

_BLUE, _ORANGE, _GREEN, _GREY = "#0072B2", "#D55E00", "#009E73", "#666666"
_MARKS = ((_BLUE, "o"), (_ORANGE, "s"), (_GREEN, "D"))
_CURVES = (*_MARKS, (_GREY, "^"))
_SEARCHERS = ((_BLUE, "o"), ("#56B4E9", "o"), ("#000000", "o"), (_ORANGE, "s"), (_GREEN, "D"), (_GREY, "^"))
_DOTS = 130
_DARK = 0.55


def draw_confusion(splits: Mapping[str, Results], path: Path) -> None:
    """One matrix a split, side by side; shades are shares of the row, numbers are counts."""
    sheet = _sheet(5.4 * len(splits), 4.9)
    for place, (name, results) in enumerate(splits.items(), start=1):
        axes = sheet.add_subplot(1, len(splits), place)
        _matrix(axes, results)
        axes.set_title(f"{name}: {len(results.questions) + len(results.out_of_scope)} messages", fontsize=11)
        axes.set_ylabel("belongs to" if place == 1 else "")
    sheet.suptitle("Where messages went", fontsize=13)
    _save(sheet, path)


def _matrix(axes: Axes, results: Results) -> None:
    names, counts = confusion(results)
    shares = [[n / max(1, sum(row)) for n in row] for row in counts]
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1)
    labels = [name.replace("_", "\n") for name in names]
    axes.set_xticks(range(len(names)), labels, fontsize=8)
    axes.set_yticks(range(len(names)), labels, fontsize=8)
    axes.set_xlabel("went to")
    for row, cells in enumerate(counts):
        for column, count in enumerate(cells):
            colour = "white" if shares[row][column] > _DARK else "black"
            weight = "bold" if row == column else "normal"
            axes.text(column, row, str(count), ha="center", va="center", color=colour, weight=weight)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)


def draw_shares(splits: Mapping[str, Sequence[Figure]], path: Path) -> None:
    """Every share that has a target, with its interval, beside the target."""
    names = [f.name for f in next(iter(splits.values())) if f.share and f.target]
    sheet = _sheet(10, 0.62 * len(names) + 1.6)
    axes = sheet.add_subplot()
    step = 0.24
    for order, ((split, figures), (colour, mark)) in enumerate(zip(splits.items(), _MARKS, strict=False)):
        known = {f.name: f for f in figures}
        for row, name in enumerate(names):
            figure = known[name]
            share = figure.share
            if share is None or not share.total:
                continue
            low, high = share.interval
            y = row + (order - (len(splits) - 1) / 2) * step
            axes.plot([low, high], [y, y], color=colour, linewidth=1.6)
            axes.plot([share.value], [y], marker=mark, color=colour, markersize=6, label=split if row == 0 else None)
    targets = {f.name: f.target for f in next(iter(splits.values()))}
    for row, name in enumerate(names):
        target = targets[name]
        if target:
            label = "target" if row == 0 else None
            axes.plot(
                [target.bound] * 2, [row - 0.42, row + 0.42], color=_GREY, linestyle="--", linewidth=1.4, label=label
            )
    axes.set_yticks(range(len(names)), [f"{name}  ({targets[name]})" for name in names], fontsize=9)
    axes.invert_yaxis()
    axes.set_xlim(-0.02, 1.02)
    axes.set_xlabel("share, with its 95 % interval (Wilson)")
    axes.grid(axis="x", color="#dddddd")
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=4, frameon=False)
    _save(sheet, path)


def draw_times(milliseconds: Sequence[float], steps: Mapping[str, float], path: Path) -> None:
    """How long questions take: their spread, and the median of each step."""
    sheet = _sheet(10, 3.8)
    left, right = sheet.subplots(1, 2)
    ordered = sorted(milliseconds)
    left.step(ordered, [(n + 1) / len(ordered) for n in range(len(ordered))], where="post", color=_BLUE, linewidth=1.8)
    for percent, colour, mark, bound in ((50, _ORANGE, "o", 15), (95, _GREEN, "D", 40)):
        value = percentile(ordered, percent)
        left.plot([value], [percent / 100], marker=mark, color=colour, linestyle="none",
                  label=f"p{percent}: {value:.1f} ms (target ≤ {bound})")  # fmt: skip
    left.set_xlim(0, percentile(ordered, 99.5) * 1.1)
    left.set_ylim(0, 1.02)
    left.set_xlabel("own time, ms")
    left.set_ylabel("share of questions done")
    left.set_title(f"{len(ordered)} questions", fontsize=11)
    left.legend(loc="lower right", frameon=False, fontsize=9)
    _bars(right, steps)
    right.set_title("where it goes", fontsize=11)
    for axes in (left, right):
        _plain(axes)
    _save(sheet, path)


def draw_curves(
    curves: Mapping[str, tuple[Sequence[float], float]], steps: Mapping[str, Mapping[str, float]], path: Path
) -> None:
    """The spread of several kinds of times, each with the target of its p95; and the medians of some steps."""
    sheet = _sheet(10, 4.4)
    left, *others = sheet.subplots(1, 1 + len(steps), width_ratios=[1.4, *[1.0] * len(steps)])
    for (name, (times, bound)), (colour, mark) in zip(curves.items(), _CURVES, strict=False):
        ordered, value = sorted(times), percentile(times, 95)
        left.step(
            ordered, [(n + 1) / len(ordered) for n in range(len(ordered))], where="post", color=colour, linewidth=1.8
        )
        left.plot([value], [0.95], marker=mark, color=colour, linestyle="none",
                  label=f"{name}, p95 {value:.1f} ms (target ≤ {bound:g})")  # fmt: skip
    left.set_xlim(0, 1.1 * max(percentile(times, 99) for times, _ in curves.values()))
    left.set_ylim(0, 1.02)
    left.set_xlabel("own time, ms")
    left.set_ylabel("share done")
    left.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), frameon=False, fontsize=8)
    for axes, (title, medians) in zip(others, steps.items(), strict=True):
        _bars(axes, medians)
        axes.set_title(title, fontsize=11)
    for axes in (left, *others):
        _plain(axes)
    _save(sheet, path)


def _bars(axes: Axes, medians: Mapping[str, float]) -> None:
    names = list(medians)
    axes.barh(names, [medians[name] for name in names], color=_BLUE)
    for row, name in enumerate(names):
        axes.text(medians[name], row, f" {medians[name]:.2f}", va="center", fontsize=9)
    axes.invert_yaxis()
    axes.set_xlabel("median of the step, ms")
    axes.margins(x=0.25)


def _plain(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="x", color="#dddddd")
    axes.set_axisbelow(True)


def draw_delivery(bars: Mapping[str, tuple[float, float, float]], in_flight: int, path: Path) -> None:
    """Bots side by side: messages a second, p95 in milliseconds from message to reply, messages that a kill lost."""
    sheet = _sheet(11, 0.42 * len(bars) + 1.5)
    names = list(bars)
    titles = ("messages a second", "ms from message to reply, p95", f"lost by a kill, of {in_flight}")
    panels = sheet.subplots(1, 3, sharey=True)
    for place, (axes, title) in enumerate(zip(panels, titles, strict=True)):
        values = [bars[name][place] for name in names]
        colours = [_BLUE, *[_GREY] * (len(names) - 1)]
        axes.barh(names, values, color=colours)
        for row, value in enumerate(values):
            axes.text(value, row, " " + f"{value:,.1f}".removesuffix(".0"), va="center", fontsize=9)
        axes.set_title(title, fontsize=11)
        axes.set_xlim(0, max(*values, 1) * 1.2)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="x", color="#dddddd")
        axes.set_axisbelow(True)
        axes.tick_params(axis="y", length=0)
    panels[0].invert_yaxis()
    _save(sheet, path)


def draw_retrieval(columns: Mapping[str, Sequence[Group]], path: Path) -> None:
    """Each searcher's p50 and p95 by size and share of the filter, and under them its recall."""
    sheet = _sheet(11, 6.4)
    times, recalls = sheet.subplots(2, 1, sharex=True, height_ratios=[2.2, 1])
    names = list(dict.fromkeys(group.name for groups in columns.values() for group in groups))
    for order, (name, (colour, mark)) in enumerate(zip(names, _SEARCHERS, strict=False)):
        for place, groups in enumerate(columns.values()):
            group = next((one for one in groups if one.name == name), None)
            if group is None:
                continue
            x = place + (order - (len(names) - 1) / 2) * 0.13
            times.plot([x, x], [group.p50, group.p95], color=colour, linewidth=1.4)
            times.plot([x], [group.p50], marker=mark, color=colour, markersize=6)
            if group.recall is not None:
                recalls.plot([x], [group.recall], marker=mark, color=colour, markersize=6)
        times.plot([], [], marker=mark, color=colour, linestyle="none", label=name)
    times.set_yscale("log")
    times.yaxis.set_major_formatter("{x:g}")
    times.set_ylabel("ms: p50, and a line to p95")
    times.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False)
    recalls.set_ylabel("recall@4")
    lowest = min(group.recall for groups in columns.values() for group in groups if group.recall is not None)
    recalls.set_ylim(min(lowest, 0.9) - 0.01, 1.01)
    recalls.set_xticks(range(len(columns)), list(columns))
    recalls.set_xlabel("chunks, and what share of them the filter keeps")
    for axes in (times, recalls):
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="y", color="#dddddd")
        axes.set_axisbelow(True)
    _save(sheet, path)


def draw_turns(levels: Mapping[int, tuple[float, Sequence[float]]], path: Path) -> None:
    """By how many chats are at once: turns a second, and the spread of their own times in milliseconds."""
    sheet = _sheet(10, 3.8)
    left, right = sheet.subplots(1, 2)
    names = [f"{chats} at once" for chats in levels]
    left.barh(names, [rate for rate, _ in levels.values()], color=_BLUE)
    for row, (rate, _) in enumerate(levels.values()):
        left.text(rate, row, f" {rate:,.1f}", va="center", fontsize=9)
    left.invert_yaxis()
    left.margins(x=0.2)
    left.set_xlabel("turns a second")
    for name, (_, times), (colour, mark) in zip(names, levels.values(), _CURVES, strict=False):
        ordered, value = sorted(times), percentile(times, 95)
        right.step(ordered, [(n + 1) / len(ordered) for n in range(len(ordered))], where="post", color=colour)
        label = f"{name}, p95 {value:,.0f} ms"
        right.plot([value], [0.95], marker=mark, color=colour, linestyle="none", label=label)
    right.set_xscale("log")
    right.set_ylim(0, 1.02)
    right.set_xlabel("own time a turn, ms")
    right.set_ylabel("share done")
    right.legend(loc="lower right", frameon=False, fontsize=9)
    for axes in (left, right):
        _plain(axes)
    _save(sheet, path)


def _sheet(width: float, height: float) -> Sheet:
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415 - a development dependency
    from matplotlib.figure import Figure as Sheet  # noqa: PLC0415

    sheet = Sheet(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(sheet)
    return sheet


def _save(sheet: Sheet, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # no date or version inside: the same figures give the same file
    sheet.savefig(path, dpi=_DOTS, metadata={"Software": None}, facecolor="white")
