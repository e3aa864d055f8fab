"""Constructs of the language and commands that multiply: name, text, files beside it, and the commands tried on it if they
are others than usual. How long a run may take, or how many designs are asked for, is its user's choice: both are small
here where nothing but that makes them slow."""
from machines import coupled
from models import OSCILLATOR, rods

BALL = "gravity 9.81\ncoord y = 1\nparticle p: mass 1 at [0, y]\n"
METHODS = {method: ["run", "m.lgr", "--method", method, "-o", "m.csv"] for method in ("taylor", "cvode", "auto")}
FORMS = {form: ["derive", "m.lgr", "--form", form] for form in
         ("matrix", "explicit", "first-order", "linear", "kane", "maggi", "null-space", "hamilton", "routh")} | {
    "steps": ["derive", "m.lgr", "--steps"], "page": ["derive", "m.lgr", "-o", "m.html"], "tex": ["derive", "m.lgr", "-o", "m.tex"]}
PERIODS = {"periodic": ["analyze", "m.lgr", "--periodic"], "period": ["analyze", "m.lgr", "--periodic", "--period", "1"],
           "mode": ["analyze", "m.lgr", "--mode", "1", "--vary", "energy=0.1..1e9:200"],
           "vary": ["analyze", "m.lgr", "--at", "rest", "--vary", "k=0..10:500"]}
FIT = {"fit": ["fit", "m.lgr", "d.csv", "--over", "k,c,m"], "page": ["fit", "m.lgr", "d.csv", "--over", "k,c,m", "-o", "m.html"]}
SPRING = """\
param k = 1 in [0.1, 100], c = 0.1 in [0, 10], m = 1 in [0.1, 10]
coord x = 1
kinetic T = m*x'^2/2
potential V = k*x^2/2
generalized d: x = -c*x'
report top = maximum(x')
report last = final(x)
simulate until 3
"""


def each(count, text, until):
    """A text for every i, with a motion of so many seconds."""
    return "gravity 9.81\n" + "".join(text.replace("{i}", str(i)).replace("{w}", str(30 + i)) for i in range(count)) + \
        f"simulate until {until}\n"


