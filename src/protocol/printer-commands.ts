import type { PrinterLanguageName, PrinterSettings } from './printer-settings.ts';

/** A page, and how its printer wants it. */
export interface CommandOrder {
  /** A 1-bit PNG of a verified page. */
  readonly png: Uint8Array;
  readonly dpi: number;
  readonly copies: number;
  readonly language: PrinterLanguageName;
  readonly settings: PrinterSettings;
  /** False for a page that follows others in one file; true when left out: the bytes print by themselves. */
  readonly isFirst?: boolean;
}

/** The API of the worker that writes pages in the languages of printers. */
export interface PrinterCommandsApi {
  /** The bytes that print the page with its copies. Throws for what is no 1-bit page of ours. */
  encode(order: CommandOrder): Promise<Uint8Array>;
}
