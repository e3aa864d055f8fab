/* Bytes as text in base 93, shorter by an eighth than in base 64: two letters are thirteen bits, or fourteen where these are a small number. No
   letter means anything inside of an element for scripts. */
const BASE = 93, SMALL = BASE * BASE - 8193;
/** From "!" on, without "<". @param {number} value */
const letterOf = value => String.fromCharCode(value + (value < 27 ? 33 : 34));

/** @param {Uint8Array} bytes @returns {string} */
export function textOf(bytes) {
    const letters = [];
    let bits = 0, count = 0;
    const put = (/** @type {number} */ value) => letters.push(letterOf(value % BASE), letterOf(Math.floor(value / BASE)));
    for (const byte of bytes) {
        bits |= byte << count;
        count += 8;
        if (count <= 13)
            continue;
        const size = (bits & 8191) > SMALL ? 13 : 14;
        put(bits & (1 << size) - 1);
        bits >>= size;
        count -= size;
    }
    if (count > 7 || bits >= BASE)
        put(bits);
    else if (count > 0)
        letters.push(letterOf(bits));
    return letters.join("");
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export function bytesOf93(text) {
    const letters = new TextEncoder().encode(text), bytes = new Uint8Array(letters.length), last = letters.length - 1;
    const values = Uint8Array.from({ length: 128 }, (_, letter) => letter - (letter < 60 ? 33 : 34));
    let bits = 0, count = 0, at = 0;
    for (let i = 0; i < last; i += 2) {
        const pair = values[letters[i]] + BASE * values[letters[i + 1]];
        bits |= pair << count;
        count += (pair & 8191) > SMALL ? 5 : 6; // and a byte
        bytes[at++] = bits;
        bits >>= 8;
        if (count < 8)
            continue;
        bytes[at++] = bits;
        bits >>= 8;
        count -= 8;
    }
    if (last % 2 === 0)
        bytes[at++] = bits | values[letters[last]] << count;
    return bytes.subarray(0, at);
}
