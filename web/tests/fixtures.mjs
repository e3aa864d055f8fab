// Small runs, computed here, in the form in which the program writes them into the page.
const G = 9.81;

const lines = (n, f) => Array.from({ length: n }, (_, i) => f(i));
const place = (points) => Object.fromEntries(Object.keys(points[0]).map((axis) => [axis, points.map((p) => p[axis])]));
const column = (name, group, label, unit, values, angle = false) => ({ name, group, label, unit, angle, values });
const nothing = { x: null, y: null };

const base = {
  lagrangia: "0.1.0", model: "fixture", title: "A fixture", source: "", units: true, space: 2, time: [], columns: [], shapes: [],
  arrows: [], events: [], end: null, reports: [], expects: [], parameters: [], check: null, work: null, warnings: [], error: null,
  equations: [], rows: 0, csv: null,
};

/** A pendulum of unit length, let go at rest; the classical Runge-Kutta method, ten steps for a frame. */
function swing(frames, dt, start) {
  const rate = ([a, w]) => [w, -G * Math.sin(a)];
  const plus = (s, k, h) => [s[0] + h * k[0], s[1] + h * k[1]];
  const states = [[start, 0]];
  for (let i = 1; i < frames; i++) {
    let s = states[i - 1];
    for (let k = 0; k < 10; k++) {
      const h = dt / 10;
      const a = rate(s), b = rate(plus(s, a, h / 2)), c = rate(plus(s, b, h / 2)), d = rate(plus(s, c, h));
      s = [0, 1].map((j) => s[j] + (h / 6) * (a[j] + 2 * b[j] + 2 * c[j] + d[j]));
    }
    states.push(s);
  }
  return states;
}

export function pendulum() {
  const [n, dt] = [241, 0.025];
  const states = swing(n, dt, 2);
  const bob = states.map(([a]) => ({ x: Math.sin(a), y: -Math.cos(a) }));
  const tension = states.map(([a, w]) => w * w + G * Math.cos(a));
  const pull = states.map(([a], i) => ({ x: -Math.sin(a) * tension[i], y: Math.cos(a) * tension[i] }));
  return {
    ...base, model: "pendulum", title: "A plane pendulum, let go high up", source: "model pendulum\ncoord theta = 2 rad\n",
    time: lines(n, (i) => i * dt),
    columns: [
      column("theta", "coordinate", "angle from the vertical", "rad", states.map((s) => s[0]), true),
      column("theta'", "velocity", "", "rad/s", states.map((s) => s[1])),
      column("tension", "output", "pull of the rod", "N", tension),
      column("kinetic", "energy", "", "J", states.map((s) => s[1] ** 2 / 2)),
      column("potential", "energy", "", "J", states.map((s) => -G * Math.cos(s[0]))),
      column("energy", "energy", "", "J", states.map((s) => s[1] ** 2 / 2 - G * Math.cos(s[0]))),
    ],
    shapes: [
      { kind: "beam", name: "rod", from: { x: 0, y: 0 }, to: place(bob) },
      { kind: "trail", of: place(bob) },
      { kind: "ball", name: "bob", at: place(bob), radius: null },
    ],
    arrows: [
      { name: "rod", on: "bob", at: place(bob), force: place(pull), unit: "N" },
      { name: "weight", on: "bob", at: place(bob), force: { x: 0, y: -G }, unit: "N" },
    ],
    end: { t: (n - 1) * dt, reason: "until" },
    reports: [{ name: "peak", label: "largest pull", value: Math.max(...tension), unit: "N", angle: false },
      { name: "turn", label: "largest angle", value: 2, unit: "rad", angle: true }],
    expects: [{ text: "maximum(theta) = 2 rad within 1e-9 rad", ok: true }],
    parameters: [{ name: "l", label: "length", value: 1, unit: "m", angle: false, low: 0.5, high: 2 },
      { name: "g", label: "", value: G, unit: "m/s^2", angle: false, low: null, high: null }],
    check: { energy_drift: 3.2e-11, position_residual: 0, velocity_residual: 0, lambda_unique: true },
    work: { method: "dop853", steps: 96, tolerance: 1e-9 },
    equations: [{ title: "start", mathml: "<section><h2>Equation of motion</h2><div class=\"scroll\"><table><tr><th>theta</th><td>"
      + "<math><mrow><msup><mi>l</mi><mn>2</mn></msup><mover><mi>\u03b8</mi><mo>\u00a8</mo></mover><mo>+</mo><mi>g</mi><mi>l</mi>"
      + "<mi>sin</mi><mo>\u2061</mo><mi>\u03b8</mi><mo>=</mo><mn>0</mn></mrow></math></td><td>angle</td></tr></table></div></section>" }],
    rows: n,
  };
}

