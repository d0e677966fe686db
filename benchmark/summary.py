"""Ratios and tables of what benchmark/run has measured."""

import statistics


def summarize(rounds, levels):
    """Of one workload: for each program a list of reports, one for each round. A
    ratio is the time of the project for a level divided by the program's."""
    summary = {}
    for program, reports in rounds.items():
        samples = [report["samples"] for report in reports]
        summary[program] = {
            "seconds_min": min(map(min, samples)),
            "seconds_median": statistics.median(map(statistics.median, samples)),
        }
        for key in "compile_seconds", "megabytes":
            values = [report[key] for report in reports if key in report]
            if values:
                summary[program][key] = min(values)
    for program in set(rounds) - set(levels):
        for level in levels:
            by_round = [min(ours["samples"]) / min(theirs["samples"])
                        for ours, theirs in zip(rounds[level], rounds[program])]
            summary[program][level] = {
                "ratio_min": (summary[level]["seconds_min"]
                              / summary[program]["seconds_min"]),
                "ratio_median": statistics.median(
                    statistics.median(ours["samples"]) / statistics.median(theirs["samples"])
                    for ours, theirs in zip(rounds[level], rounds[program])),
                "ratio_least": min(by_round),
                "ratio_greatest": max(by_round),
            }
    return summary


def format_row(name, summary, levels, peers):
    def times(program):
        if program not in summary:
            return f"{'-':>19}"
        times = summary[program]
        return (f"{times['seconds_min'] * 1e3:>9.4g}"
                f"{times['seconds_median'] * 1e3:>10.4g}")

    def ratios(program, level):
        if program not in summary:
            return f"{'-':>26}"
        ratios = summary[program][level]
        spread = f"{ratios['ratio_least']:.2f}..{ratios['ratio_greatest']:.2f}"
        return f"{ratios['ratio_min']:>6.2f}{ratios['ratio_median']:>6.2f}{spread:>14}"

    columns = [f"{name:<16}", *map(times, levels)]
    for program in peers:
        columns += [times(program), *(ratios(program, each) for each in levels)]
    return "  ".join(columns)


def format_header(levels, peers):
    columns = [f"{'ms: min, median':<16}", *(f"{each:>19}" for each in levels)]
    for program in peers:
        columns += [f"{program:>19}", *(f"{each + '/' + program:>26}" for each in levels)]
    return "  ".join(columns)


# What other times are divided by, the best first: ratios to it differ least
# between machines and hours.
YARDSTICKS = "limit", "jax", "jax1", "torch"


def compare(old, new, level, tolerance):
    """Lines about the workloads that are slower than in an earlier report, and
    their number. Times are compared as ratios to the same yardstick."""
    lines, num_slower = [], 0
    for name, entry in new.items():
        before = old.get(name, {}).get("summary", {})
        after = entry["summary"]
        if level not in before or level not in after:
            lines.append(f"{name:<16}  not in both reports")
            continue
        yardstick = next((each for each in YARDSTICKS if each in before and each in after
                          and level in before[each] and level in after[each]), None)
        if yardstick:
            was, now = (each[yardstick][level]["ratio_min"] for each in (before, after))
            what = f"ratio to {yardstick}"
        else:
            was, now = (each[level]["seconds_min"] * 1e3 for each in (before, after))
            what = "milliseconds"
        change = now / was
        slower = change > 1 + tolerance
        num_slower += slower
        verdict = "slower" if slower else "faster" if change < 1 / (1 + tolerance) else "same"
        lines.append(f"{name:<16}  {verdict:<7} {was:>9.4g} {now:>9.4g} {change:>6.2f}  {what}")
    return lines, num_slower
