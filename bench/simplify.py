#!/usr/bin/env python3
"""Simplified equations beside SymPy's: bench/simplify.py BENCH_SIMPLIFY [system...] (needs python3-sympy).

Builds each system of bench/simplify/ in sympy.physics.mechanics, derives mass matrix and forcing, simplifies them, counts
the operations of M's lower triangle and of the forcing, and checks at random points that both are the same equations.
Operations are counted on the text by one counter for both; it is SymPy's count_ops but that a square root is one."""
import ast
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


SYSTEMS = {f.__name__: f for f in (pendulum, double, triple, ladle, trebuchet, spherical, ring, top)}


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


def compare(bench, system):
    begin = time.process_time()
    derived = derive(SYSTEMS[system])
    middle = time.process_time()
    simple = [(name, sp.simplify(e)) for name, e in derived]
    end = time.process_time()
    our_derived, our_simplified, formulas = ours(bench, system)
    check(system, simple, formulas)
    here = sum(formulas[name][0] for name, _ in derived)
    for name, e in simple:
        if count(str(e)) < formulas[name][0]:
            print('  %s: SymPy %d: %s\n    here %d: %s' % (name, count(str(e)), e, *formulas[name]))
    total_time = our_derived + our_simplified
    print('%-11s %8d %8d %8d %10.2f %10.2f %10.2f %8.0f' %
          (system, operations(derived), operations(simple), here, 1e3*(middle - begin), 1e3*(end - middle),
           1e3*total_time, (end - middle)/total_time), flush=True)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    print('%-11s %8s %8s %8s %10s %10s %10s %8s' % ('system', 'derived', 'simplify', 'here', 'derive ms', 'simplify ms',
                                                    'here ms', 'faster'))
    for system in sys.argv[2:] or SYSTEMS:
        compare(sys.argv[1], system)


main()
