import { mmToDots, type Mm } from '#model/kernel/units.ts';
import type { Size } from '#model/kernel/geometry.ts';
import type { LabelSettings } from '#model/template/template.ts';
import type { SheetGeometry } from './display-list.ts';

/** The sheet's size: its paddings, the grid of labels and the gaps between them. */
export function sheetSizeMm(label: LabelSettings): Size {
  const { paddingMm: padding } = label;
  return {
    width: padding.left + padding.right + span(label.columns, label.widthMm, label.columnSpacingMm),
    height: padding.top + padding.bottom + span(label.rows, label.heightMm, label.rowSpacingMm),
  };
}

/**
 * The sheet in whole dots. Each label's origin is rounded separately, so that rounding errors never add up over the
 * sheet. All labels have the same size in dots.
 */
export function sheetGeometry(label: LabelSettings, dpi: number): SheetGeometry {
  const size = sheetSizeMm(label);
  const cells = [];
  for (let row = 0; row < label.rows; row++) {
    for (let column = 0; column < label.columns; column++) {
      cells.push({
        xDots: mmToDots(label.paddingMm.left + column * (label.widthMm + label.columnSpacingMm), dpi),
        yDots: mmToDots(label.paddingMm.top + row * (label.heightMm + label.rowSpacingMm), dpi),
        row,
        column,
      });
    }
  }
  return {
    widthDots: Math.max(1, mmToDots(size.width, dpi)),
    heightDots: Math.max(1, mmToDots(size.height, dpi)),
    labelWidthDots: Math.max(1, mmToDots(label.widthMm, dpi)),
    labelHeightDots: Math.max(1, mmToDots(label.heightMm, dpi)),
    cells,
  };
}

function span(count: number, sideMm: Mm, spacingMm: Mm): Mm {
  return count * sideMm + (count - 1) * spacingMm;
}
