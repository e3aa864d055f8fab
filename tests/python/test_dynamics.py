"""Equations as numbers and runs in steps, beside closed forms, differences and whole runs."""
import unittest

import lagrangia as lgr
import numpy as np
from test_models import PENDULUM, ROPE
from test_runs import BALL

CART = """model cart
param m = 2 kg, k = 8 N/m
input u = 0 N
coord x = 0 m
kinetic T = 1/2*m*x'^2
potential V = 1/2*k*x^2
force drive: [u, 0 N] at [x, 0 m]
output stretch = k*x in N
simulate until 10 s
"""


class Equations(unittest.TestCase):
    def setUp(self):
        self.d = lgr.parse(PENDULUM).dynamics()

    def test_a_pendulum(self):
        d = self.d
        np.testing.assert_allclose(d.acceleration([0.3], [1.0]), [-9.81/2*np.sin(0.3)], rtol=1e-14)
        np.testing.assert_allclose(d.M([0.3]), [[4.0]])
        np.testing.assert_allclose(d.rhs(0, [0.3, 1.0]), [1.0, -9.81/2*np.sin(0.3)])
        np.testing.assert_allclose(d.energy([0.3], [1.0]), [2, -9.81*2*np.cos(0.3), 2 - 9.81*2*np.cos(0.3), 0], atol=1e-12)

    def test_derivatives(self):
        self.d.evaluate([0.3], [1.0])
        np.testing.assert_allclose(self.d.derivative("acceleration", "q"), [[-9.81/2*np.cos(0.3)]])
        np.testing.assert_allclose(self.d.derivative("h", "parameter"), [[-9.81*np.sin(0.3), -9.81*2*np.sin(0.3), -2*np.sin(0.3)]])
        self.assertEqual(self.d.derivative("M", "t").shape, (1, 1))
        A, B, C, D = self.d.linearize([0.0], [0.0])
        np.testing.assert_allclose(A, [[0, 1], [-9.81/2, 0]], atol=1e-14)
        np.testing.assert_allclose(B, [[0], [0.25]])
        self.assertEqual((C.shape, D.shape), ((0, 2), (0, 1)))

    def test_rows(self):
        d = lgr.parse(ROPE).dynamics()
        q, v, t = d.start()
        self.assertEqual((d.n, d.m, d.coordinates, d.rows), (2, 1, ["x", "y"], ["rod"]))
        a, l = d.solve(q, v, t)
        np.testing.assert_allclose(d.M(q) @ a + d.A(q).T @ l, d.h(q, v), atol=1e-12)
        q, v = d.project([0.7, -0.8], [1.0, 0.0])
        self.assertAlmostEqual(float(q @ q), 1, delta=1e-12)
        self.assertAlmostEqual(float(q @ v), 0, delta=1e-12)
        rest, _l = d.balance([0.3, -0.9])
        np.testing.assert_allclose(rest, [0, -1], atol=1e-9)

    def test_many_states_have_the_numbers_of_one(self):
        q, v = np.linspace(-1, 1, 19)[:, None], np.linspace(2, -2, 19)[:, None]
        many = self.d.accelerations(q, v)
        for k in range(19):
            self.assertEqual(many[k, 0], self.d.acceleration(q[k], v[k])[0])

    def test_inverse_dynamics(self):
        Q, _l = self.d.invert([0.3], [1.0], [2.0])
        np.testing.assert_allclose(Q, [4*2 + 9.81*2*np.sin(0.3)])

    def test_wrong_shapes_and_names(self):
        for wrong in (lambda: self.d.acceleration([0.3, 1], [1.0]), lambda: self.d.get("mass"), lambda: self.d.set("x", 1),
                      lambda: self.d.derivative("h", "mass"), lambda: self.d.invert([0], [0], [0], driven=["phi"])):
            with self.assertRaises(lgr.UsageError):
                wrong()

    def test_no_value(self):
        with self.assertRaises(lgr.NoValue):
            self.d.acceleration([float("nan")], [0.0])

    def test_own_force_and_parameter(self):
        self.d.add_force(lambda t, q, v: -3*v)
        np.testing.assert_allclose(self.d.acceleration([0.0], [2.0]), [-6/4], atol=1e-14)
        self.d.set("m", 3)
        np.testing.assert_allclose(self.d.acceleration([0.0], [2.0]), [-6/12], atol=1e-14)

    def test_an_integrator_of_others(self):
        try:
            from scipy.integrate import solve_ivp
        except ImportError:
            self.skipTest("scipy is not installed")
        end = solve_ivp(self.d.rhs, (0, 5), np.concatenate(self.d.start()[:2]), method="DOP853", rtol=1e-11, atol=1e-11).y[:, -1]
        r = lgr.parse(PENDULUM).run()
        np.testing.assert_allclose(end, [r["theta"][-1], r["theta'"][-1]], atol=1e-8)


