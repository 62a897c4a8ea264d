"""What scripts/bench_mutator measured, as a table and a plot.

    report.py FAULTS RESULTS OUT NOTE

FAULTS is canaries.def. RESULTS has tab-separated lines of format,
configuration, trial, fault, executions and CPU seconds; each trial ends with
one for the fault "end", and a fault that has no line in a trial was not found
in it. OUT is the folder that table.md and plot.png are written to, and NOTE a
line that says how it was measured.
"""

import collections
import dataclasses
import math
import pathlib
import re
import statistics
import sys

CONFIGURATIONS = ["structured", "bytes", "bytes+dictionary",
                  "bytes+dictionary+seeds"]
OVERFLOWS = ["wrap", "signedness", "truncation"]
WANTED_RATIO = 30
WANTED_FAULTS = 5
NEVER = math.inf


@dataclasses.dataclass
class Fault:
    name: str
    format: str
    fields: int
    kind: str
    author: str


@dataclasses.dataclass
class Runs:
    """One fault in the trials of one configuration; NEVER where not found."""
    executions: list
    seconds: list
    last: list  # The executions at which each trial ended.

    def found(self):
        return sum(1 for value in self.executions if value != NEVER)

    def at_least(self):
        """The executions, those of a trial without it up to its end."""
        return [min(pair) for pair in zip(self.executions, self.last)]


def load_faults(text):
    pattern = re.compile(
        r"^LG_CANARY_FAULT\(\s*(\w+),\s*(\w+),\s*(\d+),\s*(\w+),\s*(\w+),", re.M)
    return [Fault(name, format_, int(fields), kind, author)
            for name, format_, fields, kind, author in pattern.findall(text)]


def load_results(lines, faults):
    """{(fault, configuration): Runs}, for what was measured."""
    found = {}
    ends = collections.defaultdict(dict)
    for line in lines:
        format_, configuration, trial, fault, executions, seconds = (
            line.rstrip("\n").split("\t"))
        value = (int(executions), float(seconds))
        if fault == "end":
            ends[format_, configuration][trial] = value
        else:
            found[fault, configuration, trial] = value
    runs = {}
    for fault in faults:
        for configuration in CONFIGURATIONS:
            trials = ends.get((fault.format.lower(), configuration))
            if not trials:
                continue
            values = [found.get((fault.name, configuration, trial),
                                (NEVER, NEVER)) for trial in trials]
            runs[fault.name, configuration] = Runs(
                [value[0] for value in values], [value[1] for value in values],
                [trials[trial][0] for trial in trials])
    return runs


def compare(structured, other):
    """(ratio of the medians, its sign, p): how many times fewer executions.

    p is that of a two-sided Mann-Whitney U test, by the normal approximation.
    The sign is ">" where the ratio is a lower bound, because the other has no
    median, "<" where it is an upper one, and "?" where neither has.
    """
    from scipy import stats
    medians = [statistics.median(runs.executions)
               for runs in (structured, other)]
    bounds = [statistics.median(runs.at_least())
              for runs in (structured, other)]
    sign = {(False, False): "", (False, True): ">", (True, False): "<",
            (True, True): "?"}[medians[0] == NEVER, medians[1] == NEVER]
    # Ranks are all that counts, and what was never found comes last.
    last = 1 + max(value for runs in (structured, other)
                   for value in runs.executions + runs.last if value != NEVER)
    samples = [[min(value, last) for value in runs.executions]
               for runs in (structured, other)]
    if len(set(samples[0] + samples[1])) == 1:
        return 1.0, sign, 1.0
    p = stats.mannwhitneyu(*samples, alternative="two-sided",
                           method="asymptotic").pvalue
    return bounds[1] / bounds[0], sign, p


def short(number):
    """Three figures of a number: 7, 320, 4.1k, 12M."""
    if number == NEVER:
        return "never"
    for unit, name in ((1e6, "M"), (1e3, "k")):
        if number >= unit:
            value = number / unit
            return f"{value:.1f}{name}" if value < 10 else f"{value:.0f}{name}"
    return f"{number:.0f}"


def executions_cell(runs):
    if runs.found() == 0:
        return f"none in {short(statistics.median(runs.last))}"
    median = statistics.median(runs.executions)
    text = short(median) if median != NEVER else (
        f"> {short(statistics.median(runs.at_least()))}")
    text += f" ({short(min(runs.executions))} to {short(max(runs.executions))})"
    if runs.found() < len(runs.executions):
        text += f", {runs.found()}/{len(runs.executions)}"
    return text


def seconds_cell(runs):
    median = statistics.median(runs.seconds)
    if median == NEVER:
        return "-"
    return f"{median:.2f}" if median < 10 else f"{median:.0f}"


def ratio_cell(ratio, sign, p):
    if sign == "?":
        return "-"
    value = f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.1f}"
    text = f"{sign} {value}".strip()
    return f"{text} (p {'< 0.001' if p < 0.001 else f'{p:.3f}'})"


def row(cells):
    return "| " + " | ".join(cells) + " |"


