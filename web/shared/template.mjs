// Pages from their templates: @NAME@ is a part, and those that pages share are the files beside this one.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const shared = Object.fromEntries(["shown", "zoom", "transport"].map((name) => [name.toUpperCase(), readFileSync(join(here, `${name}.html`), "utf8").trim()]));

/** @param {string} template @param {Record<string, string>} parts */
export const fill = (template, parts) => template.replace(/@([A-Z_]+)@/g, (whole, name) => parts[name] ?? shared[name] ?? whole);

/** Inside its element a script must not say anything that a reader of HTML takes for an end of it. @param {string} code */
export function harmless(code) {
  if (/<(\/script|!--|script)/i.test(code)) throw new Error("the script holds what would end it");
  return code;
}
