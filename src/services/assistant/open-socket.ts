import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import type { Probed } from './port-probe.ts';
import type { Timers } from './pending-replies.ts';

/** Plain text or TLS. The assistant speaks one of them, on the same port. */
export type Scheme = 'ws' | 'wss';

/** Why no connection could be opened by one scheme. */
export interface NotOpened extends Probed {
  /** Whether the other scheme would say nothing else. */
  readonly final: boolean;
}

const OTHER: Readonly<Record<Scheme, Scheme>> = { ws: 'wss', wss: 'ws' };

/** An address of the assistant, by this scheme. */
export function addressBy(scheme: Scheme, url: string): string {
  return url.replace(/^wss?:/, `${scheme}:`);
}

/**
 * Opens by the first scheme and, where that leaves it open whether the assistant speaks the other one, by that. An
 * assistant that speaks the first one costs one attempt.
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

/** What is to be told where both have failed. */
function reasonOf(first: NotOpened, second: NotOpened): Problem {
  return second.final || second.reason.code !== 'assistant.notRunning' ? second.reason : first.reason;
}

/** `silent`: nothing came in the time. */
export type Opening = 'open' | 'failed' | 'silent' | 'aborted';

/** Settles when the connection is open or cannot be opened, at the latest after so many milliseconds. */
export function socketOpened(socket: WebSocket, timers: Timers, ms: number, signal: AbortSignal): Promise<Opening> {
  return new Promise((resolve) => {
    const onAbort = (): void => finish('aborted');
    const finish = (outcome: Opening): void => {
      stopTimer();
      signal.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    const stopTimer = timers.after(ms, () => finish('silent'));
    signal.addEventListener('abort', onAbort, { once: true });
    socket.addEventListener('open', () => finish('open'), { once: true });
    // An error event is followed by a close event; both also come when no connection could be made.
    socket.addEventListener('error', () => finish('failed'));
    socket.addEventListener('close', () => finish('failed'), { once: true });
  });
}

/** Null where the browser lets this page open none by this scheme, as some do for plain text on pages that came by https. */
export function newSocket(Socket: typeof WebSocket, url: string): WebSocket | null {
  try {
    return new Socket(url);
  } catch {
    return null;
  }
}

/** Where the attempt was given up meanwhile. */
export const GIVEN_UP: Result<never, NotOpened> = err({ reason: problem('aborted'), isThere: false, final: true });

/** What a failed attempt and the question after it say together. */
export function notOpened(opening: Opening, probed: Probed): Result<never, NotOpened> {
  const { code } = probed.reason;
  const mayBeOther = code === 'assistant.notRunning' || code === 'assistant.untrusted';
  // A program that says nothing at all is not waited for twice.
  return err({ ...probed, final: opening === 'silent' || probed.isThere || !mayBeOther });
}