/** A weight on a spring tosses a stone from a swinging sling: two events, things that end, a stone that flies far. */
export function toss() {
  const dt = 0.02;
  const whole = swing(200, dt, -2.6);
  const release = whole.findIndex(([a]) => a > 0.75);
  const states = whole.slice(0, release + 1).map(([a, w]) => [a, 3 * w]);
  const top = { x: 0, y: 1.6 };
  const held = states.map(([a]) => ({ x: top.x + Math.sin(a), y: top.y - Math.cos(a) }));
  const [a, w] = states[release];
  const from = held[release];
  const v = { x: w * Math.cos(a), y: w * Math.sin(a) };
  const flight = (v.y + Math.sqrt(v.y ** 2 + 2 * G * from.y)) / G;
  const frames = Math.ceil(flight / dt);
  const after = lines(frames + 1, (i) => Math.min(i * dt, flight));
  const free = after.map((t) => ({ x: from.x + v.x * t, y: Math.max(0, from.y + v.y * t - (G / 2) * t * t) }));
  const [t0, stone] = [release * dt, [...held, ...free]];
  const time = [...lines(release + 1, (i) => i * dt), ...after.map((t) => t0 + t)];
  const ended = (points) => [...points, ...after.map(() => nothing)];
  return {
    ...base, model: "toss", title: "A stone tossed from a sling", time,
    columns: [
      column("phi", "coordinate", "sling", "rad", [...states.map((s) => s[0]), ...after.map(() => null)], true),
      column("stone.x", "output", "", "m", stone.map((p) => p.x)),
      column("stone.y", "output", "", "m", stone.map((p) => p.y)),
    ],
    shapes: [
      { kind: "ground", name: "ground", height: 0 },
      { kind: "beam", name: "post", from: { x: 0, y: 0 }, to: top },
      { kind: "rope", name: "sling", from: top, to: place(ended(held)) },
      { kind: "spring", name: "spring", from: { x: -0.8, y: 0 }, to: { x: -0.8, y: time.map((t) => 0.8 + 0.2 * Math.cos(7 * t)) } },
      { kind: "box", name: "weight", at: { x: -0.8, y: time.map((t) => 0.9 + 0.2 * Math.cos(7 * t)) }, size: [0.4, 0.2], angle: 0 },
      { kind: "trail", of: place(stone) },
      { kind: "ball", name: "stone", at: place(stone), radius: 0.08 },
    ],
    events: [{ name: "release", t: t0 }, { name: "landing", t: t0 + flight }],
    end: { t: t0 + flight, reason: "event landing" },
    reports: [{ name: "range", label: "range", value: stone[stone.length - 1].x, unit: "m", angle: false }],
    expects: [{ text: "range > 1 km", ok: false }], csv: "toss.csv", rows: 5000,
  };
}

/** A top that turns steadily about the vertical while it spins. */
export function top() {
  const n = 301;
  const time = lines(n, (i) => i * 0.01);
  const [lean, length] = [0.5, 0.3];
  const rotations = time.map((t) => {
    const [p, s] = [1.7 * t, 20 * t];
    const [cp, sp, cl, sl, cs, ss] = [Math.cos(p), Math.sin(p), Math.cos(lean), Math.sin(lean), Math.cos(s), Math.sin(s)];
    return [cp * cs - sp * cl * ss, -cp * ss - sp * cl * cs, sp * sl, sp * cs + cp * cl * ss, -sp * ss + cp * cl * cs, -cp * sl,
      sl * ss, sl * cs, cl];
  });
  const matrix = lines(9, (k) => rotations.map((r) => r[k]));
  const along = (f) => place(rotations.map((r) => ({ x: f * length * r[2], y: f * length * r[5], z: f * length * r[8] })));
  return {
    ...base, model: "top", title: "A top in steady precession", space: 3, time,
    columns: [
      column("nutation", "coordinate", "lean of the axis", "rad", time.map(() => lean), true),
      column("top.x", "output", "", "m", along(1).x), column("top.y", "output", "", "m", along(1).y),
      column("spin", "output", "own spin", "rad/s", time.map(() => 20)),
    ],
    shapes: [
      { kind: "ground", name: "floor", height: 0 },
      { kind: "beam", name: "axis", from: { x: 0, y: 0, z: 0 }, to: along(1.3) },
      { kind: "box", name: "disk", at: along(1), size: [0.16, 0.16, 0.03], matrix },
      { kind: "body", name: "tip", at: along(1.3), matrix },
      { kind: "spring", name: "guy", from: { x: 0.3, y: 0, z: 0 }, to: along(0.6) },
      { kind: "rope", name: "string", from: { x: -0.3, y: 0, z: 0 }, to: along(0.6) },
      { kind: "trail", of: along(1.3) },
    ],
    arrows: [{ name: "floor", on: "top", at: { x: 0, y: 0, z: 0 }, force: { x: time.map((t) => -1.5 * Math.sin(1.7 * t)),
      y: time.map((t) => 1.5 * Math.cos(1.7 * t)), z: 4.9 }, unit: "N" }],
    events: [{ name: "half way", t: 1.5 }], end: { t: 3, reason: "until" }, rows: n,
  };
}

