// Bytes out of text in base 64.

/** Ten times faster than Uint8Array.from, of which a page's start would consist. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}
