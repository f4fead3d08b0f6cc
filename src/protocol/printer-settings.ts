import type { Dots, Mm } from '#model/kernel/units.ts';

/** The page languages of label printers. */
export const PRINTER_LANGUAGES = ['zpl', 'tspl', 'epl', 'escpos', 'cpcl', 'pwg'] as const;
export type PrinterLanguageName = (typeof PRINTER_LANGUAGES)[number];

/** How the printer detects the start of a label: by the gap between labels, by a black mark, or not at all. */
export const MEDIA_KINDS = ['gap', 'mark', 'continuous'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** What the printer does after a page: stops at the tear-off edge, peels the label from its liner, cuts, or winds up. */
export const FINISHES = ['tear', 'peel', 'cut', 'rewind'] as const;
export type Finish = (typeof FINISHES)[number];

/** The settings of a printer, except the dots. A null value keeps the printer's own setting. */
export interface PrinterSettings {
  /** In the steps of the printer's language (`PrinterLanguage.darkness`). */
  readonly darkness: number | null;
  /** In the steps of the printer's language (`PrinterLanguage.speed`). */
  readonly speed: number | null;
  readonly media: MediaKind | null;
  /** Length of the gap or mark along the feed. */
  readonly gapMm: Mm;
  readonly finish: Finish | null;
  /** The offset of the page to the right and down; negative to the left and up. */
  readonly offsetDots: { readonly x: Dots; readonly y: Dots };
}

export const DEFAULT_PRINTER_SETTINGS: PrinterSettings = {
  darkness: null,
  speed: null,
  media: null,
  gapMm: 3,
  finish: null,
  offsetDots: { x: 0, y: 0 },
};
