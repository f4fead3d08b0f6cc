import { TEXT_STYLE_FIELDS, type TextStyle } from '#model/elements/base/text-style.ts';
import { cellPlace, isTable } from '#model/elements/table/table-element.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { CellSelection } from './cell-selection.ts';

type StyleField =
  | keyof TextStyle
  | 'dashed'
  | 'penWidthMm'
  | 'filled'
  | 'cornerRadiusMm'
  | 'numberPosition'
  | 'displayMode'
  | 'oneBit'
  | 'threshold';

/** The fields that are the look of an element, and nothing of its content, place or size. */
export const STYLE_FIELDS: readonly StyleField[] = [
  ...TEXT_STYLE_FIELDS,
  'dashed',
  'penWidthMm',
  'filled',
  'cornerRadiusMm',
  'numberPosition',
  'displayMode',
  'oneBit',
  'threshold',
];

/** The look of one element, to be given to others: those fields that it has. */
export type ElementStyle = Readonly<Partial<Record<StyleField, unknown>>>;

/** The look of an element. That of a table is its pen, and the text of the cell chosen last or of its first cell. */
export function styleOf(element: LabelElement, cells: CellSelection | null): ElementStyle {
  const own = picked(element);
  if (!isTable(element)) return own;
  const corner = cells?.id === element.id ? cells.corners.at(-1) : undefined;
  const chosen = corner === undefined ? undefined : element.cells.find((cell) => cellPlace(cell) === cellPlace(corner));
  const { style } = chosen ?? element.cells[0] ?? {};
  return style === undefined ? own : { ...picked(style), ...own };
}

function picked(from: object): ElementStyle {
  return Object.fromEntries(Object.entries(from).filter(([key]) => (STYLE_FIELDS as readonly string[]).includes(key)));
}
