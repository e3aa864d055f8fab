// The texts of the trebuchets that the form builds: kinds of machine, their lengths and masses, what they throw.

export type Units = "metric" | "feet";
export type Kind = keyof typeof KINDS;

/** A number of the form: in m, kg or degrees; in ft, lb or degrees. */
export interface Field {
  name: string;
  title: string;
  of: "length" | "mass" | "angle" | "speed" | "number";
  /** As it is at first, in metric units, and how far it may go. */
  usual: number;
  low: number;
  high: number;
}

export interface Throw {
  kind: Kind;
  units: Units;
  projectile: string;
  values: Record<string, number>;
}

const UNITS = { metric: { length: "m", mass: "kg", angle: "deg", speed: "m/s", number: "" }, feet: { length: "ft", mass: "lb", angle: "deg", speed: "mph", number: "" } };
/** One of the form's metric units in each unit. */
const SIZES = { metric: { length: 1, mass: 1, angle: 1, speed: 1, number: 1 }, feet: { length: 1 / 0.3048, mass: 1 / 0.45359237, angle: 1, speed: 1 / 0.44704, number: 1 } };
const GRAVITY = { metric: "9.81 m/s^2", feet: "32.174 ft/s^2" };

export const unitOf = (field: Field, units: Units): string => UNITS[units][field.of];

/** A number of the form in other units, as people round. */
export function converted(value: number, field: Field, from: Units, to: Units): number {
  return Number(((value / SIZES[from][field.of]) * SIZES[to][field.of]).toPrecision(5));
}

const f = (name: string, title: string, of: Field["of"], usual: number, low: number, high: number): Field => ({ name, title, of, usual, low, high });

/** The first is a body that is given by its own numbers. */
export const PROJECTILES: [string, string][] = [["own", "a stone of your own"], ["pumpkin", "pumpkin"], ["golf_ball", "golf ball"], ["baseball", "baseball"], ["softball", "softball"],
  ["tennis_ball", "tennis ball"], ["soccer_ball", "football"], ["basketball", "basketball"], ["bowling_ball", "bowling ball"], ["shot", "shot"],
  ["table_tennis_ball", "table tennis ball"], ["piano", "upright piano"]];

/** Of granite, a hundredth of the counterweight or so. */
const own = ([mass, size]: [number, number]): Field[] => [f("stone_mass", "mass of the stone", "mass", mass, mass / 10, 10 * mass),
  f("stone_size", "its diameter", "length", size, size / 4, 4 * size), f("stone_drag", "its drag coefficient", "number", 0.47, 0, 2)];
const WIND = f("breeze", "wind, with the shot", "speed", 0, -20, 20);

interface Machine {
  title: string;
  about: string;
  fields: Field[];
  /** Mass and diameter of a stone that suits it. */
  stone: [number, number];
  /** What can be set free: which numbers the optimum changes. */
  free: string[];
  text: string;
}

const arms = (short: number, long: number, sling: number, height: number): Field[] => [
  f("short", "short arm, axle to hinge", "length", short, short / 3, 3 * short), f("long", "long arm, axle to hook", "length", long, long / 2, 3 * long),
  f("sling", "sling", "length", sling, sling / 3, 2 * sling), f("height", "height of the axle", "length", height, height / 3, 2.5 * height)];
const masses = (weight: number, arm: number): Field[] => [f("weight", "counterweight", "mass", weight, weight / 5, 4 * weight), f("arm_mass", "arm, a uniform beam", "mass", arm, arm / 5, 4 * arm)];
const slip = (usual: number): Field => f("slip", "angle at which the sling slips off its hook", "angle", usual, 5, 90);

const FREE_SLING = `let pouch = hook + sling*dir(psi)
`;
const THROWN = `particle stone: mass @STONE.mass at pouch
`;
const RELEASE = `contact trough: stone.y >= 0
event release when psi - theta + pi < slip { free stone; drop psi }
`;
const AXLE = `output axle_load = norm(reaction(axle))   "load on the axle"
report load = maximum(axle_load, until release)   "greatest load on the axle"
report pull = maximum(-reaction(sling), until release)   "greatest pull of the sling"
`;
const START = `coord theta = asin(height/long)   "arm"
`;
const PIVOT = `let axle = [0 @L, height]
let hinge = axle + short*dir(theta)
let hook = axle - long*dir(theta)
`;
const DRAWN = `draw ground at 0 @L
draw beam from hook to hinge
`;
const HANGING = `draw beam from hinge to counter
`;
const WEIGHT = `draw box at counter size [box, box] angle @ANGLE
draw rope from hook to pouch
`;

