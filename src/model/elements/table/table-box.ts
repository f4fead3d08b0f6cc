import { rotatedSize } from '#model/kernel/geometry.ts';
import { freeBox, type BoxBehaviour } from '../base/box-behaviour.ts';
import { withFootprint } from '../base/footprint.ts';
import { withTableSize } from './table-cells.ts';
import type { TableElement } from './table-element.ts';
import { minTableSideMm } from './table-limits.ts';

/** The box of a table: rows and columns are resized with it. */
export const tableBox: BoxBehaviour<TableElement> = {
  ...freeBox<TableElement>(),
  sizeLimits(element) {
    const least = {
      width: minTableSideMm(element.columnWidthsMm.length, element.penWidthMm),
      height: minTableSideMm(element.rowHeightsMm.length, element.penWidthMm),
    };
    return { least: rotatedSize(least, element.rotation) };
  },
  resized(element, to) {
    const next = withFootprint(element, to);
    return withTableSize(next, next.widthMm, next.heightMm);
  },
  fieldsChanged(before, after) {
    const sized = after.widthMm !== before.widthMm || after.heightMm !== before.heightMm;
    return sized ? withTableSize(after, after.widthMm, after.heightMm) : after;
  },
};
