import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem, type ProblemCode } from '#model/kernel/problem.ts';
import type { Size } from '#model/kernel/geometry.ts';
import { pageHeightMm } from '#model/page/sheet.ts';
import type { PageAck } from '#protocol/assistant.ts';
import type { VerifiedPage } from '#protocol/render.ts';
import { createPrinterWatch } from '#services/assistant/printer-watch.ts';
import type { PagePrinted } from '#headless/report-file.ts';
import type { PrinterLink, PrintListener } from './printer-link.ts';

/**
 * Problems that pass: the assistant was stopped, is restarting, or did not answer. Pages may be sent again; it prints
 * each once.
 */
const COMES_BACK: ReadonlySet<ProblemCode> = new Set([
  'assistant.wentAway',
  'assistant.notRunning',
  'assistant.timeout',
]);
/** Time of retries before the run stops. */
const AWAY_MS = 60_000;
const TRY_AGAIN_MS = 1_000;
/** How long an interrupted run waits for the assistant to recall what the printer does not have yet. */
const RECALL_MS = 3_000;

/** Sends the pages of one job. */
export interface PagePrinter {
  /**
   * Sends pages, the first of which has this number in the job, and settles when the assistant has answered each. It
   * does not reprint pages that it already has. Problems: `print.otherRecord`, those of the assistant's client.
   */
  print(first: number, pages: readonly VerifiedPage[], signal: AbortSignal): Promise<Result<readonly PagePrinted[]>>;
  /** Reports that no more pages come. */
  finish(signal: AbortSignal): Promise<Result<null>>;
  /** Called when the run is interrupted: recalls pages that wait for the printer. */
  interrupt(): Promise<void>;
}

/** With the size of a page in mm. */
export interface PrintJobOrder extends PrintJob, Size {
  readonly jobName: string;
  /** How many pages it has at most. */
  readonly pages: number;
}

export function createPagePrinter(
  { client, printer }: PrinterLink,
  { id: jobId, instance, jobName, pages, width: widthMm, height: heightMm }: PrintJobOrder,
  listener: PrintListener,
): PagePrinter {
  const always = new AbortController().signal;
  const watch = createPrinterWatch((name, jobs) => client.printerFaults(name, jobs, always));
  watch.subscribeFaults(() => listener.faults(watch.faults(printer.name)));

  async function send(sequence: number, page: VerifiedPage, signal: AbortSignal): Promise<Result<PageAck>> {
    const answered = watch.begin({ printer: printer.name, jobId });
    try {
      const size = { widthMm, heightMm: pageHeightMm(heightMm, page) };
      const order = { jobId, sequence, printer: printer.name, copies: 1, jobName, pages, ...size };
      return await client.sendPage({ ...order, page }, signal);
    } finally {
      answered();
    }
  }

  /** Checks that the record is the same: another record does not know which pages were printed. */
  async function sameRecord(signal: AbortSignal): Promise<Result<null>> {
    const connected = await client.connect(signal);
    if (!connected.ok) return connected;
    return connected.value.instance === instance ? ok(null) : err(problem('print.otherRecord'));
  }

  /** Retries while the assistant is away; `work` gives what remains to do, null when nothing does. */
  async function untilDone(work: () => Promise<Problem | null>, signal: AbortSignal): Promise<Result<null>> {
    let awaySince: number | null = null;
    for (;;) {
      const same = await sameRecord(signal);
      const left = same.ok ? await work() : same.error;
      if (left === null) return ok(null);
      if (!COMES_BACK.has(left.code)) return err(left);
      if (awaySince === null) listener.away(left);
      awaySince ??= performance.now();
      if (performance.now() - awaySince > AWAY_MS) return err(left);
      await sleep(TRY_AGAIN_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return err(problem('aborted'));
    }
  }

  return {
    async print(first, pages, signal) {
      const answers = new Map<number, PagePrinted>();
      const sent = await untilDone(async () => {
        const waiting = [...pages.entries()].filter(([i]) => !answers.has(i));
        const given = await Promise.all(
          waiting.map(async ([i, page]) => {
            const answer = await send(first + i, page, signal);
            if (answer.ok) answers.set(i, answer.value.outcome === 'inDoubt' ? 'inDoubt' : 'spooled');
            return answer.ok ? null : answer.error;
          }),
        );
        const left = given.filter((problem) => problem !== null);
        return left.find(({ code }) => !COMES_BACK.has(code)) ?? left[0] ?? null;
      }, signal);
      return sent.ok ? ok(pages.map((_, i) => answers.get(i) ?? 'inDoubt')) : sent;
    },
    finish: (signal) =>
      untilDone(async () => {
        const status = await client.finishJob(jobId, signal);
        return status.ok ? null : status.error;
      }, signal),
    async interrupt() {
      if (client.state() === 'connected') await client.recallPages(jobId, AbortSignal.timeout(RECALL_MS));
    },
  };
}

/** The job of a run that prints, as the assistant knows it. */
export interface PrintJob {
  readonly id: string;
  /** The assistant's record of printed pages; see `AssistantInfo`. */
  readonly instance: string;
}
