import type { Typeface, TypefaceFontProvider } from 'canvaskit-wasm';
import type { Skia } from './load.ts';

/** What `registerFont` itself calls (canvaskit-wasm 0.42.0, its types leave it out): `name` is the address of a C string. */
interface OpenProvider {
  _registerFont(typeface: Typeface, name: number): void;
}

/** Makes a loaded typeface known to paragraphs; `registerFont` would make another of the file, with its own copy of it. */
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
