import { orAborted } from '#model/kernel/abort.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import { shownPictureValue } from './picture-value.ts';

/**
 * The bytes of the picture at a web address. Problems: `pictures.address*`, `pictures.tooLarge`, and `aborted` after the
 * signal.
 */
export type FetchPicture = (address: string, signal?: AbortSignal) => Promise<Result<Uint8Array>>;

/** Asks for a picture once. `pictures.addressBusy` has the `seconds` after which to ask again. */
export type AskForPicture = (address: string, signal: AbortSignal) => Promise<Result<Uint8Array>>;

export interface AddressPicturesOptions {
  readonly now: () => number;
  /** Resolves after this time, or after the signal. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 4 unless given. */
  readonly atOnce?: number;
  /** 64 MB unless given. */
  readonly keptBytes?: number;
}

const AT_ONCE = 4;
const KEPT_BYTES = 64 << 20;
/** A picture that someone replaces at its address is seen after this time; one that was missing, sooner. */
const KEPT_MS = 600_000;
const FAILURE_KEPT_MS = 30_000;
const MAX_KEPT_FAILURES = 10_000;
/** How often a server that is busy is asked again, each time when it says. */
const BUSY_TRIES = 4;
const MAX_BUSY_WAIT_MS = 20_000;
const RETRY_MS = 500;

interface Kept {
  readonly result: Result<Uint8Array>;
  readonly at: number;
}

interface Asking {
  readonly result: Promise<Result<Uint8Array>>;
  readonly abort: AbortController;
  waiting: number;
}

/**
 * Fetches pictures a few at a time, each address once for all who ask for it while it is remembered. A failure of the
 * network is retried once. What nobody waits for any more is aborted.
 */
export function createAddressPictures(ask: AskForPicture, options: AddressPicturesOptions): FetchPicture {
  const { now, wait, atOnce = AT_ONCE, keptBytes = KEPT_BYTES } = options;
  const kept = new Map<string, Kept>();
  const asked = new Map<string, Asking>();
  const queue: (() => void)[] = [];
  let running = 0;
  let bytes = 0;
  let failures = 0;

  function forget(address: string): void {
    const known = kept.get(address);
    if (known === undefined) return;
    kept.delete(address);
    if (known.result.ok) bytes -= known.result.value.length;
    else failures--;
  }

  function keep(address: string, result: Result<Uint8Array>): void {
    forget(address);
    kept.set(address, { result, at: now() });
    if (result.ok) bytes += result.value.length;
    else failures++;
    for (const [oldest, { result: old }] of kept) {
      if (bytes <= keptBytes && failures <= MAX_KEPT_FAILURES) break;
      if (old.ok ? bytes > keptBytes : failures > MAX_KEPT_FAILURES) forget(oldest);
    }
  }

  function remembered(address: string): Result<Uint8Array> | null {
    const known = kept.get(address);
    if (known === undefined) return null;
    if (now() - known.at > (known.result.ok ? KEPT_MS : FAILURE_KEPT_MS)) {
      forget(address);
      return null;
    }
    // Those used last stay longest.
    kept.delete(address);
    kept.set(address, known);
    return known.result;
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await new Promise<void>((resolve) => queue.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running--;
      else next();
    }
  }

  async function persistently(address: string, signal: AbortSignal): Promise<Result<Uint8Array>> {
    let busy = 0;
    let failed = 0;
    for (;;) {
      if (signal.aborted) return err(problem('aborted'));
      const answer = await ask(address, signal);
      if (answer.ok || signal.aborted) return answer;
      const { code } = answer.error;
      if (code === 'pictures.addressBusy' && ++busy < BUSY_TRIES) await wait(busyMs(answer.error), signal);
      else if (code === 'pictures.addressUnreachable' && ++failed < 2) await wait(RETRY_MS, signal);
      else return answer;
    }
  }

  function begin(address: string): Asking {
    const abort = new AbortController();
    const result = inTurn(() => persistently(address, abort.signal)).then((answer) => {
      if (asked.get(address) === asking) asked.delete(address);
      if (!abort.signal.aborted && (answer.ok || answer.error.code !== 'pictures.addressBusy')) keep(address, answer);
      return answer;
    });
    const asking: Asking = { result, abort, waiting: 0 };
    asked.set(address, asking);
    return asking;
  }

  return async (address, signal) => {
    const known = remembered(address);
    if (known !== null) return known;
    if (signal?.aborted === true) return err(problem('aborted'));
    const asking = asked.get(address) ?? begin(address);
    asking.waiting++;
    const answer = signal === undefined ? await asking.result : await orAborted(asking.result, signal);
    const isLast = --asking.waiting === 0;
    // It may have been aborted while it waited.
    if (isLast && signal !== undefined && isAborted(signal)) {
      asking.abort.abort();
      if (asked.get(address) === asking) asked.delete(address);
    }
    return answer;
  };
}

function isAborted({ aborted }: AbortSignal): boolean {
  return aborted;
}

function busyMs({ params }: Problem): number {
  const seconds = Number(params?.['seconds'] ?? 2);
  return Math.min(MAX_BUSY_WAIT_MS, Math.max(1, seconds) * 1000);
}

/** The longest address that is fetched, in characters. */
const MAX_ADDRESS_LENGTH = 2000;

/** The problem of an address that is never asked for: another kind than http and https, or too long; null for others. */
export function addressFault(address: string): Problem | null {
  if (!/^https?:\/\//i.test(address)) return problem('pictures.address', { address: shownPictureValue(address) });
  const isTooLong = address.length > MAX_ADDRESS_LENGTH;
  return isTooLong ? problem('pictures.addressUnreachable', { address: shownPictureValue(address) }) : null;
}
