/* The few calls of WASI that the engine makes: a clock, files that are kept in memory, text on standard error. */

const OK = 0, BAD_FILE = 8, NOT_THERE = 44;
const FOLDER = 3, FIRST_FILE = 4; // descriptors; 0 to 2 are the streams
const KIND_STREAM = 2, KIND_FOLDER = 3, KIND_FILE = 4;

/**
 * @param {() => WebAssembly.Memory} memory  once it is there
 * @param {Map<string, Uint8Array>} files    by their paths, without a slash in front
 * @param {(text: string) => void} tell      what is written on the streams
 */
export function wasi(memory, files, tell) {
    /** @type {Map<number, {bytes: Uint8Array, at: number}>} */
    const open = new Map();
    const view = () => new DataView(memory().buffer);
    const bytes = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(memory().buffer, at, length);
    const decoder = new TextDecoder();

    /** @type {(at: number, kind: number) => void} */
    function describe(at, kind) {
        bytes(at, 24).fill(0);
        view().setUint8(at, kind);
        view().setBigUint64(at + 8, ~0n, true);
        view().setBigUint64(at + 16, ~0n, true);
    }

    /** Each piece of a list of buffers. @type {(list: number, count: number, use: (piece: Uint8Array) => number) => number} */
    function pieces(list, count, use) {
        let sum = 0;
        for (let i = 0; i < count; i++) {
            const length = view().getUint32(list + 8 * i + 4, true);
            const done = use(bytes(view().getUint32(list + 8 * i, true), length));
            sum += done;
            if (done < length)
                break;
        }
        return sum;
    }

    /** @type {(path: string) => string} */
    const plain = path => path.replace(/^(\.?\/)+/, "");

    return {
        environ_get: () => OK,
        /** @type {(count: number, size: number) => number} */
        environ_sizes_get(count, size) {
            view().setUint32(count, 0, true);
            view().setUint32(size, 0, true);
            return OK;
        },
        /** @type {(id: number, precision: bigint, to: number) => number} */
        clock_time_get(id, precision, to) {
            const now = id === 0 ? Date.now() : performance.now();
            view().setBigUint64(to, BigInt(Math.round(now * 1e6)), true);
            return OK;
        },
        /** @type {(fd: number) => number} */
        fd_close: fd => (open.delete(fd) ? OK : BAD_FILE),
        /** @type {(fd: number, at: number) => number} */
        fd_fdstat_get(fd, at) {
            describe(at, fd < FOLDER ? KIND_STREAM : fd === FOLDER ? KIND_FOLDER : KIND_FILE);
            return fd < FIRST_FILE || open.has(fd) ? OK : BAD_FILE;
        },
        fd_fdstat_set_flags: () => OK,
        /** @type {(fd: number, at: number) => number} */
        fd_filestat_get(fd, at) {
            const file = open.get(fd);
            bytes(at, 64).fill(0);
            view().setUint8(at + 16, file ? KIND_FILE : KIND_FOLDER);
            view().setBigUint64(at + 32, BigInt(file ? file.bytes.length : 0), true);
            return OK;
        },
        /** One folder, ".", is there from the beginning. @type {(fd: number, at: number) => number} */
        fd_prestat_get(fd, at) {
            if (fd !== FOLDER)
                return BAD_FILE;
            view().setUint32(at, 0, true);
            view().setUint32(at + 4, 1, true);
            return OK;
        },
        /** @type {(fd: number, at: number, length: number) => number} */
        fd_prestat_dir_name(fd, at, length) {
            bytes(at, length).fill(".".charCodeAt(0));
            return OK;
        },
        /** @type {(fd: number, list: number, count: number, sum: number) => number} */
        fd_read(fd, list, count, sum) {
            const file = open.get(fd);
            if (!file)
                return BAD_FILE;
            const read = pieces(list, count, piece => {
                const part = file.bytes.subarray(file.at, file.at + piece.length);
                piece.set(part);
                file.at += part.length;
                return part.length;
            });
            view().setUint32(sum, read, true);
            return OK;
        },
        fd_seek: () => BAD_FILE,
        /** @type {(fd: number, list: number, count: number, sum: number) => number} */
        fd_write(fd, list, count, sum) {
            const written = pieces(list, count, piece => {
                tell(decoder.decode(piece.slice()));
                return piece.length;
            });
            view().setUint32(sum, written, true);
            return OK;
        },
        /** @type {(fd: number, follow: number, path: number, length: number, flags: number, rights: bigint, more: bigint,
         *          how: number, to: number) => number} */
        path_open(fd, follow, path, length, flags, rights, more, how, to) {
            const file = files.get(plain(decoder.decode(bytes(path, length).slice())));
            if (!file)
                return NOT_THERE;
            let next = FIRST_FILE;
            while (open.has(next))
                next++;
            open.set(next, { bytes: file, at: 0 });
            view().setUint32(to, next, true);
            return OK;
        },
        /** @type {(status: number) => never} */
        proc_exit(status) {
            throw new Error(`the engine ended itself with status ${status}`);
        },
    };
}
