// Files in and out: a model opened or dropped, the text, tables and pictures saved.
import type { Client } from "../../engine/client.mjs";
import { el, find } from "../../shared/dom";
import { takeFilm, takeGif } from "./film";
import { reportPage } from "./held";
import { notice } from "./notice";
import type { Session } from "./session";
import type { Stage } from "./stage";
import type { Studies } from "./studies";

/** Where a report's page has its data. */
const PLACE = '<script type="application/octet-stream" id="lagrangia-data">{}</script>';

type Open = (design: { name: string; text: string; isFile?: boolean }) => void;

const LONGEST = 4_000_000; // bytes of a model
const NEW = `model mine "My machine"

param l = 1 m in [0.5 m, 2 m]   "length"
param m = 1 kg in [0.1 kg, 5 kg]   "mass"

coord theta = 60 deg   "angle from the vertical"

gravity 9.81 m/s^2
particle bob: mass m at [l*sin(theta), -l*cos(theta)]

simulate until 10 s
report fast = maximum(norm(bob'))   "greatest speed"

# What is seen: draw each body that you add, too.
draw beam from [0, 0] to bob
draw ball at bob radius 0.08 m
draw trail of bob
`;

export function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const text = (content: string, type: string): Blob => new Blob([content], { type: `${type};charset=utf-8` });
const stem = (session: Session): string => session.fileName.replace(/\.[^.]*$/, "") || "model";

async function read(file: File, open: Open): Promise<void> {
  if (file.size > LONGEST) return notice(`${file.name} is too large for a model.`);
  open({ name: file.name, text: await file.text(), isFile: true });
}

export function startFiles(session: Session, client: Client, studies: Studies, stage: () => Stage | null, open: Open): void {
  const chooser = find<HTMLInputElement>("file"), menu = find<HTMLDetailsElement>("file-menu");
  chooser.addEventListener("change", () => {
    const [file] = chooser.files ?? [];
    if (file) void read(file, open);
    chooser.value = "";
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    void read(file, open);
  });
  const written = async (format: string, type: string): Promise<void> => {
    const { text: model, fileName: name, values, files } = session;
    const answer = await client.ask({ kind: "write", slot: format, format, text: model, name, values, files, seconds: 30 });
    if (answer.text) save(`${stem(session)}.${format}`, text(answer.text, type));
    else notice(answer.usage ?? "There is nothing to save: the model has an error.");
  };
  const report = async (): Promise<void> => {
    const { text: model, fileName: name, values, files } = session;
    const answer = await client.ask({ kind: "write", slot: "html", format: "html", text: model, name, values, files, seconds: 30 });
    const page = await reportPage();
    if (answer.text && page.includes(PLACE)) save(`${stem(session)}.html`, text(page.replace(PLACE, () => answer.text ?? ""), "text/html"));
    else notice(answer.usage ?? "There is nothing to save: the model has an error.");
  };
  const picture = (): void => {
    const canvas = find("stage").querySelector("canvas");
    canvas?.toBlob((blob) => blob && save(`${stem(session)}.png`, blob));
  };
  const film = async (): Promise<void> => {
    const shown = stage();
    notice("The film is being taken while the motion is played once.");
    const taken = shown ? await takeFilm(shown) : null;
    notice(taken ? "" : "This browser cannot record films.");
    if (taken) save(`${stem(session)}.${taken.type.endsWith("mp4") ? "mp4" : "webm"}`, taken);
  };
  const gif = async (): Promise<void> => {
    const shown = stage();
    notice("The film is being taken.");
    const taken = shown ? await takeGif(shown) : null;
    notice(taken ? "" : "Nothing moves.");
    if (taken) save(`${stem(session)}.gif`, taken);
  };
  const program = async (): Promise<void> => {
    const { text: model, fileName: name, values, files } = session;
    const [{ zip }, answer] = await Promise.all([import("./zip"), studies.askFor({ kind: "export", format: "c", text: model, name, values, files, seconds: 30 })]);
    const first = answer.findings?.find((finding) => finding.severity === "error");
    if (answer.files && answer.status === 0) save(`${stem(session)}.zip`, await zip(answer.files));
    else notice(first ? `This model cannot be exported: ${first.text}.` : answer.usage ?? "There is nothing to export.");
  };
  const acts: [string, () => void][] = [
    ["New model", () => open({ name: "mine.lgr", text: NEW })],
    ["Open…", () => chooser.click()],
    ["Save the text", () => save(session.fileName, text(session.text, "text/plain"))],
    ["Save the numbers (csv)", () => void written("csv", "text/csv")],
    ["Save the results (json)", () => void written("json", "application/json")],
    ["Save the report (html)", () => void report()],
    ["Save a figure (svg)", () => void written("svg", "image/svg+xml")],
    ["Save this picture (png)", () => void (stage()?.changed(), requestAnimationFrame(picture))],
    ["Save a film", () => void film()],
    ["Save a film (gif)", () => void gif()],
    ["Save a program in C (zip)", () => void program()],
  ];
  find("file-list").append(...acts.map(([name, act]) => {
    const press = el("button", { type: "button", class: "link" }, name);
    press.addEventListener("click", () => {
      menu.open = false;
      act();
    });
    return press;
  }));
}
