import type { Canvas } from 'canvaskit-wasm';
import type { Rect } from '#model/kernel/geometry.ts';
import type { Result } from '#model/kernel/result.ts';
import type { ShadePlane } from './shade-plane.ts';

/** What a picture is painted on. */
export interface Easel {
  readonly canvas: Canvas;
  /**
   * The canvas' pixels where they lie in memory, to be painted without Skia too; absent on a graphics processor. Asked
   * for again whenever Skia's heap may have grown: the view of before is of length 0 then.
   */
  readonly plane?: () => ShadePlane;
  /** What was shown last is still shown: only what differs need be painted and presented. */
  readonly kept: boolean;
}

/** Where the picture is painted and shown: in memory, or on a graphics processor. */
export interface ViewTarget {
  /** Null while there is nothing to paint on: `onStale` will tell when to come back. */
  begin(widthPx: number, heightPx: number): Result<Easel | null>;
  /** Shows what was painted since `begin`: these whole pixels only, or all of it for null. */
  present(parts: readonly Rect[] | null): void;
  /** Called when the picture is lost and must be painted again. */
  onStale(listener: () => void): void;
  dispose(): void;
}
