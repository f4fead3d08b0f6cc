import type { Browser } from 'playwright';

/** The longest task of a page's main thread. */
export interface LongestTask {
  /** Wall time in milliseconds, including what else the machine did. */
  readonly wallMs: number;
  /** The thread's own work on its most expensive task, in milliseconds. */
  readonly workMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** In microseconds. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Traces the main threads of all pages during an action. On a busy machine a task can take long with little work of the
 * thread, which waits for a core.
 */
export async function longestTaskOf(browser: Browser, work: () => Promise<void>): Promise<LongestTask> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  });
  await work();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const key = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const mains = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(key),
  );
  const tasks = events.filter((event) => event.ph === 'X' && event.name.includes('RunTask') && mains.has(key(event)));
  if (tasks.length === 0) throw new Error('no tasks of a main thread in the trace');
  return {
    wallMs: Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000,
    workMs: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
  };
}
