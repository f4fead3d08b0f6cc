import type { Template } from '#model/template/template.ts';
import { createEditor } from '#editor/create-editor.ts';
import type { Frame, SymbolCheck } from '#protocol/render.ts';
import type { RenderHealth } from '#services/render/render-client.ts';
import { readStored, writeStored } from '#app/state/browser-storage.ts';
import type { Services } from '#app/state/services.tsx';
import { toDeviceViewport } from './view-geometry.ts';
import { createCounterDesk } from './counter-desk.ts';
import { createDataDesk } from './data-desk.ts';
import type { EditorSession } from './editor-session.tsx';
import { createStore } from './store.ts';

/** The resolution that symbols are laid out for while nothing is known of the printer. */
const VIEW_DPI = 300;
/** Colour of the area around the label; the same as `--ed-pasteboard` in frame/frame.css. */
const SURROUNDINGS = '#ebecea';

/** The specification's names (specification 1, section 3, client storage). */
const GRID_KEY = 'showGrid';
const HIDE_GUIDES_KEY = 'hideGuides';
const LOCK_GUIDES_KEY = 'lockGuides';
const CANVAS_LOCK_KEY = 'canvasLock';

export interface OpenSession extends EditorSession {
  dispose(): void;
}

/** Connects the headless editor with the render worker and the data. The caller must dispose of it. */
export function createSession(template: Template, services: Services): OpenSession {
  const editor = createEditor({
    template,
    random: Math.random,
    gridShown: readStored(GRID_KEY) === 'true',
    guidesShown: readStored(HIDE_GUIDES_KEY) !== 'true',
    guidesLocked: readStored(LOCK_GUIDES_KEY) === 'true',
    canvasLock: readStored(CANVAS_LOCK_KEY) === 'true',
  });
  const render = services.createRenderClient();
  const data = createDataDesk(editor, services.spreadsheets);
  const counters = createCounterDesk(editor, services.api);
  const frame = createStore<Frame | null>(null);
  const checks = createStore<readonly SymbolCheck[]>([]);
  const health = createStore<RenderHealth>('starting');

  render.fonts(services.fonts.added());
  void services.fonts.refresh();
  render.reset(editor.state().revision, template);
  let shown = '';
  function showView(): void {
    const { viewport } = editor.state();
    if (viewport.widthPx < 1 && shown !== '') return;
    const next = toDeviceViewport(viewport, window.devicePixelRatio);
    const { record } = data.state.get();
    const key = JSON.stringify([next, record]);
    if (key === shown) return;
    shown = key;
    render.view({ viewport: next, dpi: VIEW_DPI, record, surroundings: SURROUNDINGS });
  }

  // Nothing can be seen yet, but it can be laid out while the screen around the canvas is built.
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
        writeStored(GRID_KEY, String(grid));
      }
      if (state.guidesShown !== guidesShown || state.guidesLocked !== guidesLocked) {
        ({ guidesShown, guidesLocked } = state);
        writeStored(HIDE_GUIDES_KEY, String(!guidesShown));
        writeStored(LOCK_GUIDES_KEY, String(guidesLocked));
      }
      if (state.canvasLock !== canvasLock) {
        canvasLock = state.canvasLock;
        writeStored(CANVAS_LOCK_KEY, String(canvasLock));
      }
    }),
    data.state.subscribe(showView),
    counters.state.subscribe(() => data.countFrom(counters.state.get().next)),
    services.fonts.subscribe(() => render.fonts(services.fonts.added())),
    render.onFrame((picture) => {
      editor.setBounds(picture.revision, picture.bounds);
      frame.set(picture);
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
    dispose() {
      for (const stop of stops) stop();
      counters.dispose();
      data.dispose();
      render.dispose();
    },
  };
}
