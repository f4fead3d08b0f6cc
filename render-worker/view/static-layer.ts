import type { Rect } from '#model/kernel/geometry.ts';
import type { ShadePlane } from './shade-plane.ts';

/** 32 MiB: a canvas of that many pixels is larger than most screens. */
const MAX_PIXELS = 8 << 20;
/** A layer that no frame has used for this time is dropped. */
const IDLE_MS = 1_000;

/**
 * The painted picture of what is under the dragged elements. A frame copies it and paints the dragged elements, and
 * what is above them, on top. This gives the same pixels as painting everything, because the same is painted in the
 * same order.
 */
export class StaticLayer {
  #pixels: Int32Array | null = null;
  #width = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get isTaken(): boolean {
    return this.#pixels !== null;
  }

  /** True when a layer of a picture of this size may be kept. */
  static fits(plane: ShadePlane): boolean {
    return plane.pixels.length <= MAX_PIXELS;
  }

  /** Keeps a copy of the current picture. */
  take(plane: ShadePlane): void {
    this.#pixels = plane.pixels.slice();
    this.#width = plane.width;
  }

  /** Copies these pixels back from the layer, which must have been taken of a picture of the same size. */
  putBack(plane: ShadePlane, region: readonly Rect[]): void {
    const pixels = this.#pixels;
    if (pixels === null || pixels.length !== plane.pixels.length || this.#width !== plane.width) {
      throw new Error('no layer of this picture');
    }
    for (const { x, y, width, height } of region) {
      for (let row = y; row < y + height; row++) {
        const at = row * plane.width + x;
        plane.pixels.set(pixels.subarray(at, at + width), at);
      }
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.release(), IDLE_MS);
  }

  release(): void {
    clearTimeout(this.#timer);
    this.#pixels = null;
  }
}
