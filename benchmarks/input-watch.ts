import type { Page } from 'playwright';

interface InputWatch {
  /** Milliseconds from a pointer or key event to the frame that shows its picture. */
  readonly latencies: number[];
}

/** Measures the delay from input to picture in every document that the page opens from now on. */
export async function watchInput(page: Page): Promise<void> {
  await page.addInitScript(watchDocument);
}

/** The measurements since the last call. */
export function takeLatencies(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => (globalThis as unknown as { inputWatch: InputWatch }).inputWatch.latencies.splice(0));
}

/**
 * Runs in the page, before anything of the product. A change is posted to the render worker within the event that made
 * it; the worker's frame says which revision it shows. The page's next frame shows that picture at the latest.
 */
function watchDocument(): void {
  const watch: InputWatch = { latencies: [] };
  Object.assign(globalThis, { inputWatch: watch });
  let input = 0;
  let waiting: { readonly revision: number; readonly input: number }[] = [];
  for (const type of ['pointermove', 'keydown', 'input']) {
    addEventListener(type, (event) => (input = event.timeStamp), { capture: true });
  }

  const post = Worker.prototype.postMessage as (...message: unknown[]) => void;
  Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]): void {
    const call = message[0] as { path?: readonly string[]; argumentList?: readonly { value?: unknown }[] } | null;
    const revision = call?.argumentList?.[1]?.value;
    if (call?.path?.join('.') === 'view.change' && typeof revision === 'number') waiting.push({ revision, input });
    post.apply(this, message);
  };
  const onMessage = (event: Event): void => {
    const call = (event as MessageEvent<{ argumentList?: readonly { value?: { revision?: number } }[] } | null>).data;
    const shown = call?.argumentList?.[0]?.value?.revision;
    if (typeof shown !== 'number') return;
    const done = waiting.filter(({ revision }) => revision <= shown);
    if (done.length === 0) return;
    waiting = waiting.filter(({ revision }) => revision > shown);
    requestAnimationFrame(() => {
      for (const change of done) watch.latencies.push(performance.now() - change.input);
    });
  };
  const listen = MessagePort.prototype.addEventListener;
  MessagePort.prototype.addEventListener = function (this: MessagePort, ...asked: Parameters<typeof listen>): void {
    if (asked[0] === 'message') EventTarget.prototype.addEventListener.call(this, 'message', onMessage);
    listen.apply(this, asked);
  } as typeof listen;
}
