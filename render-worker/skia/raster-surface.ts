import type { Canvas, MallocObj, Surface } from 'canvaskit-wasm';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Skia } from './load.ts';

/**
 * `rgba`: 4 bytes per pixel, opaque, for the view. `gray`: 1 byte per pixel, for print; text on it is fast only without
 * antialiasing.
 */
export type PixelFormat = 'rgba' | 'gray';

/**
 * Pixels in Skia's heap with a canvas that draws on them. Made once and reused: the memory is kept as long as it is
 * large enough for the new size. (`MakeSurface` is avoided: its pixels are unpremultiplied, and text on them is ten
 * times slower.)
 */
export class RasterSurface {
  readonly #skia: Skia;
  readonly #format: PixelFormat;
  #memory: MallocObj | null = null;
  #capacityBytes = 0;
  /** Referenced on purpose: if only the canvas were kept, garbage collection would free the surface under it. */
  #surface: Surface | null = null;
  #width = 0;
  #height = 0;

  constructor(skia: Skia, format: PixelFormat) {
    this.#skia = skia;
    this.#format = format;
  }

  get width(): number {
    return this.#width;
  }

  get height(): number {
    return this.#height;
  }

  /** Bytes from one row to the next. */
  get strideBytes(): number {
    return this.#width * this.#bytesPerPixel;
  }

  get #bytesPerPixel(): number {
    return this.#format === 'rgba' ? 4 : 1;
  }

  /** The canvas at this size in pixels. The pixels are undefined after a change of size. */
  resize(width: number, height: number): Result<Canvas> {
    if (this.#surface !== null && width === this.#width && height === this.#height) return ok(this.canvas);
    const bytes = width * height * this.#bytesPerPixel;
    this.#surface?.delete();
    this.#surface = null;
    if (bytes > this.#capacityBytes && !this.#allocate(bytes)) {
      return err(problem('render.outOfMemory', { widthPx: width, heightPx: height }));
    }
    this.#width = width;
    this.#height = height;
    this.#surface = this.#makeSurface();
    return this.#surface === null
      ? err(problem('render.outOfMemory', { widthPx: width, heightPx: height }))
      : ok(this.canvas);
  }

  /** Throws before the first successful `resize`. */
  get canvas(): Canvas {
    if (this.#surface === null) throw new Error('the surface has no size yet');
    return this.#surface.getCanvas();
  }

  /**
   * A view of the pixels, row by row. Get a new one after anything was drawn: when the heap grows, old views lose their
   * memory.
   */
  pixels(): Uint8Array {
    if (this.#memory === null) throw new Error('the surface has no size yet');
    // `toTypedArray` makes a new view when the heap has grown.
    return this.#memory.toTypedArray().subarray(0, this.strideBytes * this.#height) as Uint8Array;
  }

  dispose(): void {
    this.#surface?.delete();
    this.#surface = null;
    this.#release();
  }

  #allocate(bytes: number): boolean {
    this.#release();
    const memory = this.#skia.Malloc(Uint8Array, bytes);
    // A failed Malloc does not throw: it gives address 0.
    if (memory.byteOffset === 0) return false;
    this.#memory = memory;
    this.#capacityBytes = bytes;
    return true;
  }

  #release(): void {
    if (this.#memory !== null) this.#skia.Free(this.#memory);
    this.#memory = null;
    this.#capacityBytes = 0;
  }

  #makeSurface(): Surface | null {
    const { AlphaType, ColorSpace, ColorType } = this.#skia;
    if (this.#memory === null) return null;
    const info = {
      width: this.#width,
      height: this.#height,
      colorType: this.#format === 'rgba' ? ColorType.RGBA_8888 : ColorType.Gray_8,
      alphaType: AlphaType.Opaque,
      colorSpace: ColorSpace.SRGB,
    };
    return this.#skia.MakeRasterDirectSurface(info, this.#memory, this.strideBytes);
  }
}
