"""Models: reading, errors in parts, what they contain, other values, equations."""
import gc
import os
import pathlib
import subprocess
import tempfile
import unittest
import zipfile

import lagrangia as lgr
import numpy as np

PENDULUM = """model pendulum "A pendulum"
param l = 2 m in [1 m, 3 m] "length"
param m = 1 kg, g = 9.81 m/s^2
coord theta = 10 deg "angle"
kinetic T = 1/2*m*l^2*theta'^2
potential V = -m*g*l*cos(theta)
report least = minimum(theta) in deg
simulate until 5 s
"""
ROPE = """model rope
param l = 1 m
coord x = 0.6 m, y = -0.8 m
particle stone: mass 2 kg, at [x, y]
gravity 9.81 m/s^2
constraint rod: x^2 + y^2 = l^2
"""


class Editing(unittest.TestCase):
    def test_a_wrong_text_has_answers(self):
        text = lgr.Text(PENDULUM.replace("cos(theta)", "cos(thteta)"))
        found, = text.ask("findings")
        self.assertEqual((found["code"], found["fix"]["edits"][0]["newText"]), ("E0107", "theta"))
        self.assertEqual([x["name"] for x in text.ask("symbols")][:3], ["pendulum", "l", "m"])
        self.assertEqual(len(text.ask("rename", 1, 6, "extent")["edits"]), 3)
        self.assertIn("refused", text.ask("rename", 1, 6, "m"))
        with self.assertRaises(lgr.UsageError):
            text.ask("nothing")


class Reading(unittest.TestCase):
    def test_an_error_tells_its_place(self):
        with self.assertRaises(lgr.ModelError) as caught:
            lgr.parse("model a\ncoord x = 1 m\nkinetic T = 1/2*mass*x'^2\n", name="wrong.lgr")
        error = caught.exception
        self.assertEqual((error.code, error.file, error.line, error.column), ("E0107", "wrong.lgr", 3, 17))
        self.assertIn("unknown name 'mass'", str(error))
        self.assertEqual(error.findings[0].length, 4)

    def test_a_missing_file_is_an_os_error(self):
        with self.assertRaises(FileNotFoundError):
            lgr.load("no-such-file.lgr")

    def test_values_come_as_texts_and_as_numbers_in_the_declared_unit(self):
        for value in ("1500 mm", 1.5, np.float64(1.5)):
            self.assertEqual(lgr.parse(PENDULUM, l=value).parameters["l"].value, 1.5)
        with self.assertRaises(lgr.UsageError):
            lgr.parse(PENDULUM, l=[1, 2])

    def test_unknown_parameters_and_settings_are_named(self):
        with self.assertRaisesRegex(lgr.UsageError, "length"):
            lgr.parse(PENDULUM, length=3)
        with self.assertRaisesRegex(lgr.UsageError, "files"):
            lgr.parse(PENDULUM, files="some")
        with self.assertRaisesRegex(lgr.UsageError, "dopri5"):
            lgr.parse(PENDULUM).run(method="dopri5")

    def test_files_can_be_forbidden(self):
        with self.assertRaises(lgr.ModelError) as caught:
            lgr.parse('model a\ninclude "b.lgr"\ncoord x = 0\n', files="none")
        self.assertEqual(caught.exception.code, "E0117")


class Contents(unittest.TestCase):
    def test_all_kinds_are_told(self):
        m = lgr.parse(PENDULUM)
        self.assertEqual(m.name, "pendulum")
        self.assertEqual(m.text, PENDULUM)
        self.assertEqual(list(m.parameters), ["l", "m", "g"])
        l = m.parameters["l"]
        self.assertEqual((l.value, l.low, l.high, l.unit, l.label, l.line), (2, 1, 3, "m", "length", 2))
        self.assertEqual((m.coordinates["theta"].unit, m.coordinates["theta"].rate_unit), ("rad", "rad/s"))
        self.assertEqual(list(m.reports), ["least"])
        self.assertEqual(len(m.rows) + len(m.events) + len(m.outputs) + len(m.contacts), 0)
        self.assertEqual(list(lgr.parse(ROPE).rows), ["rod"])

    def test_a_copy_has_values_of_its_own(self):
        m = lgr.parse(PENDULUM)
        twin = m.copy(l="3 m")
        m.set(l=1)
        self.assertEqual((m.parameters["l"].value, twin.parameters["l"].value), (1, 3))
        del m
        gc.collect()
        self.assertEqual(twin.run(until=0.1).parameters["l"], 3)

    def test_check_and_analyze_are_dictionaries(self):
        m = lgr.parse(PENDULUM)
        self.assertIsInstance(m.check(), dict)
        self.assertIn("equilibria", m.analyze())
        self.assertIn("state_space", m.linearize("rest")["linear"])

    def test_periodic_motions_are_dictionaries(self):
        m = lgr.parse("coord th = 1\nkinetic T = th'^2/2\npotential V = -cos(th)\n")
        self.assertAlmostEqual(m.periodic()["periodic"]["period"], 6.69997566437045, places=8)


