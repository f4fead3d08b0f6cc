import { createWasmMemory, type WasmMemory } from '#model/kernel/wasm-memory.ts';
import { firstFree, memory } from './kernel.wasm';

const owner: WasmMemory = createWasmMemory(memory, firstFree(), 64);
export const kernelBytes: WasmMemory['kernelBytes'] = owner.kernelBytes;
export const withRoom: WasmMemory['withRoom'] = owner.withRoom;
