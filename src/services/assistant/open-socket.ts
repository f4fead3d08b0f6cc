import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import type { Probed } from './port-probe.ts';
import type { Timers } from './pending-replies.ts';

/** Plain text or TLS. The assistant uses one of them, on the same port. */
export type Scheme = 'ws' | 'wss';

/** Why no connection could be opened with one scheme. */
export interface NotOpened extends Probed {
  /** Whether the other scheme would give the same result. */
  readonly final: boolean;
}

const OTHER: Readonly<Record<Scheme, Scheme>> = { ws: 'wss', wss: 'ws' };

/** An address of the assistant with this scheme. */
export function addressBy(scheme: Scheme, url: string): string {
  return url.replace(/^wss?:/, `${scheme}:`);
}

/**
 * Opens with the first scheme and, if the assistant may use the other one, with that. An assistant that uses the first
 * one costs one attempt.
 */
export async function openByEither<T>(
  first: Scheme,
  openBy: (scheme: Scheme) => Promise<Result<T, NotOpened>>,
): Promise<Result<T>> {
  const opened = await openBy(first);
  if (opened.ok) return opened;
  if (opened.error.final) return err(opened.error.reason);
  const second = await openBy(OTHER[first]);
  if (second.ok) return second;
  return err(reasonOf(opened.error, second.error));
}

/** The reported reason when both have failed. */
function reasonOf(first: NotOpened, second: NotOpened): Problem {
  return second.final || second.reason.code !== 'assistant.notRunning' ? second.reason : first.reason;
}

/** `timedOut`: a timeout. */
export type Opening = 'open' | 'failed' | 'timedOut' | 'aborted';

/** Settles when the connection is open or can't be opened, or after the timeout. */
export function socketOpened(socket: WebSocket, timers: Timers, ms: number, signal: AbortSignal): Promise<Opening> {
  return new Promise((resolve) => {
    const onAbort = (): void => finish('aborted');
    const finish = (outcome: Opening): void => {
      stopTimer();
      signal.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    const stopTimer = timers.after(ms, () => finish('timedOut'));
    signal.addEventListener('abort', onAbort, { once: true });
    socket.addEventListener('open', () => finish('open'), { once: true });
    // An error event is followed by a close event; both also come when no connection could be made.
    socket.addEventListener('error', () => finish('failed'));
    socket.addEventListener('close', () => finish('failed'), { once: true });
  });
}

/** Null if the browser doesn't let this page open one with this scheme, as some do for plain text on https pages. */
export function newSocket(Socket: typeof WebSocket, url: string): WebSocket | null {
  try {
    return new Socket(url);
  } catch {
    return null;
  }
}

/** The attempt was aborted. */
export const GIVEN_UP: Result<never, NotOpened> = err({ reason: problem('aborted'), isThere: false, final: true });

/** The combined result of a failed attempt and the probe after it. */
export function notOpened(opening: Opening, probed: Probed): Result<never, NotOpened> {
  const { code } = probed.reason;
  const mayBeOther = code === 'assistant.notRunning' || code === 'assistant.untrusted';
  // A program without any answer is not waited for twice.
  return err({ ...probed, final: opening === 'timedOut' || probed.isThere || !mayBeOther });
}
