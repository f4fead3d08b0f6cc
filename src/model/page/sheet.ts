import { dotsToMm, mmToDots, type Dots, type Mm } from '#model/kernel/units.ts';
import type { Size } from '#model/kernel/geometry.ts';
import type { LabelSettings } from '#model/template/template.ts';
import { moveInDots, NO_CALIBRATION, type Calibration } from './calibration.ts';
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
 * The sheet in whole dots. Each label's origin is rounded separately, so that rounding errors don't add up over the
 * sheet. All labels have the same size in dots. A calibration moves and scales the labels on the sheet, but not the
 * sheet, which has the size of the paper. A label may then extend beyond it.
 */
export function sheetGeometry(
  label: LabelSettings,
  dpi: number,
  calibration: Calibration = NO_CALIBRATION,
): SheetGeometry {
  const size = sheetSizeMm(label);
  const { acrossScale, alongScale } = calibration;
  const { rightDots, downDots } = moveInDots(calibration, dpi);
  const { left, top } = label.paddingMm;
  const cells = [];
  for (let row = 0; row < label.rows; row++) {
    for (let column = 0; column < label.columns; column++) {
      cells.push({
        xDots: rightDots + mmToDots((left + column * (label.widthMm + label.columnSpacingMm)) * acrossScale, dpi),
        yDots: downDots + mmToDots((top + row * (label.heightMm + label.rowSpacingMm)) * alongScale, dpi),
        row,
        column,
      });
    }
  }
  return {
    widthDots: Math.max(1, mmToDots(size.width, dpi)),
    heightDots: Math.max(1, mmToDots(size.height, dpi)),
    labelWidthDots: Math.max(1, mmToDots(label.widthMm * acrossScale, dpi)),
    labelHeightDots: Math.max(1, mmToDots(label.heightMm * alongScale, dpi)),
    cells,
  };
}

/**
 * The length of a page in mm: that of its design unless the page has other dots, because its label is as long as its content.
 */
export function pageHeightMm(
  designMm: Mm,
  { heightDots, dpi }: { readonly heightDots: Dots; readonly dpi: number },
): Mm {
  return Math.max(1, mmToDots(designMm, dpi)) === heightDots ? designMm : dotsToMm(heightDots, dpi);
}

function span(count: number, sideMm: Mm, spacingMm: Mm): Mm {
  return count * sideMm + (count - 1) * spacingMm;
}
