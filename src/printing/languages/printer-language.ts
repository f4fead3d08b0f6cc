import type { LanguageAbilities } from '#protocol/language-abilities.ts';
import type { PrinterSettings } from '#protocol/printer-settings.ts';
import type { PrintedPage } from './printed-page.ts';

/** Compresses rows of `rowBytes` each, without a gap, to a zlib stream (RFC 1950). */
export type CompressRows = (rows: Uint8Array<ArrayBuffer>, rowBytes: number) => Uint8Array;

/** A printer language: encodes pages as commands. Every function is pure. */
export interface PrinterLanguage extends LanguageAbilities {
  /** The extension of a file with pages in this language, without the dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** The start of a stream or file, before its first page; usually empty. */
  readonly opening: Uint8Array;
  /**
   * The commands that print the page with its copies, in parts to be sent one after the other; a large page is split
   * into several, so that other work can be done in between. Settings without a command in the language are ignored,
   * and a darkness or speed beyond its steps is clamped. `compress` is for languages that compress the dots; pako's when
   * left out.
   */
  encode(page: PrintedPage, settings: PrinterSettings, compress?: CompressRows): Iterable<Uint8Array>;
}
