import { afterEach, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { fixedText } from '#model/elements/base/content.ts';
import {
  createPreflightController,
  type PreflightController,
  type PreflightState,
} from '#app/editor/session/preflight-controller.ts';
import { createPrinterController } from '#app/editor/session/run-printer.ts';
import { createStore } from '#app/state/store.ts';
import type { Services } from '#app/state/services.tsx';
import { moveBy } from '#editor/commands/move.ts';
import { asSequence } from '#editor/commands/sources.ts';
import type { Editor } from '#editor/editor.ts';
import { createNodeFontSource } from '#render-worker/fonts/font-source-node.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { loadSkiaInNode } from '#render-worker/skia/load-node.ts';
import { createEngine } from '#render-worker/engine.ts';
import { createPrintRenderer } from '#services/render/print-renderer.ts';
import { createTestEditor } from '#tests/editor/create-test-editor.ts';
import { createTestElement } from '#tests/support/create-elements.ts';

/** Number of labels checked when only a running number differs. */
const LABELS = 1000;

let controller: PreflightController;
afterEach(() => controller.dispose());

/** The real renderer in this thread, with a label of 40 x 30 mm whose rectangle extends beyond its edge. */
function createController(): { readonly editor: Editor; readonly workers: { started: number; ended: number } } {
  const number = createTestElement('text', {
    sources: [{ ...asSequence(fixedText('')), initial: '1' }],
    xMm: 2,
    yMm: 2,
  });
  const frame = createTestElement('rectangle', { xMm: 30, yMm: 10, widthMm: 15, heightMm: 5 });
  const editor = createTestEditor([number, frame], { widthMm: 40, heightMm: 30 });
  editor.select([frame.id]);
  const workers = { started: 0, ended: 0 };
  const createWorker = () => {
    workers.started++;
    const api = createEngine<OffscreenCanvas>({
      loadSkia: loadSkiaInNode,
      loadZxing: loadZxingInNode,
      fontSource: createNodeFontSource(),
      prepareTarget: () => {
        throw new Error('a worker that prints has no canvas');
      },
      // As in the browser, other tasks run between two labels.
      schedule: (work) => setTimeout(work),
      now: () => performance.now(),
    });
    return { api, onCrash: () => undefined, terminate: () => void workers.ended++ };
  };
  const printers = {
    assistant: { printers: () => Promise.resolve({ ok: true, value: [] }) },
    devices: { list: () => Promise.resolve([]) },
  };
  const services = {
    createPrintRenderer: () => createPrintRenderer({ createWorker }),
    spreadsheets: {},
    ...printers,
  } as unknown as Services;
  const data = { editCount: 0, count: LABELS, sheets: new Map(), numbered: true };
  controller = createPreflightController({
    editor,
    data: { state: createStore(data) } as unknown as Parameters<typeof createPreflightController>[0]['data'],
    counters: { state: createStore({ next: null, fault: null }) },
    printer: createPrinterController(services),
    services,
    idleMs: 1,
  });
  return { editor, workers };
}

function until(holds: (state: PreflightState) => boolean): Promise<PreflightState> {
  return new Promise((resolve) => {
    const look = (): void => {
      const state = controller.state.get();
      if (!holds(state)) return;
      stop();
      resolve(state);
    };
    const stop = controller.state.subscribe(look);
    look();
  });
}

const isOver = ({ phase }: PreflightState): boolean => phase === 'over';
const said = ({ findings }: PreflightState) => findings.groups.map(({ rows, count }) => [rows[0]?.problem.code, count]);

describe('the preflight of an open label', () => {
  test('starts on request, not when its panel opens, and repeats when the label changes', async () => {
    const { editor, workers } = createController();
    expect(controller.state.get()).toMatchObject({ phase: 'idle', findings: { done: 0 } });
    expect(workers.started).toBe(0);
    const leave = controller.watch();
    // A panel that is open since the last visit requests nothing.
    expectOk(editor.run(moveBy(-10, 0)));
    expectOk(editor.run(moveBy(10, 0)));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(controller.state.get().phase).toBe('idle');
    expect(workers.started).toBe(0);
    controller.ask();
    const first = await until(isOver);
    expect(first).toMatchObject({
      problem: null,
      isStale: false,
      findings: { done: LABELS, total: LABELS, refused: 0 },
    });
    expect(said(first)).toEqual([['preflight.beyondLabel', LABELS]]);
    expectOk(editor.run(moveBy(-10, 0)));
    expect(controller.state.get().isStale).toBe(true);
    await until(({ phase }) => phase === 'running');
    expect(said(await until(isOver))).toEqual([]);
    // The worker ends with the last subscriber; a later change is only marked.
    leave();
    expect(workers).toEqual({ started: 1, ended: 1 });
    expectOk(editor.run(moveBy(10, 0)));
    expect(controller.state.get()).toMatchObject({ phase: 'over', isStale: true });
    controller.watch();
    expect(controller.state.get().phase).toBe('over');
    controller.ask();
    expect(controller.state.get().phase).toBe('running');
    expect(said(await until(isOver))).toEqual([['preflight.beyondLabel', LABELS]]);
  });

  test('keeps its findings when canceled, and restarts only by its own button', async () => {
    const { editor } = createController();
    controller.watch();
    controller.ask();
    await until(({ findings }) => findings.done > 0);
    controller.cancel();
    controller.ask();
    const { phase, problem, findings } = controller.state.get();
    expect([phase, problem?.code]).toEqual(['over', 'aborted']);
    expect(findings.done).toBeLessThan(LABELS);
    expectOk(editor.run(moveBy(-10, 0)));
    expect(controller.state.get().isStale).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(controller.state.get()).toMatchObject({ phase: 'over', findings: { done: findings.done } });
    controller.again();
    expect(await until(isOver)).toMatchObject({
      problem: null,
      isStale: false,
      findings: { done: LABELS, groups: [] },
    });
  });
});
