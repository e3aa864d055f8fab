// Several files as one: an archive of the kind zip, its parts deflated.
const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

function checksum(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = CRC[(c ^ byte) & 255]! ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

/** Numbers of two or four bytes, the low ones first. */
function fields(...list: [size: 2 | 4, value: number][]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(list.flatMap(([size, value]) => Array.from({ length: size }, (_, k) => (value >>> (8 * k)) & 255)));
}

/** 1 January 1980, which is how zip says that it does not know; names in UTF-8; deflated. */
const [DATE, UTF8, DEFLATED, VERSION] = [33, 0x800, 8, 20];

export async function zip(files: Record<string, string>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [], index: Uint8Array<ArrayBuffer>[] = [], encoder = new TextEncoder();
  let at = 0;
  for (const [path, content] of Object.entries(files)) {
    const name = encoder.encode(path), bytes = encoder.encode(content);
    const packed = new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
    const about = fields([2, VERSION], [2, UTF8], [2, DEFLATED], [2, 0], [2, DATE], [4, checksum(bytes)], [4, packed.length], [4, bytes.length], [2, name.length], [2, 0]);
    index.push(fields([4, 0x02014b50], [2, VERSION]), about, fields([2, 0], [2, 0], [2, 0], [4, 0], [4, at]), name);
    const local = [fields([4, 0x04034b50]), about, name, packed];
    parts.push(...local);
    at += local.reduce((sum, part) => sum + part.length, 0);
  }
  const size = index.reduce((sum, part) => sum + part.length, 0), count = Object.keys(files).length;
  return new Blob([...parts, ...index, fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0])], { type: "application/zip" });
}
