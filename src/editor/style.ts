import type { PatternFill } from '#model/elements/base/fill-pattern.ts';
import { PARAGRAPH_FIELDS, type ParagraphStyle } from '#model/elements/base/paragraph-style.ts';
import type { GroupedText } from '#model/elements/base/size-group.ts';
import { TEXT_STYLE_FIELDS, type TextStyle } from '#model/elements/base/text-style.ts';
import { TONE_FIELDS, type ToneField } from '#model/elements/image/image-element.ts';
import { cellPlace, isTable } from '#model/elements/table/table-element.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { CellSelection } from './cell-selection.ts';

type StyleField =
  | keyof TextStyle
  | keyof ParagraphStyle
  | keyof GroupedText
  | 'dashed'
  | 'penWidthMm'
  | 'filled'
  | keyof PatternFill
  | 'cornerRadiusMm'
  | 'cornerRadiiMm'
  | 'startMarker'
  | 'endMarker'
  | 'numberPosition'
  | 'displayMode'
  | 'oneBit'
  | 'threshold'
  | 'inverted'
  | 'mask'
  | 'maskRadiusMm'
  | ToneField;

/** The fields of an element's style: not its content, place or size. */
export const STYLE_FIELDS: readonly StyleField[] = [
  ...TEXT_STYLE_FIELDS,
  ...PARAGRAPH_FIELDS,
  'sizeGroup',
  'dashed',
  'penWidthMm',
  'filled',
  'fillPattern',
  'fillDensity',
  'cornerRadiusMm',
  'cornerRadiiMm',
  'startMarker',
  'endMarker',
  'numberPosition',
  'displayMode',
  'oneBit',
  'threshold',
  'inverted',
  'mask',
  'maskRadiusMm',
  ...TONE_FIELDS,
];

/** The style of one element, to be applied to others: the fields that it has. */
export type ElementStyle = Readonly<Partial<Record<StyleField, unknown>>>;

/** The style of an element. That of a table is its pen, and the text of the last chosen cell or of its first cell. */
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
