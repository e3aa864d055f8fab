"""Models that ask for too much. One row each: name, text, files beside it."""

OSCILLATOR = """\
coord x = 1
kinetic T = x'^2/2
potential V = x^2/2
"""


def nested_sums(bound, body):
    return "coord x = 1\nkinetic T = x'^2/2\n" + f"potential V = sum(i in 1..{bound}: sum(j in 1..{bound}: " \
        f"sum(k in 1..{bound}: {body})))\nsimulate until 1\n"


def chain_of_calls(levels, body):
    lines = [f"let f0(u) = {body}"]
    lines += [f"let f{i}(u) = f{i - 1}(u + {i})*f{i - 1}(u - {i})" for i in range(1, levels + 1)]
    return "\n".join(lines) + f"\n{OSCILLATOR}generalized g: x = -f{levels}(x)\nsimulate until 1\n"


def doubled_lets(levels):
    lines = ["let a0 = x"] + [f"let a{i} = sin(a{i - 1} + {i})*cos(a{i - 1} - {i})" for i in range(1, levels + 1)]
    return "\n".join(lines) + f"\n{OSCILLATOR}potential W = a{levels}\nsimulate until 1\n"


def doubled(levels, first, rule, rest):
    """Definitions, each of which has the one before it twice: few nodes, and very many ways to the first."""
    lines = [f"let a0 = {first}"] + [f"let a{i} = {rule.format(p=f'a{i - 1}', i=i)}" for i in range(1, levels + 1)]
    return "coord x = 1, y = 2, q = 20 deg\nkinetic T = (x'^2 + y'^2 + q'^2)/2\npotential V = x^2 + y^2\n" + \
        "\n".join(lines) + f"\n{rest}\nsimulate until 1\n"


def expanded_products(levels):
    lines = ["let a0 = x + y + z"] + [f"let a{i} = (a{i - 1} + {i})*(a{i - 1} - y - {i})" for i in range(1, levels + 1)]
    return "coord x = 1, y = 0.5, z = 0.1\nkinetic T = (x'^2 + y'^2 + z'^2)/2\n" + "\n".join(lines) + \
        f"\npotential W = a{levels}\nsimulate until 0.01\n"


def chatter():
    return """\
coord x = 0
initial x' = 1
kinetic T = x'^2/2
event up when sin(1e7*t) > 0 { set x' = 1 + x'^2/1000 }
event down when sin(1e7*t) < 0 { set x' = -1 }
simulate until 0.02
"""


def many_events(rate, until):
    return f"""\
coord x = 0
initial x' = 1
kinetic T = x'^2/2
event up when sin({rate}*t) > 0 {{ set x' = 1 }}
event down when sin({rate}*t) < 0 {{ set x' = -1 }}
simulate until {until}
"""


def rods(count):
    return f"""\
param N = {count}
let P[0] = [0, 0]
for i in 1..N {{
  coord q[i] = 0.1
  let P[i] = P[i-1] + dir(q[i])
  rod r[i]: mass 1, from P[i-1] to P[i]
}}
gravity 9.81
simulate until 0.1
"""


def wide_table(columns):
    return "a;" + ";".join(f"c{i}" for i in range(columns)) + "\n" + \
        "".join(f"{r};" + ";".join(["1.5"] * columns) + "\n" for r in range(20))


TABLE = OSCILLATOR + """\
let f(u) = table("t.csv", u)
generalized g: x = -f(x)
simulate until 1
"""

