import type { Interaction, EditorViewport } from '#editor/editor.ts';
import { pxPerMm } from '#editor/viewport.ts';
import { DEFAULT_DPI } from '#protocol/printer-info.ts';
import type { PrintedLook, ViewState, Viewport } from '#protocol/render.ts';
import { shownTheme } from '#app/state/shown-theme.ts';
import { SURROUNDINGS } from '#app/ui/theme/surroundings.ts';
import type { EditorSession } from './editor-session.tsx';
import type { RunPrinter } from './run-printer.ts';

/** During these gestures the usual picture is shown, which is rendered with each move. */
const MOVING: ReadonlySet<Interaction['type']> = new Set(['move', 'resize', 'rotate', 'draw']);

/** Dots of this size, in CSS pixels, are separated by lines. */
const DOT_LINES_FROM_PX = 8;

/** Returns a function that sends what the canvas shows to the render worker, if it has changed since the last call. */
export function createShownView({
  editor,
  render,
  data,
  printer,
  asPrinted,
}: Pick<EditorSession, 'editor' | 'render' | 'data' | 'printer' | 'asPrinted'>): () => void {
  let shown = '';
  let parts: readonly unknown[] = [];
  return () => {
    const { viewport, interaction } = editor.state();
    if (viewport.widthPx < 1 && shown !== '') return;
    // Most steps of a drag change none of these.
    const isMoving = MOVING.has(interaction.type);
    const ratio = window.devicePixelRatio;
    const used = [viewport, data.state.get(), shownTheme(), asPrinted.get(), printer.state.get(), isMoving, ratio];
    if (used.every((part, i) => part === parts[i])) return;
    parts = used;
    const next = toDeviceViewport(viewport, ratio);
    const { record } = data.state.get();
    const surroundings = SURROUNDINGS[shownTheme()];
    const printed = asPrinted.get() ? printer.state.get() : null;
    const state: ViewState = {
      viewport: next,
      // Codes have the size that the chosen printer gives them, as soon as one is known.
      dpi: printer.state.get()?.dpi ?? DEFAULT_DPI,
      record,
      surroundings,
      ...(printed === null || isMoving ? {} : { printed: printedLook(printed) }),
    };
    const key = JSON.stringify(state);
    if (key === shown) return;
    shown = key;
    render.view(state);
  };
}

function printedLook({ calibration }: RunPrinter): PrintedLook {
  const gridFromPx = DOT_LINES_FROM_PX * window.devicePixelRatio;
  return calibration === null ? { gridFromPx } : { gridFromPx, calibration };
}

/** The editor's view for the render worker, in physical pixels. */
function toDeviceViewport(view: EditorViewport, pixelRatio: number): Viewport {
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
