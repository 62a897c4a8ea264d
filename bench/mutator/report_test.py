"""Tests of report.py: /usr/bin/python3 bench/mutator/report_test.py"""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import report

DEFINITIONS = '''
// LG_CANARY_FAULT(Name, format, fields, kind, author, "what")
LG_CANARY_FAULT(Wraps, Gguf, 2, wrap, ours,
    "does, it is said")
LG_CANARY_FAULT(Unchecked, Gguf, 1, removed_check, blind2, "one")
'''


def lines(configuration, executions, last=1000, fault="Wraps"):
    """A trial for each of `executions`, None where it is not found."""
    made = []
    for trial, value in enumerate(executions):
        head = f"gguf\t{configuration}\t{trial}\t"
        if value is not None:
            made.append(f"{head}{fault}\t{value}\t{value / 1000}\n")
        made.append(f"{head}end\t{last}\t60.0\n")
    return made


class ReportTest(unittest.TestCase):
    def setUp(self):
        self.faults = report.load_faults(DEFINITIONS)

    def runs(self, *configurations):
        every = [line for one in configurations for line in one]
        return report.load_results(every, self.faults)

    def test_faults_are_read_over_line_ends(self):
        self.assertEqual([(fault.name, fault.fields, fault.kind, fault.author)
                          for fault in self.faults],
                         [("Wraps", 2, "wrap", "ours"),
                          ("Unchecked", 1, "removed_check", "blind2")])

    def test_a_trial_without_a_fault_counts_as_never(self):
        runs = self.runs(lines("bytes", [10, None, 30]))
        self.assertEqual(runs["Wraps", "bytes"].found(), 2)
        self.assertEqual(runs["Wraps", "bytes"].executions[1], report.NEVER)
        self.assertEqual(runs["Unchecked", "bytes"].found(), 0)
        self.assertNotIn(("Wraps", "structured"), runs)

    def test_ratio_of_medians_and_a_p_value_as_published(self):
        runs = self.runs(lines("structured", list(range(1, 11))),
                         lines("bytes", [100 * n for n in range(1, 11)]))
        ratio, sign, p = report.compare(runs["Wraps", "structured"],
                                        runs["Wraps", "bytes"])
        self.assertAlmostEqual(ratio, 100)
        self.assertEqual(sign, "")
        # R's wilcox.test(1:10, 100 * 1:10, exact=FALSE).
        self.assertAlmostEqual(p, 0.0001827, places=7)

    def test_a_ratio_to_what_was_never_found_is_a_lower_bound(self):
        runs = self.runs(lines("structured", [10] * 5 + [11] * 5),
                         lines("bytes", [None] * 10, last=5250))
        ratio, sign, p = report.compare(runs["Wraps", "structured"],
                                        runs["Wraps", "bytes"])
        self.assertEqual(sign, ">")
        self.assertAlmostEqual(ratio, 500)
        self.assertLess(p, 0.001)

    def test_what_neither_found_has_no_ratio(self):
        runs = self.runs(lines("structured", [None] * 4),
                         lines("bytes", [None] * 4))
        cell = report.ratio_cell(*report.compare(
            runs["Wraps", "structured"], runs["Wraps", "bytes"]))
        self.assertEqual(cell, "-")

    def test_a_missed_fault_never_counts_as_better(self):
        runs = self.runs(lines("structured", [None] * 10, last=10),
                         lines("bytes", [900] * 10))
        self.assertFalse(report.is_better(runs["Wraps", "structured"],
                                          runs["Wraps", "bytes"]))

    def test_numbers_are_short(self):
        self.assertEqual([report.short(n) for n in
                          (7, 999, 4100, 12345, 2.5e6, report.NEVER)],
                         ["7", "999", "4.1k", "12k", "2.5M", "never"])

    def test_the_table_names_what_was_missed_and_the_plot_is_drawn(self):
        every = (lines("structured", [5, 7, None]) +
                 lines("bytes", [None] * 3))
        text, faults, runs = report.report(self.faults, every, "note")
        self.assertIn("Wraps (2/3), Unchecked (0/3)", text)
        self.assertIn("| structured | 0 of 2 | 0 of 1 | 0 of 1 | 1 | 1 | - |",
                      text)
        self.assertIn("| Wraps | 2 | wrap | ours | 7 (5 to never), 2/3 |", text)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "plot.png"
            report.plot(faults, runs, path)
            self.assertGreater(path.stat().st_size, 1000)


if __name__ == "__main__":
    unittest.main()
