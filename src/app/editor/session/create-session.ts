import type { Template } from '#model/template/template.ts';
import { createEditor } from '#editor/create-editor.ts';
import type { Interaction, EditorViewport } from '#editor/editor.ts';
import { DEFAULT_DPI } from '#protocol/printer-info.ts';
import type { Frame, PrintedLook, SymbolCheck, ViewState, Viewport } from '#protocol/render.ts';
import type { RenderHealth } from '#services/render/render-client.ts';
import { isPreferenceOn, savePreference } from '#app/state/editor-preferences.ts';
import { onThemeShown, shownTheme } from '#app/state/shown-theme.ts';
import { SURROUNDINGS } from '#app/ui/theme/surroundings.ts';
import type { Services } from '#app/state/services.tsx';
import { createCounterController } from './counter-controller.ts';
import { createSpreadsheetSession } from './spreadsheet-session.ts';
import type { EditorSession } from './editor-session.tsx';
import { createPreflightController } from './preflight-controller.ts';
import { createPrinterController, type RunPrinter } from './run-printer.ts';
import { reuseUnchanged } from './unchanged-frame.ts';
import { createStore } from '#app/state/store.ts';
import { pxPerMm } from '#editor/viewport.ts';

/** During these gestures the usual picture is shown, which is rendered with each move. */
const MOVING: ReadonlySet<Interaction['type']> = new Set(['move', 'resize', 'rotate', 'draw']);

/** Dots of this size, in CSS pixels, are separated by lines. */
const DOT_LINES_FROM_PX = 8;

export interface OpenSession extends EditorSession {
  dispose(): void;
}

/** Connects the headless editor with the render worker and the data. The caller must dispose of it. */
export function createSession(template: Template, services: Services): OpenSession {
  const editor = createEditor({
    template,
    random: Math.random,
    gridShown: isPreferenceOn('grid'),
    guidesShown: isPreferenceOn('guidesShown'),
    guidesLocked: isPreferenceOn('guidesLocked'),
    canvasLock: isPreferenceOn('canvasLock'),
  });
  const render = services.createRenderClient();
  const data = createSpreadsheetSession(editor, services.spreadsheets);
  const counters = createCounterController(editor, services.api);
  const frame = createStore<Frame | null>(null);
  const checks = createStore<readonly SymbolCheck[]>([]);
  const health = createStore<RenderHealth>('starting');
  const asPrinted = createStore(false);
  const printer = createPrinterController(services);
  const preflight = createPreflightController({ editor, data, counters, printer, services });
  const life = new AbortController();

  render.fonts(services.fonts.added());
  void services.fonts.refresh();
  render.reset(editor.state().revision, template);
  let shown = '';
  let parts: readonly unknown[] = [];
  function showView(): void {
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
  }

  // Invisible yet, but the layout can start while the screen around the canvas is built.
  showView();

  let grid = editor.state().gridShown;
  let { guidesShown, guidesLocked } = editor.state();
  let canvasLock = editor.state().canvasLock;
  const stops = [
    editor.onChange((change, from, to) => {
      if (render.change(from, to, change) === 'gap') render.reset(to, editor.state().template);
    }),
    editor.subscribe(() => {
      showView();
      const state = editor.state();
      if (state.gridShown !== grid) {
        grid = state.gridShown;
        savePreference('grid', grid);
      }
      if (state.guidesShown !== guidesShown || state.guidesLocked !== guidesLocked) {
        ({ guidesShown, guidesLocked } = state);
        savePreference('guidesShown', guidesShown);
        savePreference('guidesLocked', guidesLocked);
      }
      if (state.canvasLock !== canvasLock) {
        canvasLock = state.canvasLock;
        savePreference('canvasLock', canvasLock);
      }
    }),
    data.state.subscribe(showView),
    printer.state.subscribe(showView),
    asPrinted.subscribe(() => {
      // Another printer may have been chosen since, or this one calibrated.
      if (asPrinted.get()) void printer.look(life.signal);
      showView();
    }),
    onThemeShown(showView),
    counters.state.subscribe(() => data.countFrom(counters.state.get().next)),
    services.fonts.subscribe(() => render.fonts(services.fonts.added())),
    render.onFrame((picture) => {
      editor.setBounds(picture.revision, picture.bounds);
      frame.set(reuseUnchanged(picture, frame.get()));
    }),
    render.onHealth((now) => health.set(now)),
  ];
  return {
    editor,
    render,
    data,
    counters,
    frame,
    checks,
    health,
    asPrinted,
    printer,
    preflight,
    dispose() {
      life.abort();
      preflight.dispose();
      for (const stop of stops) stop();
      counters.dispose();
      data.dispose();
      render.dispose();
    },
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
