// A film of the motion: it is played once from its start, and what the stage shows is recorded.
import { palette } from "../../shared/palette";
import type { Stage } from "./stage";

const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"], RATE = 30, BITS = 6_000_000;

/** Null where the browser cannot record, or nothing moves. */
export async function takeFilm(stage: Stage): Promise<Blob | null> {
  const type = typeof MediaRecorder === "undefined" ? undefined : TYPES.find((one) => MediaRecorder.isTypeSupported(one));
  const { canvas, clock } = stage;
  if (!type || clock.time.length < 2) return null;
  const film = document.createElement("canvas"), pen = film.getContext("2d")!;
  [film.width, film.height] = [canvas.width, canvas.height];
  const copy = (): void => {
    stage.drawNow(); // a picture in space is only there until the browser has shown it
    pen.fillStyle = palette().surface;
    pen.fillRect(0, 0, film.width, film.height);
    pen.drawImage(stage.canvas, 0, 0, film.width, film.height);
  };
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
