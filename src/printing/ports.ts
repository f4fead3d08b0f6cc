import type { Result } from '#model/kernel/result.ts';
import type { Journal, PageSink, SheetRenderer } from '#protocol/printing.ts';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** All that a print run needs from outside. */
export interface PrintPorts {
  readonly renderer: SheetRenderer;
  readonly sink: PageSink;
  /** `print.noJournal` when no journal can be kept. */
  openJournal(): Promise<Result<Journal>>;
  /** Allows one run at a time for a printer, in the order in which they ask; `onWait` is called when another has it. */
  lockPrinter(printer: string, signal: AbortSignal, onWait: () => void): Promise<Result<{ release(): void }>>;
  /** Lower-case hexadecimal SHA-256. */
  digest(bytes: Uint8Array<ArrayBuffer>): Promise<string>;
  readonly clock: Clock;
}
