import type { Size } from '#model/kernel/geometry.ts';
import { hasRowPictures } from '#model/elements/image/image-element.ts';
import type { Template } from '#model/template/template.ts';
import { createEditor } from '#editor/create-editor.ts';
import type { Frame, SymbolCheck } from '#protocol/render.ts';
import type { RenderHealth } from '#services/render/render-client.ts';
import { onThemeShown } from '#app/state/shown-theme.ts';
import type { Services } from '#app/state/services.tsx';
import { createCounterController } from './counter-controller.ts';
import { createSpreadsheetSession } from './spreadsheet-session.ts';
import type { EditorSession } from './editor-session.tsx';
import { createPreflightController } from './preflight-controller.ts';
import { keepPreferences, keptPreferences } from './kept-preferences.ts';
import { createPrinterController } from './run-printer.ts';
import { createShownView } from './shown-view.ts';
import { reuseUnchanged } from './unchanged-frame.ts';
import { createStore } from '#app/state/store.ts';

export interface OpenSession extends EditorSession {
  dispose(): void;
}

/**
 * Connects the headless editor with the render worker and the data. The caller must dispose of it. `canvas`: its size in CSS
 * pixels if it is known before the screen is built; then the first picture does not wait for the screen.
 */
export function createSession(template: Template, services: Services, canvas: Size | null = null): OpenSession {
  const editor = createEditor({ template, random: Math.random, ...keptPreferences() });
  if (canvas !== null) editor.setCanvasSize(canvas.width, canvas.height);
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
  render.pictures(services.rowPictures.set(), services.rowPictures.fetch);
  if (template.elements.some(hasRowPictures)) void services.rowPictures.recall();
  render.reset(editor.state().revision, template);
  const showView = createShownView({ editor, render, data, printer, asPrinted });

  // Invisible yet, but the layout can start while the screen around the canvas is built.
  showView();

  const stops = [
    editor.onChange((change, from, to) => {
      if (render.change(from, to, change) === 'gap') render.reset(to, editor.state().template);
    }),
    editor.subscribe(showView),
    keepPreferences(editor),
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
    services.rowPictures.subscribe(() => render.pictures(services.rowPictures.set(), services.rowPictures.fetch)),
    render.onFrame((picture) => {
      editor.setBounds(picture.revision, picture.bounds, picture.pushes);
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
