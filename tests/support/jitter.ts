import type { BrowserContext } from 'playwright';
import { SEED } from './seed.ts';

const MOST_MS = Number(process.env['E2E_JITTER_MS'] ?? 0);

/**
 * Delays, at random, all requests of a context's pages to workers, to the server and to the
 * assistant: immediate answers become late, and unordered events swap. It costs no
 * CPU time. The order on each connection is kept. Off unless the environment sets `E2E_JITTER_MS`: the longest delay.
 */
export async function addJitter(context: BrowserContext): Promise<void> {
  if (isJittered()) await context.addInitScript(waitAtRandom, { mostMs: MOST_MS, seed: SEED });
}

export function isJittered(): boolean {
  return MOST_MS > 0;
}

/** Runs in the page. */
function waitAtRandom({ mostMs, seed }: { readonly mostMs: number; readonly seed: number }): void {
  let state = seed >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  /** Most delays are short, one in ten is long. */
  const wait = (): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, random() < 0.1 ? random() * mostMs : random() * 5));
  const last = new WeakMap<object, Promise<void>>();
  const later = (line: object, act: () => void): void => {
    const acted = (last.get(line) ?? Promise.resolve()).then(wait).then(act);
    // A message that fails does not block those after it.
    last.set(
      line,
      acted.catch((cause: unknown) => reportError(cause)),
    );
  };
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]): void {
    later(this, () => Reflect.apply(postMessage, this, message));
  };
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (this: WebSocket, message): void {
    later(this, () => this.readyState === WebSocket.OPEN && send.call(this, message));
  };
  const { fetch } = globalThis;
  globalThis.fetch = async (...request) => {
    await wait();
    const answer = await fetch(...request);
    await wait();
    return answer;
  };
}
