"""Machines and motions that ask for too much: name, text, files beside it. How long a run may take is its user's choice:
motions are short here where nothing but their length makes them slow."""

OSCILLATOR = """\
coord x = 1
kinetic T = x'^2/2
potential V = x^2/2
"""


def parts_that_double(levels):
    lines = ["component c0(a) { let y = sin(a) }"]
    lines += [f"component c{i}(a) {{ part p = c{i - 1}(a + 1); part q = c{i - 1}(a - 1); let y = p.y*q.y }}"
              for i in range(1, levels + 1)]
    return "\n".join(lines) + f"\n{OSCILLATOR}part whole = c{levels}(x)\npotential W = whole.y\nsimulate until 1\n"


def net(side):
    """Particles at the crossings of a square net of springs."""
    return f"""\
param N = {side}
for i in 1..N {{ for j in 1..N {{
  coord x[i*1000+j] = i, y[i*1000+j] = j
  let P[i*1000+j] = [x[i*1000+j], y[i*1000+j]]
  particle p[i*1000+j]: mass 1 at P[i*1000+j]
}} }}
for i in 2..N {{ for j in 2..N {{
  spring a[i*1000+j]: from P[i*1000+j] to P[(i-1)*1000+j], stiffness 100, length 1
  spring b[i*1000+j]: from P[i*1000+j] to P[i*1000+j-1], stiffness 100, length 1
}} }}
initial x[1001]' = 1
simulate until 1
"""


def stack(count):
    """Blocks on each other, each of which may part from the one below."""
    lines = ["coord y0 = 0", "kinetic T0 = y0'^2/2", "potential V0 = 9.81*y0", "contact c0: y0 >= 0, restitution 0.5"]
    for i in range(1, count):
        lines += [f"coord y{i} = {i}.01", f"kinetic T{i} = y{i}'^2/2", f"potential V{i} = 9.81*y{i}",
                  f"contact c{i}: y{i} - y{i - 1} - 1 >= 0, restitution 0.5"]
    return "\n".join(lines) + "\nsimulate until 5\n"


def rubbing(count):
    """Bodies on a belt that shakes, each with dry friction: they stick and slide."""
    lines = ["gravity 9.81"]
    for i in range(count):
        lines += [f"coord x{i} = {i}, y{i} ~ 0", f"particle p{i}: mass 1 at [x{i}, y{i}]",
                  f"contact c{i}: y{i} >= 0, restitution 0, friction 0.3 along x{i}",
                  f"generalized g{i}: x{i} = 4*sin({50 + i}*t)"]
    return "\n".join(lines) + "\nsimulate until 5\n"


def steps_of(count):
    return " + ".join(f"abs(x - {i}/7)*sign(x' - {i}/9)*max(x, {i}/3)" for i in range(count))


def wells(count):
    """As many double wells: 3^count equilibria."""
    return "\n".join(f"coord x{i} = 0.3\nkinetic T{i} = x{i}'^2/2\npotential V{i} = (x{i}^2 - 1)^2" for i in
                     range(count)) + "\nsimulate until 1\n"


def turned_frames(count):
    lines = ["coord q = 0.1, u = 0.2", "frame F0 = rotation(z, q)"]
    lines += [f"frame F{i} = F{i - 1}*rotation({'xyz'[i % 3]}, u + {i})" for i in range(1, count + 1)]
    return "\n".join(lines) + f"\nbody b: mass 1, inertia [1, 2, 3], at F{count}.x, frame F{count}\n" \
        "simulate until 0.1\n"


def rope_over(discs):
    lines = ["gravity 9.81", "coord a = 1 , b ~ 1"]
    via = ", ".join(f"[{i}, {5 + i % 2}]" for i in range(discs))
    return "\n".join(lines) + f"\nparticle p: mass 1 at [-1, -a]\nparticle q: mass 1.1 at [{discs}, -b]\n" \
        f"rope r: from [-1, -a] to [{discs}, -b], over {via}, length {3*discs + 20}\nsimulate until 0.1\n"


def coupled(count):
    """Every velocity with every other: a mass matrix of large expressions."""
    return f"param N = {count}\n" + "for i in 1..N { coord x[i] = i/10 }\n" \
        "kinetic T = sum(i in 1..N: x[i]'^2) + sum(i in 1..N: sum(j in 1..N: x[i]'*x[j]'*sin(x[i])*cos(x[j])))/(10*N)\n" \
        "potential V = sum(i in 1..N: cos(x[i]*x[1]))\nsimulate until 0.01\n"


