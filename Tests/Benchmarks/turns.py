"""A row measured more than once: ours and the peer by turns, so that other work on the machine falls on both."""

import statistics

from processes import Figure


def together(figures: list[Figure]) -> Figure | None:
    """The medians of some rounds, and the lowest and highest rate. Nil if there is none."""
    if not figures:
        return None

    def median(values):
        known = [value for value in values if value is not None]
        return statistics.median(known) if known else None

    rates = [figure.rate for figure in figures if figure.rate is not None]
    programs = {name: None for figure in figures for name in figure.costs}
    return Figure(
        median(rates), median(figure.p50 for figure in figures), median(figure.p99 for figure in figures),
        max((figure.memory for figure in figures if figure.memory is not None), default=None),
        ", ".join(sorted({figure.warning for figure in figures if figure.warning})),
        {name: statistics.median(figure.costs.get(name, 0) for figure in figures) for name in programs},
        (min(rates), max(rates)) if len(rates) > 1 else None)


def ratios(ours: list[Figure], peer: list[Figure], unit: str) -> list[float]:
    """Ours beside the peer of the same round. Above 1 is better than the peer, whatever the unit."""
    return [
        mine.rate / other.rate if unit == "/s" else other.rate / mine.rate
        for mine, other in zip(ours, peer) if mine.rate and other.rate
    ]


def costs_line(work: str, side: str, figure: Figure | None) -> str | None:
    """The processor's time of a request, by program."""
    if not figure or not figure.costs:
        return None
    parts = sorted(figure.costs.items(), key=lambda item: -item[1])
    shown = [f"{name} {cost:.1f}" for name, cost in parts if cost >= 0.1]
    return f"- {work}, {side}: {sum(figure.costs.values()):.0f} ({', '.join(shown)})"
