import type { Canvas } from 'canvaskit-wasm';
import type { Rect } from '#model/kernel/geometry.ts';
import type { Result } from '#model/kernel/result.ts';
import type { ShadePlane } from './shade-plane.ts';

/** The surface of a picture. */
export interface Easel {
  readonly canvas: Canvas;
  /**
   * The canvas' pixels in memory, which may be painted without Skia; absent on a graphics processor. Get it again
   * whenever Skia's heap may have grown, because the old array has length 0 then.
   */
  readonly plane?: () => ShadePlane;
  /** True when the last picture is still shown, so that only the difference has to be painted and presented. */
  readonly kept: boolean;
}

/** The place where the picture is painted and shown: in memory, or on a graphics processor. */
export interface ViewTarget {
  /** Null while there is nothing to paint on; `onStale` is called when there is. */
  begin(widthPx: number, heightPx: number): Result<Easel | null>;
  /** Shows what was painted since `begin`: only these whole pixels, or all of it for null. */
  present(parts: readonly Rect[] | null): void;
  /** Called when the picture is lost and must be painted again. */
  onStale(listener: () => void): void;
  dispose(): void;
}
