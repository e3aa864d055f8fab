"""A machine in the plane as objects: what there is, where, and what happens; its text in the model language as any observer would write it.

A `Frame` is an observer: shifted, turned, mirrored, moving evenly, with units and a clock of its own. `text_of` writes a machine as that observer states
it, and `Frame.place_back` and its kin take the observer's numbers back to those of the machine, so that runs of all observers can be compared.
No text has units: the numbers mean what the frame's units of length, time and mass say.
"""
import dataclasses
import math

from runner import number


@dataclasses.dataclass(frozen=True)
class Frame:
    name: str = "itself"
    shift: tuple = (0.0, 0.0)
    turn: float = 0.0
    mirror: bool = False
    boost: tuple = (0.0, 0.0)
    length: float = 1.0         # what a metre, a second, a kilogram are in this observer's numbers
    time: float = 1.0
    mass: float = 1.0
    late: float = 0.0           # everything stands still until then
    exact: bool = False         # its units are powers of two, and every number is written as the machine's own number times one
    coarse: bool = False        # numbers are rounded to 12 bits, so that the language's exact arithmetic of literals stays exact
    clock: float = 0.0          # the time is read from a clock, a coordinate that shows this at the start

    def direction(self, v):
        """A vector without dimension."""
        x, y = v[0], -v[1] if self.mirror else v[1]
        if self.turn == 0:
            return x, y
        c, s = math.cos(self.turn), math.sin(self.turn)
        return c * x - s * y, s * x + c * y

    def direction_back(self, v):
        c, s = math.cos(self.turn), math.sin(self.turn)
        x, y = c * v[0] + s * v[1], c * v[1] - s * v[0]
        return x, -y if self.mirror else y

    @property
    def sense(self):
        return -1.0 if self.mirror else 1.0

    def scaled(self, x, length=0, time=0, mass=0):
        """A number of this dimension."""
        return x * self.length ** length * self.time ** time * self.mass ** mass

    def place(self, p):
        x, y = self.direction(p)
        return self.scaled(x + self.shift[0], 1), self.scaled(y + self.shift[1], 1)

    def velocity(self, v):
        x, y = self.direction(v)
        return self.scaled(x + self.boost[0], 1, -1), self.scaled(y + self.boost[1], 1, -1)

    def instant_back(self, t):
        return t / self.time - self.late

    def place_back(self, p, t):
        """`t` is an instant of the machine."""
        return self.direction_back([p[i] / self.length - self.shift[i] - self.boost[i] * t for i in (0, 1)])

    def velocity_back(self, v):
        return self.direction_back([v[i] / self.scaled(1, 1, -1) - self.boost[i] for i in (0, 1)])

    def angle(self, a):
        return self.sense * a + self.turn

    def angle_back(self, a):
        return self.sense * (a - self.turn)


# Signals: what acts in the course of time, a number between -1 and 1 or so.

@dataclasses.dataclass(frozen=True)
class Signal:
    kind: str                   # "if", "gauss", "table", "linear", "smooth", "periodic", "sine", "steady"
    begin: float = 0.0
    width: float = 1.0

    def rows(self):
        """The points of a table: a ramp up, a plateau, a ramp down."""
        a, w = self.begin, self.width
        if self.kind == "smooth":       # evenly, lest the spline swings beyond them
            return [(a + k * w / 4, (0, 1, 1, 1)[k] if 0 <= k < 4 else 0) for k in range(-4, 9)]
        if self.kind == "periodic":
            return [(k * w / 8, math.sin(2 * math.pi * (k % 8) / 8)) for k in range(9)]
        return [(0, 0), (a, 0), (a + w / 4, 1), (a + 3 * w / 4, 1), (a + w, 0), (a + w + 10, 0)]


@dataclasses.dataclass(frozen=True)
class Point:
    """A place: fixed, or of a body, its corner (`at` in the body's axes) or its end."""
    body: object = None
    at: tuple = (0.0, 0.0)
    end: bool = False


@dataclasses.dataclass
class Body:
    name: str
    kind: str                   # "puck", "box", "rod", "solid": free in the plane; "bob", "arm", "limb": swing about an anchor; "bead": slides on a line
    mass: float
    place: tuple = (0.0, 0.0)   # of a bead: the line's origin
    velocity: tuple = (0.0, 0.0)
    angle: float = 0.0          # of a bead: the line's direction
    rate: float = 0.0
    size: tuple = (0.0, 0.0)    # half sides of a box; (length, 0) of a rod, an arm, a bob's string
    anchor: Point = None
    along: float = 0.0          # of a bead: where on the line, and how fast
    along_rate: float = 0.0
    shape: tuple = ()           # of a solid or a limb: ("box", 1.0, "by", 0.2), words and lengths; it has a mass, or with a volume a density
    volume: float = 0.0

    @property
    def free(self):
        return self.kind in ("puck", "box", "rod", "solid")

    @property
    def turns(self):
        return self.kind in ("box", "rod", "bob", "arm", "solid", "limb")


