import { NO_CROP } from '#model/elements/image/image-element.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { NO_RECORD } from '#model/data/record.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { diffTemplates } from '#model/template/change.ts';
import type { Frame, InspectApi, PagesApi, RenderWorkerApi, ViewState, ViewSurface } from '#protocol/render.ts';
import type { RenderWorkerHandle } from '#services/render/create-render-worker.ts';
import {
  createRenderClient,
  type RenderClient,
  type RenderClientOptions,
  type RenderHealth,
} from '#services/render/render-client.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';

/** A worker that notes its messages, and can be made to die, hang or forget. */
class FakeWorker implements RenderWorkerHandle {
  readonly calls: string[] = [];
  surface: ViewSurface | null = null;
  terminated = false;
  hangs = false;
  forgets = false;
  #crash: (reason: string) => void = () => undefined;
  #onFrame: (frame: Frame) => void = () => undefined;
  #revision = -1;

  readonly api = {
    start: async (_canvas, surface, onFrame) => {
      this.surface = surface;
      this.#onFrame = onFrame;
      return ok(null);
    },
    ping: () => (this.hangs ? new Promise(() => undefined) : Promise.resolve(0)),
    fonts: async (added) => {
      this.calls.push(`fonts ${added.length}`);
      return null;
    },
    pictures: async (set) => {
      this.calls.push(`pictures ${set?.entries.length ?? 0}`);
      return null;
    },
    view: {
      checkSymbols: async () => ok(null),
      reset: async (revision) => {
        this.#revision = revision;
        this.calls.push(`reset ${revision}`);
        return null;
      },
      change: async (from, to) => {
        this.calls.push(`change ${from} ${to}`);
        if (this.forgets || from !== this.#revision) return 'gap';
        this.#revision = to;
        return 'applied';
      },
      show: async (state) => {
        this.calls.push('view');
        this.#onFrame({
          revision: this.#revision,
          viewport: state.viewport,
          complete: true,
          bounds: new Map(),
          pushes: new Map(),
          removed: [],
          problems: [],
          warnings: [],
          placeholders: [],
          hidden: [],
          printed: false,
          paintMs: 1,
        });
        return null;
      },
    },
    inspect: {
      symbolSize: async () => err(problem('symbol.empty', { symbology: '' })),
      elementBounds: async () => ok(new Map()),
      imageEdges: async () => ok(NO_CROP),
      inspectFont: async () => ok({ family: 'House', weight: 400, italic: false }),
      inspectImage: () =>
        this.hangs
          ? new Promise(() => undefined)
          : Promise.resolve(ok({ width: 1, height: 2, mime: 'image/png' as const })),
    } as InspectApi,
    pages: { thumbnail: () => Promise.reject(new Error('Aborted()')) } as unknown as PagesApi,
  } satisfies RenderWorkerApi<OffscreenCanvas>;

  onCrash(listener: (reason: string) => void): void {
    this.#crash = listener;
  }

  crash(): void {
    this.#crash('boom');
  }

  terminate(): void {
    this.terminated = true;
  }
}

interface ClientFixture {
  readonly client: RenderClient;
  readonly workers: FakeWorker[];
  readonly health: RenderHealth[];
  /** The workers' canvases now in the page. */
  readonly shown: Set<object>;
  readonly mount: () => void;
}

const clients: RenderClient[] = [];
afterEach(() => clients.splice(0).forEach((client) => client.dispose()));

