import { toBase64 } from '#model/kernel/base64.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  ASSISTANT_PRODUCT,
  ASSISTANT_PROTOCOL,
  MAX_MESSAGE_PNG_BYTES,
  type AssistantInfo,
  type JobStatus,
  type PageAck,
  type PrinterInfo,
} from '#protocol/assistant.ts';
import { decodeBasicAnswer, encodeCell, encodePrintersWanted, type BasicAnswer } from '#protocol/basic-assistant.ts';
import type { PageSink, PageToPrint } from '#protocol/printing.ts';
import { JobMemory } from './job-memory.ts';
import { createNonce } from './own-pairing.ts';

/** The timeouts of answers. */
export interface BasicLimits {
  readonly connectMs: number;
  readonly pageMs: number;
}

/**
 * An assistant with only the specification's protocol: it confirms that it took a page, and nothing else. It gets one
 * page at a time, because its answers have no numbers. The status of each page is kept in this object's memory: another
 * object can't know it, and has another `instance`.
 */
export class BasicAssistant implements PageSink {
  readonly #open: () => WebSocket;
  readonly #limits: BasicLimits;
  readonly #instance = `basic-${createNonce().slice(0, 32)}`;
  readonly #jobs = new JobMemory();
  #socket: WebSocket | null = null;
  #waiter: ((answer: BasicAnswer | null) => void) | null = null;

  constructor(open: () => WebSocket, limits: BasicLimits) {
    this.#open = open;
    this.#limits = limits;
  }

  /** Problem: `assistant.notOurs`, if nothing answers with the specification's protocol. */
  async connect(signal: AbortSignal): Promise<Result<AssistantInfo>> {
    const printers = await this.printers(signal);
    return printers.ok
      ? ok({ product: ASSISTANT_PRODUCT, protocol: ASSISTANT_PROTOCOL, instance: this.#instance, confirms: false })
      : printers;
  }

  printers(signal: AbortSignal): Promise<Result<readonly PrinterInfo[]>> {
    return this.#jobs.inTurn(async () => {
      const answer = await this.#ask(encodePrintersWanted(), this.#limits.connectMs, signal);
      if (answer?.fun !== 'getComputerPrinters') return err(this.#giveUp(signal, 'assistant.notOurs'));
      const known = { kind: 'raw', dpis: [], media: [], state: 'idle', confirms: false } as const;
      return ok(answer.printers.map((name): PrinterInfo => ({ name, ...known })));
    });
  }

  sendPage(page: PageToPrint, signal: AbortSignal): Promise<Result<PageAck>> {
    const { sequence, printer, copies } = page;
    return this.#jobs.send(page, async (mark) => {
      const { png } = page.page;
      if (png.length > MAX_MESSAGE_PNG_BYTES) return err(problem('assistant.tooLarge', { bytes: png.length }));
      const place = { page: sequence, row: 1, column: 1 };
      const cell = encodeCell({ ...place, image: toBase64(png), printer, printerName: printer, copies });
      if (!(await this.#connected(signal))) return err(this.#giveUp(signal, 'assistant.wentAway'));
      mark('inDoubt');
      const answer = await this.#ask(cell, this.#limits.pageMs, signal);
      if (answer?.fun !== 'outputPrintting') return err(this.#giveUp(signal, 'assistant.wentAway'));
      mark(answer.code === 200 ? 'spooled' : 'failed');
      return answer.code === 200
        ? ok(null)
        : err(problem('assistant.deliveryFailed', { printer, reason: String(answer.code) }));
    });
  }

  jobStatus(jobId: string): Promise<Result<JobStatus>> {
    return Promise.resolve(ok(this.#jobs.status(jobId)));
  }

  recallPages(jobId: string): Promise<Result<null>> {
    return this.#jobs.recallPages(jobId);
  }

  finishJob(jobId: string): Promise<Result<JobStatus>> {
    return this.#jobs.inTurn(() => Promise.resolve(ok(this.#jobs.end(jobId, 'finished'))));
  }

  /** Sent pages can't be canceled: the protocol has no message for it. */
  cancelJob(jobId: string): Promise<Result<JobStatus>> {
    return Promise.resolve(ok(this.#jobs.end(jobId, 'cancelled')));
  }

  close(): void {
    this.#socket?.close();
    this.#drop();
  }

  /** Null without an answer: the connection is closed, so that a late answer is not matched to the next question. */
  async #ask(frame: string, ms: number, signal: AbortSignal): Promise<BasicAnswer | null> {
    const socket = await this.#connected(signal);
    if (socket === null) return null;
    const answer = await new Promise<BasicAnswer | null>((resolve) => {
      const timer = setTimeout(() => finish(null), ms);
      const onAbort = (): void => finish(null);
      const finish = (found: BasicAnswer | null): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#waiter = null;
        resolve(found);
      };
      this.#waiter = finish;
      signal.addEventListener('abort', onAbort, { once: true });
      socket.send(frame);
    });
    if (answer === null) this.close();
    return answer;
  }

  async #connected(signal: AbortSignal): Promise<WebSocket | null> {
    if (signal.aborted) return null;
    if (this.#socket !== null) return this.#socket;
    const socket = this.#open();
    const isOpen = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), this.#limits.connectMs);
      for (const [event, outcome] of [
        ['open', true],
        ['error', false],
        ['close', false],
      ] as const) {
        socket.addEventListener(event, () => {
          clearTimeout(timer);
          resolve(outcome);
        });
      }
    });
    if (!isOpen) {
      socket.close();
      return null;
    }
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) =>
      this.#waiter?.(typeof data === 'string' ? decodeBasicAnswer(data) : null),
    );
    socket.addEventListener('close', () => {
      if (this.#socket === socket) this.#drop();
    });
    return socket;
  }

  #drop(): void {
    this.#socket = null;
    this.#waiter?.(null);
  }

  #giveUp(signal: AbortSignal, code: 'assistant.notOurs' | 'assistant.wentAway'): Problem {
    return problem(signal.aborted ? 'aborted' : code);
  }
}
