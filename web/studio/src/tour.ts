// First steps: from an empty text to a pendulum of one's own, in five steps, each with its text and what to try.
import { el, find } from "../../shared/dom";
import type { Session } from "./session";

type Open = (design: { name: string; text: string }) => void;

interface Step {
  title: string;
  words: string[];
  text: string;
}

const ONE = `param l = 1 m in [0.3 m, 3 m]   "length"
param m = 1 kg in [0.1 kg, 5 kg]   "mass"

coord theta = 60 deg   "angle from the vertical"

gravity 9.81 m/s^2
particle bob: mass m at [l*sin(theta), -l*cos(theta)]
`;
const REPORTED = `
event low when theta < 0 rad { }
report first = time(low)   "first time at the bottom"
report fast = maximum(norm(bob'))   "greatest speed"
`;
const DRAWN = `
draw beam from [0, 0] to bob
draw ball at bob radius 0.07 m
draw trail of bob
`;
const PULL = `
output pull = m*g*cos(theta) + m*l*theta'^2   "pull of the string"
`;

const STEPS: Step[] = [
  { title: "A coordinate and a body", words: ["A pendulum has one coordinate: its angle. A particle hangs where the angle puts it. That is all the studio needs: it finds the equation of motion and the motion itself.",
    "Change 60 deg in the text to 170 deg, and look at the picture."], text: `model pendulum "My first pendulum"\n\n${ONE}simulate until 10 s\n${DRAWN}` },
  { title: "Sliders", words: ["Every param has a slider, within the bounds behind in. The text keeps its number until you change it there.",
    "Drag the length: the longer the pendulum, the slower it swings. Drag the mass: nothing changes. Galileo was right."], text: `model pendulum "My first pendulum"\n\n${ONE}simulate until 10 s\n${DRAWN}` },
  { title: "Questions", words: ["An event happens when its condition becomes true; a report asks for a number. The curve under each slider shows how that number depends on it.",
    "Choose the greatest speed in 'Curve of', and drag the length to the highest point of its curve."], text: `model pendulum "My first pendulum"\n\n${ONE}${REPORTED}simulate until 10 s\n${DRAWN}` },
  { title: "Equations and forces", words: ["The panel Equations shows what was derived, step by step if you like. The panel Plots shows any quantity over time; output names one of your own.",
    "Open Plots and choose the pull of the string. When is it greatest?"],
    text: `model pendulum "My first pendulum"\n\nparam g = 9.81 m/s^2 in [1 m/s^2, 25 m/s^2]   "gravity"\n${ONE.replace("gravity 9.81 m/s^2", "gravity g")}${REPORTED}${PULL}simulate until 10 s\n${DRAWN}` },
  { title: "A second bob", words: ["A second coordinate and a second particle make a double pendulum: two coupled equations, and chaos. Pin the design, change an angle by 0.1 deg, and watch the ghost go its own way.",
    "It is yours now. Share gives a link that holds all of it."],
    text: `model pendulum "My double pendulum"\n\n${ONE.replace('coord theta = 60 deg   "angle from the vertical"', 'coord theta = 120 deg   "angle of the upper rod"\ncoord phi = 100 deg     "angle of the lower rod"')}particle second: mass m at bob + l*[sin(phi), -cos(phi)]

report fast = maximum(norm(second'))   "greatest speed of the lower bob"
simulate until 20 s
${DRAWN.replace("draw trail of bob", "draw beam from bob to second\ndraw ball at second radius 0.07 m\ndraw trail of second")}` },
];

export function startTour(session: Session, open: Open): void {
  const place = find("tour");
  let at = 0;
  const end = (): void => {
    if (place.contains(document.activeElement)) find("open-tour").focus();
    place.hidden = true;
  };
  const show = (step: number): void => {
    at = step;
    const { title, words, text } = STEPS[step]!;
    place.hidden = false;
    if (session.text !== text) open({ name: "pendulum.lgr", text });
    const press = (name: string, act: () => void, isDisabled = false): HTMLButtonElement => {
      const made = el("button", { type: "button", disabled: isDisabled }, name);
      made.addEventListener("click", act);
      return made;
    };
    const close = press("×", end);
    close.className = "icon";
    close.setAttribute("aria-label", "End the first steps");
    const next = step + 1 < STEPS.length ? press("Next", () => show(at + 1)) : press("Done", end);
    next.className = "primary";
    place.replaceChildren(el("div", { class: "row" }, el("strong", {}, `${step + 1} of ${STEPS.length}: ${title}`), el("span", { class: "grow" }), close),
      ...words.map((one) => el("p", {}, one)), el("div", { class: "row" }, press("Back", () => show(at - 1), step === 0), el("span", { class: "grow" }), next));
    next.focus();
  };
  find("open-tour").addEventListener("click", () => show(0));
  // What is open above it takes the key first.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !place.hidden && !document.querySelector("dialog[open], .cm-tooltip")) end();
  });
}
