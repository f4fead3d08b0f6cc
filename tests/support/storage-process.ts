import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

const START_PATIENCE_MS = 180_000;
const RETRY_MS = 50;

/** Waits until `answers` does not reject; throws with the program's log when it ends or takes too long. */
export async function until(child: ChildProcess, log: () => string, answers: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + START_PATIENCE_MS;
  for (;;) {
    const fault = await answers().then(
      () => null,
      (error: unknown) => error,
    );
    if (fault === null) return;
    if (child.exitCode !== null || Date.now() > end) {
      throw new Error(`${child.spawnfile} did not start: ${String(fault)}\n${log()}`, { cause: fault });
    }
    await wait(RETRY_MS);
  }
}

/** Ends a program and waits until it has ended. */
export async function endWith(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
