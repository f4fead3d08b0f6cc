import type { Typeface, TypefaceFontProvider } from 'canvaskit-wasm';
import type { Skia } from './load.ts';

/**
 * The object that provides `registerFont`; canvaskit-wasm 0.42.0 has this function, but its types omit it. `name` is
 * the address of a C string.
 */
interface OpenProvider {
  _registerFont(typeface: Typeface, name: number): void;
}

/**
 * Registers a loaded typeface for paragraphs. `registerFont` would load the file a second time and keep its own copy.
 */
export function registerTypeface(
  skia: Skia,
  provider: TypefaceFontProvider,
  typeface: Typeface,
  familyName: string,
): void {
  const name = new TextEncoder().encode(`${familyName}\0`);
  const memory = skia.Malloc(Uint8Array, name.length);
  try {
    memory.toTypedArray().set(name);
    (provider as unknown as OpenProvider)._registerFont(typeface, memory.byteOffset);
  } finally {
    skia.Free(memory);
  }
}
