"""A small model for every construct of the language's second edition (docs/language.md), each with a parameter k that is
varied from 1 to 1.1: name, text, and the files beside it.
BY_DIFFERENCES says of which the derivatives of reports are found by differences, and why.
"""
PLANE = "gravity 9.81\n"
BOX = PLANE + "coord x = 0, y = 0\ninitial x' = 3*k\nparticle box: mass 2 at [x, y]\n"
LINE = "coord x = 1\nkinetic T = x'^2/2\npotential V = k*x^2/2\n"
END = "report last = final(x)\nreport most = maximum(x')\nsimulate until 2\n"
SPACE = PLANE + "coord x = 0, y = 0, z = 0\nparticle p: mass 0.5 at [x, y, z]\n"
SLIDE = "initial x' = 2*k, y' = 1\nreport far = final(x)\nreport aside = final(y)\nsimulate until 0.3\n"
BALL = """\
gravity 9.81
param I = 2/5*0.17*0.03^2
coord x = 0, y = 0, z = 0.03
orientation q = [1, 0, 0, 0]
frame B = quaternion(q)
initial x' = 2*k, omega(B) = [40, 0, 30]
body ball: mass 0.17, inertia [I, I, I], at [x, y, z], frame B
let slip = velocity(ball - [0, 0, 0.03] on ball)
"""
SHAFTS = "coord a = 0, b = 0\nkinetic T = (0.5*a'^2 + b'^2)/2\n"
TURNS = "report turned = final(b)\nreport fast = maximum(b')\nsimulate until 2\n"
SOLID = "coord a = 0.4\ngravity 9.81\n"
SWINGS = "report last = final(a)\nreport fast = maximum(a')\nsimulate until 1.5\n"
ATTITUDE = """\
orientation q = [0.8, 0.6, 0, 0]
frame B = quaternion(q)
coord x = 0, y = 0, z = 0
initial omega(B) = [1, 2*k, 3]
"""
TUMBLES = "spring s: from [0, 0, 2] to b + 0.4*B.x, stiffness 8, length 1\nreport last = final(B.x.z)\nreport fast = maximum(b'.z)\nsimulate until 1\n"


def led(spin, attitude, place):
    """A body of space that a joint holds."""
    return ATTITUDE.replace("[1, 2*k, 3]", spin).replace("[0.8, 0.6, 0, 0]", attitude).replace("x = 0, y = 0, z = 0", place)


CURVE = "-1,1\n0,0.2\n0.5,-0.4\n1,-1.5\n2,-2\n"
WAVE = "0,0\n0.25,1\n0.5,0\n0.75,-1\n1,0\n"
GRID = "0,-1,0,1,2\n-1,2,1,0,0\n0,1,0.5,0,-0.5\n1,0.5,0,-1,-2\n2,0,0,-2,-3\n"


def line(text):
    """An oscillator with something more."""
    return LINE + text + END


def slides(clauses):
    return "gravity 9.81\ncoord x = 0, y = 0\ninitial x' = 3*k\nparticle box: mass 2 at [x, y]\n" + clauses + \
        "report far = final(x)\nreport fast = maximum(x')\nsimulate until 1\n"


def table(call, file, name="t.csv"):
    return line(f"generalized f: x = {call}\n"), {name: file}


