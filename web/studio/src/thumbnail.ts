// A figure as a small picture: without its words, no more than what its frame holds, in the colours of the page.
import { palette } from "../../shared/palette";

/** What no one can read in so small a picture, or what is for words. */
const LEFT_OUT = "text,.frame,.notch,.axis,.place,.leader,.event";
/** Around the frame; of a figure in space, which has none, around what moves: a part of its size. Width by height of a picture. */
const [MARGIN, AROUND, SHAPE] = [5, 0.07, 4 / 3];

/** The part that is shown: left, top, width, height. */
function part(svg: string): number[] {
  const frame = /<rect class="frame" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/.exec(svg);
  if (frame) {
    const [x = 0, y = 0, width = 0, height = 0] = frame.slice(1).map(Number);
    return [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
  }
  return partInSpace(svg);
}

/** The floor reaches farther than the machine: as much of it is seen as fits beside. */
function partInSpace(svg: string): number[] {
  const figure = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true) as unknown as SVGSVGElement;
  for (const part of figure.querySelectorAll(`style,title,.paper,.floor,${LEFT_OUT}`)) part.remove();
  figure.style.cssText = "position:absolute;visibility:hidden";
  document.body.append(figure);
  const box = figure.getBBox();
  figure.remove();
  const more = 1 + 2 * AROUND, height = Math.max(1, box.height * more, (box.width * more) / SHAPE), width = height * SHAPE;
  return [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height].map((x) => Math.round(x));
}

function style(): string {
  const { inks, series, ...colours } = palette(), edge = colours["beam-edge"];
  return [`${LEFT_OUT}{display:none}line,path,circle,rect{stroke:${colours.text}}.paper{fill:${colours.surface}}`,
    `.grid,.zero,.floor{stroke:${colours.grid}}.hatch{stroke:${colours.ground}}.path{stroke:${colours.event}}`,
    ...Object.entries(inks).map(([ink, colour]) => `.${ink}{stroke:${colour}}.solid-${ink}{fill:${colour};stroke:${edge}}`),
    ...series.map((colour, i) => `.s${i}{stroke:${colour}}`)].join("");
}

export function thumbnail(svg: string): string {
  const [left, top, width, height] = part(svg);
  return svg.replace(/width="[\d.]+" height="[\d.]+" viewBox="[^"]*"/, `width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}"`)
    .replace("</style>", `${style()}</style>`);
}
