import { firstFree, memory } from './kernel.wasm';

/** A byte's place in the kernel's memory. */
export type Pointer = number;

/** Room that one piece of work has, until it is over. */
export interface Room {
  /** At least so many bytes of anything, at a multiple of 16, with spare ones around them. */
  take(byteCount: number): Pointer;
  /** The same with what `bytes` has. */
  put(bytes: Uint8Array): Pointer;
}

const PAGE_BYTES = 65_536;
const ALIGN = 16;
/** Vectors reach that far beyond what they are asked for, and before it. */
const SPARE_BYTES = 64;

let free: Pointer = firstFree() + SPARE_BYTES;
let bytes = new Uint8Array(memory.buffer);

/** All of the kernel's memory. Ask anew after room was taken: a view dies when the memory grows. */
export function kernelBytes(): Uint8Array<ArrayBuffer> {
  return bytes;
}

/** A copy of what stands there. */
export function copyOut(at: Pointer, count: number): Uint8Array<ArrayBuffer> {
  return bytes.slice(at, at + count);
}

/**
 * The one owner of the kernel's memory: it lends room to a piece of work and has it back when that returns or throws.
 * Nothing is kept there from one call to the next, so works can't be in each other's way and none has to be ended.
 * Works may be nested; none may pause.
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
