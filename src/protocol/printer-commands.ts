import type { PrinterLanguageName, PrinterSettings } from './printer-settings.ts';

/** A page and the settings of its printer. */
export interface CommandOrder {
  /** A 1-bit PNG of a verified page. */
  readonly png: Uint8Array;
  readonly dpi: number;
  readonly copies: number;
  readonly language: PrinterLanguageName;
  readonly settings: PrinterSettings;
  /** False for a page that follows others in one file; true when left out: the bytes print alone. */
  readonly isFirst?: boolean;
}

/** The API of the worker that encodes pages in printer languages. */
export interface PrinterCommandsApi {
  /** The bytes that print the page with its copies. Throws for anything but a 1-bit page of ours. */
  encode(order: CommandOrder): Promise<Uint8Array>;
}
