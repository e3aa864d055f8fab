// The first script of the page of one file: puts the studio's own into it, whose hash is one of those that its policy allows.
import { held, unpackedText } from "../../shared/held";

void unpackedText(held("held-studio")).then((text) => {
  const script = document.createElement("script");
  script.textContent = text;
  document.head.append(script);
});
