import type { Page } from 'playwright';

/** Something that kept the page's main thread busy. */
interface Busy {
  /** From the start of the navigation. */
  readonly at: number;
  readonly ms: number;
}

interface Watch {
  /** Time of the label's first exact picture: the opening picture, or the render worker's. */
  paintedMs: number;
  /** Time of the render worker's first picture. */
  renderedMs: number;
  /** A copy of the opening picture; null for none. */
  opening: Promise<ImageBitmap> | null;
  /** A copy of the render worker's picture that replaced it. */
  replacedBy: Promise<ImageBitmap> | null;
  /** Whether the opening picture was removed before there was a picture to replace it. */
  wasBare: boolean;
  /** Whether each frame is watched, and not ten times a second. */
  isClose: boolean;
  /** Time of the last change of the picture. */
  changedMs: number;
  /** The browser's own list of tasks above 50 ms, of any kind. */
  readonly tasks: Busy[];
  /** Work for the picture: starting and calling its worker, and handling the worker's messages. */
  readonly rendering: Busy[];
}

export interface Blocks {
  /** The longest task; 0 when all were below 50 ms. */
  readonly anyMs: number;
  /** The longest block by rendering on the main thread, also below 50 ms. */
  readonly renderingMs: number;
}

/** Watches every document that the page opens from now on. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(watchDocument);
}

/** Time from the start of the navigation until the label's exact pixels are in the page. */
export function paintedMs(page: Page, limitMs: number): Promise<number> {
  return timeOf(page, limitMs, () => (globalThis as unknown as { watch: Watch }).watch.paintedMs);
}

/** Time from the start of the navigation until the render worker's picture is in the page. */
export function renderedMs(page: Page, limitMs: number): Promise<number> {
  return timeOf(page, limitMs, () => (globalThis as unknown as { watch: Watch }).watch.renderedMs);
}

async function timeOf(page: Page, limitMs: number, read: () => number): Promise<number> {
  await page.waitForFunction(read, undefined, { timeout: limitMs }).catch(async (cause: unknown) => {
    throw new Error(`no picture at ${page.url()}: ${await page.locator('body').innerText()}`, { cause });
  });
  return page.evaluate(read);
}

/**
 * Time from the start of the navigation until the picture follows the first scroll on the canvas, which begins when the
 * render worker's picture is shown. Throws when that has other pixels than the opening picture before it, which is
 * compared when the time is taken: it keeps the page busy for as long as the editor's first rendering.
 */
export async function usableMs(page: Page, limitMs: number): Promise<number> {
  await renderedMs(page, limitMs);
  await page.locator('canvas[data-opening]').waitFor({ state: 'detached' });
  const box = await page.getByTestId('canvas-overlay').boundingBox();
  if (box === null) throw new Error('no canvas');
  const before = await page.evaluate(() => {
    (globalThis as unknown as { watch: Watch }).watch.isClose = true;
    return performance.now();
  });
  // Scrolls the view: a drag on the bare canvas only draws a frame above the picture.
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.wheel(0, 60);
  await page.waitForFunction((at) => (globalThis as unknown as { watch: Watch }).watch.changedMs > at, before);
  const ms = await page.evaluate(() => (globalThis as unknown as { watch: Watch }).watch.changedMs);
  if (await page.evaluate(hasJumped)) throw new Error('the opening picture was replaced by other pixels');
  return ms;
}

/** Whether the opening picture was replaced by other pixels. Runs in the page. */
async function hasJumped(): Promise<boolean> {
  const { watch } = globalThis as unknown as { watch: Watch };
  const [before, after] = await Promise.all([watch.opening, watch.replacedBy]);
  if (watch.wasBare || before === null || after === null) return watch.wasBare;
  const [one, other] = [before, after].map((bitmap) => {
    const copy = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true });
    copy?.drawImage(bitmap, 0, 0);
    return new Uint32Array(copy?.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer ?? new ArrayBuffer(0));
  });
  return one === undefined || other?.length !== one.length || !one.every((pixel, i) => pixel === other[i]);
}

/** Time of the picture's last change, from the start of the navigation, once it is unchanged for `restMs`. */
export async function settledMs(page: Page, restMs: number): Promise<number> {
  await page.waitForFunction((ms) => {
    const { watch } = globalThis as unknown as { watch: Watch };
    return watch.changedMs > 0 && performance.now() - watch.changedMs > ms;
  }, restMs);
  return page.evaluate(() => (globalThis as unknown as { watch: Watch }).watch.changedMs);
}