@dataclasses.dataclass
class Machine:
    name: str
    until: float
    gravity: tuple = (0.0, 0.0)
    bodies: list = dataclasses.field(default_factory=list)
    springs: list = dataclasses.field(default_factory=list)     # name, A, B, stiffness, rest length, damping
    forces: list = dataclasses.field(default_factory=list)      # name, point, vector, Signal
    torques: list = dataclasses.field(default_factory=list)     # name, body, size, Signal
    drags: list = dataclasses.field(default_factory=list)       # name, point, coefficient
    bands: list = dataclasses.field(default_factory=list)       # name, point, a place, normal, from, to, force: acts only between these
    stops: list = dataclasses.field(default_factory=list)       # name, point, a place, normal, limit, stiffness: an elastic stop beyond the limit
    brakes: list = dataclasses.field(default_factory=list)      # name, point, normal, size: against the velocity along the normal, always the same
    walls: list = dataclasses.field(default_factory=list)       # name, point, a place of the wall, its normal, radius, restitution, friction
    touches: list = dataclasses.field(default_factory=list)     # name, A, B, distance, restitution
    links: list = dataclasses.field(default_factory=list)       # name, A, B: their distance is kept
    rails: list = dataclasses.field(default_factory=list)       # name, point, a place, normal: it stays on this line
    skates: list = dataclasses.field(default_factory=list)      # name, body: no velocity across its angle
    ropes: list = dataclasses.field(default_factory=list)       # name, A, [(place, radius, side)], B, drum (radius, side) at B or None, length or None, stiffness or None
    grips: list = dataclasses.field(default_factory=list)       # name, A, [(body, radius, side)], B: a rope that does not slip on them
    pins: list = dataclasses.field(default_factory=list)        # name, A, B: the same place, one constraint
    frictions: list = dataclasses.field(default_factory=list)   # name, ("line", point, place, direction) or ("angle", body), limit, static: as numbers
    rubs: list = dataclasses.field(default_factory=list)        # name, constraint, the same, coefficient (of an angle a length), static or None
    statics: dict = dataclasses.field(default_factory=dict)     # of a wall with friction: the static coefficient
    lags: list = dataclasses.field(default_factory=list)        # name, time constant, quantity, gain, point, direction: a force that is a state
    samples: list = dataclasses.field(default_factory=list)     # name, period, quantity, gain, point, direction: a force that is a memory
    maps: list = dataclasses.field(default_factory=list)        # name, point, place, force, smooth: a force by a grid of places
    coils: list = dataclasses.field(default_factory=list)       # name, A, B, stiffness, rest length: parts of a component
    ratchets: list = dataclasses.field(default_factory=list)    # name, point, normal, limit: the velocity along the normal is not less
    tables: list = dataclasses.field(default_factory=list)      # name, point, mass, force that presses it onto the table, friction (Coulomb's cone), static or None
    winds: list = dataclasses.field(default_factory=list)       # name, body, area, coefficient, density of the air, its velocity
    rotors: list = dataclasses.field(default_factory=list)      # name, body, inertia, angle, rate: relative to the body
    motors: list = dataclasses.field(default_factory=list)      # name, rotor, size, Signal
    inputs: list = dataclasses.field(default_factory=list)      # name, rotor or point, size (of a torque) or force, [(time, number)]: from a file
    patches: list = dataclasses.field(default_factory=list)     # name, point, limit of friction in all directions, static or None, "steady", "grows" or "fades"
    integrals: list = dataclasses.field(default_factory=list)   # name, time constant or 0, a velocity: a state that starts at 0
    shafts: list = dataclasses.field(default_factory=list)      # name, inertia, angle, rate
    couplings: list = dataclasses.field(default_factory=list)   # "clutch", "freewheel", "torsion", "backlash" or "gear", name, shaft, shaft or None, size, law
    motors_of_shafts: list = dataclasses.field(default_factory=list)    # name, shaft, size, time constant of its current or 0, Signal
    governors: list = dataclasses.field(default_factory=list)   # name, shaft, period, gain: a torque that is a memory of the rate
    cables: list = dataclasses.field(default_factory=list)      # "cable" or "buffer", name, A, B, stiffness, length, damping
    stairs: list = dataclasses.field(default_factory=list)      # name, "floor", "round" or "ceil", point, a place, normal, width, force of one step
    shots: list = dataclasses.field(default_factory=list)       # name, body, diameter, viscosity and density of the air, wind: a sphere's drag
    slips: list = dataclasses.field(default_factory=list)       # name, friction: an event as it begins to slide
    events: list = dataclasses.field(default_factory=list)      # name, condition, actions
    reports: list = dataclasses.field(default_factory=list)     # name, reducer, quantity

    def body(self, name):
        return next((body for body in self.bodies if body.name == name), None)

    def names(self):
        """All names by which events of this machine go."""
        own = [event[0] for event in self.events + self.slips]
        rows = self.walls + self.touches + self.ratchets + self.tables + [rope for rope in self.ropes if rope[6] is None]
        own += [f"{name}[{k + 1}]" for name, _, wheels, _ in self.grips for k in range(len(wheels) + 1)]
        return own + [row[0] for row in rows] + [one[1] for one in self.couplings if one[0] == "freewheel"]


