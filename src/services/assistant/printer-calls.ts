import { ok, type Result } from '#model/kernel/result.ts';
import type { AssistantReply, AssistantRequest, PrinterInfo } from '#protocol/assistant.ts';
import type { PrinterFault } from '#protocol/printer-info.ts';
import type { PrinterSetup } from '#protocol/printer-setup.ts';
import { failureOf, pageLine, replyKey, type PendingReplies } from './pending-replies.ts';

/** A printer to add. */
export interface NewPrinter {
  readonly printer: string;
  /** `ipp://…`, `socket://host:port?language=…` or `file:///dev/…?language=…`. */
  readonly address: string;
  readonly setup: PrinterSetup;
}

/** The assistant's calls about printers. Its stored settings apply to every page and every run. */
export interface PrinterCalls {
  printers(signal: AbortSignal): Promise<Result<readonly PrinterInfo[]>>;
  /**
   * The printer's faults; null if none are reported. If it has any, the timeout of the pages of `jobs` on it restarts.
   */
  printerFaults(
    printer: string,
    jobs: readonly string[],
    signal: AbortSignal,
  ): Promise<Result<readonly PrinterFault[] | null>>;
  /** Problem: `assistant.printerUnknown`. */
  setUpPrinter(printer: string, setup: PrinterSetup, signal: AbortSignal): Promise<Result<null>>;
  /** Problems: `assistant.printerTaken` (the name), `assistant.badAddress`. */
  addPrinter(printer: NewPrinter, signal: AbortSignal): Promise<Result<null>>;
  /** Removes a printer that was added. Problem: `assistant.printerUnknown`. */
  removePrinter(printer: string, signal: AbortSignal): Promise<Result<null>>;
}

/** `faultReplies` gives the pending replies of an assistant that reports faults; null for any other. */
export function createPrinterCalls(
  ask: (request: AssistantRequest, key: string, signal: AbortSignal) => Promise<Result<AssistantReply>>,
  faultReplies: () => Pick<PendingReplies, 'progress'> | null,
): PrinterCalls {
  async function send(request: AssistantRequest, signal: AbortSignal): Promise<Result<null>> {
    const reply = await ask(request, replyKey(request.fun), signal);
    if (!reply.ok) return reply;
    return reply.value.ok ? ok(null) : failureOf(reply.value);
  }

  return {
    async printers(signal) {
      const fun = 'getComputerPrinters';
      const reply = await ask({ fun, data: { detail: true } }, replyKey(fun), signal);
      if (!reply.ok) return reply;
      return reply.value.fun === fun && reply.value.ok ? ok(reply.value.data) : failureOf(reply.value);
    },
    async printerFaults(printer, jobs, signal) {
      const fun = 'printerFaults';
      const replies = faultReplies();
      if (replies === null) return ok(null);
      const reply = await ask({ fun, data: { printer } }, replyKey(`${fun} ${printer}`), signal);
      if (!reply.ok) return reply;
      if (reply.value.fun !== fun || !reply.value.ok) return failureOf(reply.value);
      const { faults, underWay = false } = reply.value.data;
      if (underWay || (faults !== null && faults.length > 0)) for (const job of jobs) replies.progress(pageLine(job));
      return ok(faults);
    },
    setUpPrinter: (printer, setup, signal) => send({ fun: 'setUpPrinter', data: { printer, setup } }, signal),
    addPrinter: (printer, signal) => send({ fun: 'addPrinter', data: printer }, signal),
    removePrinter: (printer, signal) => send({ fun: 'removePrinter', data: { printer } }, signal),
  };
}
