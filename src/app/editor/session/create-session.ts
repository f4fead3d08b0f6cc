import type { Template } from '#model/template/template.ts';
import { createEditor } from '#editor/create-editor.ts';
import type { Frame, SymbolCheck } from '#protocol/render.ts';
import type { RenderHealth } from '#services/render/render-client.ts';
import { hasHabit, keepHabit } from '#app/state/editor-habits.ts';
import { onThemeShown, shownTheme } from '#app/theme/shown-theme.ts';
import { SURROUNDINGS } from '#app/theme/surroundings.ts';
import type { Services } from '#app/state/services.tsx';
import { toDeviceViewport } from './view-geometry.ts';
import { createCounterDesk } from './counter-desk.ts';
import { createDataDesk } from './data-desk.ts';
import type { EditorSession } from './editor-session.tsx';
import { createStore } from './store.ts';

/** The resolution that symbols are laid out for while nothing is known of the printer. */
const VIEW_DPI = 300;

export interface OpenSession extends EditorSession {
  dispose(): void;
}

/** Connects the headless editor with the render worker and the data. The caller must dispose of it. */
export function createSession(template: Template, services: Services): OpenSession {
  const editor = createEditor({
    template,
    random: Math.random,
    gridShown: hasHabit('grid'),
    guidesShown: hasHabit('guidesShown'),
    guidesLocked: hasHabit('guidesLocked'),
    canvasLock: hasHabit('canvasLock'),
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
    const surroundings = SURROUNDINGS[shownTheme()];
    const key = JSON.stringify([next, record, surroundings]);
    if (key === shown) return;
    shown = key;
    render.view({ viewport: next, dpi: VIEW_DPI, record, surroundings });
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
        keepHabit('grid', grid);
      }
      if (state.guidesShown !== guidesShown || state.guidesLocked !== guidesLocked) {
        ({ guidesShown, guidesLocked } = state);
        keepHabit('guidesShown', guidesShown);
        keepHabit('guidesLocked', guidesLocked);
      }
      if (state.canvasLock !== canvasLock) {
        canvasLock = state.canvasLock;
        keepHabit('canvasLock', canvasLock);
      }
    }),
    data.state.subscribe(showView),
    onThemeShown(showView),
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
