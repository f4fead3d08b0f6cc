import { ok, type Result } from '#model/kernel/result.ts';
import type { PrintPorts } from '#printing/run-print.ts';
import type { Journal, KeptPage, KeptRun, PageSink, Reading, SheetRenderer } from '#protocol/printing.ts';
import { createPorts } from './create-run.ts';

/** The data on the disk that remain after a page is killed. */
export interface Disk {
  kept: KeptRun | null;
  readonly pages: Map<number, KeptPage>;
  outcome: string | null;
  readonly readings: { readonly readings: readonly Reading[]; readonly places: readonly number[] }[];
}

export function createDisk(): Disk {
  return { kept: null, pages: new Map(), outcome: null, readings: [] };
}

export function pagesOf({ pages }: Disk): readonly KeptPage[] {
  return [...pages.values()].sort((a, b) => a.sequence - b.sequence);
}

export function createDiskJournal(disk: Disk): Journal {
  const done = (): Promise<Result<null>> => Promise.resolve(ok(null));
  return {
    begin(_job, kept) {
      disk.kept = kept;
      return done();
    },
    intend(pages, ended) {
      for (const { end, ...page } of ended) disk.pages.set(page.sequence, { ...page, state: end });
      for (const page of pages) disk.pages.set(page.sequence, { ...page, state: 'sent' });
      return done();
    },
    settle(ended) {
      for (const { end, ...page } of ended) disk.pages.set(page.sequence, { ...page, state: end });
      return done();
    },
    keepReadings(_jobId, part, readings, { places }) {
      disk.readings[part] = { readings, places };
      return done();
    },
    end(_jobId, outcome) {
      disk.outcome = outcome;
      disk.kept = null;
      return done();
    },
    close: () => undefined,
  };
}

export interface MortalPage {
  readonly ports: PrintPorts;
  readonly death: Promise<'dead'>;
}

/**
 * A page that is killed at its n-th external call, before or after its effect, and gets no
 * answer from then on. Requests that it had sent still arrive.
 */
export function createMortalPage(
  outside: { readonly renderer: SheetRenderer; readonly sink: PageSink; readonly disk: Disk },
  diesAt: number | null,
  isAfter: boolean,
): MortalPage {
  const death = Promise.withResolvers<'dead'>();
  let calls = 0;
  let isDead = false;
  const never = new Promise<never>(() => undefined);
  const die = (): Promise<never> => {
    isDead = true;
    death.resolve('dead');
    return never;
  };
  const mortal =
    <A extends readonly unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      if (isDead) return never;
      const isLast = ++calls === diesAt;
      if (isLast && !isAfter) return die();
      const answer = await call(...args);
      return isDead || !isLast ? (isDead ? never : answer) : die();
    };
  const { renderer, sink, disk } = outside;
  const journal = createDiskJournal(disk);
  const sinkOfPage: PageSink = {
    connect: mortal((signal) => sink.connect(signal)),
    sendPage: mortal((page, signal) => sink.sendPage(page, signal)),
    jobStatus: mortal((jobId, signal) => sink.jobStatus(jobId, signal)),
    recallPages: mortal((jobId, signal) => sink.recallPages(jobId, signal)),
    finishJob: mortal((jobId, signal) => sink.finishJob(jobId, signal)),
    cancelJob: mortal((jobId, signal) => sink.cancelJob(jobId, signal)),
  };
  const journalOfPage: Journal = {
    begin: mortal((job, kept) => journal.begin(job, kept)),
    intend: mortal((pages, ended) => journal.intend(pages, ended)),
    settle: mortal((ended) => journal.settle(ended)),
    keepReadings: mortal((...call) => journal.keepReadings(...call)),
    end: mortal((jobId, outcome) => journal.end(jobId, outcome)),
    close: () => undefined,
  };
  const ports = createPorts({ renderer, sink: sinkOfPage, openJournal: () => Promise.resolve(ok(journalOfPage)) });
  return { ports, death: death.promise };
}
