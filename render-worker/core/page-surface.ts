import type { DotRect } from '#model/elements/base/display-op.ts';
import type { Result } from '#model/kernel/result.ts';
import type { Dots } from '#model/kernel/units.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import type { ComposedLabel, DisplayList, SheetGeometry } from '#model/page/display-list.ts';
import type { OutputColour } from '#protocol/render.ts';
import type { SymbolInPicture } from '#model/document/symbol-in-picture.ts';
import type { Zxing, ZxingFind } from '../read-back/zxing.ts';
import type { LabelPainter } from '../print/label-painter.ts';
import type { TonePainter } from '../print/tone-painter.ts';
import { type CreatePictureWriter, createPngWriter, type PngShape } from '../bits/png.ts';
import type { HashBytes } from '../kernel/sha256.ts';
import type { Verification } from './verify-label.ts';

export interface PagePicture {
  /** A PNG, or what the run's own writer makes of the pixels. */
  readonly png: Uint8Array;
  readonly pngHash: string;
  readonly widthDots: Dots;
  readonly heightDots: Dots;
}

/** A page being made: labels are painted into its cells and read back from the same pixels that are sent. */
export interface PageSurface {
  /**
   * Paints a label into a cell and reads it back. `list` is the composed display list with anything under it. A used
   * cell is painted over. Problem: `aborted` when `mayContinue` gives false.
   */
  place(cell: number, list: DisplayList, composed: ComposedLabel): Promise<Result<Verification>>;
  /** The reading at the place of a page's symbol on the label placed last in the cell; null without one. */
  readFound(cell: number, list: DisplayList, symbol: SymbolInPicture): ZxingFind | null;
  /** Makes a cell paper again. */
  erase(cell: number): void;
  /** The finished page. Its pixels are copied before this returns, and the page is empty again. */
  take(): Result<Promise<PagePicture>>;
}

export interface PageParts {
  readonly sheet: SheetGeometry;
  readonly dpi: number;
  readonly colour: OutputColour;
  /** Minimum grade of every symbol. */
  readonly minGrade: Grade;
  readonly zxing: Zxing;
  readonly labels: LabelPainter;
  readonly tones: TonePainter;
  readonly createWriter: CreatePictureWriter;
  readonly hash: HashBytes;
  /** Called between the bands of a label to let other messages in. False when the run was closed. */
  readonly mayContinue: () => Promise<boolean>;
}

/** Writes a page as its rows arrive. */
export interface PageWriter {
  rows(pixels: Uint8Array, count: number): void;
  /** The picture is finished when this returns. */
  finish(): Promise<Pick<PagePicture, 'png' | 'pngHash'>>;
}

/** The hash is that of the page's PNG, also where the run makes another picture. */
export function createPageWriter({ createWriter, hash }: PageParts, shape: PngShape): PageWriter {
  const png = createPngWriter(shape);
  const other = createWriter === createPngWriter ? null : createWriter(shape);
  return {
    rows(pixels, count) {
      png.rows(pixels, count);
      other?.rows(pixels, count);
    },
    async finish() {
      const file = png.finish();
      const picture = other?.finish() ?? file;
      return { png: picture, pngHash: await hash(file) };
    },
  };
}

/** Whether the sheet is exactly one label, which can be painted in place. */
export function fillsSheet(sheet: SheetGeometry): boolean {
  const [cell] = sheet.cells;
  const isAtCorner = cell?.xDots === 0 && cell.yDots === 0;
  return isAtCorner && sheet.labelWidthDots === sheet.widthDots && sheet.labelHeightDots === sheet.heightDots;
}

/** The area of a label on the sheet. It may extend beyond it. */
export function cellArea(sheet: SheetGeometry, cell: number): DotRect {
  const at = sheet.cells[cell];
  if (at === undefined) throw new Error(`the sheet has no cell ${cell}`);
  return { x: at.xDots, y: at.yDots, width: sheet.labelWidthDots, height: sheet.labelHeightDots };
}
