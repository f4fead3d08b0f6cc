import { createWasmMemory, type Pointer, type WasmMemory } from '#model/kernel/wasm-memory.ts';
import { firstFree, memory } from './kernel.wasm';

const owner: WasmMemory = createWasmMemory(memory, firstFree(), 64);
export const kernelBytes: WasmMemory['kernelBytes'] = owner.kernelBytes;
export const withRoom: WasmMemory['withRoom'] = owner.withRoom;

/** A copy of `count` bytes of the kernel's memory. */
export function copyOut(at: Pointer, count: number): Uint8Array<ArrayBuffer> {
  return kernelBytes().slice(at, at + count);
}
