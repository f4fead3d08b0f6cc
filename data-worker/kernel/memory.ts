import { createWasmMemory, type Pointer, type WasmMemory } from '#model/kernel/wasm-memory.ts';
import { firstFree, memory } from './kernel.wasm';

const owner: WasmMemory = createWasmMemory(memory, firstFree(), 128);
export const kernelBytes: WasmMemory['kernelBytes'] = owner.kernelBytes;
export const withRoom: WasmMemory['withRoom'] = owner.withRoom;

/** A view of `count` words of 32 bits in the kernel's memory, valid until the next reservation. */
export function kernelWords(at: Pointer, count: number): Uint32Array {
  return new Uint32Array(kernelBytes().buffer, at, count);
}
