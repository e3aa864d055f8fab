#!/usr/bin/env python3
"""Simplified equations beside SymPy's: bench/simplify.py BENCH_SIMPLIFY [system...] (needs python3-sympy).

Builds each system of bench/simplify/ in sympy.physics.mechanics, derives mass matrix and forcing, simplifies them, counts
the operations of M's lower triangle and of the forcing, and checks at random points that both are the same equations.
Operations are counted on the text by one counter for both; it is SymPy's count_ops but that a square root is one.
bench/simplify/sympy.txt keeps SymPy's numbers for tests/simplify.py: a line `system operations` for each, which is
checked here."""
import ast
import pathlib
import random
import subprocess
import sys
import time

import sympy as sp
from sympy.physics.mechanics import LagrangesMethod, ReferenceFrame, dynamicsymbols

t = dynamicsymbols._t
g = sp.Symbol('g')


def particle(mass, at):
    return mass*sum(c.diff(t)**2 for c in at)/2, mass*g*at[-1]


def rod(mass, a, b):
    middle = [(p + r)/2 for p, r in zip(a, b)]
    T, V = particle(mass, middle)
    return T + mass*sum((r - p).diff(t)**2 for p, r in zip(a, b))/24, V


def body(mass, inertia, at, frame, world):
    w = frame.ang_vel_in(world)
    T, V = particle(mass, at)
    return T + sum(I*w.dot(e)**2 for I, e in zip(inertia, (frame.x, frame.y, frame.z)))/2, V


def total(*parts):
    return sum(T for T, V in parts), sum(V for T, V in parts)


def add(a, b):
    return [p + r for p, r in zip(a, b)]


def hang(length, angle):
    return [length*sp.sin(angle), -length*sp.cos(angle)]


def chain(names):
    q = dynamicsymbols(names)
    parts, at = [], [sp.Integer(0), sp.Integer(0)]
    for k, u in enumerate(q):
        suffix = str(k + 1) if len(q) > 1 else ''
        at = add(at, hang(sp.Symbol('l' + suffix), u))
        parts.append(particle(sp.Symbol('m' + suffix), at))
    return list(q), total(*parts), [], []


def pendulum():
    q, energies, forces, rows = chain('theta,')
    return q, energies, forces, rows


def double():
    return chain('a b')


def triple():
    return chain('a b c')


def ladle():
    x, theta = q = dynamicsymbols('x theta')
    m1, m2, L, k, a = sp.symbols('m1 m2 L k a')
    cart = [x, sp.Integer(0)]
    T, V = total(particle(m1, cart), rod(m2, cart, add(cart, hang(L, theta))))
    springs = sum(k*(sp.sqrt((x + s*a)**2) - a)**2/2 for s in (1, -1))
    return q, (T, V + springs), [], []


def trebuchet():
    theta, phi, psi = q = dynamicsymbols('theta phi psi')
    l1, l2, l3, l4, h0, ma, mc, mp = sp.symbols('l1 l2 l3 l4 h0 ma mc mp')
    arm = [sp.cos(theta), sp.sin(theta)]
    tip, hook = [l1*arm[0], h0 + l1*arm[1]], [-l2*arm[0], h0 - l2*arm[1]]
    stone = add(hook, [l3*sp.cos(psi), l3*sp.sin(psi)])
    return q, total(rod(ma, hook, tip), particle(mc, add(tip, hang(l4, phi))), particle(mp, stone)), [], []


def spherical():
    theta, phi = q = dynamicsymbols('theta phi')
    m, l = sp.symbols('m l')
    s, c = sp.sin(theta), sp.cos(theta)
    return q, particle(m, [l*s*sp.cos(phi), l*s*sp.sin(phi), -l*c]), [], []


def ring():
    x, y, psi, theta, phi = q = dynamicsymbols('x y psi theta phi')
    m1, I1, J1, m2, I2, J2, R, C = sp.symbols('m1 I1 J1 m2 I2 J2 R C')
    N = ReferenceFrame('N')
    heading = N.orientnew('H', 'Axis', [psi, N.z])
    A = heading.orientnew('A', 'Axis', [theta, heading.y])
    B = A.orientnew('B', 'Axis', [phi, A.z])
    at = [x, y, R]
    energies = total(body(m1, [I1, J1, I1], at, A, N), body(m2, [I2, I2, J2], at, B, N))
    # The point of contact rests: velocity of the centre + omega x (-R z), along the ground's axes.
    slip = A.ang_vel_in(N).cross(-R*N.z)
    rows = [x.diff(t) + slip.dot(N.x), y.diff(t) + slip.dot(N.y)]
    moment = C*B.ang_vel_in(A).dot(A.z)
    return q, energies, [sp.diff(moment, u.diff(t)) for u in q], rows


