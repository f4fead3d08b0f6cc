import type { Finish, MediaKind, PrinterSettings } from '#protocol/printer-settings.ts';
import type { PrintedPage } from './printed-page.ts';

/** The whole steps in which a language counts a setting. */
export interface Steps {
  readonly least: number;
  readonly most: number;
}

/** A way of telling a printer to print a page. Every function is pure. */
export interface PrinterLanguage {
  /** As the field calls it, such as `ZPL II`. */
  readonly title: string;
  /** Of a file with pages in this language, without the dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** Null where the language has no command for it. */
  readonly darkness: Steps | null;
  readonly speed: Steps | null;
  /** The kinds of media and the finishes for which the language has a command. */
  readonly media: readonly MediaKind[];
  readonly finishes: readonly Finish[];
  /** What a stream or file starts with before its first page; mostly nothing. */
  readonly opening: Uint8Array;
  /**
   * The commands that print the page with its copies, in parts to be sent one after the other; a large page comes in
   * several, so that other work can be done in between. Settings for which the language has no command are left out,
   * and a darkness or speed beyond its steps becomes the nearest.
   */
  encode(page: PrintedPage, settings: PrinterSettings): Iterable<Uint8Array>;
}
