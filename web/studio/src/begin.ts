// The first script of the page of one file: begins with the engine, and puts the studio's own script into the page, whose hash is one of those
// that its policy allows.
import { held, unpackedText } from "../../shared/held";
import { beginAhead } from "./ahead";
import { theBegun } from "./held";

async function begin(): Promise<void> {
  const script = document.createElement("script");
  theBegun.lagrangiaBegun = beginAhead();
  const { ahead } = await theBegun.lagrangiaBegun, text = unpackedText(held("held-studio"));
  await ahead.catch(() => undefined); // while a script is read nothing else goes on; the script tells what is wrong
  script.textContent = await text;
  document.head.append(script);
}

void begin();