def top():
    psi, theta, phi = q = dynamicsymbols('psi theta phi')
    m, h, A, C = sp.symbols('m h A C')
    N = ReferenceFrame('N')
    F = N.orientnew('F', 'Axis', [psi, N.z])
    G = F.orientnew('G', 'Axis', [theta, F.x])
    B = G.orientnew('B', 'Axis', [phi, G.z])
    at = [(h*B.z).dot(e).expand() for e in (N.x, N.y, N.z)]
    return q, body(m, [A, A, C], at, B, N), [], []


def cart():
    x, a, b = q = dynamicsymbols('x a b')
    M, m1, m2, l1, l2 = sp.symbols('M m1 m2 l1 l2')
    base = [x, sp.Integer(0)]
    upper = add(base, hang(l1, a))
    return q, total(particle(M, base), particle(m1, upper), particle(m2, add(upper, hang(l2, b)))), [], []


def elastic():
    r, theta = q = dynamicsymbols('r theta')
    m, k, l = sp.symbols('m k l')
    T, V = particle(m, hang(r, theta))
    return q, (T, V + k*(r - l)**2/2), [], []


def atwood():
    x, y = q = dynamicsymbols('x y')
    m1, m2, m3, I, R = sp.symbols('m1 m2 m3 I R')
    T, V = total(particle(m1, [-x]), particle(m2, [x - y]), particle(m3, [x + y]))
    return q, (T + I*(x.diff(t)**2 + y.diff(t)**2)/(2*R**2), V), [], []


def around(radius, angle, height):
    return [radius*sp.cos(angle), radius*sp.sin(angle), height]


def hoop():
    theta, phi = q = dynamicsymbols('theta phi')
    m, I, R = sp.symbols('m I R')
    T, V = particle(m, around(R*sp.sin(theta), phi, -R*sp.cos(theta)))
    return q, (T + I*phi.diff(t)**2/2, V), [], []


def parabola():
    r, phi = q = dynamicsymbols('r phi')
    m, I, c = sp.symbols('m I c')
    T, V = particle(m, around(r, phi, c*r**2))
    return q, (T + I*phi.diff(t)**2/2, V), [], []


def foucault():
    x, y = q = dynamicsymbols('x y')
    m, l, W = sp.symbols('m l W')
    return q, (m*((x.diff(t) - W*y)**2 + (y.diff(t) + W*x)**2)/2, m*g*(x**2 + y**2)/(2*l)), [], []


def governor():
    theta, phi = q = dynamicsymbols('theta phi')
    m1, m2, I, a = sp.symbols('m1 m2 I a')
    balls = [particle(m1, around(side*a*sp.sin(theta), phi, -a*sp.cos(theta))) for side in (1, -1)]
    T, V = total(*balls, particle(m2, [-2*a*sp.cos(theta)]))
    return q, (T + I*phi.diff(t)**2/2, V), [], []


def wedge():
    x, s = q = dynamicsymbols('x s')
    M, m, c = sp.symbols('M m c')
    return q, total(particle(M, [x, 0*x]), particle(m, [x + s*sp.cos(c), -s*sp.sin(c)])), [], []


def coupled():
    a, b = q = dynamicsymbols('a b')
    m, l, k = sp.symbols('m l k')
    T, V = total(particle(m, hang(l, a)), particle(m, hang(l, b)))
    return q, (T, V + k*l**2*(sp.sin(b) - sp.sin(a))**2/2), [], []


def bowl():
    x, theta = q = dynamicsymbols('x theta')
    M, m, R, r = sp.symbols('M m R r')
    base = [x, sp.Integer(0)]
    T, V = total(particle(M, base), particle(m, add(base, hang(R - r, theta))))
    return q, (T + m*r**2/4*((R - r)/r*theta.diff(t))**2, V), [], []


def charged():
    x, y, z = q = dynamicsymbols('x y z')
    m, e, B, E = sp.symbols('m e B E')
    T = m*sum(u.diff(t)**2 for u in q)/2 + e*B*(x*y.diff(t) - y*x.diff(t))/2
    return q, (T, e*E*(z**2 - (x**2 + y**2)/2)/2), [], []


