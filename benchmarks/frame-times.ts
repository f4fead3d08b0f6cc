import type { Browser, Page } from 'playwright';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** In microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

const FRAME = 'bench-frame';

/** Duration of the tasks of the page's main thread in one frame. */
export interface FrameTime {
  /** Wall time in milliseconds, including what else the machine did. */
  readonly wallMs: number;
  /** The thread's own work, in milliseconds. */
  readonly workMs: number;
}

/** Records the main thread's work in each frame during an action. */
export async function frameTimesOf(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<readonly FrameTime[]> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
  });
  await page.evaluate((name) => {
    const marks = { on: true };
    Object.assign(globalThis, { benchMarks: marks });
    const mark = (): void => {
      performance.mark(name);
      if (marks.on) requestAnimationFrame(mark);
    };
    requestAnimationFrame(mark);
  }, FRAME);
  await work();
  await page.evaluate(() => {
    (globalThis as unknown as { benchMarks: { on: boolean } }).benchMarks.on = false;
    performance.clearMarks();
  });
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return busyBetweenMarks(events);
}

/** Finds the thread that set the marks, and how long its tasks took that began between each mark and the next. */
function busyBetweenMarks(events: readonly TraceEvent[]): readonly FrameTime[] {
  const marks = events.filter(({ name }) => name === FRAME).toSorted((a, b) => a.ts - b.ts);
  const [first] = marks;
  if (first === undefined) throw new Error('no frames in the trace');
  const tasks = events
    .filter(
      ({ ph, name, pid, tid }) => ph === 'X' && name.includes('RunTask') && pid === first.pid && tid === first.tid,
    )
    .toSorted((a, b) => a.ts - b.ts);
  const frames: FrameTime[] = [];
  let at = 0;
  for (let i = 0; i + 1 < marks.length; i++) {
    const end = marks[i + 1]?.ts ?? Infinity;
    let wall = 0;
    let worked = 0;
    // The mark is set within a task, which belongs to the frame before it.
    for (; (tasks[at]?.ts ?? Infinity) < end; at++) {
      wall += tasks[at]?.dur ?? 0;
      worked += tasks[at]?.tdur ?? 0;
    }
    if (i > 0) frames.push({ wallMs: wall / 1000, workMs: worked / 1000 });
  }
  if (frames.length === 0) throw new Error('no tasks in the trace');
  return frames;
}

/** The quantile of the values for a share from 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}
