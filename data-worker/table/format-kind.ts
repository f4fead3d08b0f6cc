import type { CellFormat } from '../format/cell-format.ts';
import { BLOCK, type BlockKind } from './cell-block.ts';

/** What numbers in this format are in a block. */
export function numberKind(format: CellFormat | undefined): BlockKind {
  if (format === undefined || format.type === 'general') return BLOCK.number;
  return format.date ? BLOCK.date : BLOCK.formatted;
}

/** What texts in this format are in a block. A format can surround texts with something, or show something else in their place. */
export function textKind(format: CellFormat | undefined): BlockKind {
  return format?.type === 'sections' && format.text !== null ? BLOCK.other : BLOCK.text;
}
