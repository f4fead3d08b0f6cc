import type { Page } from 'playwright';

/** Longest wait for a worker, which may be busy with a page of labels or have ended. */
const WORKER_LIMIT_MS = 10_000;

/**
 * Collects the garbage of the page and of its workers, including later ones, so that only retained memory is measured.
 * V8 does not collect garbage by itself while there is memory.
 */
export async function garbageCollector(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const workers = new Set<string>();
  const waiting = new Map<number, () => void>();
  let asked = 0;
  session.on('Target.attachedToTarget', ({ sessionId }) => workers.add(sessionId));
  session.on('Target.detachedFromTarget', ({ sessionId }) => workers.delete(sessionId));
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id } = JSON.parse(message) as { id?: number };
    if (id !== undefined) waiting.get(id)?.();
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false });

  async function collectOf(sessionId: string): Promise<void> {
    const id = ++asked;
    const message = JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' });
    const answered = new Promise<void>((resolve) => {
      waiting.set(id, resolve);
      setTimeout(resolve, WORKER_LIMIT_MS);
    });
    // It may have ended in the meantime.
    const sent = session.send('Target.sendMessageToTarget', { sessionId, message }).then(
      () => answered,
      () => undefined,
    );
    await sent;
    waiting.delete(id);
  }
  return async () => {
    await session.send('HeapProfiler.collectGarbage');
    await Promise.all([...workers].map(collectOf));
  };
}
