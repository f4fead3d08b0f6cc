import { firstFree, memory } from './kernel.wasm';

/** The position of a byte in the kernel's memory. */
export type Pointer = number;

/** Memory lent to one piece of work, until the work is over. */
export interface Room {
  /** Memory of at least this many bytes with undefined content, at a multiple of 16 and with spare bytes around. */
  take(byteCount: number): Pointer;
  /** Memory with a copy of `bytes`. */
  put(bytes: Uint8Array): Pointer;
}

const PAGE_BYTES = 65_536;
const ALIGN = 16;
/** How far vector instructions may reach beyond what they are asked for, on both sides. */
const SPARE_BYTES = 64;

let free: Pointer = firstFree() + SPARE_BYTES;
let bytes = new Uint8Array(memory.buffer);

/**
 * All of the kernel's memory. Ask for it again after room was taken: an old view loses its memory when the memory
 * grows.
 */
export function kernelBytes(): Uint8Array<ArrayBuffer> {
  return bytes;
}

/** A copy of what stands there. */
export function copyOut(at: Pointer, count: number): Uint8Array<ArrayBuffer> {
  return bytes.slice(at, at + count);
}

/**
 * The one owner of the kernel's memory. It lends room to a piece of work and takes it back when the work returns or
 * throws. Nothing is kept there between calls, so pieces of work can't disturb each other and none has to be ended.
 * They may be nested, but none may pause.
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
