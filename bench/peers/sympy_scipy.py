"""SymPy derives and SciPy integrates, as their users do: the trebuchet, the four-bar linkage, chains of rods."""
import time
from math import acos, asin, atan2, cos, hypot, pi, sin, sqrt

import numpy as np
import sympy as sp
from scipy.integrate import solve_ivp
from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

TOLERANCE = {"method": "DOP853", "rtol": 1e-8, "atol": 1e-8}
DOP853 = "DOP853, tolerance 1e-8"
t = dynamicsymbols._t


def row(work, who, column, seconds, value):
    print(work, who, column, f"{seconds:.9g}", f"{value:.17g}", sep="\t", flush=True)


def median(function, repeats=5):
    """Of the processor's time, and the last result."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        result = function()
        times.append(time.process_time() - start)
    return sorted(times)[repeats//2], result


def lagrange(L, q, constraints=()):
    method = LagrangesMethod(L, q, hol_coneqs=list(constraints) or None)
    method.form_lagranges_equations()
    return method


def callable_of(q, *matrices):
    """A function of coordinates and rates with common subexpressions, in numpy."""
    symbols = sp.symbols(f"q:{len(q)}") + sp.symbols(f"v:{len(q)}")
    plain = {**dict(zip([c.diff(t) for c in q], symbols[len(q):])), **dict(zip(q, symbols))}
    return sp.lambdify(symbols, [m.xreplace(plain) for m in matrices], "numpy", cse=True)


def full(method, q):
    """Rates of the state and, behind them, the multipliers."""
    terms = callable_of(q, method.mass_matrix_full, method.forcing_full)
    return lambda y: np.linalg.solve(*terms(*y)).ravel()


def rods(q):
    """Lagrangian and end of rods in a row."""
    T = V = 0
    x = y = sp.Integer(0)
    for c in q:
        mx, my = x + sp.sin(c)/2, y - sp.cos(c)/2
        T += (mx.diff(t)**2 + my.diff(t)**2)/2 + c.diff(t)**2/24
        V += sp.Float("9.81")*my
        x, y = x + sp.sin(c), y - sp.cos(c)
    return T - V, x, y


def launch():
    a, b, c = q = dynamicsymbols("a b c")
    g, release = 9.80665, -2*pi + 0.6
    arm = sp.Matrix([sp.cos(a), sp.sin(a)])*sp.Rational(3, 2)
    weight = sp.Matrix([sp.cos(b) - sp.cos(a), sp.sin(b) - sp.sin(a)])
    stone = sp.Matrix([4*sp.cos(a) + 3.5*sp.cos(c), 4*sp.sin(a) + 3.5*sp.sin(c)])
    T = sum(m*p.diff(t).dot(p.diff(t))/2 for m, p in ((50, arm), (1000, weight), (10, stone)))
    T += sp.Rational(50*25, 24)*a.diff(t)**2
    L = T - g*(50*arm[1] + 1000*weight[1] + 10*stone[1])
    flying, lying = full(lagrange(L, q), q), full(lagrange(L, q, [3 + stone[1]]), q)
    start = [pi + asin(3/4), -pi/2, 0, 0, 0, 0]
    sign = np.sign(lying(start)[6])

    def lifts(_, y):
        return sign*lying(y)[6]

    def lets_go(_, y):
        return y[2] - y[0] - release
    lifts.terminal = lets_go.terminal = True

    def throw():
        slide = solve_ivp(lambda _, y: lying(y)[:6], (0, 5), start, events=lifts, **TOLERANCE)
        y = solve_ivp(lambda _, y: flying(y), (slide.t[-1], 5), slide.y[:, -1], events=lets_go, **TOLERANCE).y[:, -1]
        vx = -4*y[3]*sin(y[0]) - 3.5*y[5]*sin(y[2])
        vy = 4*y[3]*cos(y[0]) + 3.5*y[5]*cos(y[2])
        x, z = 4*cos(y[0]) + 3.5*cos(y[2]), 3 + 4*sin(y[0]) + 3.5*sin(y[2])
        return x + vx*(vy + sqrt(vy*vy + 2*g*z))/g
    first = throw()
    row("launch", "import, derive, simulate once", 0, time.process_time(), first)
    row("launch", DOP853, 0, *median(throw))


def fourbar():
    q = dynamicsymbols("q:3")
    L, x, y = rods(q)
    rates = full(lagrange(L, q, [x - 2, y]), q)
    dx, dy = 2 - sin(pi/3), cos(pi/3)
    middle, half = atan2(dx, -dy), acos(hypot(dx, dy)/2)
    start = [pi/3, middle - half, middle + half, 0, 0, 0]
    row("fourbar", DOP853, 0,
        *median(lambda: solve_ivp(lambda _, y: rates(y)[:6], (0, 10), start, **TOLERANCE).y[0, -1], 3))


def chain(N):
    start = time.process_time()
    q = dynamicsymbols(f"q:{N}")
    method = lagrange(rods(q)[0], q)
    terms = callable_of(q, method.mass_matrix, method.forcing)
    seconds = time.process_time() - start
    state = [0.5 + 0.1*(i % 3) for i in range(N)] + [0.3*(i % 5) for i in range(N)]

    def evaluate(times=20):
        for _ in range(times):
            a = np.linalg.solve(*terms(*state))
        return a[-1, 0]
    each, last = median(evaluate)
    row("derive", "LagrangesMethod and lambdify", N, seconds, last)
    row("chain", "lambdify and numpy", N, each/20, last)


launch()
fourbar()
for size in (2, 5, 10, 20):
    chain(size)
