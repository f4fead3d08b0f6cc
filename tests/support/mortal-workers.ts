import type { Page } from 'playwright';

/** Workers that can be made to die in the middle of their work. */
export interface MortalWorkers {
  /**
   * Ends all living workers whose script contains these words like a crash: the page gets an error and nothing more. Returns
   * their number.
   */
  readonly kill: (words: string) => Promise<number>;
}

/** The page's own list. */
interface MortalWindow {
  lwMortal?: { readonly url: string; readonly worker: Worker }[];
}

/** Call it before the page opens its first address. */
export async function mortalWorkers(page: Page): Promise<MortalWorkers> {
  await page.addInitScript(() => {
    const list: NonNullable<MortalWindow['lwMortal']> = [];
    (globalThis as MortalWindow).lwMortal = list;
    const { terminate } = Worker.prototype;
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        list.push({ url: String(url), worker: this });
      }
      override terminate(): void {
        const at = list.findIndex(({ worker }) => worker === this);
        if (at >= 0) list.splice(at, 1);
        terminate.call(this);
      }
    };
  });
  return {
    kill: (words) =>
      page.evaluate(async (asked) => {
        const living = (globalThis as MortalWindow).lwMortal ?? [];
        const scripts = await Promise.all(living.map(async ({ url }) => (await fetch(url)).text()));
        const dying = living.filter((_, i) => scripts[i]?.includes(asked));
        for (const { worker } of dying) {
          worker.terminate();
          worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
        }
        return dying.length;
      }, words),
  };
}