class Steps(unittest.TestCase):
    def test_they_end_where_a_run_ends(self):
        m = lgr.parse(BALL)
        s = m.stepper(until=1.0)
        passed = s.advance(1.0)
        r = m.run()
        self.assertEqual([(x.name, x.t) for x in passed], [(x.name, x.t) for x in r.events])
        np.testing.assert_allclose(s.q, r.final.q, rtol=1e-7)
        self.assertEqual(s.t, 1.0)

    def test_inputs_forces_and_outputs_by_name(self):
        s = lgr.parse(CART).stepper()
        s.input["u"] = 4
        s.advance(0.5)
        self.assertAlmostEqual(s.q[0], 4/8*(1 - np.cos(2*0.5)), delta=1e-8)
        self.assertAlmostEqual(s.output["stretch"], 8*s.q[0], delta=1e-12)
        self.assertEqual(s.input["u"], 4)
        for wrong in (lambda: s.input["w"], lambda: s.force["w"], lambda: s.input.__setitem__("w", 1)):
            with self.assertRaises(lgr.UsageError):
                wrong()
        rope = lgr.parse(ROPE).stepper()
        self.assertEqual(rope.force["rod"], -rope.multipliers[0])
        self.assertEqual(repr(rope.force), f"{{'rod': {rope.force['rod']!r}}}")

    def test_states_are_the_callers_to_keep(self):
        s = lgr.parse(PENDULUM).stepper()
        q = s.q
        kept = q.copy()
        s.advance(0.3)
        np.testing.assert_array_equal(q, kept)
        self.assertNotEqual(s.q[0], q[0])

    def test_snapshots_and_clones_go_on_alike(self):
        s = lgr.parse(BALL).stepper()
        s.advance(0.2)
        snapshot, twin = s.save(), s.clone()
        self.assertEqual((s.t, twin.t), (0.2, 0.2))
        s.advance(0.5)
        twin.advance(0.5)
        first = s.q.copy()
        s.restore(snapshot)
        self.assertEqual((s.t, twin.t), (0.2, 0.7))
        s.advance(0.5)
        np.testing.assert_array_equal(s.q, first)
        np.testing.assert_array_equal(twin.q, first)

    def test_states_are_moved_onto_the_constraints(self):
        s = lgr.parse(ROPE).stepper()
        moved, _rate = s.set_state(q=[0.7, -0.7])
        self.assertAlmostEqual(float(np.hypot(*s.q)), 1, delta=1e-12)
        self.assertGreater(moved, 1e-3)
        with self.assertRaises(lgr.UsageError):
            s.set_state(q=[1.0])

    def test_going_back_is_refused(self):
        s = lgr.parse(PENDULUM).stepper()
        s.advance(1)
        with self.assertRaises(lgr.UsageError):
            s.step_to(0.5)
        self.assertEqual(s.step(), "step")

    def test_an_end(self):
        s = lgr.parse(BALL).stepper(until=0.7)
        s.advance(3)
        self.assertEqual(s.t, 0.7)


if __name__ == "__main__":
    unittest.main()
