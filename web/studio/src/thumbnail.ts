// A figure as a small picture: without its words, no more than what its frame holds, in the colours of the page.
import { palette } from "../../shared/palette";

/** What no one can read in so small a picture, or what is for words. */
const LEFT_OUT = "text,.frame,.notch,.axis,.place,.leader,.event";
/** Around the frame; of a figure in space, which has none, below its title and above what is said under it. */
const [MARGIN, TITLE, LINE] = [5, 36, 18];

/** The part that is shown: left, top, width, height. */
function part(svg: string): number[] {
  const frame = /<rect class="frame" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/.exec(svg);
  if (frame) {
    const [x = 0, y = 0, width = 0, height = 0] = frame.slice(1).map(Number);
    return [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
  }
  const [, width = "0", height = "0"] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const under = /<text class="caption"[^>]* y="([\d.]+)"/.exec(svg);
  return [0, TITLE, Number(width), (under ? Number(under[1]) - LINE : Number(height)) - TITLE];
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
