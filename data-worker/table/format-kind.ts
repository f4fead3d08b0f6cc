import type { CellFormat } from '../format/cell-format.ts';
import { BLOCK, type BlockKind } from './cell-block.ts';

/** Kind in a block of numbers in this format. */
export function numberKind(format: CellFormat | undefined): BlockKind {
  if (format === undefined || format.type === 'general') return BLOCK.number;
  return format.date ? BLOCK.date : BLOCK.formatted;
}

/** Kind in a block of texts in this format. A format can add to texts or replace them. */
export function textKind(format: CellFormat | undefined): BlockKind {
  return format?.type === 'sections' && format.text !== null ? BLOCK.other : BLOCK.text;
}
