import { firstFree, memory } from './kernel.wasm';

/** The position of a byte in the kernel's memory. */
export type Pointer = number;

/** Memory lent to one call, until it ends. */
export interface Room {
  /** Reserves at least this many bytes of undefined content, at a multiple of 16 and with spare bytes around them. */
  take(byteCount: number): Pointer;
  /** Reserves memory and copies `bytes` into it. */
  put(bytes: Uint8Array): Pointer;
}

const PAGE_BYTES = 65_536;
const ALIGN = 16;
/** How many bytes vector instructions may reach beyond the given range, at either end. */
const SPARE_BYTES = 64;

let free: Pointer = firstFree() + SPARE_BYTES;
let bytes = new Uint8Array(memory.buffer);

/** A view of all of the kernel's memory. Get a new one after reserving room: growing memory detaches older ones. */
export function kernelBytes(): Uint8Array<ArrayBuffer> {
  return bytes;
}

/** A copy of `count` bytes of the kernel's memory. */
export function copyOut(at: Pointer, count: number): Uint8Array<ArrayBuffer> {
  return bytes.slice(at, at + count);
}

/**
 * The only owner of the kernel's memory. It lends room to a call and frees it when the call returns or throws. Nothing
 * stays there between calls, so calls cannot disturb each other and need no clean-up. Calls may be nested, but the work
 * must not be asynchronous.
 */
export function withRoom<T>(work: (room: Room) => T): T {
  const mark = free;
  try {
    return work(ROOM);
  } finally {
    free = mark;
  }
}

const ROOM: Room = {
  take(byteCount) {
    const at = Math.ceil(free / ALIGN) * ALIGN;
    free = at + byteCount + SPARE_BYTES;
    if (free > bytes.length) {
      memory.grow(Math.ceil((free - bytes.length) / PAGE_BYTES));
      bytes = new Uint8Array(memory.buffer);
    }
    return at;
  },
  put(given) {
    const at = ROOM.take(given.length);
    bytes.set(given, at);
    return at;
  },
};
