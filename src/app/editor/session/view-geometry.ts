import type { Viewport } from '#protocol/render.ts';
import type { EditorViewport } from '#editor/editor.ts';
import { pxPerMm } from '#editor/viewport.ts';

/** The editor's view for the render worker, in physical pixels. */
export function toDeviceViewport(view: EditorViewport, pixelRatio: number): Viewport {
  // 0 means that the page has not measured the canvas yet: it must not become a canvas of one pixel.
  const devicePx = (cssPx: number): number => (cssPx === 0 ? 0 : Math.max(1, Math.round(cssPx * pixelRatio)));
  return {
    widthPx: devicePx(view.widthPx),
    heightPx: devicePx(view.heightPx),
    pxPerMm: pxPerMm(view) * pixelRatio,
    originXPx: view.originXPx * pixelRatio,
    originYPx: view.originYPx * pixelRatio,
  };
}