export const KINDS = {
  hinged: {
    title: "Hinged counterweight", about: "The counterweight hangs from a hinge, so that it falls almost straight down.",
    fields: [...arms(1.1, 4.4, 4.2, 3.4), f("hanger", "hinge to the counterweight", "length", 1.2, 0.3, 4), ...masses(600, 60), slip(42)],
    stone: [6, 0.16], free: ["sling", "slip"],
    text: `${START}coord phi = -90 deg   "counterweight"
coord psi = 0 deg     "sling"

${PIVOT}${FREE_SLING}
rod arm: mass arm_mass, from hook to hinge
particle counter: mass weight at hinge + hanger*dir(phi)
${THROWN}${RELEASE}@REPORTS${AXLE}
${DRAWN}${HANGING}${WEIGHT}`.replace("@ANGLE", "phi"),
  },
  fixed: {
    title: "Fixed counterweight", about: "The counterweight is bolted to the arm.",
    fields: [...arms(0.9, 3.6, 3.3, 2.8), ...masses(150, 15), slip(45)],
    stone: [1.5, 0.1], free: ["sling", "slip"],
    text: `${START}coord psi = 0 deg   "sling"

${PIVOT}${FREE_SLING}
rod arm: mass arm_mass, from hook to hinge
particle counter: mass weight at hinge
${THROWN}${RELEASE}@REPORTS${AXLE}
${DRAWN}${WEIGHT}`.replace("@ANGLE", "theta"),
  },
  propped: {
    title: "Propped counterweight", about: "A strut holds the weight out to the side before the shot: it starts higher and has farther to fall.",
    fields: [...arms(1.2, 4.8, 4.5, 3.7), f("hanger", "hinge to the counterweight", "length", 1, 0.3, 4), ...masses(700, 70), f("prop", "how far it is propped out", "angle", 45, 0, 80), slip(40)],
    stone: [7, 0.17], free: ["sling", "slip"],
    text: `${START}coord phi = prop - 90 deg   "counterweight"
coord psi = 0 deg   "sling"

${PIVOT}${FREE_SLING}
rod arm: mass arm_mass, from hook to hinge
particle counter: mass weight at hinge + hanger*dir(phi)
${THROWN}${RELEASE}@REPORTS${AXLE}
${DRAWN}${HANGING}${WEIGHT}`.replace("@ANGLE", "phi"),
  },
  floating: {
    title: "Floating arm", about: "The counterweight falls straight down between two posts, while a wheel on the arm rolls along a track.",
    fields: [f("length", "arm, counterweight to hook", "length", 3.2, 1.5, 10), f("wheel_at", "wheel, from the counterweight", "length", 0.8, 0.2, 3), f("sling", "sling", "length", 1.7, 0.5, 5),
      f("height", "height of the track", "length", 1.9, 0.5, 6), ...masses(90, 6), slip(30)],
    stone: [0.6, 0.075], free: ["sling", "slip"],
    text: `param cocked = asin(height/(length - wheel_at))   # the hook begins on the ground, the wheel on the track
coord xc = 0 @L, yc = height + wheel_at*sin(cocked)   # counterweight
coord theta = cocked   "arm"
coord psi = 0 deg      "sling"

let wheel = [xc, yc] - wheel_at*dir(theta)
let hook = [xc, yc] - length*dir(theta)
${FREE_SLING}
particle counter: mass weight at [xc, yc]
rod arm: mass arm_mass, from hook to counter
${THROWN}constraint posts: xc = 0 @L
contact track: wheel.y >= height
${RELEASE}@REPORTSoutput track_load = force(track)   "load on the track"
report load = maximum(track_load, until release)   "greatest load on the track"
report pull = maximum(-reaction(sling), until release)   "greatest pull of the sling"

draw ground at 0 @L
draw beam from [-length, height] to [0 @L, height]
draw beam from hook to counter
draw ball at wheel radius box/5
${WEIGHT}`.replace(" angle @ANGLE", ""),
  },
  whipper: {
    title: "Whipper", about: "The arm is cocked pointing forward and up; it whirls once round under the axle, the stone after it.",
    fields: [f("short", "short arm, axle to hinge", "length", 1.5, 0.7, 4), f("long", "long arm, axle to hook", "length", 3.2, 1.5, 8), f("sling", "sling", "length", 3.2, 1.5, 6),
      f("hanger", "hinge to the counterweight", "length", 3, 1, 6), f("height", "height of the axle", "length", 4.2, 2, 9), ...masses(140, 14), f("cocked", "slope of the long arm at the start", "angle", 58, 30, 80),
      f("lean", "angle between hanger and arm at the start", "angle", 12, 2, 40), f("slip", "direction in which the stone is let go", "angle", 42, 15, 65)],
    stone: [3, 0.13], free: ["sling", "slip"],
    text: `param lie = asin(@STONE.diameter/2/(sling + @STONE.diameter/2))   # the stone's centre lies beside the arm, not in it
coord theta = pi + cocked       "arm"
coord phi = cocked + lean       "counterweight"
coord psi = pi + cocked - lie   "sling"

${PIVOT}${FREE_SLING}
rod arm: mass arm_mass, from hook to hinge
particle counter: mass weight at hinge + hanger*dir(phi)
${THROWN}contact leaning: phi - theta + pi >= lean
contact lying: theta - psi >= lie
# The arm passes through upright twice; the stone may go only after the second time.
event release when theta < -pi/2 and stone'.y*cos(slip) < stone'.x*sin(slip) { free stone; drop psi }
@REPORTS${AXLE}
${DRAWN}${HANGING}${WEIGHT}`.replace("@ANGLE", "phi"),
  },
} satisfies Record<string, { stone: number[] } & Omit<Machine, "stone">>;

