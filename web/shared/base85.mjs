/* Bytes as text in base 85, a sixteenth shorter than in base 64: four bytes are five letters, and no letter means anything in a page. */
const LETTERS = Array.from({ length: 92 }, (_, i) => String.fromCharCode(35 + i)).filter(letter => !"<\\&".includes(letter)).slice(0, 85);
const BASE = LETTERS.length;

/** @param {Uint8Array} bytes @returns {string} */
export function textOf(bytes) {
    const padded = new Uint8Array(4 * Math.ceil(bytes.length / 4)), view = new DataView(padded.buffer), parts = [];
    padded.set(bytes);
    for (let at = 0; at < padded.length; at += 4)
        for (let k = 4, rest = view.getUint32(at); k >= 0; k--, rest = Math.floor(rest / BASE))
            parts[at / 4 * 5 + k] = LETTERS[rest % BASE];
    return parts.join("").slice(0, Math.ceil(bytes.length * 5 / 4));
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export function bytesOf85(text) {
    const values = new Uint8Array(128), groups = Math.ceil(text.length / 5), bytes = new Uint8Array(4 * groups), view = new DataView(bytes.buffer);
    LETTERS.forEach((letter, value) => (values[letter.charCodeAt(0)] = value));
    for (let group = 0; group < groups; group++) {
        let sum = 0;
        for (let i = 5 * group; i < 5 * group + 5; i++)
            sum = sum * BASE + (i < text.length ? /** @type {number} */ (values[text.charCodeAt(i)]) : BASE - 1);
        view.setUint32(4 * group, sum);
    }
    return bytes.subarray(0, Math.floor(text.length * 4 / 5));
}
