import { NO_RECORD } from '#model/data/record.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { diffTemplates } from '#model/template/change.ts';
import type { Template } from '#model/template/template.ts';
import type { Viewport, ViewSurface } from '#protocol/render.ts';
import { handleOf } from '#services/worker-handle.ts';
import { createRenderClient, type RenderClient } from '#services/render/render-client.ts';
import type { Failure } from './fragile-worker.ts';

/** A view as plain JSON. */
export interface ViewRequest {
  readonly surface: ViewSurface;
  readonly label: Template['label'];
  readonly elements: readonly LabelElement[];
  readonly asset: readonly [key: string, bytes: readonly number[]];
  readonly viewport: Viewport;
  readonly dpi: number;
  /** See `RenderClientOptions`. */
  readonly hangMs?: number;
}

/** Difference of two pictures: number of pixels, and maximum difference of 255. */
export interface Difference {
  readonly pixels: number;
  readonly largest: number;
}

export interface ViewPage {
  /** Shows it, replacing the current picture. */
  open(request: ViewRequest): Promise<void>;
  /** Shows these elements instead; the second waits for it. */
  change(elements: readonly LabelElement[]): void;
  edit(elements: readonly LabelElement[]): Promise<void>;
  /** Makes the current worker fail. */
  fail(failure: Failure): void;
  /** The next picture; rejects when none comes within the limit. Returns its time in ms. */
  nextFrame(limitMs: number): Promise<number>;
  /** Keeps the picture on the screen under this name, once it is the last one of the worker and differs from the named one. */
  keep(name: string, other?: string): Promise<void>;
  /** Waits until the screen shows the kept picture; rejects after the limit. */
  untilSame(name: string, limitMs: number): Promise<void>;
  compare(one: string, other: string, where?: Rect): Difference;
  /** Number of workers so far. */
  workers(): number;
}

/** Time for the browser to show a painted picture. */
const SHOWN_LIMIT_MS = 40_000;
const READ_EVERY_MS = 50;
/** Number of readings of the screen before the worker is asked again for its picture. */
const READS = 20;
const ANSWER_LIMIT_MS = 10_000;

const kept = new Map<string, ImageData>();
let client: RenderClient | null = null;
/** After this time without a new picture, the view counts as finished. */
const SETTLED_MS = 300;
let template: Template | null = null;
let workers: Worker[] = [];
let revision = 1;

function nextFrame(limitMs: number): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('no picture came')), limitMs);
    const stop = client?.onFrame(() => {
      clearTimeout(limit);
      stop?.();
      resolve(performance.now() - startedAt);
    });
  });
}

async function open({ surface, label, elements, asset, viewport, dpi, hangMs }: ViewRequest): Promise<void> {
  client?.dispose();
  workers = [];
  const [key, bytes] = asset;
  template = {
    label,
    elements,
    assets: new Map([[key as AssetKey, { mime: 'image/png', bytes: Uint8Array.from(bytes) }]]),
  };
  client = createRenderClient({
    surface,
    ...(hangMs === undefined ? {} : { hangMs }),
    createWorker() {
      const worker = new Worker(new URL('fragile-worker.ts', import.meta.url), { type: 'module' });
      workers.push(worker);
      return handleOf(worker);
    },
  });
  client.mount(document.body);
  client.reset(revision, template);
  client.view({ viewport, dpi, record: NO_RECORD, surroundings: '#e8eaee' });
  await nextFrame(20_000);
  // Loads all fonts; a first picture may lack some, and is then followed by others.
  await client.thumbnail(template, NO_RECORD, 32);
  const another = (): Promise<boolean> =>
    nextFrame(SETTLED_MS).then(
      () => true,
      () => false,
    );
  while (await another());
}

async function edit(elements: readonly LabelElement[]): Promise<void> {
  change(elements);
  await nextFrame(20_000);
}

function change(elements: readonly LabelElement[]): void {
  if (client === null || template === null) throw new Error('nothing is open');
  const next = { ...template, elements };
  client.change(revision, ++revision, diffTemplates(template, next));
  template = next;
}

function readScreen(): ImageData {
  const shown = document.querySelector('canvas');
  if (shown === null) throw new Error('no canvas is shown');
  const context = new OffscreenCanvas(shown.width, shown.height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas to read from');
  context.drawImage(shown, 0, 0);
  return context.getImageData(0, 0, shown.width, shown.height);
}

async function untilSame(name: string, limitMs: number): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    kept.set('', readScreen());
    if (compare('', name).pixels === 0) return;
    if (performance.now() - startedAt > limitMs) throw new Error('another picture is shown');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The browser shows a frame some time after the worker has sent it, WebGL without a graphics processor long after. */
async function keep(name: string, other?: string): Promise<void> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < SHOWN_LIMIT_MS) {
    const painted = await paintedPicture();
    if (painted === null || isBlank(painted)) continue;
    kept.set('', painted);
    if (other !== undefined && compare('', other).pixels === 0) continue;
    for (let read = 0; read < READS; read++) {
      kept.set(name, readScreen());
      if (compare('', name).pixels === 0) return;
      await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
    }
  }
  throw new Error('no other picture is shown');
}

/** The worker's picture, when all its requests are done. */
function paintedPicture(): Promise<ImageData | null> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<ImageData | null>) => {
      port1.close();
      resolve(data);
    });
    // A dead one does not answer: the next one may.
    setTimeout(() => resolve(null), ANSWER_LIMIT_MS);
    port1.start();
    workers.at(-1)?.postMessage({ read: port2 }, [port2]);
  });
}

function isBlank(image: ImageData): boolean {
  return new Set(new Uint32Array(image.data.buffer)).size < 2;
}

function compare(one: string, other: string, where?: Rect): Difference {
  const [a, b] = [kept.get(one), kept.get(other)];
  if (a === undefined || b === undefined) throw new Error('nothing was kept under that name');
  if (a.width !== b.width || a.height !== b.height) return { pixels: Infinity, largest: 255 };
  const { x, y, width, height } = where ?? { x: 0, y: 0, width: a.width, height: a.height };
  let [pixels, largest] = [0, 0];
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) {
      const at = 4 * (row * a.width + column);
      let by = 0;
      for (let i = at; i < at + 4; i++) by = Math.max(by, Math.abs((a.data[i] ?? 0) - (b.data[i] ?? 0)));
      if (by > 0) pixels++;
      largest = Math.max(largest, by);
    }
  }
  return { pixels, largest };
}

const viewPage: ViewPage = {
  open,
  edit,
  change,
  fail: (failure) => workers.at(-1)?.postMessage({ failure }),
  nextFrame,
  keep,
  untilSame,
  compare,
  workers: () => workers.length,
};
Object.assign(globalThis, { viewPage });
