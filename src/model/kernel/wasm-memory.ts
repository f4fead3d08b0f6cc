/** The position of a byte in a kernel's memory. */
export type Pointer = number;

/** Memory lent to one call, until it ends. */
export interface Room {
  /** Reserves at least this many bytes of undefined content, at a multiple of 16 and with spare bytes around them. */
  take(byteCount: number): Pointer;
  /** Reserves memory and copies `bytes` into it, followed by zeros in the spare bytes. */
  put(bytes: Uint8Array): Pointer;
}

/** The only owner of the memory of a WebAssembly kernel. */
export interface WasmMemory {
  /** A view of all of the memory. Get a new one after reserving room: growing memory detaches older ones. */
  readonly kernelBytes: () => Uint8Array<ArrayBuffer>;
  /**
   * Lends room to a call and frees it when the call returns or throws. Nothing stays there between calls, so calls cannot
   * disturb each other and need no clean-up. Calls may be nested, but the work must not be asynchronous.
   */
  readonly withRoom: <T>(work: (room: Room) => T) => T;
}

const PAGE_BYTES = 65_536;
const ALIGN = 16;

/**
 * `firstFree` is the first position that the kernel does not use itself; `spareBytes` is how many bytes its vector
 * instructions may reach beyond the given range, at either end.
 */
export function createWasmMemory(
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number },
  firstFree: Pointer,
  spareBytes: number,
): WasmMemory {
  let free = firstFree + spareBytes;
  let bytes = new Uint8Array(memory.buffer);
  const room: Room = {
    take(byteCount) {
      const at = Math.ceil(free / ALIGN) * ALIGN;
      free = at + byteCount + spareBytes;
      if (free > bytes.length) {
        memory.grow(Math.ceil((free - bytes.length) / PAGE_BYTES));
        bytes = new Uint8Array(memory.buffer);
      }
      return at;
    },
    put(given) {
      const at = room.take(given.length);
      bytes.set(given, at);
      bytes.fill(0, at + given.length, at + given.length + spareBytes);
      return at;
    },
  };
  return {
    kernelBytes: () => bytes,
    withRoom(work) {
      const mark = free;
      try {
        return work(room);
      } finally {
        free = mark;
      }
    },
  };
}
