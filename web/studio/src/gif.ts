// A film as gif: pictures with the colours that occur most in them, and of each picture what differs from the one before.

/** Of a picture; the last of them stands for what has not changed. */
const COLOURS = 256, TRANSPARENT = 255;

const cell = (r: number, g: number, b: number): number => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);

/** The colours that occur most, and for each cell the number of the nearest of them. */
function paletteOf(counts: Uint32Array, sums: Float64Array): { colours: Uint8Array; nearest: Int16Array } {
  const used = [...counts.keys()].filter((k) => counts[k]! > 0).sort((a, b) => counts[b]! - counts[a]!);
  const chosen = used.slice(0, COLOURS - 1), colours = new Uint8Array(3 * COLOURS), nearest = new Int16Array(counts.length);
  chosen.forEach((k, i) => {
    for (let c = 0; c < 3; c++) colours[3 * i + c] = Math.round(sums[3 * k + c]! / counts[k]!);
  });
  for (const k of used) {
    const [r, g, b] = [((k >> 10) & 31) * 8 + 4, ((k >> 5) & 31) * 8 + 4, (k & 31) * 8 + 4];
    let least = Infinity;
    for (let i = 0; i < chosen.length; i++) {
      const away = (colours[3 * i]! - r) ** 2 + (colours[3 * i + 1]! - g) ** 2 + (colours[3 * i + 2]! - b) ** 2;
      if (away < least) [least, nearest[k]] = [away, i];
    }
  }
  return { colours, nearest };
}

/** Codes of growing length, packed into blocks of at most 255 bytes (Lempel, Ziv and Welch, as gif has it). */
function packed(pixels: Uint8Array): number[] {
  const BITS = 8, CLEAR = 256, bytes: number[] = [BITS], block: number[] = [];
  let buffer = 0, held = 0, size = BITS + 1, next = CLEAR + 2, table = new Map<number, number>();
  const flush = (): void => {
    if (block.length) bytes.push(block.length, ...block.splice(0));
  };
  const put = (code: number): void => {
    buffer |= code << held;
    for (held += size; held >= 8; held -= 8) {
      block.push(buffer & 255);
      buffer >>>= 8;
      if (block.length === 255) flush();
    }
  };
  put(CLEAR);
  let prefix = pixels[0] ?? 0;
  for (let i = 1; i < pixels.length; i++) {
    const key = prefix * 256 + pixels[i]!, known = table.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    put(prefix);
    prefix = pixels[i]!;
    if (next < 4096) {
      table.set(key, next);
      if (next++ === 2 ** size) size++;
    } else {
      put(CLEAR);
      [size, next, table] = [BITS + 1, CLEAR + 2, new Map()];
    }
  }
  put(prefix);
  if (next === 2 ** size && size < 12) size++;
  put(CLEAR + 1);
  if (held) block.push(buffer & 255);
  flush();
  bytes.push(0);
  return bytes;
}

const two = (n: number): number[] => [n & 255, (n >> 8) & 255];

/** The part of a picture that differs from the one before; all of it is one pixel at least. */
function partOf(now: Uint8Array, before: Uint8Array | null, width: number, height: number): { x: number; y: number; w: number; h: number } {
  if (!before) return { x: 0, y: 0, w: width, h: height };
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let i = 0; i < now.length; i++) {
    if (now[i] === before[i]) continue;
    const x = i % width, y = (i - x) / width;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    bottom = y;
  }
  return right < 0 ? { x: 0, y: 0, w: 1, h: 1 } : { x: left, y: top, w: right - left + 1, h: bottom - top + 1 };
}

/** Pictures one after the other, each so many hundredths of a second; given twice, first to choose colours and then to be written. */
export class Gif {
  private readonly counts = new Uint32Array(1 << 15);
  private readonly sums = new Float64Array(3 << 15);
  private nearest: Int16Array | null = null;
  private before: Uint8Array | null = null;
  private readonly out: Uint8Array<ArrayBuffer>[] = [];

  constructor(private readonly width: number, private readonly height: number) {}

  /** Looks at the colours of a picture. */
  see({ data }: ImageData): void {
    for (let i = 0; i < data.length; i += 4) {
      const k = cell(data[i]!, data[i + 1]!, data[i + 2]!);
      this.counts[k]!++;
      for (let c = 0; c < 3; c++) this.sums[3 * k + c]! += data[i + c]!;
    }
  }

  add({ data }: ImageData, hundredths: number): void {
    const { width, height } = this;
    if (!this.nearest) this.begin();
    const pixels = new Uint8Array(width * height);
    for (let i = 0; i < pixels.length; i++) pixels[i] = this.nearest![cell(data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!)]!;
    const { x, y, w, h } = partOf(pixels, this.before, width, height), part = new Uint8Array(w * h);
    for (let row = 0; row < h; row++) {
      for (let column = 0; column < w; column++) {
        const at = (y + row) * width + x + column;
        part[row * w + column] = this.before && this.before[at] === pixels[at] ? TRANSPARENT : pixels[at]!;
      }
    }
    this.before = pixels;
    this.out.push(Uint8Array.from([0x21, 0xf9, 4, 0x05, ...two(hundredths), TRANSPARENT, 0, 0x2c, ...two(x), ...two(y), ...two(w), ...two(h), 0, ...packed(part)]));
  }

  private begin(): void {
    const { colours, nearest } = paletteOf(this.counts, this.sums);
    this.nearest = nearest;
    const letters = (words: string): number[] => [...words].map((letter) => letter.charCodeAt(0));
    this.out.push(Uint8Array.from([...letters("GIF89a"), ...two(this.width), ...two(this.height), 0xf7, 0, 0, ...colours,
      0x21, 0xff, 11, ...letters("NETSCAPE2.0"), 3, 1, 0, 0, 0])); // again and again
  }

  finish(): Blob {
    return new Blob([...this.out, Uint8Array.of(0x3b)], { type: "image/gif" });
  }
}
