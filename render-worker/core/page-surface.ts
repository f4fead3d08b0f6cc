import type { DotRect } from '#model/elements/base/display-op.ts';
import type { Result } from '#model/kernel/result.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import type { ComposedLabel, DisplayList, SheetGeometry } from '#model/page/display-list.ts';
import type { OutputColour } from '#protocol/render.ts';
import type { SymbolInPicture } from '#model/document/symbol-in-picture.ts';
import type { Zxing, ZxingFind } from '../read-back/zxing.ts';
import type { LabelPainter } from '../print/label-painter.ts';
import type { TonePainter } from '../print/tone-painter.ts';
import type { Verification } from './verify-label.ts';

export interface PagePicture {
  readonly png: Uint8Array;
  readonly bitsHash: string;
}

/** A page being made: labels come into its cells and are read back from the very pixels that are sent. */
export interface PageSurface {
  /**
   * Paints a label into a cell and reads it back. `list` is the composed display list with anything that lies under
   * it. A cell that has a label is painted over. Problem: `aborted` when `goOn` said so.
   */
  place(cell: number, list: DisplayList, composed: ComposedLabel): Promise<Result<Verification>>;
  /** What reads in the place of a symbol of a page that is on the label placed last in the cell; null when nothing does. */
  readFound(cell: number, list: DisplayList, symbol: SymbolInPicture): ZxingFind | null;
  /** Makes a cell paper again. */
  erase(cell: number): void;
  /** The page as it is. Its pixels are copied before this returns, and the page is empty again. */
  take(): Result<Promise<PagePicture>>;
}

export interface PageParts {
  readonly sheet: SheetGeometry;
  readonly dpi: number;
  readonly colour: OutputColour;
  /** The grade that every symbol must have at least. */
  readonly minGrade: Grade;
  readonly zxing: Zxing;
  readonly labels: LabelPainter;
  readonly tones: TonePainter;
  /** Called between the bands of a label to let other messages in. False when the run was closed. */
  readonly goOn: () => Promise<boolean>;
}

/** Whether the sheet is one label and nothing else, so that this can be painted where it stands. */
export function fillsSheet(sheet: SheetGeometry): boolean {
  const [cell] = sheet.cells;
  const isAtCorner = cell?.xDots === 0 && cell.yDots === 0;
  return isAtCorner && sheet.labelWidthDots === sheet.widthDots && sheet.labelHeightDots === sheet.heightDots;
}

/** Where a label stands on the sheet. It may reach beyond it. */
export function cellArea(sheet: SheetGeometry, cell: number): DotRect {
  const at = sheet.cells[cell];
  if (at === undefined) throw new Error(`the sheet has no cell ${cell}`);
  return { x: at.xDots, y: at.yDots, width: sheet.labelWidthDots, height: sheet.labelHeightDots };
}