function createClient(
  prepare: (worker: FakeWorker, index: number) => void = () => undefined,
  limits: Pick<RenderClientOptions, 'heartbeatMs' | 'hangMs'> = { heartbeatMs: 5, hangMs: 40 },
  mounts = true,
): ClientFixture {
  const workers: FakeWorker[] = [];
  const health: RenderHealth[] = [];
  const shown = new Set<object>();
  const page = {
    createElement: () => {
      const canvas = {
        style: {},
        setAttribute: () => undefined,
        transferControlToOffscreen: () => ({}),
        remove: () => shown.delete(canvas),
      };
      return canvas;
    },
  } as unknown as Document;
  const client = createRenderClient({
    document: page,
    ...limits,
    createWorker() {
      const worker = new FakeWorker();
      prepare(worker, workers.length);
      workers.push(worker);
      return worker;
    },
  });
  clients.push(client);
  client.onHealth((h) => health.push(h));
  const mount = (): void => {
    client.mount({ append: (canvas: object) => shown.add(canvas) } as unknown as HTMLElement);
  };
  if (mounts) mount();
  return { client, workers, health, shown, mount };
}

const STATE: ViewState = {
  viewport: { widthPx: 100, heightPx: 80, pxPerMm: 2, originXPx: 0, originYPx: 0 },
  dpi: 300,
  record: NO_RECORD,
  surroundings: '#ffffff',
};

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 5_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error('it never happened');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