# name, text of the model, files beside it
MODELS = [
    # rows, frames, events: what a run keeps
    ("long oscillation", OSCILLATOR + "simulate until 1e5\n"),
    ("fast oscillation", "coord x = 1\nkinetic T = x'^2/2\npotential V = 1e18*x^2/2\nsimulate until 1e-4\n"),
    ("starts of a hundred thousand coordinates", "coord q[1..1e5] = 1e15\n"),
    ("more coordinates than a square has room for", "coord q[1..50000] = 1e15\n"),
    ("wide rows", "param N = 300\nfor i in 1..N { coord x[i] = 1; kinetic T[i] = x[i]'^2/2; "
                  "potential V[i] = i^2*x[i]^2/2 }\nsimulate until 10\n"),
    ("many outputs", OSCILLATOR + "for i in 1..20000 { output o[i] = i*x }\nsimulate until 1000\n"),
    ("twenty thousand events", many_events(1e4, 2 * 3.14159)),
    ("hundreds of thousands of events", many_events(1e4, 50)),
    ("chatter", chatter()),
    ("a hundred thousand bounces", "coord y = 1\ngravity 9.81\nparticle p: mass 1 at [0, y]\n"
                            "contact floor: y >= 0, restitution 1\nsimulate until 1e5\n"),
    ("converging bounces", "coord y = 1\ngravity 9.81\nparticle p: mass 1 at [0, y]\n"
                           "contact floor: y >= 0, restitution 0.999999\nsimulate until 1e5\n"),
    ("a thousand contacts", "param N = 1000\nfor i in 1..N { coord y[i] = i/1000; particle p[i]: mass 1 at [i, y[i]]; "
                            "contact c[i]: y[i] >= 0, restitution 0.5 }\ngravity 9.81\nsimulate until 2\n"),
    ("many events in one instant", "coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\n"
                                   "for i in 1..1500 { event e[i] when x > 0.5 { set x' = x' + 1e-9 } }\n"
                                   "simulate until 1\n"),
    ("many events within one step", "coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\n"
                                    "for i in 1..1000 { event e[i] when x > 0.0009*i { set x' = x' + 1e-9 } }\n"
                                    "simulate until 1\n"),
    ("hundreds of quick maxima", OSCILLATOR +
     "for i in 1..500 { report r[i] = maximum(sin((100 + i)*t)*x) }\nsimulate until 20\n"),
    # sums, functions, loops, definitions
    ("three nested sums", nested_sums(99999, "x*i*j*k")),
    ("three nested sums without terms", nested_sums(99999, "0")),
    ("three nested sums of a few hundred", nested_sums(300, "sin(i*x + j)*cos(k*x)")),
    ("a sum of different sines", OSCILLATOR + "potential W = sum(i in 1..90000: sin(i*x))\nsimulate until 0.001\n"),
    ("a sum of powers", OSCILLATOR + "potential W = sum(i in 1..20000: x^i/i)\nsimulate until 0.001\n"),
    ("functions that double", chain_of_calls(40, "sin(u)")),
    ("functions that double sums", chain_of_calls(14, "sum(i in 1..1000: sin(i*u))")),
    ("a function that calls itself", OSCILLATOR + "let f(u) = f(u + 1) + 1\npotential W = f(x)\nsimulate until 1\n"),
    ("functions that call each other", OSCILLATOR + "let f(u) = if u > 0 then g(u - 1) else 0\n"
                                                    "let g(u) = f(u) + g(u/2)\npotential W = f(x)\nsimulate until 1\n"),
    ("definitions that double", doubled_lets(300)),
    ("a thousand definitions that double", doubled_lets(1000)),
    ("conditions that double", doubled(60, "x > 0.5", "({p} and y > {i}) or ({p} and x < {i})",
                                       "event e when a60 { stop }")),
    ("comparisons that double", doubled(60, "x^2", "max({p}, {p}/2 + min({p}, {i}))", "event e when a60 > 90 { stop }")),
    ("energies that double", doubled(60, "x", "-(-{p} - y) + {p}", "potential W = a60/1e20")),
    ("gaps that double", doubled(45, "x", "({p}*y + {p}*x + {i})/(2 + x^2 + y^2 + {i})",
                                 "contact c: a45 + 10 >= 0, restitution 0.5")),
    ("products that multiply out", expanded_products(30)),
    ("a power of a power", OSCILLATOR + "let a = (1 + x + x^2)^100\nlet b = (a + x)^100\npotential W = b^100\n"
                                        "simulate until 0.001\n"),
    ("a high power", OSCILLATOR + "potential W = (x/2)^1000000\nsimulate until 1\n"),
    ("a high power of numbers", OSCILLATOR + "param a = 3^1000000\nparam b = (1/3)^(10^9)\nsimulate until 1\n"),
    ("a tower of powers", OSCILLATOR + "param a = 9^9^9^9^9^9\npotential W = x^9^9^9\nsimulate until 1\n"),
    ("powers of a sum", OSCILLATOR + "potential W = (x + 1)^1000*(x - 1)^1000*(x + 2)^1000\nsimulate until 0.01\n"),
    ("derivatives of derivatives", OSCILLATOR + "output a = (sin(x)*exp(cos(x)))" + "'" * 150 + "\nsimulate until 1\n"),
    ("derivatives of a definition", OSCILLATOR + "let a0 = sin(x)*exp(cos(x)*x)\n" +
     "\n".join(f"let a{i} = a{i - 1}'" for i in range(1, 40)) + "\noutput o = a39\nsimulate until 1\n"),
    # numbers
    ("huge numbers", OSCILLATOR + "param a = " + "9" * 100000 + "\nparam b = 0." + "0" * 100000 +
     "1\nparam c = 1e999999999999\nsimulate until 1\n"),
    ("fractions that grow", OSCILLATOR + "param a[0] = 1\n" +
     "for i in 1..2000 { param a[i] = a[i-1]*(i + 1/7)/(i + 1/11) + 1/(i + 1/13) }\n"
     "potential W = a[2000]*x\nsimulate until 1\n"),
    ("a sum of fractions", OSCILLATOR + "potential W = x*sum(i in 1..50000: 1/i)\nsimulate until 1\n"),
    # loops and many things
    ("loops within loops", "for i in 1..99999 { for j in 1..99999 { for k in 1..99999 { param p[i*j*k] = 1 } } }\n" +
     OSCILLATOR + "simulate until 1\n"),
    ("loops without anything", "for i in 1..99999 { for j in 1..99999 { for k in 1..99999 { } } }\n" +
     OSCILLATOR + "simulate until 1\n"),
    ("loops of a few hundred", "for i in 1..300 { for j in 1..300 { for k in 1..300 { let p = i } } }\n" +
     OSCILLATOR + "simulate until 1\n"),
    ("loops that are empty inside", "for i in 1..99999 { for j in 1..99999 { for k in 1..0 { param z[k] = 1 } } }\n" +
     OSCILLATOR + "simulate until 1\n"),
    ("many parameters", OSCILLATOR + "for i in 1..99999 { param p[i] = i }\nsimulate until 1\n"),
    ("many parameters of each other", OSCILLATOR + "param p[0] = 1\nfor i in 1..99999 { param p[i] = p[i-1] + 1 }\n"
                                                   "potential W = p[99999]*x\nsimulate until 1\n"),
    ("many coordinates", "for i in 1..99999 { coord x[i] = 1; kinetic T[i] = x[i]'^2/2 }\nsimulate until 1\n"),
    ("a thousand coupled coordinates", "param N = 1000\nfor i in 1..N { coord x[i] = 1 }\n"
                                       "kinetic T = sum(i in 1..N: x[i]'^2)/2\n"
                                       "potential V = sum(i in 1..N: sum(j in 1..N: cos(x[i] - x[j])))\n"
                                       "simulate until 0.001\n"),
    ("a dense mass matrix", "param N = 200\nfor i in 1..N { coord x[i] = 1/i }\n"
                            "kinetic T = sum(i in 1..N: sum(j in 1..N: x[i]'*x[j]'*cos(x[i] - x[j])))/2 "
                            "+ 1000*sum(i in 1..N: x[i]'^2)\nsimulate until 0.001\n"),
    ("a chain of three hundred rods", rods(300)),
    ("a chain of a thousand rods", rods(1000)),
    ("a chain of ten thousand rods", rods(10000)),
    ("many constraints", "param N = 2500\nfor i in 1..N { coord x[i] ~ 1; kinetic T[i] = x[i]'^2/2; "
                         "constraint c[i]: x[i]^2 = 1 }\nsimulate until 1\n"),
    ("many events", OSCILLATOR + "for i in 1..50000 { event e[i] when x > 1 + i { stop } }\nsimulate until 1\n"),
    ("many reports", OSCILLATOR + "for i in 1..50000 { report r[i] = maximum(i*x) }\nsimulate until 10\n"),
    ("many drawings", OSCILLATOR + "for i in 1..20000 { draw ball at [i*x, i] radius 1 }\nsimulate until 10\n"),
    ("many trails", OSCILLATOR + "let P = [x, 0]\nfor i in 1..3000 { draw trail of [i*x, x'] }\nsimulate until 100\n"),
    # text
    ("long names", OSCILLATOR + "let " + "n" * 1000000 + " = x\npotential W = " + "n" * 1000000 + "\nsimulate until 1\n"),
    ("long labels", OSCILLATOR.replace("x = 1", 'x = 1 "' + "label " * 100000 + '"') + "simulate until 1\n"),
    ("deep parentheses", OSCILLATOR + "potential W = " + "(" * 100000 + "x" + ")" * 100000 + "\nsimulate until 1\n"),
    ("parentheses of the greatest depth", OSCILLATOR + "potential W = " + "(" * 190 + "x" + ")" * 190 +
     "\nsimulate until 1\n"),
    ("minus minus", OSCILLATOR + "potential W = " + "-" * 100000 + "x\nsimulate until 1\n"),
    ("not not", OSCILLATOR + "event e when " + "not " * 100000 + "x > 0 { }\nsimulate until 1\n"),
    ("if else if", OSCILLATOR + "potential W = " + "if x > 0 then 1 else " * 50000 + "0\nsimulate until 1\n"),
    ("a long sum of terms", OSCILLATOR + "potential W = " + " + ".join(["x"] * 100000) + "\nsimulate until 1\n"),
    ("a long vector", OSCILLATOR + "let P = [" + ", ".join(["x"] * 100000) + "]\nsimulate until 1\n"),
    ("a long list of arguments", OSCILLATOR + "potential W = max(" + ", ".join(f"x + {i}" for i in range(50000)) +
     ")\nsimulate until 1\n"),
    ("deep braces", OSCILLATOR + "for i in 1..1 { " * 50000 + "}" * 50000 + "\nsimulate until 1\n"),
    ("many mistakes", "coord x = y\n" * 100000),
    ("many unknown names", OSCILLATOR + "".join(f"let a{i} = unknown{i}\n" for i in range(30000)) + "simulate until 1\n"),
    ("not text", "\x01\x02\xff" * 100000),
    ("units of units", OSCILLATOR + "param a = 1 " + "kg " * 50000 + "\nsimulate until 1\n"),
    ("events that wait for each other", OSCILLATOR + "event e0 when x < 0.5 { }\n" +
     "".join(f"event e{i} when x < 0.5 after e{i - 1} {{ }}\n" for i in range(1, 5000)) + "simulate until 1\n"),
    ("definitions in the wrong order", OSCILLATOR + "".join(f"let a{i} = a{i + 1} + x\n" for i in range(5000)) +
     "let a5000 = x\noutput o = a0\nsimulate until 1\n"),
    # tables
    ("a wide table", TABLE, {"t.csv": wide_table(50000)}),
    ("a long table", TABLE, {"t.csv": "".join(f"{i},{i % 7}\n" for i in range(9999))}),
    ("a table that is too long", TABLE, {"t.csv": "".join(f"{i},{i % 7}\n" for i in range(300000))}),
    ("a table that is no table", TABLE, {"t.csv": "\x00" * 3000000}),
    ("a table called often", OSCILLATOR + 'let f(u) = table("t.csv", u)\n'
     "generalized g: x = -sum(i in 1..1000: f(x + i))\nsimulate until 0.001\n",
     {"t.csv": "".join(f"{i},{i % 7}\n" for i in range(5000))}),
]
