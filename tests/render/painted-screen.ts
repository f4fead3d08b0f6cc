import { localTimeAt, type LocalTime } from '#model/kernel/local-time.ts';
import type { Frame } from '#protocol/render.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { createRasterTarget } from '#render-worker/view/raster-target.ts';
import { View } from '#render-worker/view/view.ts';
import { createShownPixels, type ShownPixels } from './shown-pixels.ts';
import type { SkiaFixture } from './skia-fixture.ts';

/** A view that paints at once, and its screen. */
export interface PaintedScreen extends Pick<ShownPixels, 'blitted'> {
  readonly view: View;
  readonly screen: Uint8Array;
  readonly frames: Frame[];
}

export function createScreen(
  { skia, fonts, measure }: SkiaFixture,
  clock: () => LocalTime = localTimeAt,
): PaintedScreen {
  const shown = createShownPixels();
  const frames: Frame[] = [];
  const view = new View({
    skia,
    fonts,
    measure,
    library: createImageLibrary(skia),
    target: createRasterTarget(skia, shown.blit),
    schedule: (task) => task(),
    onFrame: (frame) => frames.push(frame),
    now: () => 0,
    clock,
  });
  return {
    view,
    get screen() {
      return shown.pixels();
    },
    frames,
    blitted: shown.blitted,
  };
}