def table_of(format_, faults, runs):
    configurations = [c for c in CONFIGURATIONS
                      if any((fault.name, c) in runs for fault in faults)]
    lines = [f"### {format_}", "",
             "Executions until the fault was triggered: median (least to most), "
             "and in how many trials if not in all.", "",
             row(["fault", "fields", "kind", "author"] + configurations),
             row(["---"] * (4 + len(configurations)))]
    for fault in faults:
        lines.append(row(
            [fault.name, str(fault.fields), fault.kind.replace("_", " "),
             fault.author] +
            [executions_cell(runs[fault.name, c]) for c in configurations]))
    others = [c for c in configurations if c != "structured"]
    if "structured" not in configurations or not others:
        return lines + [""]
    lines += ["", "How many times fewer executions the mutator took than each "
              "of the others, by the medians, and its CPU seconds.", "",
              row(["fault", "CPU s"] + others),
              row(["---"] * (2 + len(others)))]
    for fault in faults:
        structured = runs[fault.name, "structured"]
        lines.append(row(
            [fault.name, seconds_cell(structured)] +
            [ratio_cell(*compare(structured, runs[fault.name, c]))
             for c in others]))
    return lines + [""]


def totals(faults, runs):
    """What the tables come to, and the two bars."""
    authors = list(dict.fromkeys(fault.author for fault in faults))
    lines = [row(["configuration", "faults found in all trials"] +
                 [f"of `{author}`" for author in authors] +
                 ["in some", "in none", "CPU s to the last of all"]),
             row(["---"] * (5 + len(authors)))]
    for c in CONFIGURATIONS:
        measured = [runs[fault.name, c] for fault in faults
                    if (fault.name, c) in runs]
        if not measured:
            continue
        in_all = sum(always(one) for one in measured)
        of_authors = [
            [always(runs[fault.name, c]) for fault in faults
             if fault.author == author and (fault.name, c) in runs]
            for author in authors]
        in_none = sum(one.found() == 0 for one in measured)
        last = max(max(one.seconds) for one in measured)
        lines.append(row([c, f"{in_all} of {len(measured)}"] +
                         [f"{sum(one)} of {len(one)}" for one in of_authors] +
                         [str(len(measured) - in_all - in_none), str(in_none),
                          "-" if last == NEVER else f"{last:.0f}"]))
    lines.append("")
    if not all((fault.name, c) in runs for fault in faults
               for c in CONFIGURATIONS[:2]):
        return lines
    better = [fault.name for fault in faults if fault.kind in OVERFLOWS
              and is_better(runs[fault.name, "structured"],
                            runs[fault.name, "bytes"])]
    lines += [
        f"Overflows (wrap, signedness, truncation) to which the mutator takes "
        f"at least {WANTED_RATIO} times fewer executions than bytes, with p < "
        f"0.05: {len(better)}, at least {WANTED_FAULTS} wanted.", "",
        "Faults that the mutator missed in a trial: " +
        (", ".join(
            f"{fault.name} ({runs[fault.name, 'structured'].found()}/"
            f"{len(runs[fault.name, 'structured'].executions)})"
            for fault in faults
            if NEVER in runs[fault.name, "structured"].executions) or "none") +
        ".", ""]
    return lines


def always(runs):
    return runs.found() == len(runs.executions)


def is_better(structured, other):
    ratio, sign, p = compare(structured, other)
    return sign in ("", ">") and ratio >= WANTED_RATIO and p < 0.05


def plot(faults, runs, path):
    """The share of faults found, over all trials, by executions."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    formats = list(dict.fromkeys(fault.format for fault in faults))
    figure, axes = pyplot.subplots(1, len(formats), squeeze=False, sharey=True,
                                   figsize=(4.5 * len(formats), 3.2))
    for axis, format_ in zip(axes[0], formats):
        for configuration in CONFIGURATIONS:
            values = sorted(
                value for fault in faults if fault.format == format_
                for value in runs.get((fault.name, configuration),
                                      Runs([], [], [])).executions)
            if values:
                shares = [100 * (i + 1) / len(values)
                          for i in range(len(values))]
                axis.step(values, shares, where="post", label=configuration)
        axis.set_xscale("log")
        axis.set_title(format_)
        axis.set_xlabel("executions")
        axis.set_ylim(0, 102)
        axis.grid(alpha=0.3)
    axes[0][0].set_ylabel("% of faults found, all trials")
    axes[0][-1].legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=90)
    pyplot.close(figure)


def report(faults, lines, note):
    """table.md, and what the plot is made of."""
    runs = load_results(lines, faults)
    faults = [fault for fault in faults
              if any((fault.name, c) in runs for c in CONFIGURATIONS)]
    text = [note, ""] + totals(faults, runs)
    for format_ in dict.fromkeys(fault.format for fault in faults):
        text += table_of(format_, [fault for fault in faults
                                   if fault.format == format_], runs)
    return "\n".join(text), faults, runs


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    definitions, results, out, note = sys.argv[1:]
    faults = load_faults(pathlib.Path(definitions).read_text("utf-8"))
    with open(results, encoding="utf-8") as lines:
        text, faults, runs = report(faults, lines, note)
    (pathlib.Path(out) / "table.md").write_text(text, "utf-8")
    plot(faults, runs, pathlib.Path(out) / "plot.png")


if __name__ == "__main__":
    main()