/** Two balls without names of their own, one after the other along a circle, with trails that are listed after them. */
export function twoBalls() {
  const time = lines(101, (i) => i * 0.01);
  const around = (late) => place(time.map((t) => ({ x: (3 + 2 * t) * Math.cos(16 * t - late), y: (3 + 2 * t) * Math.sin(16 * t - late) })));
  const [first, second] = [around(0), around(1)];
  return { ...base, title: "Two balls", time, shapes: [
    { kind: "ball", name: "ball", at: first, radius: 0.1 }, { kind: "ball", name: "ball", at: second, radius: 0.1 },
    { kind: "beam", name: "bar", from: { x: 0, y: 0 }, to: { x: 0.5, y: 0 } }, { kind: "trail", of: first }], rows: 101 };
}

/** Something that goes to and fro for so many seconds. */
export function long(seconds) {
  const time = lines(401, (i) => (i * seconds) / 400);
  return { ...base, title: "A long run", time, shapes: [{ kind: "ball", name: "weight", at: { x: time.map((t) => Math.sin(t)), y: 0 }, radius: 0.1 }],
    end: { t: seconds, reason: "until" }, rows: 401 };
}

/** Every text tries to leave its place. */
export function hostile() {
  const bad = "</script><img src=x onerror=\"window.broken=1\"><b>bold</b>";
  const run = pendulum();
  const spoil = (o, ...keys) => ({ ...o, ...Object.fromEntries(keys.map((key) => [key, bad])) });
  return {
    ...spoil(run, "title", "model", "source", "lagrangia"),
    columns: run.columns.map((c) => spoil(c, "name", "label", "unit", "group")),
    shapes: run.shapes.map((s) => spoil(s, "name")), arrows: run.arrows.map((a) => spoil(a, "name", "on", "unit")),
    events: [{ name: bad, t: 1 }], end: { t: 6, reason: bad }, reports: run.reports.map((r) => spoil(r, "name", "label", "unit")),
    expects: [{ text: bad, ok: false }], parameters: run.parameters.map((p) => spoil(p, "name", "label", "unit")),
    work: { ...run.work, method: bad }, warnings: [bad], error: { code: bad, message: bad, t: 1 }, equations: [],
    csv: "javascript:window.broken=1",
  };
}

export function failed() {
  const run = pendulum();
  const cut = (values) => (Array.isArray(values) ? values.slice(0, 40) : values);
  const cutPlace = (p) => Object.fromEntries(Object.entries(p).map(([k, v]) => [k, cut(v)]));
  const cutAll = (o) => Object.fromEntries(Object.entries(o).map(([k, v]) => [k, v && typeof v === "object" && "x" in v ? cutPlace(v) : v]));
  return {
    ...run, time: cut(run.time), columns: run.columns.map((c) => ({ ...c, values: cut(c.values) })), shapes: run.shapes.map(cutAll),
    arrows: [], reports: [{ ...run.reports[0], value: null }], end: { t: 0.975, reason: "error" },
    error: { code: "E0502", message: "the mass matrix is singular at t = 0.975 s: theta has no inertia there", t: 0.975 },
    warnings: ["warning[W0301]: the run ended before 'until'\n  --> pendulum.lgr:4:1"],
  };
}

/** Nothing to draw, values that are not there, a series of the wrong length, one single frame. */
export function sparse() {
  return { ...base, title: "Nothing but a number", time: [0], units: false,
    columns: [column("x", "coordinate", "", "", [null]), column("y", "coordinate", "", "", [1, 2, 3])] };
}

export const empty = () => ({});

/** As much as the page has to carry. */
export function large() {
  const [n, m] = [2000, 60];
  const time = lines(n, (i) => i * 0.005);
  const at = { x: time.map((t) => Math.cos(3 * t) * t), y: time.map((t) => Math.sin(3 * t) * t) };
  return { ...base, title: "A large run", time, rows: n,
    columns: lines(m, (k) => column(`q[${k + 1}]`, "coordinate", "", "m", time.map((t) => Math.sin(t + k)))),
    shapes: lines(20, (k) => ({ kind: "ball", name: `b${k}`, at: { x: at.x.map((x) => x * (1 + k / 10)), y: at.y }, radius: 0.1 })),
    events: lines(800, (k) => ({ name: `bounce ${k}`, t: 10 * (1 - 0.99 ** k) })) };
}

/** The page with the data in its place, as the program would write it. */
export const pageWith = (template, data) =>
  template.replace('id="lagrangia-data">{}<', () => `id="lagrangia-data">${JSON.stringify(data).replace(/</g, "\\u003c")}<`);