export const machineOf = (kind: Kind): Omit<Machine, "stone"> => KINDS[kind];

/** All numbers that the form asks for. */
export const fieldsOf = (t: Pick<Throw, "kind" | "projectile">): Field[] => [...KINDS[t.kind].fields, ...(t.projectile === "own" ? own(KINDS[t.kind].stone as [number, number]) : []), WIND];

/** Own numbers of the stone stand as a component of this text. */
const OWN_STONE = `component stone_of(mass, diameter, drag) {
}
part data = stone_of(mass = stone_mass, diameter = stone_size, drag = stone_drag)
`;

const round = (x: number): number => Number(x.toPrecision(6));

/** The text of exactly this machine. */
export function textOf(t: Throw): string {
  const machine = machineOf(t.kind), L = UNITS[t.units].length;
  const params = fieldsOf(t).map((field) => {
    const unit = unitOf(field, t.units), size = SIZES[t.units][field.of], value = t.values[field.name] ?? field.usual * size;
    const bound = (x: number): string => `${round(x)} ${unit}`.trim();
    const [low, high] = [Math.min(field.low * size, value), Math.max(field.high * size, value)];
    return `param ${field.name} = ${bound(value)} in [${bound(low)}, ${bound(high)}]   "${field.title}"`;
  });
  const speed = t.units === "feet" ? " in mph" : "", far = t.units === "feet" ? " in ft" : "", force = t.units === "feet" ? " in lbf" : "";
  const reports = `drag air: on stone, diameter @STONE.diameter, coefficient @STONE.drag, wind [breeze, 0 ${UNITS[t.units].speed}]
event landing when stone.y < 0 { stop }
simulate until 60 s

report range = at(landing, stone.x)${far}   "range"
report speed = at(release, norm(stone'))${speed}   "speed at release"
report direction = at(release, atan2(stone'.y, stone'.x))   "direction at release, above the horizontal"
report top = maximum(stone.y, from release)${far}   "greatest height"
report release_time = time(release)   "time of release"
report flight = time(landing) - time(release)   "time of flight"
report energy_share = at(release, norm(stone')^2*@STONE.mass/2)/(g*weight*(initial(counter.y) - at(release, counter.y)))   "the stone's part of the weight's energy"
`;
  const loads = (text: string): string => text.replace(/(report (?:load|pull) = maximum\([^\n]*?\))( {3}")/g, `$1${force}$2`);
  const projectile = t.projectile === "own" ? OWN_STONE : `include <projectiles>\npart data = ${t.projectile}()\n`;
  const body = machine.text.replace("@REPORTS", reports).replace(/@STONE/g, "data").replace(/@L\b/g, L);
  return `# Made by the form of the studio. Every number can be changed here, or by its slider.
model ${t.kind}_trebuchet "${machine.title}"

${params.join("\n")}
param g = ${GRAVITY[t.units]}
let box = ${t.kind === "floating" ? "wheel_at/2" : "short/2"}   # side of the drawn counterweight
${projectile}gravity g

${loads(body)}draw ball at stone radius max(data.diameter/2, box/6)
draw trail of stone
`;
}
