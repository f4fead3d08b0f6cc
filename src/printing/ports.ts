import type { Result } from '#model/kernel/result.ts';
import type { Journal, PageSink, SheetRenderer } from '#protocol/printing.ts';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** The dependencies of a print run. */
export interface PrintPorts {
  readonly renderer: SheetRenderer;
  readonly sink: PageSink;
  /** `print.noJournal` when no journal can be kept. */
  openJournal(): Promise<Result<Journal>>;
  /** Allows one run at a time per printer, in the order of the calls; `onWait` is called when another run has it. */
  lockPrinter(printer: string, signal: AbortSignal, onWait: () => void): Promise<Result<{ release(): void }>>;
  /** Lower-case hexadecimal SHA-256. */
  digest(bytes: Uint8Array<ArrayBuffer>): Promise<string>;
  readonly clock: Clock;
}
