import type { Result } from '#model/kernel/result.ts';
import type { PrinterFault } from '#protocol/printer-info.ts';
import type { PageToPrint } from '#protocol/printing.ts';
import { createFaultBoard, type PrinterFaults } from './fault-board.ts';

/** The polling interval. */
const WATCH_MS = 2_000;

export interface PrinterWatch extends PrinterFaults {
  /** Call this when a page is sent, and the returned function when it has an answer. */
  begin(page: Pick<PageToPrint, 'printer' | 'jobId'>): () => void;
}

interface Watched {
  readonly timer: ReturnType<typeof setInterval>;
  /** The number of unanswered pages of each job. */
  readonly pages: Map<string, number>;
}

/** Polls printers for as long as pages on them are unanswered. `jobs` are those of the pages. */
export function createPrinterWatch(
  ask: (printer: string, jobs: readonly string[]) => Promise<Result<readonly PrinterFault[] | null>>,
): PrinterWatch {
  const watched = new Map<string, Watched>();
  const { learn, ...shown } = createFaultBoard();

  async function look(printer: string): Promise<void> {
    const answer = await ask(printer, [...(watched.get(printer)?.pages.keys() ?? [])]);
    if (answer.ok && watched.has(printer)) learn(printer, answer.value ?? []);
  }

  function watch(printer: string): Watched {
    const present = watched.get(printer);
    if (present !== undefined) return present;
    const begun = { timer: setInterval(() => void look(printer), WATCH_MS), pages: new Map<string, number>() };
    watched.set(printer, begun);
    return begun;
  }

  return {
    ...shown,
    begin({ printer, jobId }) {
      const { timer, pages } = watch(printer);
      pages.set(jobId, (pages.get(jobId) ?? 0) + 1);
      return () => {
        const left = (pages.get(jobId) ?? 1) - 1;
        if (left > 0) pages.set(jobId, left);
        else pages.delete(jobId);
        if (pages.size > 0) return;
        clearInterval(timer);
        watched.delete(printer);
        learn(printer, []);
      };
    },
  };
}