export function blocksBetween(page: Page, fromMs: number, toMs: number): Promise<Blocks> {
  return page.evaluate(
    ([from, to]) => {
      const { tasks, rendering } = (globalThis as unknown as { watch: Watch }).watch;
      const longest = (all: readonly Busy[]): number =>
        Math.round(10 * Math.max(0, ...all.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms))) / 10;
      return { anyMs: longest(tasks), renderingMs: longest(rendering) };
    },
    [fromMs, toMs] as const,
  );
}

/** Runs in the page, before anything of the product. Only workers use these calls there. */
function watchDocument(): void {
  const watch: Watch = {
    paintedMs: 0,
    renderedMs: 0,
    opening: null,
    replacedBy: null,
    wasBare: false,
    isClose: false,
    changedMs: 0,
    tasks: [],
    rendering: [],
  };
  Object.assign(globalThis, { watch });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) watch.tasks.push({ at: startTime, ms: duration });
  }).observe({ type: 'longtask', buffered: true });

  const timed = <T>(work: () => T): T => {
    const at = performance.now();
    const result = work();
    watch.rendering.push({ at, ms: performance.now() - at });
    return result;
  };
  const WorkerOfBrowser = Worker;
  globalThis.Worker = class extends WorkerOfBrowser {
    constructor(...options: ConstructorParameters<typeof Worker>) {
      const at = performance.now();
      super(...options);
      watch.rendering.push({ at, ms: performance.now() - at });
    }
  };
  for (const port of [WorkerOfBrowser.prototype, MessagePort.prototype]) {
    const post = port.postMessage as (...message: unknown[]) => void;
    port.postMessage = function (this: Worker | MessagePort, ...message: unknown[]): void {
      // React's scheduler posts null to itself.
      if (message[0] === null) post.apply(this, message);
      else timed(() => post.apply(this, message));
    };
    const wrapped = new WeakMap<object, EventListener>();
    port.addEventListener = function (this: EventTarget, type: string, listener: unknown, options?: unknown): void {
      if (type !== 'message' || typeof listener !== 'function') {
        EventTarget.prototype.addEventListener.call(this, type, listener as EventListener, options as boolean);
        return;
      }
      const taken = (event: Event): void => {
        const at = performance.now();
        (listener as EventListener).call(this, event);
        // Code that waited for the message, and React, continue in microtasks: the work ends with the last of them.
        let turns = 20;
        const end = (): void => {
          if (turns-- > 0) queueMicrotask(end);
          else watch.rendering.push({ at, ms: performance.now() - at });
        };
        end();
      };
      wrapped.set(listener, taken);
      EventTarget.prototype.addEventListener.call(this, type, taken, options as boolean);
    } as typeof port.addEventListener;
    port.removeEventListener = function (this: EventTarget, type: string, listener: unknown): void {
      const known = typeof listener === 'function' ? (wrapped.get(listener) ?? listener) : listener;
      EventTarget.prototype.removeEventListener.call(this, type, known as EventListener);
    } as typeof port.removeEventListener;
  }

  // The worker's canvas enters the page with its first picture; from then on a small copy shows whether it changes.
  const [width, height] = [128, 80];
  const small = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  let last = NaN;
  const look = (): void => {
    const opening = document.querySelector<HTMLCanvasElement>('canvas[data-opening]');
    if (opening !== null && watch.opening === null) {
      watch.paintedMs = performance.now();
      watch.opening = createImageBitmap(opening);
    }
    const canvas = document.querySelector<HTMLCanvasElement>('canvas[aria-hidden]:not([data-opening])');
    if (canvas === null || small === null) {
      watch.wasBare ||= watch.opening !== null && opening === null;
      return void requestAnimationFrame(look);
    }
    if (watch.paintedMs === 0) watch.paintedMs = performance.now();
    if (watch.renderedMs === 0) watch.renderedMs = performance.now();
    if (opening !== null) return void requestAnimationFrame(look);
    if (watch.opening !== null) watch.replacedBy ??= createImageBitmap(canvas);
    small.drawImage(canvas, 0, 0, width, height);
    // A function for each byte would cost more than the editor's own work.
    let now = 0;
    for (const pixel of new Uint32Array(small.getImageData(0, 0, width, height).data.buffer)) {
      now = (Math.imul(now, 31) + pixel) | 0;
    }
    if (now !== last) watch.changedMs = performance.now();
    last = now;
    if (watch.isClose) requestAnimationFrame(look);
    else setTimeout(look, 100);
  };
  requestAnimationFrame(look);
}
