import type { Result } from '#model/kernel/result.ts';
import type { PrinterSetup } from '#protocol/printer-setup.ts';

/** A printer to be added. */
export interface NewPrinter {
  readonly printer: string;
  /** `ipp://…`, `socket://host:port?language=…` or `file:///dev/…?language=…`. */
  readonly address: string;
  readonly setup: PrinterSetup;
}

/** What the assistant keeps of printers: it is there for every page and every run. */
export interface PrinterKeeping {
  /** Problem: `assistant.printerUnknown`. */
  setUpPrinter(printer: string, setup: PrinterSetup, signal: AbortSignal): Promise<Result<null>>;
  /** Problems: `assistant.printerTaken` (the name), `assistant.badAddress`. */
  addPrinter(printer: NewPrinter, signal: AbortSignal): Promise<Result<null>>;
  /** Removes a printer that was added. Problem: `assistant.printerUnknown`. */
  removePrinter(printer: string, signal: AbortSignal): Promise<Result<null>>;
}
