import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Lane } from './queue.ts';

/** The database channel for notifications of new work in a lane. */
export const WORK_CHANNEL = 'labelwright_work';

const CONNECT_TIMEOUT_MS = 5_000;

/** Notifications from other processes about new work. */
export interface QueueNotifications {
  /** Settles when a notification of the lane has come since the last call, after `ms`, or when the signal aborts. */
  until(lane: Lane, ms: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * Listens on a connection of its own, opened with the first call. If it fails or is lost, there are no notifications
 * until a later call reconnects: callers poll after their timeout.
 */
export function createQueueNotifications(url: string, onError: (error: Error) => void): QueueNotifications {
  /** Lanes with notifications since their last call. */
  const notified = new Set<string>();
  const waiting = new Map<string, Set<() => void>>();
  let client: Client | null = null;
  let isClosed = false;

  function hear(lane: string): void {
    const some = waiting.get(lane);
    if (some === undefined || some.size === 0) notified.add(lane);
    else for (const wake of some) wake();
  }

  async function connect(): Promise<void> {
    const opened = new Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'labelwright listens',
    });
    client = opened;
    const drop = (): void => {
      if (client === opened) client = null;
    };
    opened.on('error', drop);
    opened.on('end', drop);
    opened.on('notification', ({ payload = '' }) => hear(payload));
    try {
      await opened.connect();
      await opened.query(`listen ${WORK_CHANNEL}`);
    } catch (error) {
      drop();
      await opened.end().catch(() => undefined);
      throw error;
    }
  }

  return {
    async until(lane, ms, signal) {
      if (client === null && !isClosed) {
        connect().catch((error: unknown) => onError(error instanceof Error ? error : new Error(String(error))));
      }
      if (notified.delete(lane) || signal.aborted) return;
      const some = waiting.get(lane) ?? new Set();
      waiting.set(lane, some);
      const woken = new AbortController();
      const wake = (): void => woken.abort();
      some.add(wake);
      try {
        await wait(ms, undefined, { signal: AbortSignal.any([signal, woken.signal]) });
      } catch {
        // Notified, or ended.
      } finally {
        some.delete(wake);
      }
    },
    async close() {
      isClosed = true;
      await client?.end().catch(() => undefined);
    },
  };
}
