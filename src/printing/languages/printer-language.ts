import type { LanguageAbilities } from '#protocol/language-abilities.ts';
import type { PrinterSettings } from '#protocol/printer-settings.ts';
import type { PrintedPage } from './printed-page.ts';

/** A way of telling a printer to print a page. Every function is pure. */
export interface PrinterLanguage extends LanguageAbilities {
  /** Of a file with pages in this language, without the dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** What a stream or file starts with before its first page; mostly nothing. */
  readonly opening: Uint8Array;
  /**
   * The commands that print the page with its copies, in parts to be sent one after the other; a large page comes in
   * several, so that other work can be done in between. Settings for which the language has no command are left out,
   * and a darkness or speed beyond its steps becomes the nearest.
   */
  encode(page: PrintedPage, settings: PrinterSettings): Iterable<Uint8Array>;
}