MODELS = [
    # pieces
    ("if on time", line("generalized f: x = if t > 0.5*k and t < 0.7 then 3 else 0\n")),
    ("if on a place", line("generalized f: x = if x < 0.4*k then 2 else -1\n")),
    ("if on a velocity", line("generalized f: x = if x' < -0.4*k then -x' else -2*x'\n")),
    ("if over lines", line("let F = if x > 0.5\n  then -2*k\n  else if x > 0\n  then 1\n  else 0\ngeneralized f: x = F\n")),
    ("min, max, abs", line("generalized f: x = min(x', 0.1*k) - max(x, abs(x')/2, 0)\n")),
    ("dry friction by sign", line("generalized f: x = -0.1*k*sign(x')\n")),
    ("sliding along a boundary", LINE + "generalized f: x = -2*sign(x - 0.5*k + x')\n" + END),
    # units
    ("units of results", """\
param k = 1, l = 3 ft, m = 2 lb
coord a = 30 deg
gravity 32.174 ft/s^2
let hinge = [0 ft, 0 ft]
particle bob: mass m at hinge + k*l*dir(a - 90 deg)
output load = norm(reaction(hinge)) in lbf
report last = final(a) in deg
report most = maximum(load) in lbf
report fast = maximum(norm(bob')) in mph
report moment = maximum(-m*(32.174 ft/s^2)*k*l*sin(a))
simulate until 2 s
"""),
    ("list of values", "param D[1..3] = 0.6, W[1..3] = [1, 2, 3]\ncoord x[1..3] = [1, 0, 0]\nkinetic T = sum(i in 1..3: x[i]'^2)/2\n"
     "for i in 1..3 { potential V[i] = k*W[i]*x[i]^2/2 + (x[i] - (if i == 1 then 0 else x[i-1]))^2/2\n"
     "dissipation R[i] = D[i]*x[i]'^2/10 }\nreport last = final(x[3])\nreport most = maximum(x[2])\nsimulate until 2\n"),
    ("mod, floor, ceil, round", LINE.replace("= 1", "= 0.9") + "generalized f: x = mod(3*t, 2*k) + floor(2*x) + ceil(t/k) - 0.1*round(x')\n" + END.replace("2", "1.9")),
    ("log10", line("generalized f: x = -log10(1 + k*x^2)\n")),
    ("nominal", "coord x = 1e-3*k, nominal 1e-3, y = 1000\nkinetic T = (x'^2 + y'^2)/2\npotential V = 50*x^2 + y^2/2\n" + END),
    # components
    ("component", "component link(A, a, m = 1, l = 0.5 in [0.1, 2] \"length\") {\n  let tip = A + l*dir(a)\n  rod bar: mass m, from A to tip\n"
     "  output load = norm(reaction(tip))\n}\ngravity 9.81\ncoord a = -0.4, b = 0.3\npart upper = link([0, 0], a, m = 2*k)\n"
     "part lower = link(A = upper.tip, a = b)\nreport last = final(b)\nreport most = maximum(upper.load)\nsimulate until 1\n"),
    ("component of components", "component mass(z, m) { kinetic T = m*z'^2/2 }\n"
     "component pair(u, w, c) {\n  part one = mass(u, 1)\n  part two = mass(w, 2*c)\n  potential V = c*(u - w)^2/2\n}\n"
     "coord x = 1, y = 0\npart both = pair(x, y, k)\n" + END),
    ("parts in a loop", "param N = 3\ncomponent link(A, a, m) { let tip = A + 0.5*dir(a)\nrod bar: mass m, from A to tip }\n"
     "gravity 9.81\ncoord q[1..N] = [0, 0.2, -0.4]\npart l[1] = link([0, 0], q[1], k)\n"
     "for i in 2..N { part l[i] = link(l[i-1].tip, q[i], 1) }\nreport last = final(q[3])\nreport most = maximum(l[3].tip.x)\nsimulate until 1\n"),
    ("component with states and events", "component heater(u, T0) {\n  state T = T0, rate u - T\n  memory peaks = 0\n"
     "  event hot when T > 1.2 { set peaks = peaks + 1 }\n  event tick every 0.3 { set T = 0.9*T }\n}\n"
     "coord x = 1\nkinetic E = x'^2/2\npotential V = k*x^2/2\npart h = heater(3 - x, 0.5*k)\ngeneralized f: x = -h.T\n"
     "report last = final(x)\nreport warm = final(h.T)\nreport peaks = final(h.peaks)\nsimulate until 2\n"),
    ("include", 'include "spring.lgr"\n' + "coord x = 1\nkinetic T = x'^2/2\npart s = to_wall(x, k)\n" + END,
     {"spring.lgr": "component to_wall(z, c) { potential V = c*z^2/2\noutput pull = -c*z }\n"}),
    # states, inputs, memories, clocks
    ("state", "state i = 0, rate 2*(k - i - x')\n" + LINE + "generalized f: x = i\n" + END + "report current = final(i)\n"),
    ("stiff state", "state i = 0, rate 4000*(k*x - i)\n" + LINE + "generalized f: x = -i/2\n" + END),
    ("states from nothing, one after the other", "coord x = 0\nstate i = 0, rate 10*k*sin(7*t)\nstate j = 0, rate i - j\nkinetic T = x'^2/2\ngeneralized f: x = j\n" + END),
    ("state with a kink", "state i = 0, rate min(max(x - i, -0.2*k), 0.2)\n" + LINE + "generalized f: x = -i\n" + END + "report current = final(i)\n"),
    ("state that is found", "state i ~ 0, rate k*x - 2*i\ninitial i' = 0\n" + LINE + "generalized f: x = -i\n" + END + "report current = initial(i)\n"),
    ("state alone", "param c = 1\nstate i = 1, rate -k*i*c\nreport last = final(i)\nsimulate until 2\n"),
    ("states of a spring", "coord x = 1\nstate c = 1, rate k*x\nkinetic T = x'^2/2\nspring s: from [0, 0] to [x + 3, 0], stiffness 4*c, length 3\n" + END),
    ("force of a cable", "coord x = 1\nkinetic T = x'^2/2\ncable c: from [0, 0] to [x, 0], stiffness 4*k, length 0.8, damping 0.3\ngeneralized pull: x = -0.1\n"
     "report most = maximum(force(c))\nreport last = final(x)\nsimulate until 2\n"),
    ("forces read by name", "coord x = 1, a = 0\nbody w: mass 1, inertia 0.5, at [x, 0], angle a\nforce f: [-2*k*x, 0] at w\ntorque m: sin(t) - k*a' on w\ngeneralized g: x = -0.2*x'\n"
     "report most = maximum(norm(force(f)) + force(g))\nreport turned = integral(force(m))\nsimulate until 2\n"),
    ("torsion with rest and damping", SHAFTS + "initial a' = 2*k\ntorsion c: angle b - a, stiffness 6, rest 0.2*k, damping 0.3\nreport moment = maximum(force(c))\n" + TURNS),
    ("torque that reacts", PLANE + "coord x = 0, a = 0.3, b = 0\nbody low: mass 2, inertia 0.3, at [x, 0], angle a\nbody high: mass 1, inertia 0.1, at [x + cos(a), sin(a)], angle b\n"
     "torque m: k*sin(3*t) on high reacting on low\n" + TURNS),
    ("torque in space", ATTITUDE + "body b: mass 1, inertia [0.2, 0.3, 0.4], at [x, y, z], frame B\ntorque m: k*[0, 0.5, 0] - 0.1*omega(B) on b\n" + TUMBLES),
    ("rope that goes round once more", PLANE + "coord x = -0.1, y = -1, v = 0.9\nparticle a: mass 2*k at [x, y]\nparticle b: mass 1 at [0.1, -v]\n"
     "rope r: from a over [0, 0] radius 0.1 right turns 1 to b, length 1.9 + 0.3*pi\nreport last = final(v)\nreport pull = maximum(force(r))\nsimulate until 0.3\n"),
    ("constraint that is dropped and held", BOX + "constraint rail: y = 0\nevent away when x > 1 { drop rail }\nevent on when y < -0.2*k after away { hold rail; set y = 0; set y' = 0 }\n"
     "report aside = minimum(y)\nreport far = final(x)\nsimulate until 1\n"),
    ("force that is held and dropped", "coord x = 1\nkinetic T = x'^2/2\ngeneralized f: x = -2*x\ngeneralized g: x = -k*x'\nevent off when t > 0.5 { drop g }\nevent back when t > 1 { hold g }\n"
     "report most = maximum(abs(force(g)))\n" + END.replace("report most = maximum(x')\n", "")),
    ("lagrangian", "coord x = 1, y = 0.3\nlagrangian L = (x'^2 + 2*y'^2)/2 - k*x^2/2 - (x - y)^2\n" + END),
    ("speeds", "coord x = 0, y = 0, a = 0.2\nspeed u = x'*cos(a) + y'*sin(a)\ninitial u = 2*k, a' = 0.7\nbody b: mass 1, inertia 0.2, at [x, y], angle a\n"
     "constraint edge: y'*cos(a) - x'*sin(a) = 0\nreport last = final(u)\nreport far = final(x)\nsimulate until 1\n"),
    ("functions of angles", "coord x = 1, y = 0.4\ninitial y' = k\nkinetic T = (x'^2 + y'^2)/2\npotential V = atan2(y, x)^2 + asin(x/9)*acos(y/9) + tanh(x) + hypot(x, y) + sinh(y/3) + cosh(x) + tan(y/5) + atan(k*x)\n"
     + END),
    ("vectors of space", SPACE.replace("gravity 9.81\n", "") + "initial x' = 1, y' = 0.5\nforce f: cross([0, 0, k], p') - 0.3*unit(p + [0, 0, 1]) at p\nreport last = final(z)\nreport most = maximum(norm(p'))\nsimulate until 1\n"),
    ("input", "input u = 0.5 in [0, 2] \"push\"\n" + line("generalized f: x = u*k\n")),
    ("input that is varied", "input k = 1 in [0, 2] \"push\"\ncoord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\ngeneralized f: x = 2*k\n" + END),
    ("memory", "memory n = 0\nevent turn when x < 0.2*k { set n = n + x'^2 }\n" + line("generalized f: x = n\n") + "report held = final(n)\n"),
    ("periodic event", "memory u = 0\nevent tick every 0.13 { set u = -x - 0.4*k*x' }\n" + line("generalized f: x = u\n") + "report held = final(u)\n"),
    ("periodic event, period varied", "memory u = 0\nevent tick every 0.13*k { set u = -x - 0.4*x' }\n" + line("generalized f: x = u\n")),
    ("periodic event from, after", "event low when x < 0.3 {}\nevent tick every 0.2 from 0.1*k after low { set x' = 0.8*x' }\n" + line("")),
    ("event that sets a state", "state i = 0, rate k - i\nevent low when x < 0.3 { set i = 2*i }\n" + line("generalized f: x = i\n") + "report current = final(i)\n"),
    # friction
    ("friction", line("friction f: limit 0.2*k along x\noutput held = force(f)\nreport mean_held = mean(held)\n")),
    ("friction with more at rest", line("friction f: limit 0.2*k along x, static 0.3\n")),
    ("friction that sticks", "coord x = 0\nkinetic T = x'^2/2\ngeneralized pull: x = t\nfriction f: limit 0.3*k along x, static 0.5\noutput stuck = if sticking(f) then 1 else 0\n"
     "output slips = if sliding(f) then 1 else 0\nreport last = final(x)\nreport still = integral(stuck)\nreport sliding_for = integral(slips)\nsimulate until 2\n"),
    ("force of friction that sticks", "coord x = 0, z = 0\nkinetic T = (x'^2 + z'^2)/2\ngeneralized pull: x = k*t\nfriction f: limit 0.8 along x, static 1\n"
     "generalized h: z = force(f)\noutput held = force(f), size = abs(force(f)), square = force(f)^2\nreport most = maximum(size)\nreport sum = integral(square)\n"
     "report aside = final(z)\nsimulate until 1.5\n"),
    ("friction by Stribeck", line("friction f: limit 0.1*k + 0.1*exp(-abs(x')/0.2) + 0.02*abs(x') along x, static 0.25\n")),
    ("friction whose limit is a state", "state M = 0, rate 5*(k - M)\ncoord a = 0\ninitial a' = 2\nkinetic T = a'^2/2\nfriction f: limit M along a\n"
     "report last = final(a)\nreport lost = initial(energy) - final(energy)\nsimulate until 1\n"),
    ("friction whose limit is time's", line("friction f: limit k*min(t, 0.4) along x\n")),
    ("friction of two bodies", "coord a = 0, b = 0\ninitial a' = 3*k\nkinetic T = (a'^2 + 2*b'^2)/2\nfriction plates: limit 1 along a - b\n"
     "report last = final(b)\nreport lost = initial(energy) - final(energy)\nsimulate until 1.5\n"),
    ("friction that is dropped", line("friction f: limit 0.2*k along x\nevent off when t > 0.5*k { drop f }\n")),
    ("friction alike in all directions", "coord x = 0, y = 0\nparticle p: mass 0.2 at [x, y]\nfriction table: limit 0.6 along [x, y]\n" + SLIDE),
    ("friction of a constraint", PLANE + "coord x = 0, y = 0\nparticle collar: mass 0.5 at [x, y]\nlet along = dot(collar, dir(-0.9)), beside = dot(collar, dir(0.67))\n"
     "constraint rod: beside = 0\nfriction rub: coefficient 0.3*k of rod along along\nreport far = final(along)\nreport held = maximum(force(rub))\nsimulate until 1\n"),
    ("friction of a curved rail", PLANE + "coord x = 1, y ~ 0.5\nparticle bead: mass 1 at [x, y]\nconstraint rail: y = x^2/2\n"
     "friction rub: coefficient 0.1*k of rail along x*sqrt(1 + x^2)/2 + log(x + sqrt(1 + x^2))/2, static 0.2\nreport last = final(x)\nreport low = minimum(y)\nsimulate until 1.5\n"),
    ("friction of a pin", PLANE + "coord x ~ 0.5, y ~ 0, theta = 0\nbody arm: mass 2, inertia 0.1, at [x, y], angle theta\nconstraint pin: arm = 0.5*dir(theta)\n"
     "friction bush: coefficient 0.02*k of pin along theta\nreport last = final(theta)\nreport load = maximum(norm(force(pin)))\nsimulate until 1.2\n"),
    ("friction of one side of a pin", PLANE + "coord x ~ 0.5, y ~ 0, theta = 0\nbody arm: mass 2, inertia 0.1, at [x, y], angle theta\nconstraint pin: arm = 0.5*dir(theta)\n"
     "friction bush: coefficient 0.02*k of pin.x along theta\nreport last = final(theta)\nsimulate until 0.6\n"),
    ("friction of a contact", slides("contact floor: y >= 0, friction 0.4 along x\nreport held = minimum(force(floor.friction))\n")),
    ("friction of a contact, more at rest", slides("contact floor: y >= 0, friction 0.4 along x, static 0.6\nforce pull: [3*t, 0] at box\n")),
    ("friction that falls with speed", slides("contact floor: y >= 0, friction 0.2 + 0.2*exp(-abs(x')) along x\n")),
    ("friction by place", slides("contact floor: y >= 0, friction if x > 0.5 and x < 0.8 then 0.1 else 0.5 along x\n")),
    ("friction in an impact", slides("contact floor: y >= 0, restitution 0.5, friction 0.1 along x\ninitial y' = 1\n")),
    ("Coulomb's cone", SPACE + "contact floor: z >= 0, friction 0.5 along [x, y]\nreport held = maximum(norm(force(floor.friction)))\n" + SLIDE),
    ("Coulomb's cone, more at rest", SPACE + "contact floor: z >= 0, friction 0.5 along [x, y], static 0.6\nforce pull: [5*k*t, 2, 0] at p\n"
     "report far = final(x)\nreport aside = final(y)\nsimulate until 1.5\n"),
    ("Coulomb's cone in an impact", SPACE + "contact floor: z >= 0, restitution 0.4, friction 0.2 along [x, y]\ninitial z' = 1\n" + SLIDE),
    ("friction of a surface by constraint", SPACE + "constraint plane: z = 0.1*x\nfriction rub: coefficient 0.3 of plane along [x, y]\n" + SLIDE),
    ("friction by slip", BALL + "contact cloth: z >= 0.03, friction 0.2 along [slip.x, slip.y]\nreport far = final(x)\nreport aside = final(y)\nsimulate until 0.6\n"),
    ("frictions together", "gravity 9.81\ncoord x = 0, y = 0, a = 0\ninitial x' = 2*k, a' = 5\nparticle p: mass 1 at [x, y]\nkinetic R = a'^2/8\n"
     "contact floor: y >= 0, friction 0.2 along x\nfriction band: limit 0.5 along x - a/2\nfriction axle: limit 0.2 along a\n"
     "report far = final(x)\nreport turned = final(a)\nsimulate until 1\n"),
    # ropes
    ("rope", PLANE + "coord x = 0.3, y = -0.5\ninitial x' = k\nparticle p: mass 1 at [x, y]\nrope r: from [0, 0] to p, length 1\n"
     "report last = final(x)\nreport pull = maximum(force(r))\nsimulate until 1.2\n"),
    ("rope over a disc", PLANE + "coord y1 = -1, y2 = -2\nparticle a: mass 2*k at [-0.2, y1]\nparticle b: mass 1 at [0.2, y2]\nrope r: from a over [0, 0] radius 0.2 right to b\n"
     "report last = final(y1)\nreport pull = maximum(lambda(r))\nsimulate until 0.5\n"),
    ("rope over two discs", PLANE + "coord y = -1.5, px = 1.6, py = -1.2\nparticle w: mass 1.1*k at [-0.2, y]\nparticle p: mass 1 at [px, py]\n"
     "rope r: from w over [0, 0] radius 0.2 right over [1, 0] radius 0.1 right to p\nreport last = final(px)\nreport pull = maximum(force(r))\nsimulate until 0.5\n"),
    ("rope that becomes taut", PLANE + "coord y = -0.3\nparticle p: mass 1 at [0, y]\nrope r: from [0, 0] to p, length 0.6*k, restitution 0.5\n"
     "report last = final(y)\nreport low = minimum(y)\nsimulate until 0.5\n"),
    ("rope that stretches", PLANE + "coord x = 0.1, y = -0.5\nparticle p: mass 1 at [x, y]\nrope r: from [0, 0] to p, length 0.8, stiffness 200*k, damping 2\n"
     "report last = final(y)\nreport pull = maximum(force(r))\nsimulate until 1\n"),
    ("rope that stretches over a disc", PLANE + "coord x = 0.3, y = -1.2\nparticle p: mass k at [x, y]\nrope r: from [-1, -1] over [0, 0] radius 0.3 right to p, stiffness 300\n"
     "report last = final(y)\nreport pull = maximum(force(r))\nsimulate until 1\n"),
    ("rope round a peg", PLANE + "coord x = -0.6, y = -0.8\nparticle p: mass 1 at [x, y]\nrope r: from [0, 0] over [0.02, -0.5] radius 0.02 left to p, length 1\n"
     "initial x' = 0.8*k, y' = -0.6*k\nreport last = final(x)\nreport pull = maximum(force(r))\nsimulate until 1.2\n"),
    ("rope on a drum", PLANE + "coord x = 0.1, y = -0.3, phi = 0\nbody disc: mass k, inertia 0.02, at [x, y], angle phi\nrope r: from [0, 0] to disc radius 0.1 left, length 3\n"
     "report last = final(y)\nreport turned = final(phi)\nsimulate until 0.5\n"),
    ("ropes on a pulley", PLANE + "coord y1 = -1, y2 = -2, phi = 0\nparticle a: mass 2*k at [-0.2, y1]\nparticle b: mass 1 at [0.2, y2]\n"
     "body pulley: mass 1, inertia 0.02, at [0, 0], angle phi\nrope r: from a to pulley radius 0.2 right\nrope s: from pulley radius 0.2 right to b\n"
     "report last = final(y1)\nreport pull = maximum(force(r))\nsimulate until 0.5\n"),
    ("rope in space", SPACE + "rope r: from [0, 0, 1] to p, length 1.2\ninitial x' = 1.5*k\nreport last = final(x)\nreport low = minimum(z)\nsimulate until 1\n"),
    ("rope in space that stretches", SPACE + "rope r: from [0, 0, 1] to p, length 0.9, stiffness 300*k, damping 2\ninitial x' = 1.5\nreport last = final(z)\n"
     "report pull = maximum(force(r))\nsimulate until 1\n"),
    ("rope in space that becomes taut", SPACE + "rope r: from [0, 0.3, 0.2] to p, length 0.8*k, restitution 0.5\ninitial x' = 1\nreport last = final(x)\n"
     "report low = minimum(z)\nsimulate until 0.8\n"),
    ("rope without slip", PLANE + "coord y1 = -1, y2 = -2, phi = 0\nparticle a: mass 2*k at [-0.2, y1]\nparticle b: mass 1 at [0.2, y2]\n"
     "body wheel: mass 1, inertia 0.02, at [0, 0], angle phi\nrope r: from a over wheel radius 0.2 right without slip to b\noutput up = force(r[1]), down = force(r[2])\n"
     "report last = final(y1)\nreport turned = final(phi)\nreport pulls = maximum(up - down)\nsimulate until 0.5\n"),
    ("rope without slip over two", PLANE + "coord y1 = -1, y2 = -2, p1 = 0, p2 = 0\nparticle a: mass 2*k at [-0.2, y1]\nparticle b: mass 1 at [1.1, y2]\n"
     "body w1: mass 1, inertia 0.02, at [0, 0], angle p1\nbody w2: mass 1, inertia 0.005, at [1, 0], angle p2\n"
     "rope r: from a over w1 radius 0.2 right over w2 radius 0.1 right to b, without slip\nreport last = final(p2)\nreport pull = maximum(force(r[2]))\nsimulate until 0.5\n"),
    ("rope that is dropped", PLANE + "coord x = 1, y = 0\nparticle p: mass 1 at [x, y]\nrope r: from [0, 0] to p, length 1\nevent cut when x < 0.4*k { drop r }\n"
     "report last = final(x)\nreport pull = maximum(force(r))\nsimulate until 1.2\n"),
    ("cable and buffer", PLANE + "coord y = -0.5\nparticle p: mass 1 at [0, y]\ncable c: from [0, 0] to p, stiffness 80*k, length 0.8, damping 1\n"
     "buffer b: from [0, 0] to p, stiffness 60, length 0.6\nreport last = final(y)\nreport low = minimum(y)\nsimulate until 1.5\n"),
    # starts and results
    ("parameter that is found", "param s ~ 100\n" + SOLID + "initial a'' = 0, a' = 0.2\nrod arm: mass k, from [0, 0] to dir(a)\nspring h: from [0.5, 1] to arm, stiffness s, length 0.4\n"
     "report found = s\n" + SWINGS),
    ("start by an expression", "coord x = 0, y = 1\nkinetic T = (x'^2 + 2*y'^2 + x'*y')/2\npotential V = x^2 + y^2\ninitial (x + 2*y)' = k\n" + END),
    ("counts within windows", LINE + "event low when x < 0.3*k {}\nevent back when x' > 0 {}\nreport n = count(low, from back)\n"
     "report second = time(low, 1, from back)\nreport speed = at(low, x', from back until low)\nreport last = final(x)\nsimulate until 9\n"),
    ("windows of time", LINE + "event low when x < 0.3 {}\nevent back when x' > 0 {}\nreport a = maximum(x', from low until back)\nreport b = minimum(x, until low)\n"
     "report c = integral(x^2, from low)\nreport d = rms(x)\nreport e = mean(x, from low until back)\nsimulate until 5\n"),
    ("events by number", LINE + "event low when x < 0.3 {}\nreport one = time(low)\nreport two = time(low, 2)\nreport late = time(low, last)\nreport there = at(low, x', 2)\n"
     "report often = count(low)\nreport never = time(low, 9)\nsimulate until 12\n"),
    ("time of an extremum", line("report when_most = when(maximum(x'))\nreport when_least = when(minimum(x + 0.1*t))\n")),
    ("expectation as given", line("expect final(x) = cos(sqrt(1)*2) within 1e-7 as given\n")),
    ("table", *table('table("t.csv", x + (k - 1))', CURVE)),
    ("smooth table", *table('k*table("t.csv", x, smooth)', CURVE)),
    ("linear table", *table('k*table("t.csv", x, linear)', CURVE)),
    ("periodic table", *table('table("t.csv", k*t, smooth, periodic)', WAVE)),
    ("columns of a table", *table('k*table("t.csv", x, "at", "pull", smooth)', "pull,at\n1,-1\n0,0\n-0.5,0.4\n-1,1.2\n")),
    ("grid", *table('k*table("t.csv", x, x\')', GRID)),
    ("smooth grid", *table('k*table("t.csv", x, x\', smooth)', GRID)),
    ("table as a motion", PLANE + 'coord a = 0, y ~ 0\nparticle valve: mass 1 at [0, y]\nkinetic R = a\'^2/2\ninitial a\' = k\nconstraint cam: y = table("t.csv", a, smooth)\n'
     "report last = final(a)\nreport push = maximum(force(cam))\nsimulate until 1\n", {"t.csv": CURVE}),
    ("reaction", SOLID + "param l = 1\nlet axle = [0, 0]\nparticle bob: mass k at axle + l*dir(a - pi/2)\noutput F = norm(reaction(axle))\noutput pull = -reaction(l)\n"
     "report most = maximum(F)\nreport least = minimum(pull)\nsimulate until 1.5\n"),
    ("motion prescribed by time", "param w = 2\nlet a = 0.5*sin(w*k*t)\ngravity 9.81\nrod arm: mass 2, from [0, 0] to dir(a)\noutput M = reaction(a)\n"
     "report most = maximum(M)\nreport last = final(M)\nsimulate until 1.5\n"),
    # bodies by shape, rotors
    ("box", SOLID + "body b: box 1 by 0.1*k by 0.1, density 700, from [0, 0] to dir(a)\n" + SWINGS),
    ("box at its centre", SOLID + "body b: box 1 by 0.2*k, mass 2, at 0.5*dir(a), angle a\n" + SWINGS),
    ("plate", SOLID + "body b: plate 1 by 0.3*k, mass 2, at 0.5*dir(a), angle a\n" + SWINGS),
    ("cylinder", SOLID + "body b: cylinder radius 0.1*k, density 700, from [0, 0] to dir(a)\n" + SWINGS),
    ("hollow cylinder", SOLID + "body b: cylinder radius 0.2 hollow 0.1*k, density 700, from [0, 0] to dir(a)\n" + SWINGS),
    ("disc", SOLID + "body b: disc radius 0.3*k hollow 0.1 thickness 0.02, density 700, at 0.5*dir(a), angle a\n" + SWINGS),
    ("ball", SOLID + "body b: ball radius 0.3*k hollow 0.1, density 700, at 0.5*dir(a), angle a\n" + SWINGS),
    ("inertia about a point", SOLID + "body b: mass 2, inertia 0.9*k at [0, 0], at 0.5*dir(a), angle a\n" + SWINGS),
    ("rotor", SOLID + "coord phi = 0\ninitial phi' = 5*k\nrod arm: mass 1, from [0, 0] to dir(a)\nrotor w: inertia 0.2 on arm, angle phi\ngeneralized motor: phi = -1\n"
     "report turned = final(phi)\n" + SWINGS),
    ("box in space", ATTITUDE + "body b: box 1 by 0.2 by 0.1*k, density 20, at [x, y, z], frame B\n" + TUMBLES),
    ("plate in space", ATTITUDE + "body b: plate 1 by 0.3 thickness 0.01*k, density 100, at [x, y, z], frame B\n" + TUMBLES),
    ("cylinder in space", ATTITUDE + "body b: cylinder radius 0.1*k hollow 0.05, length 1, density 20, at [x, y, z], frame B\n" + TUMBLES),
    ("disc in space", ATTITUDE + "body b: disc radius 0.3*k thickness 0.01, density 100, at [x, y, z], frame B\n" + TUMBLES),
    ("ball in space", ATTITUDE + "body b: ball radius 0.3*k, density 10, at [x, y, z], frame B\n" + TUMBLES),
    ("inertia about a point of space", ATTITUDE + "body b: mass 1, inertia [1, 1.2*k, 0.9] at [x, y, z] - 0.3*B.x, at [x, y, z], frame B\n" + TUMBLES),
    ("matrix of inertia", ATTITUDE + "body b: mass 1, inertia [[1, 0.1*k, 0], [0.1*k, 1.2, 0.2], [0, 0.2, 1.1]], at [x, y, z], frame B\n" + TUMBLES),
    ("rotor in space", ATTITUDE + "coord phi = 0\ninitial phi' = 9\nbody b: mass 1, inertia [0.1, 0.2, 0.15], at [x, y, z], frame B\n"
     "rotor w: inertia 0.02*k about B.x on b, angle phi\nreport turned = final(phi)\n" + TUMBLES),
    ("body from here to there in space", "gravity 9.81\ncoord a = 0.3, c = 0.1\nframe A = rotation(z, a)\nframe B = A*rotation(y, c)\nbody b: cylinder radius 0.1*k, density 10, from [0, 0, 0] to B.x, frame B\n"
     "initial a' = 2\nreport last = final(a)\nreport fast = maximum(c')\nsimulate until 1\n"),
    ("force on a particle", BOX + "force push: [k, 0] at box on box\ncontact floor: y >= 0\nreport far = final(x)\nsimulate until 1\n"),
    # rows of one side, conditions
    ("one side of a velocity", SHAFTS + "initial b' = 1\ngeneralized starter: a = if t < 1 then 2*k else -2\ngeneralized drag: b = -0.2\ncontact free: b' >= a'\noutput locked = if closed(free) then 1 else 0\n"
     "report carried = maximum(force(free))\nreport locked_for = integral(locked)\n" + TURNS),
    ("held and open", PLANE + "coord x = 1, y = 0\nparticle p: mass 1 at [x, y]\nconstraint rod: x^2 + y^2 = 1\nevent cut when x < 0.5*k { drop rod }\n"
     "output tied = if held(rod) then 1 else 0\noutput loose = if open(rod) then 1 else 0\nreport last = final(x)\nreport for = integral(tied)\nreport since = integral(loose)\nsimulate until 1\n"),
    ("body that is freed", "coord a = 0\ninitial a' = 8*k\ngravity 9.81\nrod arm: mass 2, from [0, 0] to dir(a)\nparticle s: mass 0.2 at dir(a)\n"
     "event release when a > 0.8 { free s }\nevent landing when s.y < -1 after release { stop }\nreport range = at(landing, s.x)\nreport last = final(a)\nsimulate until 5\n"),
    # drag
    ("drag", "gravity 9.81\ncoord x = 0, y = 2\ninitial x' = 20*k, y' = 10\nparticle p: mass 0.2 at [x, y]\ndrag air: on p, area 0.01, coefficient 0.5, air 1.2, wind [-3, 0]\n"
     "report far = final(x)\nreport most = maximum(norm(force(air)))\nsimulate until 1\n"),
    ("drag from rest", "gravity 9.81\ncoord x = 0, y = 2\nparticle p: mass 0.2 at [x, y]\ndrag air: on p, area 0.01*k, coefficient 0.5, air 1.2\nreport low = final(y)\nreport fast = final(y')\nsimulate until 1\n"),
    ("drag of a sphere", "param k = 1\ncoord x = 0 m, y = 2 m\ngravity 9.81 m/s^2\ninitial x' = k*(20 m/s)\nparticle p: mass 0.2 kg at [x, y]\ndrag air: on p, diameter 10 cm, coefficient sphere\n"
     "report far = final(x)\nreport most = maximum(norm(force(air)))\nsimulate until 1 s\n"),
    ("drag by a function", "param k = 1\nlet Cd(Re) = 0.4 + 24/(1 + Re)\ncoord x = 0 m, y = 2 m\ngravity 9.81 m/s^2\ninitial x' = k*(20 m/s)\nparticle p: mass 0.2 kg at [x, y]\n"
     "drag air: on p, diameter 10 cm, coefficient Cd, wind [(1 m/s)*t/(1 s), 0]\nreport far = final(x)\nsimulate until 1 s\n"),
    ("drag by a table", 'param k = 1\nlet Cd(Re) = table("t.csv", Re/1e5, linear)\ncoord x = 0 m, y = 2 m\ngravity 9.81 m/s^2\ninitial x\' = k*(20 m/s)\nparticle p: mass 0.2 kg at [x, y]\n'
     "drag air: on p, diameter 10 cm, coefficient Cd\nreport far = final(x)\nsimulate until 1 s\n", {"t.csv": "0,0.6\n0.5,0.5\n1,0.45\n2,0.2\n"}),
    ("drag in space", SPACE + "initial x' = 5*k, y' = 3\ndrag air: on p, area 0.1, coefficient 0.5, air 1.2, wind [0, 2, 0]\nreport far = final(x)\nreport aside = final(y)\nsimulate until 1\n"),
    # the library
    ("pin", "include <joints>\ngravity 9.81\ncoord x ~ 0.5, y ~ 0, a = 0\nbody b: mass 1, inertia 0.1*k, at [x, y], angle a\npart p = pin(b - 0.5*dir(a), [0, 0])\nreport load = maximum(norm(force(p.pin)))\n" + SWINGS),
    ("distance", "include <joints>\ngravity 9.81\ncoord x = 0.6, a ~ -0.8\nparticle b: mass 1 at [x, a]\npart p = distance(b, [0, 0], k)\nreport load = maximum(force(p.rod))\n" + SWINGS),
    ("slider", "include <joints>\ngravity 9.81\ncoord x = 0, a ~ 0\nparticle b: mass 1 at [x, a]\npart p = slider(b, [0, 0], 0.3*k)\nreport load = maximum(force(p.guide))\n" + SWINGS),
    ("weld", "include <joints>\ngravity 9.81\ncoord x ~ 0, y ~ 0, c ~ 0, a = 0.4\nbody b: mass k, inertia 1, at [x, y], angle c\nrod arm: mass 1, from b to b + dir(a)\n"
     "part p = weld(b, [0, 0], c, 0)\nreport load = maximum(norm(force(p.place)))\n" + SWINGS),
    ("parallel", "include <joints>\n" + led("[0, 0, 3]", "[1, 0, 0, 0]", "x = 0, y = 0, z = 0") +
     "frame F = rotation(z, 0)\nbody b: mass k, inertia [1, 2, 3], at [x, y, z], frame B\npart p = parallel(B, F)\n" + TUMBLES),
    ("hinge", "include <joints>\ngravity 9.81\n" + led("[0, 0, 3*k]", "[1, 0, 0, 0]", "x ~ 0.5, y ~ 0, z ~ 0") + "frame F = rotation(z, 0)\nbody b: mass 1, inertia [0.1, 0.2, 0.2], at [x, y, z], frame B\n"
     "part p = hinge(b - 0.5*B.x, [0, 0, 0], B, F)\n" + TUMBLES),
    ("universal", "include <joints>\ngravity 9.81\n" + led("[2*k, 1, 0]", "[1, 0, 0, 0]", "x ~ 0.5, y ~ 0, z ~ 0") +
     "frame F = rotation(z, 0)\nbody b: mass 1, inertia [0.1, 0.2, 0.2], at [x, y, z], frame B\npart p = universal(b - 0.5*B.x, [0, 0, 0], B, F)\n" + TUMBLES),
    ("cylindrical", "include <joints>\ngravity 9.81\n" + led("[0, 0, 3*k]", "[1, 0, 0, 0]", "x ~ 0, y ~ 0, z = 0") + "frame F = rotation(z, 0)\nbody b: mass 1, inertia [0.1, 0.2, 0.2], at [x, y, z], frame B\npart p = cylindrical(b, [0, 0, 0], B, F)\n" + TUMBLES),
    ("gear_pair", "include <gears>\n" + SHAFTS + "generalized m: a = k\npart g = gear_pair(a, b, 0.02, 0.06)\nreport tooth = maximum(force(g.teeth))\n" + TURNS),
    ("lossy_gear", "include <gears>\n" + SHAFTS + "generalized m: a = k\npart g = lossy_gear(a, b, 3, 0.9)\n" + TURNS),
    ("planetary", "include <gears>\ncoord a = 0, b = 0, c = 0\nkinetic T = (a'^2 + b'^2 + c'^2)/2\ngeneralized m: a = k\npart g = planetary(a, b, c, 0.03, 0.09)\n" + TURNS),
    ("differential", "include <gears>\ncoord a = 0, b = 0, c = 0\nkinetic T = (a'^2 + b'^2 + c'^2)/2\ngeneralized m: a = k\npart g = differential(a, b, c)\n" + TURNS),
    ("rack", "include <gears>\n" + SHAFTS + "generalized m: a = k\npart g = rack(b, a, 0.3)\n" + TURNS),
    ("belt", "include <gears>\n" + SHAFTS + "generalized m: a = k\npart g = belt(a, b, 0.2, 0.3)\n" + TURNS),
    ("screw", "include <gears>\n" + SHAFTS + "generalized m: a = k\npart g = screw(b, a, 0.5)\n" + TURNS),
    ("prismatic", "include <joints>\ngravity 9.81\n" + led("[0, 0, 0]", "[0.9800665778412416, 0, 0.19866933079506122, 0]", "x ~ 0, y ~ 0, z ~ 0") +
     "frame F = rotation(y, 0.4)\nbody b: mass k, inertia [1, 2, 3], at [x, y, z], frame B\nforce side: [0, 0, 3] at b\npart p = prismatic(b, [0, 0, 0], B, F)\n" + TUMBLES),
    ("fixed", "include <joints>\ngravity 9.81\n" + led("[0, 0, 0]", "[1, 0, 0, 0]", "x ~ 0.5, y ~ 0, z ~ 0") +
     "coord a = 0.4\nframe F = rotation(z, 0)\nbody b: mass 1, inertia [1, 2, 3], at [x, y, z], frame B\nparticle hung: mass k at b + [sin(a), 0, -cos(a)]\n"
     "part p = fixed(b - 0.5*B.x, [0, 0, 0], B, F)\nreport load = maximum(norm(force(p.bolt.place)))\n" + SWINGS),
    ("rope_over", "include <ropes>\ngravity 9.81\ncoord a = -1, b = -2\nparticle p: mass 2*k at [-0.2, a]\nparticle q: mass 1 at [0.2, b]\npart r = rope_over(p, [0, 0], 0.2, q)\n"
     "report load = maximum(force(r.rope))\nreport turned = final(b)\nsimulate until 0.5\n"),
    ("rope_over_two", "include <ropes>\ngravity 9.81\ncoord a = -1, b = -2\nparticle p: mass 2*k at [-0.2, a]\nparticle q: mass 1 at [2.1, b]\npart r = rope_over_two(p, [0, 0], 0.2, [2, 0], 0.1, q)\n"
     "report load = maximum(force(r.rope))\nreport turned = final(b)\nsimulate until 0.5\n"),
    ("rope_on_pulley", "include <ropes>\ngravity 9.81\ncoord a = -1, b = -2, c = 0\nbody w: mass 1, inertia 0.04, at [0, 0], angle c\nparticle p: mass 2*k at [-0.2, a]\nparticle q: mass 1 at [0.2, b]\n"
     "part r = rope_on_pulley(p, w, 0.2, q)\nreport load = maximum(force(r.down))\nreport turned = final(c)\nsimulate until 0.5\n"),
    ("tackle", "include <ropes>\n" + SHAFTS + "generalized m: a = k\npart r = tackle(b, a, 3)\nreport pull = maximum(force(r.rope))\n" + TURNS),
    ("rolling_ball", "include <machines>\ngravity 9.81\ncoord x = 0, y = 0\norientation q = [1, 0, 0, 0]\nframe B = quaternion(q)\ninitial x' = 1, y' = 0.5, omega(B).z = 1\n"
     "body b: mass 1, inertia [0.02*k, 0.02, 0.02], at [x, y, 0.2], frame B\nforce f: [2, 0, 0] at b\npart w = rolling_ball(b, 0.2)\n" + END),
    ("rolling_wheel", "include <machines>\ngravity 9.81\ncoord x = 0, y = 0, h = 0, u = 1.3, s = 0\ninitial s' = -8, h' = 0.5\nframe A = rotation(z, h)*rotation(x, u)\nframe B = A*rotation(z, s)\n"
     "body b: mass k, inertia [0.02, 0.02, 0.04], at [x, y, 0.2*sin(u)], frame B\npart w = rolling_wheel(b, B, 0.2)\n" + END),
    ("end_stop", "include <stops>\n" + line("part s = end_stop(x, -0.5*k, 2, 0.5)\n")),
    ("elastic_stop", "include <stops>\n" + line("part s = elastic_stop(-x, 0.3, 30*k, 0.5)\n")),
    ("backlash", "include <stops>\n" + SHAFTS + "initial a' = k\npart p = backlash(a, b, 0.4, 0.5)\n" + TURNS),
    ("elastic_backlash", "include <stops>\n" + SHAFTS + "initial a' = k\npart p = elastic_backlash(a, b, 0.4, 100, 1)\n" + TURNS),
    ("brake", "include <stops>\n" + line("part p = brake(x, 0.3*k)\n")),
    ("clutch", "include <stops>\n" + SHAFTS + "initial a' = 4*k\npart p = clutch(a, b, 1.5)\n" + TURNS),
    ("one_way_clutch", "include <stops>\n" + SHAFTS + "initial b' = 1\ngeneralized m: a = k\npart p = one_way_clutch(a, b)\n" + TURNS),
    ("dc_motor", "include <drives>\n" + "coord b = 0\nkinetic T = b'^2/2\npart m = dc_motor(b, 12*k, 0.5, 0.1, 0.5)\nreport current = maximum(m.i)\n" + TURNS),
    ("low_pass", "include <drives>\n" + line("part f = low_pass(k*x, 0.3, 0)\ngeneralized f2: x = -f.y\n")),
    ("derivative", "include <drives>\n" + line("part f = derivative(x, 0.3*k, 1)\ngeneralized f2: x = -f.y\n")),
    ("pid", "include <drives>\n" + "coord b = 0\nkinetic T = b'^2/2\npart c = pid(k - b, 4, 2, 1, 3)\ngeneralized m: b = c.u\n" + TURNS),
    ("sampled_pid", "include <drives>\n" + "coord b = 0\nkinetic T = b'^2/2\npart c = sampled_pid(k - b, 4, 2, 1, 3, 0.05)\ngeneralized m: b = c.u\n" + TURNS),
    ("ptp", "include <drives>\n" + PLANE + "coord x = 0, y = 0\nparticle p: mass 1 at [x, y]\npart way = ptp(0.8*k, 1.5)\nconstraint led: x = way.s\nconstraint up: y = way.s^2\n"
     "report last = final(y)\nreport push = maximum(force(led))\nsimulate until 1\n"),
    ("link", "include <machines>\n" + SOLID + "part l = link([0, 0], a, k, 1)\n" + SWINGS),
    ("pendulum", "include <machines>\ngravity 9.81\npart l = pendulum([0, 0], 1, k, 0.4)\nreport last = final(l.angle)\nreport fast = maximum(norm(l.bob'))\nsimulate until 1.5\n"),
    ("wheel", "include <machines>\ngravity 9.81\ncoord x = 0, phi = 0\nbody d: mass 1, inertia 0.04*k, at [x, 0.3], angle phi\npart w = wheel(d, 0.3)\nforce f: [2, 0] at d\n" + END),
    ("quarter_car", "include <machines>\nparam g = 9.81\nlet road = if t < 0.5 then 0 else 0.05*(1 - cos(8*(t - 0.5)))\npart c = quarter_car(road, 300*k, 40, 20000, 200000, 1500, g)\n"
     "report load = maximum(c.load)\nreport last = final(c.body)\nsimulate until 1\n"),
    ("projectiles", "include <projectiles>\nparam k = 1\npart b = softball()\ncoord x = 0 ft, y = 5 ft\ninitial x' = k*(70 ft/s), y' = 50 ft/s\ngravity 32.174 ft/s^2\nparticle p: mass b.mass at [x, y]\n"
     "drag air: on p, diameter b.diameter, coefficient b.drag, wind [-10 mph, 0]\nevent landing when y < 0 { stop }\nreport range = at(landing, x)\nsimulate until 20 s\n"),
    ("materials", "include <materials>\nparam k = 1\ncoord a = 20 deg\ngravity 9.81 m/s^2\nbody b: box 1 m by (10 cm)*k by 10 cm, density oak, from foot to foot + (1 m)*dir(a)\nlet foot = [0 m, 0 m]\n"
     "report last = final(a)\nreport load = maximum(norm(reaction(foot)))\nsimulate until 1 s\n"),
]

SLIDES_IN = "friction slides in a direction of its surface"
FOUND = "a parameter or a guess is found from the accelerations at the start"
STICKS = "the motion slides along a switch of its equations"
BY_DIFFERENCES = {
    "sliding along a boundary": STICKS,
    "state that is found": FOUND,
    "parameter that is found": FOUND,
    "friction that sticks": "the derivatives of the motion are undefined at t = 0",
    "clutch": STICKS,
    "friction alike in all directions": SLIDES_IN,
    "friction of a pin": "friction depends on the size of a force",
    "friction by slip": SLIDES_IN,
    "friction of a surface by constraint": SLIDES_IN,
    "Coulomb's cone": SLIDES_IN,
    "Coulomb's cone, more at rest": SLIDES_IN,
    "Coulomb's cone in an impact": "slides in a direction that depends on parameters",
    "counts within windows": "the window of time begins or ends with an event",
    "force of friction that sticks": "the derivatives of the motion are undefined at t = 0",
    "windows of time": "the window of time begins or ends with an event",
    "events by number": "events are counted",
    "time of an extremum": "the time of an extremum is no value of the motion",
}
