import type { ElementId } from '#model/kernel/ids.ts';
import type { Affine, Rect } from '#model/kernel/geometry.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { Dots, Mm } from '#model/kernel/units.ts';
import type { DisplayOp } from '#model/elements/base/display-op.ts';
import type { PlacedSymbol } from '#model/elements/base/layout.ts';

/** One element, ready to paint. */
export interface DisplayItem {
  readonly elementId: ElementId;
  /** Content box to label, in mm. `dots` ops do not use it. */
  readonly transform: Affine;
  readonly ops: readonly DisplayOp[];
  /** What is covered on the label, in mm: what the user selects, snaps to and aligns. */
  readonly bounds: Rect;
  /** A canvas mirror: the mirrored copy of the item before it, with the same id. */
  readonly copy?: true;
}

/** One description of one label: the view, the print bitmap and every export paint this and nothing else. */
export interface DisplayList {
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  /** The resolution that `dots` ops are in. */
  readonly dpi: number;
  readonly items: readonly DisplayItem[];
}

export interface ElementProblem {
  readonly elementId: ElementId;
  readonly elementName: string;
  readonly problem: Problem;
}

/** A label composed from a template and a record: its picture, what must be read back, what is wrong with it. */
export interface ComposedLabel {
  readonly list: DisplayList;
  readonly symbols: readonly (PlacedSymbol & { readonly elementId: ElementId; readonly elementName: string })[];
  /** Any of these refuses the label in a print run. */
  readonly problems: readonly ElementProblem[];
  readonly warnings: readonly ElementProblem[];
  /** Text that its own element left out for want of room: refuses the label unless the run allows it. */
  readonly overflows: readonly ElementProblem[];
  /** Elements drawn with a placeholder in place of their value. */
  readonly placeholders: readonly ElementId[];
}

/** Where the labels of a sheet stand, in whole dots. */
export interface SheetGeometry {
  readonly widthDots: Dots;
  readonly heightDots: Dots;
  readonly labelWidthDots: Dots;
  readonly labelHeightDots: Dots;
  /** Row by row; as many as rows x columns. */
  readonly cells: readonly {
    readonly xDots: Dots;
    readonly yDots: Dots;
    readonly row: number;
    readonly column: number;
  }[];
}
