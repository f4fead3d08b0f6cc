import type { Mm } from '#model/kernel/units.ts';
import type { LabelSettings } from '#model/template/template.ts';
import type { DocumentKey, PagePart } from './document-file.ts';
import type { DocumentLook } from './document-look.ts';

/** A part of a page with everything that its label depends on, except the label's size. Part of a record. */
export interface DocumentLabel extends PagePart {
  readonly look: DocumentLook;
}

/** The arrangement of labels on a sheet. */
export type LabelSheet = Pick<LabelSettings, 'rows' | 'columns' | 'rowSpacingMm' | 'columnSpacingMm' | 'paddingMm'>;

/** Each label is a page of its own. */
export const ONE_TO_A_SHEET: LabelSheet = {
  rows: 1,
  columns: 1,
  rowSpacingMm: 0,
  columnSpacingMm: 0,
  paddingMm: { left: 0, top: 0, right: 0, bottom: 0 },
};

/** Everything that a run prints of documents, by value except for the documents' bytes. It is serializable. */
export interface DocumentPlan {
  /** The documents that `parts` name, with their names for reports. */
  readonly documents: readonly { readonly document: DocumentKey; readonly fileName: string }[];
  /** In printing order; a part may occur several times. */
  readonly parts: readonly PagePart[];
  readonly look: DocumentLook;
  /** Size of each label. */
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  /** Left out if each label is a page of its own. */
  readonly sheet?: LabelSheet;
  /**
   * How often all parts are printed one after the other (1 2 3 1 2 3). Copies that are not collated (1 1 2 2 3 3) are
   * the copies of the print request.
   */
  readonly collatedCopies: number;
}