def gyropendulum():
    phi, theta, psi = q = dynamicsymbols('phi theta psi')
    m, l, A, C = sp.symbols('m l A C')
    N = ReferenceFrame('N')
    F = N.orientnew('F', 'Axis', [phi, N.z])
    G = F.orientnew('G', 'Axis', [theta, F.y])
    B = G.orientnew('B', 'Axis', [psi, G.z])
    at = [(-l*G.z).dot(e).expand() for e in (N.x, N.y, N.z)]
    return q, body(m, [A, A, C], at, B, N), [], []


def cone():
    r, phi = q = dynamicsymbols('r phi')
    m, c = sp.symbols('m c')
    return q, particle(m, around(r*sp.sin(c), phi, r*sp.cos(c))), [], []


def support():
    phi = dynamicsymbols('phi')
    m, l, a, w = sp.symbols('m l a w')
    return [phi], particle(m, add([a*sp.cos(w*t), a*sp.sin(w*t)], hang(l, phi))), [], []


def rods():
    a, b = q = dynamicsymbols('a b')
    m1, m2, l1, l2, k = sp.symbols('m1 m2 l1 l2 k')
    P = hang(l1, a)
    Q = add(P, hang(l2, b))
    T, V = total(rod(m1, [0*a, 0*a], P), rod(m2, P, Q))
    return q, (T, V + k*sum(c**2 for c in Q)/2), [], []


def cylinder():
    s, theta = q = dynamicsymbols('s theta')
    M, m, R, l, c = sp.symbols('M m R l c')
    axle = [s*sp.cos(c), -s*sp.sin(c)]
    T, V = total(particle(M, axle), particle(m, add(axle, hang(l, theta))))
    return q, (T + M*R**2/4*(s.diff(t)/R)**2, V), [], []


SYSTEMS = {f.__name__: f for f in (
    pendulum, double, triple, ladle, trebuchet, spherical, ring, top, cart, elastic, atwood, hoop, parabola, foucault, governor,
    wedge, coupled, bowl, charged, gyropendulum, cone, support, rods, cylinder)}


def count(text):
    """Operations of a formula's text. A number p/q is a division; x times 1/q is written x/q; -x + y is y - x."""
    ops = 0
    nodes = list(ast.walk(ast.parse(text, mode='eval')))
    inner = {id(n.left) for n in nodes if is_sum(n) and is_sum(n.left)}
    for n in nodes:
        ops += isinstance(n, (ast.BinOp, ast.Call, ast.UnaryOp))
        ops -= is_sum(n) and id(n) not in inner and begins_with_minus(n)
        if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Mult) and is_share(n.left):
            ops -= 1
    return ops


def is_sum(n):
    return isinstance(n, ast.BinOp) and isinstance(n.op, (ast.Add, ast.Sub))


def begins_with_minus(n):
    """A sum of which a later term could stand first."""
    plus = False
    while is_sum(n):
        plus = plus or isinstance(n.op, ast.Add)
        n = n.left
    while isinstance(n, ast.BinOp) and isinstance(n.op, (ast.Mult, ast.Div)):
        n = n.left
    return plus and isinstance(n, ast.UnaryOp)


def is_share(n):
    """1/q or -1/q"""
    if not (isinstance(n, ast.BinOp) and isinstance(n.op, ast.Div) and isinstance(n.right, ast.Constant)):
        return False
    top = n.left.operand if isinstance(n.left, ast.UnaryOp) else n.left
    return isinstance(top, ast.Constant) and top.value == 1


def named(e, q):
    """Rates thetaD, coordinates theta, accelerations 0."""
    e = sp.sympify(e).subs({u.diff(t, 2): 0 for u in q}) if sp.sympify(e).has(sp.Derivative) else sp.sympify(e)
    name = {u: str(u.func) for u in q}
    return e.xreplace({u.diff(t): sp.Symbol(name[u] + 'D') for u in q}).xreplace({u: sp.Symbol(name[u]) for u in q})