# Quantities and conditions, as tuples: ("along", point, place, normal), ("speed", point), ("rate", point, normal), ("distance", A, B), ("force", contact).

DIMENSIONS = {"along": (1, 0, 0), "speed": (1, -1, 0), "rate": (1, -1, 0), "distance": (1, 0, 0), "force": (1, -2, 1), "time": (0, 1, 0), "state": (1, 0, 0),
              "turn": (0, 0, 0), "count": (0, 0, 0)}


class Writer:
    """Writes the statements of one machine for one observer."""

    def __init__(self, machine, frame):
        self.machine, self.frame = machine, frame
        self.lines, self.files = [], {}
        self.waiting, self.sets = [], []

    def number(self, x, *dimension):
        return self.observed(self.frame.scaled(x, *dimension), *dimension)

    def observed(self, value, *dimension):
        """A number that is this observer's already. Decimals are exact in the language, so only a factor of its own keeps every bit."""
        factor = self.frame.scaled(1.0, *dimension)
        if self.frame.coarse:
            mantissa, power = math.frexp(value / factor)
            value = factor * math.ldexp(round(mantissa * 4096) / 4096, power)
        if not self.frame.exact or factor == 1.0:
            return number(value)
        return f"({number(value / factor)}*2^{round(math.log2(factor))})"

    def say(self, line):
        self.lines.append(line)

    def time(self):
        if self.frame.clock:
            return f"(clock - {number(self.frame.clock * self.frame.time)})"
        return f"(t - {number(self.frame.late * self.frame.time)})" if self.frame.late else "t"

    def vector(self, v, *dimension):
        return f"[{self.observed(v[0], *dimension)}, {self.observed(v[1], *dimension)}]"

    def direction(self, v):
        return self.vector(self.frame.direction(v))

    def drift(self):
        """How fast this observer sees things move that stand still."""
        return self.vector([self.frame.scaled(u, 1, -1) for u in self.frame.boost], 1, -1)

    def moves(self):
        return self.frame.boost != (0.0, 0.0)

    def place(self, p):
        """A fixed place: it moves evenly for an observer that moves."""
        x, y = self.frame.place(p)
        if not self.moves():
            return self.vector((x, y), 1)
        u, v = (self.frame.scaled(one, 1, -1) for one in self.frame.boost)
        return f"[{number(x)} + {number(u)}*{self.time()}, {number(y)} + {number(v)}*{self.time()}]"

    def local(self, v):
        return self.vector([self.frame.scaled(v[0], 1), self.frame.scaled(self.frame.sense * v[1], 1)], 1)

    def point(self, point):
        if point.body is None:
            return self.place(point.at)
        if point.end:
            return f"{point.body}_end"
        if point.at == (0.0, 0.0):
            return point.body
        return f"({point.body} + rotate({self.local(point.at)}, {point.body}_th))"

    def rate(self, point):
        text = f"{self.point(point)}'" if point.body else "[0, 0]"
        return f"({text} - {self.drift()})" if self.moves() else text

    def start(self, coordinate, value, rate, length=1):
        """A coordinate, a length or (0) an angle, and how it starts; an observer who waits holds it until then."""
        at, speed = self.observed(value, length), self.observed(rate, length, -1)
        self.say(f"coord {coordinate} = {at}")
        if self.frame.late:
            self.say(f"constraint wait_{coordinate}: {coordinate} = {at}")
            self.waiting.append(f"wait_{coordinate}")
            self.sets.append(f"set {coordinate}' = {speed}")
        else:
            self.say(f"initial {coordinate}' = {speed}")

    def start_angle(self, body):
        self.start(f"{body.name}_th", self.frame.angle(body.angle), self.frame.scaled(self.frame.sense * body.rate, 0, -1), 0)

    def body(self, body):
        name, mass = body.name, self.number(body.mass, 0, 0, 1)
        if body.free:
            for axis, p, v in zip("xy", self.frame.place(body.place), self.frame.velocity(body.velocity)):
                self.start(f"{name}_{axis}", p, v)
        if body.turns:
            self.start_angle(body)
        at, arm = f"[{name}_x, {name}_y]", f"{self.number(body.size[0], 1)}*dir({name}_th)"
        if body.kind == "puck":
            self.say(f"particle {name}: mass {mass} at {at}")
        elif body.kind == "box":
            inertia = self.number(body.mass * (body.size[0] ** 2 + body.size[1] ** 2) / 3, 2, 0, 1)
            self.say(f"body {name}: mass {mass}, inertia {inertia}, at {at}, angle {name}_th")
        elif body.kind == "rod":
            self.say(f"rod {name}: mass {mass}, from {at} - 0.5*{arm} to {at} + 0.5*{arm}")
            self.say(f"let {name}_end = {at} + 0.5*{arm}")
        elif body.kind == "bead":
            self.start(f"{name}_s", self.frame.scaled(body.along, 1), self.frame.scaled(body.along_rate, 1, -1))
            line = self.direction((math.cos(body.angle), math.sin(body.angle)))
            self.say(f"particle {name}: mass {mass} at {self.place(body.place)} + {name}_s*{line}")
        elif body.kind == "solid":
            self.say(f"body {name}: {self.shape(body)}, at {at}, angle {name}_th")
        elif body.kind == "limb":
            self.say(f"let {name}_end = {self.point(body.anchor)} + {arm}")
            self.say(f"body {name}: {self.shape(body)}, from {self.point(body.anchor)} to {name}_end")
        else:
            self.say(f"let {name}_end = {self.point(body.anchor)} + {arm}")
            self.say(f"particle {name}: mass {mass} at {name}_end" if body.kind == "bob" else
                     f"rod {name}: mass {mass}, from {self.point(body.anchor)} to {name}_end")

    def shape(self, body):
        words = " ".join(part if isinstance(part, str) else self.number(part, 1) for part in body.shape)
        heavy = f"density {self.number(body.mass / body.volume, -3, 0, 1)}" if body.volume else f"mass {self.number(body.mass, 0, 0, 1)}"
        return f"{words}, {heavy}"

    def wheels(self):
        """Rotors spin relative to their bodies: how an observer is turned does not show in their angles, a mirror does."""
        sense = self.frame.sense
        for name, body, inertia, angle, rate in self.machine.rotors:
            self.start(f"{name}_phi", sense * angle, self.frame.scaled(sense * rate, 0, -1), 0)
            self.say(f"rotor {name}: inertia {self.number(inertia, 2, 0, 1)} on {body}, angle {name}_phi")
        for name, rotor, size, signal in self.machine.motors:
            self.say(f"generalized {name}: {rotor}_phi = {self.number(sense * size, 2, -2, 1)}*{self.signal(name, signal)}")

    def driven(self):
        """Inputs tell numbers without dimension over the time of the run; before the first row and behind the last they stay."""
        late = self.frame.late
        for name, what, size, rows in self.machine.inputs:
            self.say(f"input {name} = 0")
            self.files[f"{name}.input"] = "".join(f"{number((t + late) * self.frame.time)},{number(x)}\n" for t, x in rows)
            if isinstance(what, str):
                self.say(f"generalized {name}_f: {what}_phi = {self.number(self.frame.sense * size, 2, -2, 1)}*{name}")
                continue
            force = math.hypot(*size)
            toward = self.direction((size[0] / force, size[1] / force))
            on = f" on {what.body}" if what.at != (0.0, 0.0) else ""
            self.say(f"force {name}_f: ({self.number(force, 1, -2, 1)}*{name})*{toward} at {self.point(what)}{on}")

    def signal(self, name, signal):
        """A number that depends on time."""
        now, time = self.time(), lambda x: self.number(x, 0, 1)
        if signal.kind == "if":
            return f"(if {now} > {time(signal.begin)} and {now} < {time(signal.begin + signal.width)} then 1 else 0)"
        if signal.kind == "gauss":
            return f"exp(-(({now} - {time(signal.begin + signal.width / 2)})/{time(signal.width / 4)})^2)"
        if signal.kind == "sine":
            return f"sin({self.number(2 * math.pi / signal.width, 0, -1)}*({now} - {time(signal.begin)}))"
        if signal.kind in ("linear", "smooth", "periodic"):
            self.files[f"{name}.csv"] = "".join(f"{number(a)},{number(b)}\n" for a, b in signal.rows())
            return f'table("{name}.csv", {now}/{time(1)}, {"smooth, periodic" if signal.kind == "periodic" else signal.kind})'
        if signal.kind == "table":
            self.files[f"{name}.csv"] = "".join(f"{number(a)},{number(b)}\n" for a, b in signal.rows())
            return f'table("{name}.csv", {now}/{time(1)})'
        return "1"

    def actions(self):
        machine = self.machine
        for name, a, b, stiffness, rest, damping in machine.springs:
            damped = f", damping {self.number(damping, 0, -1, 1)}" if damping else ""
            self.say(f"spring {name}: from {self.point(a)} to {self.point(b)}, stiffness {self.number(stiffness, 0, -2, 1)}, "
                     f"length {self.number(rest, 1)}{damped}")
        for name, point, force, signal in machine.forces:
            turns = point.body and (point.end or point.at != (0.0, 0.0)) and machine.body(point.body).kind != "bob"
            on = f" on {point.body}" if turns else ""
            size = math.hypot(*force)
            toward = self.direction((force[0] / size, force[1] / size))
            self.say(f"force {name}: ({self.number(size, 1, -2, 1)}*{self.signal(name, signal)})*{toward} at {self.point(point)}{on}")
        for name, body, size, signal in machine.torques:
            self.say(f"generalized {name}: {body}_th = {self.number(self.frame.sense * size, 2, -2, 1)}*{self.signal(name, signal)}")
        for name, point, place, normal, low, high, force in machine.bands:
            size, along = math.hypot(*force), self.along(point, place, normal)
            toward = self.direction((force[0] / size, force[1] / size))
            here = f"{along} > {self.number(low, 1)} and {along} < {self.number(high, 1)}"
            self.say(f"force {name}: (if {here} then {self.number(size, 1, -2, 1)} else 0)*{toward} at {self.point(point)}")
        for name, point, place, normal, limit, stiffness in machine.stops:
            self.say(f"potential {name} = {self.number(stiffness / 2, 0, -2, 1)}*max({self.along(point, place, normal)} - {self.number(limit, 1)}, 0)^2")
        for name, point, normal, size in machine.brakes:
            rate = f"dot({self.rate(point)}, {self.direction(normal)})"
            self.say(f"force {name}: (-{self.number(size, 1, -2, 1)}*sign({rate}))*{self.direction(normal)} at {self.point(point)}")
        for name, point, drag in machine.drags:
            self.say(f"dissipation {name} = {self.number(drag / 2, 0, -1, 1)}*dot({self.rate(point)}, {self.rate(point)})")

    def slip(self, kind, *about):
        return f"{about[0]}_th" if kind == "angle" else self.along(*about)

    def laws(self):
        """What has a law of its own: friction of known limits and of constraints, states, memories, grids, components."""
        machine, frame = self.machine, self.frame
        for name, slip, limit, static in machine.frictions:
            by = 2 if slip[0] == "angle" else 1
            more = f", static {self.number(static, by, -2, 1)}" if static else ""
            self.say(f"friction {name}: limit {self.number(limit, by, -2, 1)} along {self.slip(*slip)}{more}")
        for name, of, slip, mu, static in machine.rubs:
            by = 1 if slip[0] == "angle" else 0
            more = f", static {self.number(static, by)}" if static else ""
            self.say(f"friction {name}: coefficient {self.number(mu, by)} of {of} along {self.slip(*slip)}{more}")
        for name, lag, what, gain, point, toward in machine.lags:
            self.say(f"state {name} = 0, rate ({self.gained(gain, what)} - {name})/{self.number(lag, 0, 1)}")
            self.say(f"force {name}_f: {name}*{self.direction(toward)} at {self.point(point)}")
            self.sets += [f"set {name} = 0"] if frame.late else []
        for name, period, what, gain, point, toward in machine.samples:
            begin = f" from {number(frame.late * frame.time)}" if frame.late else ""
            self.say(f"memory {name} = 0")
            self.say(f"event {name}_tick every {self.number(period, 0, 1)}{begin} {{ set {name} = {self.gained(gain, what)} }}")
            self.say(f"force {name}_f: {name}*{self.direction(toward)} at {self.point(point)}")
        for name, point, place, force, smooth in machine.maps:
            self.files[f"{name}.csv"] = "0,-2,-1,0,1,2\n" + "".join(
                f"{x}," + ",".join(number(math.cos(x + 0.5 * y) * math.exp(-0.2 * x * x)) for y in range(-2, 3)) + "\n" for x in range(-3, 4))
            ends = ", ".join(f"{self.along(point, place, axis)}/{self.number(1, 1)}" for axis in ((1, 0), (0, 1)))
            size = math.hypot(*force)
            toward = self.direction((force[0] / size, force[1] / size))
            self.say(f'force {name}: ({self.number(size, 1, -2, 1)}*table("{name}.csv", {ends}{", smooth" if smooth else ""}))*{toward} at {self.point(point)}')
        for one in machine.winds:
            self.wind(*one)
        for name, a, b, stiffness, rest in machine.coils:
            self.say(f"component {name}_kind(A, B, k, l = 0) {{\n  let far = norm(B - A)\n  potential V = k*(far - l)^2/2\n  output pull = k*(far - l)\n}}")
            self.say(f"part {name} = {name}_kind({self.point(a)}, {self.point(b)}, l = {self.number(rest, 1)}, k = {self.number(stiffness, 0, -2, 1)})")

    def elements(self):
        """Springs of one side, stairs, spheres in the wind, and what is seen of friction."""
        for kind, name, a, b, stiffness, length, damping in self.machine.cables:
            damped = f", damping {self.number(damping, 0, -1, 1)}" if damping else ""
            self.say(f"{kind} {name}: from {self.point(a)} to {self.point(b)}, stiffness {self.number(stiffness, 0, -2, 1)}, length {self.number(length, 1)}{damped}")
        for name, kind, point, place, normal, width, force in self.machine.stairs:
            step = f"{kind}({self.along(point, place, normal)}/{self.number(width, 1)})"
            self.say(f"force {name}: (-{self.number(force, 1, -2, 1)}*{step})*{self.direction(normal)} at {self.point(point)}")
        for name, body, diameter, viscosity, density, speed in self.machine.shots:
            self.say(f"drag {name}: on {body}, diameter {self.number(diameter, 1)}, coefficient sphere, viscosity {self.number(viscosity, -1, -1, 1)}, "
                     f"air {self.number(density, -3, 0, 1)}, wind {self.vector(self.frame.velocity(speed), 1, -1)}")
        for name, friction in self.machine.slips:
            self.say(f"event {name} when sliding({friction}) {{ }}")

    def limit(self, size, law, *dimension):
        """A limit of friction that is always the same, grows from zero, or fades as the machine runs."""
        limit, part = self.number(size, *dimension), f"{self.time()}/{self.number(self.machine.until, 0, 1)}"
        return {"steady": limit, "grows": f"{limit}*max({part}, 0)", "fades": f"{limit}*max(1 - {part}, 0)"}[law]

    def grounds(self):
        """Friction is along this observer's axes, not along those of the machine."""
        for name, point, size, static, law in self.machine.patches:
            more = f", static {self.number(static, 1, -2, 1)}" if static else ""
            self.say(f"let {name}_d = {self.point(point)} - {self.place((0.0, 0.0))}")
            self.say(f"friction {name}: limit {self.limit(size, law, 1, -2, 1)} along [{name}_d.x, {name}_d.y]{more}")
        for name, lag, what in self.machine.integrals:
            fades = f" - {name}/{self.number(lag, 0, 1)}" if lag else ""
            self.say(f"state {name} = 0, rate {self.quantity(*what)}{fades}")
            self.sets += [f"set {name} = 0"] if self.frame.late else []

    def drives(self):
        """What turns about axes of its own."""
        for name, inertia, angle, rate in self.machine.shafts:
            self.start(f"{name}_phi", angle, self.frame.scaled(rate, 0, -1), 0)
            self.say(f"kinetic {name}_T = {self.number(inertia / 2, 2, 0, 1)}*{name}_phi'^2")
        for one in self.machine.couplings:
            self.coupling(*one)
        for name, shaft, size, lag, signal in self.machine.motors_of_shafts:
            torque = f"{self.number(size, 2, -2, 1)}*{self.signal(name, signal)}"
            if lag:
                self.say(f"state {name}_i = 0, rate ({torque} - {self.number(size / 30, 2, -1, 1)}*{shaft}_phi' - {name}_i)/{self.number(lag, 0, 1)}")
                self.sets += [f"set {name}_i = 0"] if self.frame.late else []
            self.say(f"generalized {name}: {shaft}_phi = {f'{name}_i' if lag else torque}")
        for name, shaft, period, gain in self.machine.governors:
            begin = f" from {number(self.frame.late * self.frame.time)}" if self.frame.late else ""
            self.say(f"memory {name} = 0")
            self.say(f"event {name}_tick every {self.number(period, 0, 1)}{begin} {{ set {name} = {self.number(gain, 2, -1, 1)}*{shaft}_phi' }}")
            self.say(f"generalized {name}_f: {shaft}_phi = {name}")

    def coupling(self, kind, name, a, b, size, law):
        twist = f"{a}_phi - {b}_phi" if b else f"{a}_phi"
        if kind == "clutch":
            self.say(f"component {name}_kind(turn, most) {{\n  friction plates: limit most along turn\n  output torque = force(plates)\n}}")
            self.say(f"part {name} = {name}_kind({twist}, {self.limit(size, law, 2, -2, 1)})")
        elif kind == "freewheel":
            self.say(f"contact {name}: {b}_phi' >= {a}_phi'")
        elif kind == "torsion":
            self.say(f"torsion {name}: angle {twist}, stiffness {self.number(10 * size, 2, -2, 1)}, damping {self.number(size / 30, 2, -1, 1)}")
        elif kind == "backlash":
            self.say(f"let {name}_t = {twist}\nlet {name}_play = if {name}_t > 0.1 then {name}_t - 0.1\n  else if {name}_t < -0.1 then {name}_t + 0.1\n  else 0")
            self.say(f"potential {name} = {self.number(20 * size, 2, -2, 1)}*{name}_play^2")
        else:
            self.say(f"constraint {name}: {a}_phi = {number(size)}*{b}_phi")

    def wind(self, name, body, area, coefficient, density, speed):
        air = f"air {self.number(density, -3, 0, 1)}"
        self.say(f"drag {name}: on {body}, area {self.number(area, 2)}, coefficient {number(coefficient)}, {air}, "
                 f"wind {self.vector(self.frame.velocity(speed), 1, -1)}")

    def gained(self, gain, what):
        """A force by a quantity: `gain` is that of 1 of it."""
        length, time, mass = DIMENSIONS[what[0]]
        return f"{self.number(gain, 1 - length, -2 - time, 1 - mass)}*{self.quantity(*what)}"

    def along(self, point, place, normal):
        return f"dot({self.point(point)} - {self.place(place)}, {self.direction(normal)})"

    def contacts(self):
        for name, point, place, normal, radius, restitution, friction in self.machine.walls:
            tangent = (-normal[1], normal[0])
            rub = f", friction {number(friction)} along {self.along(point, place, tangent)}" if friction else ""
            rub += f", static {number(self.machine.statics[name])}" if name in self.machine.statics else ""
            bounce = f", restitution {number(restitution)}" if restitution else ""
            self.say(f"contact {name}: {self.along(point, place, normal)} >= {self.number(radius, 1)}{bounce}{rub}")
        for name, a, b, distance, restitution in self.machine.touches:
            bounce = f", restitution {number(restitution)}" if restitution else ""
            self.say(f"contact {name}: norm({self.point(a)} - {self.point(b)}) >= {self.number(distance, 1)}{bounce}")

    def table(self, name, point, mass, press, mu, static):
        """Seen from above: a height of its own is pressed down. Friction is along this observer's axes, not along those of the machine."""
        self.start(f"{name}_h", 0.0, 0.0)
        self.say(f"kinetic {name}_up = {self.number(mass / 2, 0, 0, 1)}*{name}_h'^2")
        self.say(f"generalized {name}_press: {name}_h = -{self.number(press, 1, -2, 1)}")
        self.say(f"let {name}_d = {self.point(point)} - {self.place((0.0, 0.0))}")
        more = f", static {number(static)}" if static else ""
        self.say(f"contact {name}: {name}_h >= 0, friction {number(mu)} along [{name}_d.x, {name}_d.y]{more}")

    def constraints(self):
        for one in self.machine.tables:
            self.table(*one)
        for name, a, b, length in self.machine.links:
            self.say(f"constraint {name}: norm({self.point(a)} - {self.point(b)}) = {self.number(length, 1)}")
        for name, point, place, normal in self.machine.rails:
            self.say(f"constraint {name}: {self.along(point, place, normal)} = 0")
        for name, a, b in self.machine.pins:
            self.say(f"constraint {name}: {self.point(a)} = {self.point(b)}")
        for name, point, normal, limit in self.machine.ratchets:
            self.say(f"contact {name}: dot({self.rate(point)}, {self.direction(normal)}) >= {self.number(limit, 1, -1)}")
        for rope in self.machine.ropes:
            self.rope(*rope)
        for name, a, wheels, b in self.machine.grips:
            over = "".join(f" over {body} radius {self.number(radius, 1)} {self.side(side)} without slip" for body, radius, side in wheels)
            self.say(f"rope {name}: from {self.point(a)}{over} to {self.point(b)}")
        for name, body in self.machine.skates:
            self.say(f"constraint {name}: dot({self.rate(Point(body))}, dir({body}_th + pi/2)) = 0")

    def side(self, side):
        """1 is left, for an observer in a mirror right."""
        return "left" if side * self.frame.sense > 0 else "right"

    def rope(self, name, a, discs, b, drum, length, stiffness):
        over = "".join(f" over {self.place(place)} radius {self.number(radius, 1)} {self.side(side)}" for place, radius, side in discs)
        end = f" radius {self.number(drum[0], 1)} {self.side(drum[1])}" if drum else ""
        long = f", length {self.number(length, 1)}" if length else ""
        stiff = f", stiffness {self.number(stiffness, 0, -2, 1)}" if stiffness else ""
        self.say(f"rope {name}: from {self.point(a)}{over} to {self.point(b)}{end}{long}{stiff}")

    def quantity(self, kind, *about):
        if kind == "along":
            return self.along(*about)
        if kind == "speed":
            return f"norm({self.rate(*about)})"
        if kind == "rate":
            return f"dot({self.rate(about[0])}, {self.direction(about[1])})"
        if kind == "distance":
            return f"norm({self.point(about[0])} - {self.point(about[1])})"
        if kind in ("state", "turn"):
            return about[0] if kind == "state" else f"{about[0]}_phi"
        return self.time() if kind == "time" else f"force({about[0]})"

    def reduced(self, reducer, what):
        """Over the run, or with a window: "from EVENT"; the time of a maximum; how often an event comes."""
        if reducer == "count":
            return f"count({', '.join(what[1:])})"
        quantity = self.quantity(*what)
        return f"when(maximum({quantity}))" if reducer == "when" else f"maximum({quantity}, {reducer})" if " " in reducer else f"{reducer}({quantity})"

    def event(self, name, condition, actions):
        """A condition is (quantity, sign, threshold), or several of them that must all hold."""
        parts = condition if isinstance(condition, list) else [condition]
        text = " and ".join(f"{self.quantity(*what)} {sign} {self.number(limit, *DIMENSIONS[what[0]])}" for what, sign, limit in parts)
        done = []
        for action in actions:
            if action[0] == "kick":
                body, change = action[1], self.frame.direction(action[2])
                done += [f"set {body}_{axis}' = {body}_{axis}' + {self.number(one, 1, -1)}" for axis, one in zip("xy", change)]
            elif action[0] == "turn":
                done.append(f"set {action[1]}_th' = {action[1]}_th' + {self.number(self.frame.sense * action[2], 0, -1)}")
            else:
                done.append(" ".join(action))
        self.say(f"event {name} when {text} {{ {'; '.join(done)} }}")

    def statements(self, alone=True):
        """All statements; a machine beside another leaves what can stand only once to that one."""
        machine, frame = self.machine, self.frame
        for body in machine.bodies:
            self.body(body)
        self.wheels()
        self.actions()
        self.driven()
        self.contacts()
        self.constraints()
        self.laws()
        self.grounds()
        self.drives()
        self.elements()
        for event in machine.events:
            self.event(*event)
        for name, reducer, what in machine.reports:
            if not frame.late or of_the_motion(reducer, what):
                self.say(f"report {name} = {self.reduced(reducer, what)}")
        if frame.late:
            go = "; ".join([f"drop {one}" for one in self.waiting] + self.sets)
            self.say(f"event {machine.name}_go when t >= {number(frame.late * frame.time)} {{ {go} }}")
        if alone:
            gravity = frame.direction(machine.gravity)
            if machine.gravity != (0.0, 0.0):
                self.say(f"gravity {self.vector([frame.scaled(g, 1, -2) for g in gravity], 1, -2)}")
            if frame.clock:
                self.say(f"coord clock = {number(frame.clock * frame.time)}\ninitial clock' = 1")
                self.say(f"kinetic clockwork = {self.number(1, 2, -2, 1)}*clock'^2/2")
            self.say(f"simulate until {self.number(machine.until + frame.late, 0, 1)}")
        return self.lines


