import type { Size } from '#model/kernel/geometry.ts';
import { roundMm, type Mm } from '#model/kernel/units.ts';
import type { LabelSheet } from '#model/document/document-plan.ts';
import { LABEL_LIMITS } from '#model/template/label-limits.ts';
import type { StockSize } from '#app/library/new-label/stock-size.ts';
import type { DocumentLabel } from './session-document.ts';

/** The size of the first label's part of its page, or a custom size. */
export type SizeChoice =
  | { readonly type: 'part' }
  | { readonly type: 'own'; readonly widthMm: Mm; readonly heightMm: Mm };

/** The size for a print without labels. */
const NO_LABEL: Size = { width: LABEL_LIMITS.defaultWidthMm, height: LABEL_LIMITS.defaultHeightMm };

/** The size of the printed labels. */
export function labelSize(choice: SizeChoice, labels: readonly DocumentLabel[]): Size {
  if (choice.type === 'own') return { width: choice.widthMm, height: choice.heightMm };
  return withinLimits(labels[0]?.size ?? NO_LABEL);
}

/** The size, limited to the largest label. */
export function withinLimits({ width, height }: Size): Size {
  return {
    width: roundMm(Math.min(LABEL_LIMITS.maxWidthMm, width)),
    height: roundMm(Math.min(LABEL_LIMITS.maxHeightMm, height)),
  };
}

/** The arrangement of common stock on its sheet; null if each label is a page of its own. */
export function sheetOfStock({ numbers }: StockSize): LabelSheet | null {
  if (numbers.columns * numbers.rows === 1) return null;
  return {
    rows: numbers.rows,
    columns: numbers.columns,
    rowSpacingMm: numbers.rowSpacing,
    columnSpacingMm: numbers.columnSpacing,
    paddingMm: {
      left: numbers.paddingLeft,
      right: numbers.paddingRight,
      top: numbers.paddingTop,
      bottom: numbers.paddingBottom,
    },
  };
}

/** Whether two arrangements are equal. */
export function isSameSheet(a: LabelSheet | null, b: LabelSheet | null): boolean {
  if (a === null || b === null) return a === b;
  const form = ({ rows, columns, rowSpacingMm, columnSpacingMm, paddingMm }: LabelSheet): string =>
    [rows, columns, rowSpacingMm, columnSpacingMm, ...sidesOf(paddingMm)].join(' ');
  return form(a) === form(b);
}

function sidesOf({ left, right, top, bottom }: LabelSheet['paddingMm']): readonly Mm[] {
  return [left, right, top, bottom];
}
