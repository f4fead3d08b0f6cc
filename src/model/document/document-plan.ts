import type { Mm } from '#model/kernel/units.ts';
import type { LabelSettings } from '#model/template/template.ts';
import type { DocumentKey, PagePart } from './document-file.ts';
import type { DocumentLook } from './document-look.ts';

/** A part of a page with all that its label depends on beside the label's size. What a record carries. */
export interface DocumentLabel extends PagePart {
  readonly look: DocumentLook;
}

/** How labels stand side by side on a sheet. */
export type LabelSheet = Pick<LabelSettings, 'rows' | 'columns' | 'rowSpacingMm' | 'columnSpacingMm' | 'paddingMm'>;

/** Each label is a page of its own. */
export const ONE_TO_A_SHEET: LabelSheet = {
  rows: 1,
  columns: 1,
  rowSpacingMm: 0,
  columnSpacingMm: 0,
  paddingMm: { left: 0, top: 0, right: 0, bottom: 0 },
};

/** All that is printed of documents in one run, by value but for the documents' bytes. It can be stored as it is. */
export interface DocumentPlan {
  /** The documents that `parts` name, with their names for whoever reads a report. */
  readonly documents: readonly { readonly document: DocumentKey; readonly fileName: string }[];
  /** In the order of printing; a part may be there several times. */
  readonly parts: readonly PagePart[];
  readonly look: DocumentLook;
  /** Size of each label. */
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  /** Left out where each label is a page of its own. */
  readonly sheet?: LabelSheet;
  /**
   * How often all parts are printed one after the other (1 2 3 1 2 3). Copies that are not collated (1 1 2 2 3 3) are the
   * copies of the print request.
   */
  readonly collatedCopies: number;
}