BALL = "coord y = 1\ngravity 9.81\nparticle p: mass 1 at [0, y]\n"

MODELS = [
    # parts, files
    ("parts that double", parts_that_double(40)),
    ("parts of parts", parts_that_double(12)),
    ("a component of itself by way of others", "component a(x) { part p = b(x) }\ncomponent b(x) { part p = a(x) }\n" +
     OSCILLATOR + "part q = a(x)\nsimulate until 1\n"),
    ("many parts", "component one(u) { coord z = u; kinetic T = z'^2/2; output o = z*u; event e when z > 2 { stop } }\n"
                   "for i in 1..3000 { part p[i] = one(i/3000) }\nsimulate until 1\n"),
    ("files that include each other twice", 'include "f0.lgr"\n' + OSCILLATOR + "potential W = a0\nsimulate until 1\n",
     {f"f{i}.lgr": f'include "f{i + 1}.lgr"\ninclude "f{i + 2}.lgr"\nparam a{i} = a{i + 1} + a{i + 2}\n'
      for i in range(40)} | {"f40.lgr": "param a40 = 1\n", "f41.lgr": "param a41 = 1\n"}),
    ("a file that includes itself", 'include "m.lgr"\n' + OSCILLATOR + "simulate until 1\n"),
    # motions
    ("a motion to the end of time", OSCILLATOR + "simulate until 1e300\n"),
    ("a motion that explodes", "coord x = 1\nkinetic T = x'^2/2\ngeneralized g: x = x^3 + x'^2\nsimulate until 100\n"),
    ("a force that is infinite", "coord x = 1\ninitial x' = -1\nkinetic T = x'^2/2\npotential V = -1/abs(x)\n"
                                 "simulate until 10\n"),
    ("a stiff spring", OSCILLATOR + "generalized g: x = -1e15*(x - cos(t)) - 1e9*x'\nsimulate until 1e-4\n"),
    ("a force that is noise", OSCILLATOR + "generalized g: x = 1000*sin(1e12*t)*sin(1e11*x)\nsimulate until 1e-8\n"),
    ("steps of a quick function", OSCILLATOR + "generalized g: x = floor(1e6*t) - round(1e6*x) + mod(1e7*t, 1)\n"
                                                "simulate until 1e-4\n"),
    ("stairs too high to be counted", OSCILLATOR + "generalized g: x = 1e-20*floor(1e20*(x - 2))\nsimulate until 1\n"),
    ("a period below rounding", OSCILLATOR + 'let f(u) = table("t.csv", u, smooth, periodic)\n'
     "generalized g: x = -f(x)\nsimulate until 1\n", {"t.csv": "0,1\n1e-16,1\n"}),
    ("a sign that chatters", OSCILLATOR + "generalized g: x = -sign(x' + sin(1e5*t))*5 - sign(x)*3\nsimulate until 0.02\n"),
    ("a clock of nanoseconds", OSCILLATOR + "memory n = 0\nevent tick every 1e-9 { set n = n + 1 }\nsimulate until 1e-4\n"),
    ("an event that makes itself true", OSCILLATOR + "memory n = 0\nevent a when sin(n) > 0 { set n = n + 1 }\n"
                                        "event b when sin(n) <= 0 { set n = n + 1 }\nsimulate until 1\n"),
    ("a dwindling ball", BALL + "contact floor: y >= 0, restitution 0.9999999999\nsimulate until 1e4\n"),
    ("a ball that gains", BALL + "contact floor: y >= 0, restitution 1\nevent kick when y' < 0 { set y' = 2*y' }\n"
                          "simulate until 1e4\n"),
    ("denormal numbers", "coord x = 1e-310\nkinetic T = 1e-300*x'^2/2\npotential V = 1e-310*x^2/2\nsimulate until 1e10\n"),
    ("masses of all sizes", "coord x = 1, y = 1\nkinetic T = 1e300*x'^2/2 + 1e-300*y'^2/2\n"
                            "potential V = 1e290*(x - y)^2 + 1e-290*y^4\nsimulate until 1e-293\n"),
    # structure
    ("a stack of blocks", stack(60)),
    ("a net of springs", net(22)),
    ("a large net of springs", net(120)),
    ("bodies that stick and slide", rubbing(40)),
    ("functions with corners", OSCILLATOR + "potential W = " + steps_of(300) + "\nsimulate until 10\n"),
    ("more corners than are allowed", OSCILLATOR + "potential W = " + steps_of(2000) + "\nsimulate until 10\n"),
    ("wells beside wells", wells(60)),
    ("frames on frames", turned_frames(150)),
    ("thousands of frames on frames", turned_frames(4000)),
    ("velocities coupled with each other", coupled(40)),
    ("rope over hundreds of discs", rope_over(300)),
    ("constraints that are all the same", "coord x ~ 1, y ~ 0\nkinetic T = (x'^2 + y'^2)/2\n" +
     "for i in 1..1500 { constraint c[i]: i*x^2 + i*y^2 = i }\nsimulate until 1\n"),
    ("guesses that must agree", "param N = 300\nfor i in 1..N { coord x[i] ~ 0.9 + i/1000; kinetic T[i] = x[i]'^2/2 }\n"
                                "for i in 2..N { constraint c[i]: x[i]^2 + x[i-1]^2*sin(x[i-1]) = 1.8 }\n"
                                "simulate until 0.1\n"),
    ("many states", "for i in 1..900 { state s[i] = i, rate -i*s[i] + sin(t*i) }\n" + OSCILLATOR + "simulate until 1\n"),
    ("thousands of states of each other", "state s[0] = 1, rate -s[0]\n"
     "for i in 1..5000 { state s[i] = 0, rate s[i-1] - s[i] }\n" + OSCILLATOR + "simulate until 1\n"),
    # results
    ("many expectations", OSCILLATOR + "for i in 1..20000 { expect maximum(x) < i + 2 }\nsimulate until 10\n"),
    ("integrals of integrals", OSCILLATOR + "for i in 1..1000 { report r[i] = integral(sin(i*x)) + rms(x'*i) }\n"
                               "simulate until 10\n"),
    ("many occurrences", OSCILLATOR + "event e when x > 0 { }\n"
                         "for i in 1..2000 { report r[i] = at(e, x, i) + time(e, i) }\nsimulate until 1000\n"),
    # numbers and units
    ("indices at the ends of numbers", "for i in 9223372036854775800..9223372036854775807 { param p[i] = i }\n" +
     OSCILLATOR + "simulate until 1\n"),
    ("a loop over all numbers", "for i in -9223372036854775807..9223372036854775807 { }\n" + OSCILLATOR +
     "simulate until 1\n"),
    ("powers of units", OSCILLATOR + "param a = 1 kg^1000000000000\nparam b = (1 m)^(10^18)\nparam c = a*b\n"
                        "simulate until 1\n"),
    ("units that grow", "param a0 = 2 m\n" + "".join(f"param a{i} = a{i - 1}*a{i - 1}\n" for i in range(1, 200)) +
     OSCILLATOR + "simulate until 1\n"),
    # text
    ("a text that does not end", OSCILLATOR + 'param a = 1 "' + "x" * 1000000),
    ("a long comment", OSCILLATOR + "# " + "hash " * 300000 + "\nsimulate until 1\n"),
    ("a million empty lines", OSCILLATOR + "\n" * 1000000 + "simulate until 1\n"),
    ("names with dots", OSCILLATOR + "potential W = x" + ".x" * 50000 + "\nsimulate until 1\n"),
    ("indices within indices", OSCILLATOR + "potential W = x" + "[x" * 20000 + "]" * 20000 + "\nsimulate until 1\n"),
    ("names that differ by little", OSCILLATOR + "".join(f"let {'n' * 200}{i} = x\n" for i in range(4000)) +
     "potential W = " + "n" * 200 + "x\nsimulate until 1\n"),
    # tables
    ("a table of holes", OSCILLATOR + 'let f(u) = table("t.csv", u)\ngeneralized g: x = -f(x)\nsimulate until 1\n',
     {"t.csv": "a,b\n" + "".join(f"{i},\n" for i in range(100000))}),
    ("a table of huge numbers", OSCILLATOR + 'let f(u) = table("t.csv", u)\ngeneralized g: x = -f(x)\nsimulate until 1\n',
     {"t.csv": "".join(f"{i},{(-1) ** i}e{300 + i % 8}\n" for i in range(1000))}),
    ("a table of one line", OSCILLATOR + 'let f(u) = table("t.csv", u)\ngeneralized g: x = -f(x)\nsimulate until 1\n',
     {"t.csv": "1," * 1500000 + "\n"}),
]