describe('render client', () => {
  const first = createTestTemplate([createTestElement('text')]);
  const second = createTestTemplate([...first.elements, createTestElement('line')]);

  test('a worker that starts late gets the earlier messages', async () => {
    const { client, workers, health } = createClient();
    client.reset(3, first);
    client.view(STATE);
    await until(() => workers[0]?.calls.length === 2);
    expect(workers[0]?.calls).toEqual(['reset 3', 'view']);
    expect(health).toEqual(['starting', 'ready']);
  });

  test.each(['crash', 'hang'] as const)('after a %s another worker gets the latest template and view', async (how) => {
    const { client, workers, health, shown } = createClient();
    const revisions: number[] = [];
    client.onFrame((frame) => revisions.push(frame.revision));
    client.reset(1, first);
    client.view(STATE);
    await until(() => revisions.length === 1);
    expect(client.change(1, 2, diffTemplates(first, second))).toBe('applied');
    const [worker] = workers;
    if (how === 'crash') worker?.crash();
    else if (worker !== undefined) worker.hangs = true;
    await until(() => revisions.length === 2);
    expect(worker?.terminated).toBe(true);
    expect(workers.map(({ surface }) => surface)).toEqual(['auto', 'cpu']);
    expect(workers[1]?.calls).toEqual(['reset 2', 'view']);
    expect(health).toEqual(['starting', 'ready', 'restarting', 'ready']);
    expect(shown.size).toBe(1);
  });

  test('a worker that hangs is replaced within two seconds: the picture has to be there again within three', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const { client, workers } = createClient(undefined, {});
      client.reset(1, first);
      client.view(STATE);
      await vi.advanceTimersByTimeAsync(1_000);
      const [worker] = workers;
      if (worker !== undefined) worker.hangs = true;
      await vi.advanceTimersByTimeAsync(2_000);
      expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
      expect(workers[1]?.calls).toEqual(['reset 1', 'view']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a gap in the worker is filled with a reset, one in the client is reported', async () => {
    const { client, workers } = createClient();
    client.reset(1, first);
    await until(() => workers[0]?.calls.length === 1);
    expect(client.change(5, 6, diffTemplates(first, second))).toBe('gap');
    if (workers[0] !== undefined) workers[0].forgets = true;
    client.change(1, 2, diffTemplates(first, second));
    await until(() => workers[0]?.calls.length === 3);
    expect(workers[0]?.calls).toEqual(['reset 1', 'change 1 2', 'reset 2']);
  });

  test('a request survives its worker', async () => {
    const { client, workers } = createClient((worker, index) => {
      worker.hangs = index === 0;
    });
    expect(await client.inspectImage(new Uint8Array())).toEqual(ok({ width: 1, height: 2, mime: 'image/png' }));
    expect(workers).toHaveLength(2);
  });

  test('a request that kills every worker is answered with a problem', async () => {
    const { client, health } = createClient();
    expect(await client.thumbnail(first, NO_RECORD, 100)).toEqual({ ok: false, error: { code: 'render.crashed' } });
    await until(() => health.at(-1) === 'ready');
  });

  test('cancels a request on abort', async () => {
    const { client } = createClient((worker) => {
      worker.api.inspect.inspectImage = () => new Promise(() => undefined);
    });
    const controller = new AbortController();
    const answer = client.inspectImage(new Uint8Array(), controller.signal);
    setTimeout(() => controller.abort(), 10);
    expect(await answer).toEqual({ ok: false, error: { code: 'aborted' } });
  });

  test('workers that die again and again are given up until a retry is requested', async () => {
    let broken = true;
    const { client, workers, health } = createClient((worker) => {
      if (broken) setTimeout(() => worker.crash(), 1);
    });
    await until(() => typeof health.at(-1) === 'object');
    expect(health.at(-1)).toEqual({ failed: { code: 'render.crashed', params: { detail: 'boom' } } });
    expect(workers).toHaveLength(5);
    expect(await client.inspectImage(new Uint8Array())).toMatchObject({ ok: false, error: { code: 'render.crashed' } });
    broken = false;
    client.restart();
    await until(() => health.at(-1) === 'ready');
  });

  test('during a zoom gesture the browser stretches the picture, and at rest it is painted', async () => {
    const { client, workers, shown } = createClient();
    const seen: number[] = [];
    client.onFrame((frame) => seen.push(frame.viewport.pxPerMm));
    client.reset(1, first);
    client.view(STATE);
    await until(() => seen.length === 1);
    const style = ([...shown][0] as { style: Record<string, string> }).style;
    const zoomed = (pxPerMm: number): ViewState => ({
      ...STATE,
      viewport: { ...STATE.viewport, pxPerMm, originXPx: 10 * pxPerMm },
    });
    client.view(zoomed(3));
    await until(() => seen.length === 2);
    expect(style['transform']).toBe('');
    for (const pxPerMm of [4, 5, 6]) client.view(zoomed(pxPerMm));
    expect(style['transform']).toBe('translate(0px, 0px) scale(2)');
    await until(() => seen.length === 3);
    expect(seen).toEqual([2, 3, 6]);
    expect(style['transform']).toBe('');
    expect(workers[0]?.calls).toEqual(['reset 1', 'view', 'view', 'view']);
  });

  test('reports pictures painted before the canvas is in the page when it is there, in order', async () => {
    const { client, workers, shown, mount } = createClient(undefined, undefined, false);
    const seen: number[] = [];
    client.onFrame((frame) => seen.push(frame.viewport.widthPx));
    const wide = (widthPx: number): ViewState => ({ ...STATE, viewport: { ...STATE.viewport, widthPx } });
    client.reset(1, first);
    client.view(wide(100));
    await until(() => client.canvas() !== null);
    client.view(wide(200));
    await until(() => workers[0]?.calls.length === 3);
    expect(seen).toEqual([]);
    mount();
    expect(shown.size).toBe(1);
    expect(seen).toEqual([100, 200]);
    client.view(wide(300));
    await until(() => seen.length === 3);
    expect(seen).toEqual([100, 200, 300]);
  });

  test('sends added fonts only when they have changed', async () => {
    const { client, workers } = createClient();
    client.reset(1, first);
    client.view(STATE);
    await until(() => workers[0]?.calls.length === 2);
    const house = [{ family: 'House', weight: 400, italic: false, file: '/files/house.ttf' }];
    for (const fonts of [[], [], house, house, []]) client.fonts(fonts);
    client.view({ ...STATE, dpi: 203 });
    await until(() => workers[0]?.calls.at(-1) === 'view' && workers[0].calls.length > 2);
    expect(workers[0]?.calls).toEqual(['reset 1', 'view', 'fonts 1', 'fonts 0', 'view']);
  });

  test('without workers it says so', async () => {
    const { health } = createClient(() => {
      throw new Error('no workers here');
    });
    await until(() => typeof health.at(-1) === 'object');
    expect(health.at(-1)).toMatchObject({ failed: { code: 'render.unavailable' } });
  });
});