def text_of(machine, frame=Frame(), beside=None, order=None):
    """The text and the files of its tables; `beside` is a second machine, `order` shuffles the statements (a random.Random)."""
    writer = Writer(machine, frame)
    lines, files = writer.statements(), dict(writer.files)
    if beside:
        other = Writer(beside, frame)
        lines = lines + other.statements(alone=False)
        files.update(other.files)
    if order:
        order.shuffle(lines)
    return "\n".join(lines) + "\n", files


def state_of(machine, frame, snapshot):
    """What a snapshot of a run says of this machine, in the machine's own numbers: a flat table of names and numbers."""
    q, v, t, found = snapshot["q"], snapshot["v"], frame.instant_back(snapshot["t"]), {}
    for body in machine.bodies:
        name = body.name
        if body.free:
            place = frame.place_back([q[f"{name}_x"], q[f"{name}_y"]], t)
            velocity = frame.velocity_back([v[f"{name}_x"], v[f"{name}_y"]])
            found.update({f"{name}.x": place[0], f"{name}.y": place[1], f"{name}.x'": velocity[0], f"{name}.y'": velocity[1]})
        if body.turns:
            found[f"{name}.th"] = frame.angle_back(q[f"{name}_th"])
            found[f"{name}.th'"] = frame.sense * v[f"{name}_th"] * frame.time
        if body.kind == "bead":
            found[f"{name}.s"] = q[f"{name}_s"] / frame.length
            found[f"{name}.s'"] = v[f"{name}_s"] / frame.scaled(1, 1, -1)
    for name, *_ in machine.rotors:
        found[f"{name}.phi"] = frame.sense * q[f"{name}_phi"]
        found[f"{name}.phi'"] = frame.sense * v[f"{name}_phi"] * frame.time
    for name, *_ in machine.shafts:
        found[f"{name}.phi"] = q[f"{name}_phi"]
        found[f"{name}.phi'"] = v[f"{name}_phi"] * frame.time
    return found


def of_the_motion(reducer, what):
    """Whether a report does not change if everything stands still for a time before the motion begins."""
    return reducer in ("maximum", "minimum") and what[0] != "force"


def reports_of(machine, frame, data):
    """The reports in the machine's own numbers; None where there is no value."""
    found = {}
    for name, reducer, what in machine.reports:
        length, time, mass = DIMENSIONS["time" if reducer == "when" else what[0]]
        if name not in data["report"]:
            continue
        got = data["report"][name]
        found[name] = None if got is None else got / frame.scaled(1, length, time + (reducer == "integral"), mass)
    return found
