import type { Canvas } from 'canvaskit-wasm';
import type { Rect } from '#model/kernel/geometry.ts';
import type { Result } from '#model/kernel/result.ts';

/** What a picture is painted on. */
export interface Easel {
  readonly canvas: Canvas;
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