def net(side):
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
simulate until 1
"""


def turned_frames(count):
    lines = ["coord q = 0.1, u = 0.2, w = 0.3", "frame F0 = rotation(z, q)"]
    lines += [f"frame F{i} = F{i - 1}*rotation({'xyz'[i % 3]}, {'quw'[i % 3]})" for i in range(1, count + 1)]
    return "\n".join(lines) + f"\nbody b: mass 1, inertia [1, 2, 3], at F{count}.x, frame F{count}\nsimulate until 0.1\n"


def coupled_swings(count):
    return "param k = 1\n" + "".join(f"coord x{i} = {i}/100\nkinetic T{i} = x{i}'^2/2\npotential V{i} = k*(1 - cos(x{i}))\n"
                                      for i in range(count)) + \
        "".join(f"potential W{i} = (x{i} - x{i + 1})^2/2\n" for i in range(count - 1)) + \
        "generalized drive: x0 = sin(t)\nsimulate until 1\n"


def noise(rows):
    return "t,x\n" + "".join(f"{i / 1000},{i * 7919 % 1000 / 1000}\n" for i in range(rows))


def map_of(rows, columns):
    return "0," + ",".join(str(i) for i in range(columns)) + "\n" + \
        "".join(f"{i}," + ",".join(str(i * j % 7) for j in range(columns)) + "\n" for i in range(rows))


MODELS = [
    # friction and ropes
    ("balls that slide in space", each(30, "coord x{i} = {i}, y{i} = 0, z{i} = 0\nparticle p{i}: mass 1 at [x{i}, y{i}, z{i}]\n"
                                       "contact c{i}: z{i} >= 0, friction 0.3 along [x{i}, y{i}]\n"
                                       "force f{i}: [4*sin({w}*t), 4*cos(({w} + 1)*t), 0] at p{i}\n", 5)),
    ("frictions alike in all directions", each(40, "coord x{i} = 0, y{i} = 0\nparticle p{i}: mass 1 at [x{i}, y{i}]\n"
                                               "friction f{i}: limit 1 along [x{i}, y{i}], static 1.2\n"
                                               "generalized a{i}: x{i} = 2*sin({w}*t)\ngeneralized b{i}: y{i} = 9.81 + 2*cos({w}*t)\n", 5)),
    ("brakes on one shaft", "coord a = 0\ninitial a' = 1\nkinetic T = a'^2/2\n" +
     "".join(f"friction f{i}: limit 0.001*{i + 1} along a\n" for i in range(500)) +
     "generalized d: a = 3*sin(50*t)\nsimulate until 5\n"),
    ("a bearing that shakes", "gravity 9.81\ncoord theta = 1\nparticle b: mass 1 at dir(theta)\n"
                              "friction f: limit abs(sin(1e4*t)) along theta\nsimulate until 5\n"),
    ("collars that rub", each(60, "coord x{i} = 0, y{i} = 0\nparticle p{i}: mass 1 at [x{i}, y{i}]\n"
                              "constraint r{i}: y{i} = 0.1*sin(x{i} + {i}) - 0.1*sin({i})\n"
                              "friction g{i}: coefficient 0.3 of r{i} along x{i}\n", 3)),
    ("ropes that wind", each(20, "coord a{i} = 0\nparticle p{i}: mass 1 at [5*{i} + 2*cos(a{i}), 2*sin(a{i})]\n"
                             "rope r{i}: from [5*{i}, 3] over [5*{i}, 0] radius 0.1 left to p{i}, length 9\n", 10)),
    ("a rope of a million million turns", BALL + "rope r: from [-1, -1] over [0, 3] radius 0.5 right turns 1000000000000 to p\n"
                                          "simulate until 1\n"),
    ("slack ropes that become taut", each(150, "coord y{i} = -0.1\nparticle p{i}: mass 1 at [{i}, y{i}]\n"
                                          "rope r{i}: from [{i}, 0] to p{i}, length 1 + {i}/1000, restitution 0.99\n", 10)),
    ("blocks whose contacts open", each(40, "coord y{i} = 1 + {i}/50\nparticle p{i}: mass 1 at [{i}, y{i}]\n"
                                        "contact c{i}: y{i} >= 0, restitution 0.3 + {i}/100\n", 8)),
    ("bodies that are freed", "gravity 9.81\ncoord a = 0\ninitial a' = 9\nrod arm: mass 1, from [0, 0] to dir(a)\n" +
     "".join(f"particle s{i}: mass 0.01 at (1 + {i}/1000)*dir(a)\nevent e{i} when a > {i}/100 + 0.01 {{ free s{i} }}\n"
             for i in range(120)) + "simulate until 3\n"),
    ("springs that are held and dropped", OSCILLATOR +
     "".join(f"spring s{i}: from [x, 0] to [{i + 3}, 0], stiffness 0.01, length 1\n"
             f"event d{i} when sin({3 + i}*t) > 0 {{ drop s{i} }}\nevent h{i} when sin({3 + i}*t) < 0 {{ hold s{i} }}\n"
             for i in range(12)) + "simulate until 20\n"),
    # memories and clocks
    ("thousands of memories", OSCILLATOR + "".join(f"memory m{i} = {i}\n" for i in range(5000)) + "event tick every 0.01 { " +
     "; ".join(f"set m{i} = m{i} + x" for i in range(5000)) + " }\nsimulate until 10\n"),
    ("thousands of clocks", OSCILLATOR + "memory n = 0\n" +
     "".join(f"event e{i} every {0.01 + i * 1e-6} {{ set n = n + 1 }}\n" for i in range(3000)) + "simulate until 0.1\n"),
    ("clocks of unlike periods", OSCILLATOR + "memory n = 0\nevent a every 1e-300 { set n = n + 1 }\n"
                                              "event b every 1e300 { set n = 0 }\nsimulate until 1e-295\n"),
    ("a memory that squares itself", OSCILLATOR + "memory n = 1\nevent a every 1e-3 { set n = n*n + 1 }\n"
                                                  "generalized g: x = -1/n\nsimulate until 1\n"),
    ("clocks that wait for each other", OSCILLATOR + "".join(
        f"event e{i} every 0.001{f' after e{i - 1}' if i else ''} {{ set x' = x' }}\n" for i in range(1000)) +
     "simulate until 0.3\n"),
    # tables and inputs
    ("a wide map", OSCILLATOR + 'let f(u, v) = table("t.csv", u, v, smooth)\ngeneralized g: x = -f(x*100, 50 + x*10)\n'
                                "simulate until 1\n", {"t.csv": map_of(290, 1000)}),
    ("a map that is too wide", OSCILLATOR + 'let f(u, v) = table("t.csv", u, v)\ngeneralized g: x = -f(x, x)\n'
                                            "simulate until 1\n", {"t.csv": map_of(1000, 1000)}),
    ("hundreds of tables", OSCILLATOR +
     "".join(f'let f{i}(u) = table("t{i}.csv", u, smooth, periodic)\n' for i in range(500)) + "generalized g: x = -" +
     " - ".join(f"f{i}(x)" for i in range(500)) + "\nsimulate until 0.1\n",
     {f"t{i}.csv": "0,0\n0.5,1\n1,0.2\n1.5,0\n" for i in range(500)}),
    ("a table passed again and again", OSCILLATOR + 'let f(u) = table("t.csv", u, linear, periodic)\n'
                                                    "generalized g: x = -f(1e6*t)\nsimulate until 0.1\n",
     {"t.csv": "0,0\n0.5,1\n1,0\n"}),
    ("a long table passed from row to row", OSCILLATOR + 'let f(u) = table("t.csv", u, linear)\n'
                                                         "generalized g: x = -f(1e5*t)\nsimulate until 1\n",
     {"t.csv": "".join(f"{i},{i % 7}\n" for i in range(100000))}),
    ("an input from a long file", "input u = 0\ncoord x = 1\nkinetic T = x'^2/2\ngeneralized g: x = u\nsimulate until 1\n",
     {"u.csv": "".join(f"{i * 1e-6},{i % 3}\n" for i in range(300000))},
     {"run": ["run", "m.lgr", "--input", "u=u.csv", "-o", "m.csv"],
      "periodic": ["analyze", "m.lgr", "--input", "u=u.csv", "--periodic"]}),
    # components and files
    ("parts of what parts hold", "component c(a) { let y = sin(a) + a/2 }\n" + OSCILLATOR + "part p0 = c(x + 1)\n" +
     "".join(f"part p{i} = c(p{i - 1}.y + {i})\n" for i in range(1, 300)) + "potential W = p299.y/1000\nsimulate until 0.01\n"),
    ("loops in parts", "component c(a, n = 5) { for i in 1..n { coord z[i] = a; kinetic T[i] = z[i]'^2/2; "
                       "event e[i] when z[i] > 2 { stop } } }\n" +
     "".join(f"part p{i} = c({i}/1000, n = 99)\n" for i in range(100)) + "simulate until 1\n"),
    ("thousands of files", "".join(f'include "f{i}.lgr"\n' for i in range(2000)) + OSCILLATOR + "simulate until 1\n",
     {f"f{i}.lgr": f"param a{i} = {i}\n" for i in range(2000)}),
    ("files in files in files", 'include "f0.lgr"\n' + OSCILLATOR + "simulate until 1\n",
     {f"f{i}.lgr": f'include "f{i + 1}.lgr"\nparam a{i} = {i}\n' for i in range(2000)} | {"f2000.lgr": "param z = 1\n"}),
    ("reactions of points on points", "gravity 9.81\nlet P[0] = [0, 0]\nfor i in 1..60 { coord q[i] = 0.1; "
                                      "let P[i] = P[i-1] + dir(q[i]); particle p[i]: mass 1 at P[i]; "
                                      "output R[i] = norm(reaction(P[i])) }\nsimulate until 0.05\n"),
    ("extrema and kinks everywhere", OSCILLATOR + "".join(
        f"report r{i} = maximum(sin({i + 1}*x)*cos({i + 2}*x')) + integral(abs(sin({i}*x)))\n" for i in range(100)) +
     "simulate until 2\n"),
    # methods
    ("rods by other methods", rods(60), {}, METHODS),
    ("powers by other methods", OSCILLATOR + "potential W = " + " + ".join(f"x^{i}*sin(x)^{i % 9}/1e9" for i in range(2, 600)) +
     "\nsimulate until 1\n", {}, METHODS),
    ("waves of all lengths", OSCILLATOR + "generalized g: x = " + " + ".join(f"sin({10 ** (i % 9)}*t + x)" for i in range(100)) +
     "\nsimulate until 0.001\n", {}, METHODS),
    ("towers of functions", OSCILLATOR + "generalized g: x = -exp(exp(exp(sin(x))))*tanh(1e9*x) + sqrt(abs(x))^0.1\n"
                                         "simulate until 10\n", {}, METHODS),
    ("bounces by other methods", BALL + "contact floor: y >= 0, restitution 0.9999\nsimulate until 1e4\n", {}, METHODS),
    # forms, periods, studies
    ("forms of rods", rods(15), {}, FORMS),
    ("forms of a net", net(10), {}, FORMS),
    ("forms of turned frames", turned_frames(12), {}, FORMS),
    ("forms of a high power", OSCILLATOR + "potential W = (x + sin(x))^400\n", {}, FORMS),
    ("periods of chaos", "param k = 1\ncoord x = 2, y = 2.5\nkinetic T = (x'^2 + y'^2 + x'*y'*cos(x - y))/2\n"
                         "potential V = -2*k*cos(x) - cos(y)\nsimulate until 10\n", {}, PERIODS),
    ("periods of swings", coupled_swings(20), {}, PERIODS),
    ("periods of bounces", "param k = 1\n" + BALL + "contact floor: y >= k - 1, restitution 1\nsimulate until 10\n", {}, PERIODS),
    ("periods of a stiff spring", OSCILLATOR + "generalized g: x = -1e15*(x - cos(t)) - 1e9*x'\nsimulate until 1e-4\n", {},
     {"periodic": PERIODS["periodic"]}),
    ("periods of eighty that are coupled", coupled(80), {}, {"periodic": PERIODS["periodic"]}),
    ("speeds of rotors", "param W = 1\n" + "".join(
        f"coord x{i} = 0, y{i} = 0\nkinetic T{i} = (x{i}'^2 + y{i}'^2)/2 + W*x{i}*y{i}'\npotential V{i} = x{i}^2 + y{i}^2\n"
        for i in range(12)) + "simulate until 1\n", {},
     {"orders": ["analyze", "m.lgr", "--at", "start", "--vary", "W=0..300:200", "--orders", "1,2,3", "-o", "m.svg"]}),
    ("data that is noise", SPRING, {"d.csv": noise(1000)}, FIT),
    ("data that is no data", SPRING, {"d.csv": "t,x\n0,1e300\n1e-300,-1e300\n1,nan\n2,1e308\n"}, FIT),
    ("data of one row", SPRING, {"d.csv": "t,x\n0,1\n"}, FIT),
    ("more designs than numbers", SPRING, {},
     {"grid": ["sweep", "m.lgr", *(word for name in "kcm" for word in ("--vary", f"{name}=0..1:100000")), "-o", "m.csv"],
      "line": ["sweep", "m.lgr", "--vary", "k=0..1e18:1000000000000", "-o", "m.csv"],
      "front": ["optimize", "m.lgr", "--over", "k", "--maximize", "top", "--minimize", "last", "--points", "1000000"],
      "beside": ["compare", *["m.lgr"] * 300]}),
    ("pictures far and near", OSCILLATOR + "draw ball at [1e308*x, -1e308] radius 1e308\ndraw trail of [1e300*x', x]\n"
                                           "draw beam from [0, 0] to [1e-320*x, 1e-320]\nsimulate until 10\n", {},
     {ending: ["run", "m.lgr", "-o", f"m.{ending}"] for ending in ("svg", "html")}),
    ("exports of rods", rods(40), {}, {format: ["export", format, "m.lgr"] for format in ("octave", "julia", "sympy", "latex")}),
]
