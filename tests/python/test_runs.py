"""Runs: arrays, events, reports, derivatives, pictures, studies; beside what the tool writes."""
import csv
import gc
import io
import json
import os
import pathlib
import subprocess
import tempfile
import threading
import unittest

import lagrangia as lgr
import lagrangia.testing
import numpy as np
from test_models import PENDULUM, ROPE

BALL = """model ball
param e = 0.5
coord y = 1 m
kinetic T = 1/2*(1 kg)*y'^2
potential V = (1 kg)*(9.81 m/s^2)*y
contact floor: y >= 0, restitution e
report first = time(floor.impact)
report top = maximum(y, from floor.impact)
simulate until 1 s
"""


def tool(*arguments):
    return subprocess.run([os.environ["LAGRANGIA_TOOL"], *arguments], capture_output=True, text=True, check=True).stdout


def saved(text, folder):
    path = pathlib.Path(folder) / "model.lgr"
    path.write_text(text, encoding="utf-8")
    return str(path)


class Results(unittest.TestCase):
    def test_columns_are_views_that_outlive_the_run(self):
        r = lgr.parse(PENDULUM).run()
        theta, t = r["theta"], r.t
        self.assertEqual(r.columns["theta"], "rad")
        self.assertFalse(theta.flags.owndata or theta.flags.writeable)
        before = theta.copy()
        del r
        gc.collect()
        np.testing.assert_array_equal(theta, before)
        self.assertTrue((np.diff(t) >= 0).all() and t[-1] == 5)

    def test_a_closed_form(self):
        small = lgr.parse(PENDULUM, parameters={"l": 1}).run(until=2, every=0.01)
        self.assertAlmostEqual(small["energy"][-1], small["energy"][0], delta=1e-8)
        fall = lgr.parse(BALL).run()
        self.assertAlmostEqual(fall.reports.first, np.sqrt(2/9.81), delta=1e-9)
        self.assertAlmostEqual(fall.reports["top"], 0.25, delta=1e-8)

    def test_events_tell_both_sides(self):
        first = lgr.parse(BALL).run().events[0]
        self.assertEqual((first.name, first.kind), ("floor.impact", "impact"))
        self.assertAlmostEqual(first.v_after[0], -0.5*first.v_before[0], delta=1e-9)
        self.assertAlmostEqual(abs(first.impulse[0]), 1.5*abs(first.v_before[0]), delta=1e-9)
        self.assertLess(first.energy_after, first.energy_before)

    def test_states_and_summary(self):
        r = lgr.parse(ROPE).run(until=1)
        self.assertAlmostEqual(r.initial.q[0], 0.6, delta=1e-12)
        self.assertAlmostEqual(float(np.hypot(*r.final.q)), 1, delta=1e-9)
        self.assertEqual((r.summary["end"], r.summary["t"], r.summary["method"]), ("until", 1.0, "dop853"))
        self.assertEqual(r["lambda(rod)"][-1], r.final.multipliers[0])

    def test_the_tool_says_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            wanted = json.loads(tool("run", "--json", saved(BALL, folder)))
            got = lgr.load(saved(BALL, folder)).run()
        self.assertEqual(dict(got.reports), wanted["report"])
        self.assertEqual(len(got.events), len(wanted["events"]))

    def test_other_values_for_one_run(self):
        m = lgr.parse(BALL)
        self.assertGreater(m.run(e=0.8).reports.top, m.run().reports.top)
        self.assertEqual(m.run(e=0.8).reports.top, m.run(parameters={"e": "0.8"}).reports.top)
        self.assertEqual(m.parameters["e"].value, 0.5)
        with self.assertRaises(AttributeError):
            m.run().reports.nonsense
        with self.assertRaises(lgr.UsageError):
            m.run()["nonsense"]

    def test_failures_are_exceptions(self):
        with self.assertRaises(lgr.RunError) as caught:
            lgr.parse("model a\ncoord x = 1\nkinetic T = x'^2/2\npotential V = -x^4\nsimulate until 9\n").run()
        self.assertLess(caught.exception.run.summary["t"], 9)
        with self.assertRaises(lgr.ModelError):
            lgr.parse("model a\ncoord x = 1\nkinetic T = x'^2/2\nconstraint c: x^2 = -1\n").run()

    def test_expectations(self):
        with tempfile.TemporaryDirectory() as folder:
            path = saved(BALL + "expect first = 0.4515 s within 1e-3 s\n", folder)
            lagrangia.testing.check(path)
            with self.assertRaisesRegex(AssertionError, "first"):
                lagrangia.testing.check(saved(BALL + "expect first = 0.5 s within 1e-3 s\n", folder))