def derive(build):
    """[(name, formula)] of SymPy, derived; M's lower triangle and the forcing."""
    q, (T, V), forces, rows = build()
    q = list(q)
    method = LagrangesMethod(T - V, q, nonhol_coneqs=rows) if rows else LagrangesMethod(T - V, q)
    method.form_lagranges_equations()
    n = len(q)
    M, f = method.mass_matrix[:, :n], method.forcing
    list_ = [('M[%d,%d]' % (i, j), named(M[i, j], q)) for i in range(n) for j in range(i + 1)]
    f = [f[i] + (forces[i] if forces else 0) for i in range(n)]
    list_ += [('h[%d,0]' % i, named(f[i], q)) for i in range(n)]
    for k, row in enumerate(rows):
        list_ += [('A[%d,%d]' % (k, i), named(sp.diff(row, q[i].diff(t)), q)) for i in range(n)]
        list_.append(('gamma[%d,0]' % k, -named(row.diff(t), q)))
    return list_


def ours(bench, system):
    """(seconds, {name: (operations, text)}) as the program prints them."""
    path = '%s/simplify/%s.lgr' % (__file__.rsplit('/', 1)[0], system)
    lines = subprocess.run([bench, '--formulas', path], capture_output=True, text=True, check=True).stdout.splitlines()
    head = lines[1].split()
    formulas = {}
    for line in lines[2:]:
        kind, name, ops, text = line.split(' ', 3)
        if kind == 'after':
            formulas[name] = (int(ops), text)
    return float(head[5])/1e3, float(head[6])/1e3, formulas


def check(system, theirs, formulas):
    """Both are the same equations, and both counters agree."""
    symbols = sorted(set().union(*(e.free_symbols for _, e in theirs)), key=str)
    dice = random.Random(1)
    for _ in range(5):
        point = {s: dice.uniform(0.3, 1.7) for s in symbols}
        names = {str(s): v for s, v in point.items()}
        names.update(sin=sp.sin, cos=sp.cos, tan=sp.tan, sqrt=sp.sqrt, sign=sp.sign)
        for name, e in theirs:
            want = float(e.subs(point))
            got = float(eval(formulas[name][1], names))
            if abs(got - want) > 1e-9*max(1, abs(want)):
                sys.exit('%s %s: %.17g here, %.17g in SymPy' % (system, name, got, want))
    for name, _ in theirs:
        if count(formulas[name][1]) != formulas[name][0]:
            sys.exit('%s %s: %d operations counted, %d said: %s'
                     % (system, name, count(formulas[name][1]), formulas[name][0], formulas[name][1]))


def operations(list_):
    for _, e in list_:
        roots = sum(1 for p in e.atoms(sp.Pow) if p.exp.is_Rational and p.exp.q == 2)
        if roots == 0 and count(str(e)) != sp.count_ops(e):
            print('  count_ops gives %d, the counter %d: %s' % (sp.count_ops(e), count(str(e)), e))
    return sum(count(str(e)) for _, e in list_)


def compare(bench, system, known):
    begin = time.process_time()
    derived = derive(SYSTEMS[system])
    middle = time.process_time()
    simple = [(name, sp.simplify(e)) for name, e in derived]
    end = time.process_time()
    our_derived, our_simplified, formulas = ours(bench, system)
    check(system, simple, formulas)
    here = sum(formulas[name][0] for name, _ in derived)
    there = operations(simple)
    for name, e in simple:
        if count(str(e)) < formulas[name][0]:
            print('  %s: SymPy %d: %s\n    here %d: %s' % (name, count(str(e)), e, *formulas[name]))
    total_time = our_derived + our_simplified
    print('%-12s %8d %8d %8d %10.2f %10.2f %10.2f %8.0f' %
          (system, operations(derived), there, here, 1e3*(middle - begin), 1e3*(end - middle),
           1e3*total_time, (end - middle)/total_time), flush=True)
    wrong = ['%s: %d operations here, %d in SymPy' % (system, here, there)] if here > there else []
    return wrong + (['%s: SymPy %s has %d operations, sympy.txt says %s' % (system, sp.__version__, there, known.get(system))]
                    if known.get(system) != there else [])


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    path = pathlib.Path(__file__).parent / 'simplify' / 'sympy.txt'
    known = {line.split()[0]: int(line.split()[1]) for line in path.read_text(encoding='utf-8').splitlines()}
    print('%-12s %8s %8s %8s %10s %10s %10s %8s' % ('system', 'derived', 'simplify', 'here', 'derive ms', 'simplify ms',
                                                    'here ms', 'faster'))
    wrong = [problem for system in sys.argv[2:] or SYSTEMS for problem in compare(sys.argv[1], system, known)]
    sys.exit('\n'.join(wrong) or None)


main()
