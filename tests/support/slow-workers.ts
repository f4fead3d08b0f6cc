import type { Page } from 'playwright';

/** Slow workers: while they are busy, they get none of the messages that the page sends them. */
export interface SlowWorkers {
  readonly keepBusy: () => Promise<void>;
  /** Releases the held messages, in their order. */
  readonly goOn: () => Promise<void>;
}

/** The page's own switch. */
interface SlowedWindow {
  lwWorkers?: { busy: boolean; readonly kept: (() => void)[] };
}

/** A request to a worker then cannot end on any machine. Call it before the page opens its first address. */
export async function slowWorkers(page: Page): Promise<SlowWorkers> {
  await page.addInitScript(() => {
    const state = { busy: false, kept: [] as (() => void)[] };
    (globalThis as SlowedWindow).lwWorkers = state;
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]): void {
      const send = (): void => Reflect.apply(postMessage, this, message);
      if (state.busy) state.kept.push(send);
      else send();
    };
  });
  const setBusy = (busy: boolean): Promise<void> =>
    page.evaluate((now) => {
      const state = (globalThis as SlowedWindow).lwWorkers;
      if (state === undefined) throw new Error('the workers are not watched');
      state.busy = now;
      if (!now) for (const send of state.kept.splice(0)) send();
    }, busy);
  return { keepBusy: () => setBusy(true), goOn: () => setBusy(false) };
}