class Later(unittest.TestCase):
    def test_verify_and_sensitivity(self):
        r = lgr.parse(BALL).run()
        self.assertGreaterEqual(r.verify(), 6)
        self.assertAlmostEqual(r.sensitivity("e")["top"]["e"], 2*0.5, delta=1e-6)  # top = e^2 h
        with self.assertRaises(lgr.UsageError):
            r.sensitivity("nonsense")

    def test_pictures_and_files(self):
        r = lgr.parse(PENDULUM).run(until=1)
        self.assertTrue(r.plot("theta", "theta'").startswith("<svg"))
        self.assertIn("<svg", r.to_svg())
        with self.assertRaises(lgr.UsageError):
            r.plot("nonsense")
        with tempfile.TemporaryDirectory() as folder:
            r.save(os.path.join(folder, "a.csv"))
            with open(os.path.join(folder, "a.csv"), encoding="utf-8", newline="") as file:
                rows = list(csv.reader(file))
            self.assertEqual(len(rows), 1 + len(r.t))
            with self.assertRaises(lgr.UsageError):
                r.save(os.path.join(folder, "a.xyz"))

    def test_a_data_frame(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("pandas is not installed")
        frame = lgr.parse(PENDULUM).run(until=1).frame()
        self.assertEqual(frame.index.name, "t")
        self.assertEqual(frame.attrs["units"]["theta"], "rad")


class Own(unittest.TestCase):
    def test_a_force_of_ones_own(self):
        text = "model a\ncoord x = 1 m\nkinetic T = 1/2*(1 kg)*x'^2\nsimulate until 1 s\n"
        r = lgr.parse(text).run(forces=[lambda t, q, v: -9*q])
        self.assertAlmostEqual(r["x"][-1], np.cos(3), delta=1e-7)

    def test_what_a_callback_raises_reaches_the_caller(self):
        def broken(*_):
            raise KeyError("mine")
        with self.assertRaisesRegex(KeyError, "mine"):
            lgr.parse(PENDULUM).run(forces=[broken])
        with self.assertRaisesRegex(KeyError, "mine"):
            lgr.parse(PENDULUM).run(watch=broken)

    def test_a_watch_ends_the_run(self):
        r = lgr.parse(PENDULUM).run(watch=lambda t, until, steps: t > 1)
        self.assertEqual(r.summary["end"], "interrupted")

    def test_threads_run_at_once(self):
        model, tops = lgr.parse(BALL), {}

        def work(k):
            tops[k] = model.copy(e=0.1*k).run().reports.top
        threads = [threading.Thread(target=work, args=(k,)) for k in range(1, 6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for k, top in tops.items():
            self.assertAlmostEqual(top, (0.1*k)**2, delta=1e-7)


class Studies(unittest.TestCase):
    def test_a_grid_has_the_rows_of_the_tool(self):
        with tempfile.TemporaryDirectory() as folder:
            path = saved(BALL, folder)
            wanted = list(csv.DictReader(tool("sweep", path, "--vary", "e=0.2..0.8:4", "--quiet", "-o", "-").splitlines()))
            got = lgr.load(path).sweep(e=lgr.linspace(0.2, 0.8, 4))
        self.assertEqual(got.dtype.names, ("e", "first", "top", "end", "note"))
        self.assertEqual([float(x["top"]) for x in wanted], list(got["top"]))

    def test_a_list_of_any_values_and_the_order_of_axes(self):
        m = lgr.parse(PENDULUM)
        got = m.sweep(l=[1, 1.1, 3], m=lgr.linspace("1 kg", "2 kg", 2), threads=1)
        self.assertEqual([(x["l"], x["m"]) for x in got], [(l, k) for l in (1, 1.1, 3) for k in (1, 2)])
        even = m.sweep(l=lgr.linspace(1, 3, 3), m=[1, 2])
        self.assertEqual([(x["l"], x["m"]) for x in even], [(l, k) for l in (1, 2, 3) for k in (1, 2)])
        for row in got:
            self.assertAlmostEqual(row["least"], np.degrees(m.run(l=row["l"], m=row["m"]).reports.least), delta=1e-12)

    def test_sweep_with_reports_of_the_names_of_its_own_columns(self):
        got = lgr.parse(BALL + "report end = final(y), note = 2*e\n").sweep(e=[0.2, 0.5])
        self.assertEqual(got.dtype.names, ("e", "first", "top", "end", "note", "end'", "note'"))
        self.assertEqual(list(got["note"]), [0.4, 1])
        self.assertEqual(list(got["end'"]), ["until", "until"])

    def test_samples(self):
        got = lgr.parse(BALL).sweep(sample="sobol", samples=8, e=(0.2, 0.8))
        self.assertEqual(len(got), 8)
        self.assertTrue(((got["e"] >= 0.2) & (got["e"] <= 0.8)).all())
        with self.assertRaises(lgr.UsageError):
            lgr.parse(BALL).sweep(sample="sobol", samples=8, e=[0.2, 0.5, 0.8])

    def test_wrong_axes_are_named(self):
        for axes in ({}, {"e": 3}, {"nonsense": [1, 2]}, {"e": []}):
            with self.assertRaises(lgr.UsageError):
                lgr.parse(BALL).sweep(**axes)

    def test_fits(self):
        m = lgr.load("examples/fit/wall-pendulum.lgr")
        found = m.fit("examples/fit/wall-pendulum.csv", over={"l": (0.4, "0.9 m"), "c": None, "e": None}, match={"theta": "angle"},
                      offset=(-1, 1), starts=1)
        for name, true in {"l": 0.62, "c": 0.012, "e": 0.8, "offset": -0.35}.items():
            self.assertLess(abs(found.values[name] - true), 4 * found.errors[name])
            self.assertLess(found.intervals[name][0], found.values[name])
        self.assertEqual(found.state["l"], "free")
        self.assertIn("</html>", found.text("html"))
        other = m.fit([lgr.Experiment("t,theta\n0,1\n0.1,0.95\n0.2,0.8\n", set={"m": 0.4})], over=["l"])
        self.assertEqual(list(other.values), ["l"])
        with self.assertRaises(lgr.UsageError):
            m.fit("examples/fit/wall-pendulum.csv", over=["nonsense"], match={"theta": "angle"})

    def test_designs_that_scatter(self):
        wanted = list(csv.DictReader(io.StringIO(self.scattered())))
        got = lgr.parse(BALL).sweep(scatter={"e": "4%"}, samples=20, seed=3, limits=["top < 0.26 m"])
        self.assertEqual([x["kept"] == "1" for x in wanted], list(got["kept"]))
        self.assertEqual([float(x["e"]) for x in wanted], list(got["e"]))
        self.assertTrue(0 < got["kept"].sum() < 20)
        self.assertEqual(len(lgr.parse(BALL).sweep(scatter={"e": 0.01})), 1000)
        for wrong in ({"e": [0.4, 0.5]}, {"sample": "sobol"}):
            with self.assertRaises(lgr.UsageError):
                lgr.parse(BALL).sweep(scatter={"e": "4%"}, **wrong)

    @staticmethod
    def scattered():
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "ball.lgr"
            path.write_text(BALL, encoding="utf-8")
            return tool("sweep", str(path), "--scatter", "e=4%", "--samples", "20", "--seed", "3", "--subject", "top < 0.26 m",
                        "-o", "-")

    def test_a_front(self):
        m = lgr.parse(BALL.replace("report first", "report again = final(e*(1 s))\nreport first"))
        got = m.front(maximize="top", minimize=["again"], over={"e": (0.2, 0.9)}, limits=["top > 0.1 m"], points=6, max_runs=500)
        self.assertTrue(4 <= len(got) <= 6)
        np.testing.assert_allclose(got.table["top"], got.table["e"] ** 2, rtol=1e-6)
        self.assertTrue(got.table["top"].min() > 0.1 - 1e-9)
        self.assertEqual(got.goals, [("maximize", "top"), ("minimize", "again")])
        self.assertEqual(len(got.to_dict()["front"]), len(got))
        self.assertIn("</svg>", got.text("svg"))
        with self.assertRaises(lgr.UsageError):
            m.front(maximize="top", over=["e"])

    def test_the_best_design(self):
        m = lgr.parse(BALL)
        try:
            best = m.optimize(maximize="top", over={"e": (0.1, 0.9)}, max_runs=200)
        except lgr.UsageError as error:
            self.skipTest(str(error))
        self.assertAlmostEqual(best.parameters["e"], 0.9, delta=1e-6)
        self.assertAlmostEqual(best.value, 0.81, delta=1e-6)
        sure = m.optimize(maximize="first", over={"e": (0.1, 0.9)}, limits=["top < 0.7 m"], scatter={"e": "10%"}, machines=16,
                          deviations=0.0, max_runs=200)
        self.assertTrue(sure.to_dict()["scatter"]["mean"]["top"] < 0.7 + 1e-6)
        wishes = m.front(maximize="first", minimize="top", over={"e": (0.1, 0.9)}, points=3, scatter={"e": "10%"}, machines=16,
                         deviations=1.0, max_runs=300)
        self.assertEqual(wishes.to_dict()["scatter"], {"machines": 16, "deviations": 1})
        with self.assertRaises(lgr.UsageError):
            m.optimize(over=["e"])
        with self.assertRaises(lgr.UsageError):
            m.optimize(maximize="top", over={"e": (0.1, 0.9)}, scatter={"q": "1%"})


if __name__ == "__main__":
    unittest.main()