class Written(unittest.TestCase):
    def test_equations_in_every_form(self):
        e = lgr.parse(PENDULUM).equations()
        self.assertIn("theta''", e.text)
        self.assertIn("\\ddot", e.latex)
        self.assertIn("<math", e._repr_html_())
        self.assertEqual(e.to_dict()["form"], "lagrange")
        with self.assertRaises(lgr.UsageError):
            lgr.parse(PENDULUM).equations(form="newton")
        hanging, standing = (lgr.parse(PENDULUM).equations("linear", at=f"theta = {angle} deg").to_dict()["equations"][1]["entries"]
                             for angle in (0, 180))
        self.assertEqual("-" + hanging[0][0], standing[0][0])

    def test_a_page_to_study(self):
        m = lgr.parse(PENDULUM)
        with self.assertRaises(lgr.UsageError):
            m.notebook(page="<p>no places</p>")
        with self.assertRaises(lgr.UsageError):
            m.notebook(form="newton")
        try:
            page = m.notebook(form="hamilton")
        except lgr.UsageError:
            self.skipTest("this build has no page")
        self.assertEqual((page[:15], page.title), ("<!doctype html>", "pendulum"))
        self.assertIn("<iframe", page._repr_html_())
        with tempfile.TemporaryDirectory() as folder:
            page.save(pathlib.Path(folder) / "study.html")
            self.assertEqual((pathlib.Path(folder) / "study.html").read_text(encoding="utf-8"), page)

    def test_the_page_is_that_of_the_tool(self):
        with tempfile.TemporaryDirectory() as folder:
            at = pathlib.Path(folder) / "study.html"
            command = [os.environ["LAGRANGIA_TOOL"], "derive", "examples/pendulum/angle.lgr", "-o", str(at)]
            subprocess.run(command, capture_output=True, check=False)
            if not at.exists():
                self.skipTest("this build has no page")
            studio = pathlib.Path("build/studio/notebook.html") # with sliders, where the studio was built
            around = studio.read_text(encoding="utf-8") if studio.exists() else None
            page = lgr.load("examples/pendulum/angle.lgr").notebook(page=around)
            self.assertEqual(at.read_text(encoding="utf-8"), page)

    def test_programs_for_others(self):
        m = lgr.parse(PENDULUM)
        with tempfile.TemporaryDirectory() as folder:
            at = pathlib.Path(folder)
            names = m.export(at / "c", precision="float")
            self.assertIn("CMakeLists.txt", names)
            self.assertTrue(all((at / "c" / name).stat().st_size for name in names))
            names = m.export(at / "model.fmu", "fmu", fmi=3)
            with zipfile.ZipFile(at / "model.fmu") as archive:
                self.assertEqual(archive.namelist(), names)
                self.assertIn(b'fmiVersion="3.0"', archive.read("modelDescription.xml"))
            with self.assertRaises(lgr.UsageError):
                m.export(at / "x", "fortran")
            with self.assertRaises(lgr.UsageError):
                m.export(at / "x", "fmu", fmi=4)
            with self.assertRaises(lgr.UsageError):
                m.export(at / "x", precision="half")

    def test_sympy_has_the_same_equation(self):
        try:
            import sympy
        except ImportError:
            self.skipTest("SymPy is not installed")
        s = lgr.parse(PENDULUM).equations().sympy()
        theta, m, l, g = (s.symbols[x] for x in ("theta", "m", "l", "g"))
        wanted = m*l**2*theta.diff(s.t, 2) + m*g*l*sympy.sin(theta)
        self.assertEqual(sympy.simplify(s.equations[0] - wanted), 0)
        rope = lgr.parse(ROPE).equations().sympy()
        self.assertIn("lambda(rod)", rope.symbols)

    def test_explanations(self):
        self.assertIn("right:", lgr.explain("E0107"))
        with self.assertRaises(lgr.UsageError):
            lgr.explain("E9999")


if __name__ == "__main__":
    unittest.main()
