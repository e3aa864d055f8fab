// A film of the motion: it is played once from its start, and what the stage shows is recorded.
import { palette } from "../../shared/palette";
import type { Stage } from "./stage";

const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"], RATE = 30, BITS = 6_000_000;

/** Of a gif: hundredths of a second for each picture, the most pictures, its width at most. */
const [STEP, MOST, WIDE] = [5, 200, 640];

/** The same as gif, which everything shows; null where nothing moves. The motion is looked at twice: once for its colours. */
export async function takeGif(stage: Stage): Promise<Blob | null> {
  const { canvas, clock } = stage, { time } = clock.cursor;
  if (clock.time.length < 2) return null;
  const part = Math.min(1, WIDE / canvas.width), film = document.createElement("canvas"), pen = film.getContext("2d", { willReadFrequently: true })!;
  [film.width, film.height] = [Math.max(1, Math.round(part * canvas.width)), Math.max(1, Math.round(part * canvas.height))];
  clock.pause();
  const seconds = clock.span / (clock.pace * clock.speed), count = Math.max(2, Math.min(MOST, Math.round((100 * seconds) / STEP)));
  const gif = new (await import("./gif")).Gif(film.width, film.height);
  for (const write of [false, true]) {
    for (let i = 0; i < count; i++) {
      clock.seek(clock.start + (clock.span * i) / (count - 1));
      copyTo(stage, film, pen);
      const picture = pen.getImageData(0, 0, film.width, film.height);
      if (write) gif.add(picture, i + 1 < count ? Math.max(2, Math.round((100 * seconds) / count)) : 100);
      else gif.see(picture);
      await new Promise((done) => setTimeout(done)); // the page stays alive
    }
  }
  clock.seek(time);
  return gif.finish();
}

function copyTo(stage: Stage, film: HTMLCanvasElement, pen: CanvasRenderingContext2D): void {
  stage.drawNow(); // a picture in space is only there until the browser has shown it
  pen.fillStyle = palette().surface;
  pen.fillRect(0, 0, film.width, film.height);
  pen.drawImage(stage.canvas, 0, 0, film.width, film.height);
}

/** Null where the browser cannot record, or nothing moves. */
export async function takeFilm(stage: Stage): Promise<Blob | null> {
  const type = typeof MediaRecorder === "undefined" ? undefined : TYPES.find((one) => MediaRecorder.isTypeSupported(one));
  const { canvas, clock } = stage;
  if (!type || clock.time.length < 2) return null;
  const film = document.createElement("canvas"), pen = film.getContext("2d")!;
  [film.width, film.height] = [canvas.width, canvas.height];
  const copy = (): void => copyTo(stage, film, pen);
  const parts: Blob[] = [], recorder = new MediaRecorder(film.captureStream(RATE), { mimeType: type, videoBitsPerSecond: BITS });
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  const ended = new Promise((done) => recorder.addEventListener("stop", done));
  const { loop } = clock, { time } = clock.cursor;
  clock.pause();
  clock.loop = false;
  clock.toFrame(0);
  copy();
  recorder.start();
  clock.play();
  await new Promise<void>((done) => {
    const next = (): void => {
      copy();
      if (clock.playing) requestAnimationFrame(next);
      else requestAnimationFrame(() => done());
    };
    requestAnimationFrame(next);
  });
  recorder.stop();
  await ended;
  clock.loop = loop;
  clock.seek(time);
  return new Blob(parts, { type: type.split(";")[0]! });
}
