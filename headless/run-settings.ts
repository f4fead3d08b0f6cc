import type { Size } from '#model/kernel/geometry.ts';
import type { DocumentLook } from '#model/document/document-look.ts';
import type { AddedFont } from '#model/elements/base/font-catalog.ts';
import type { SpreadsheetReading } from '#model/elements/base/reading.ts';
import type { Calibration } from '#model/page/calibration.ts';
import type { PrinterSettings } from '#protocol/printer-settings.ts';
import type { OutputColour } from '#protocol/render.ts';
import type { LabelChoice, PageQuality } from '#protocol/run-settings.ts';

/** The rows of a run, and how its file is read. */
export interface RowSettings extends LabelChoice {
  /** Null for a template without rows. */
  readonly dataPath: string | null;
  /** Choices for reading the data; the template's choices apply to the rest. */
  readonly reading: SpreadsheetReading;
}

/** How labels are cut from pages: whole pages, by detected labels, or by the bounding box of each page's content. */
export const DOCUMENT_SPLITS = ['none', 'auto', 'content'] as const;
export type DocumentSplit = (typeof DOCUMENT_SPLITS)[number];

/** A document whose pages are the labels. */
export interface DocumentSettings {
  readonly path: string;
  readonly password: string | null;
  /** Such as `1-3,5`; null for all. */
  readonly pages: string | null;
  readonly split: DocumentSplit;
  /** Whether to print labels of an uncertain split. */
  readonly acceptSplit: boolean;
  /** In mm; null for the size of the first label on its page. */
  readonly size: Size | null;
  readonly look: DocumentLook;
  /** Whether copies are collated, one document after the other. */
  readonly collate: boolean;
}

/** Start options of a page thread, in addition to the template. */
export interface PageSettings extends PageQuality {
  /**
   * `observe` only collects the values of bound texts, for the fit proof; `check` validates rows without painting;
   * `print` makes verified pages; `files` makes the pieces of files.
   */
  readonly output: 'observe' | 'check' | 'print' | 'files';
  /** For formats that are printer languages. */
  readonly printer: PrinterSettings;
  readonly colour: OutputColour;
  /** Null where nothing is moved or scaled. */
  readonly calibration: Calibration | null;
  /** Position of the first label on the first sheet, counted from 0. */
  readonly firstCell: number;
  /** Paths of font files that contain their family name. */
  readonly fontPaths: readonly string[];
  /** Fonts of files with known family, weight and slant. */
  readonly namedFonts: readonly AddedFont[];
  /** The folder or zip file with the pictures of rows; null for none. */
  readonly picturesPath: string | null;
  /** Null for the labels of a template. */
  readonly document: DocumentSettings | null;
}
