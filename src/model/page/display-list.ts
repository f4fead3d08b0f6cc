import type { ElementId } from '#model/kernel/ids.ts';
import type { Affine, Rect } from '#model/kernel/geometry.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { Dots, Mm } from '#model/kernel/units.ts';
import type { DisplayOp } from '#model/elements/base/display-op.ts';
import type { PlacedSymbol } from '#model/elements/base/layout.ts';

/** One element, ready to paint. */
export interface DisplayItem {
  readonly elementId: ElementId;
  /** From the content box to the label, in mm. Does not apply to `dots` ops. */
  readonly transform: Affine;
  readonly ops: readonly DisplayOp[];
  /** The painted area on the label, in mm: the area for selecting, snapping and aligning. */
  readonly bounds: Rect;
  /** The painted area before the further turn of its element, where it has one; `bounds` is around the turned area. */
  readonly level?: Rect;
  /** Set for a canvas mirror: the mirrored copy of the item before it, with the same id. */
  readonly copy?: true;
}

/** The description of one label. The view, the print bitmap and every export paint this and nothing else. */
export interface DisplayList {
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  /** The resolution of `dots` ops. */
  readonly dpi: number;
  readonly items: readonly DisplayItem[];
}

export interface ElementProblem {
  readonly elementId: ElementId;
  readonly elementName: string;
  readonly problem: Problem;
}

/** One element filled with one record, ready to paint. */
export interface ComposedElement {
  readonly item: DisplayItem;
  readonly symbols: readonly (PlacedSymbol & Pick<ElementProblem, 'elementId' | 'elementName'>)[];
  readonly problems: readonly ElementProblem[];
  readonly warnings: readonly ElementProblem[];
  readonly overflows: readonly ElementProblem[];
  readonly placeholder: boolean;
  /**
   * The element's condition or the label's size hides it on this label: it is not printed or read back, and has no problems. The item has
   * no ops but still the bounds, with which the editor shows the element's place.
   */
  readonly hidden: boolean;
}

/** A label composed from a template and a record: its picture, the symbols to read back, and its problems. */
export interface ComposedLabel {
  readonly list: DisplayList;
  readonly symbols: readonly (PlacedSymbol & { readonly elementId: ElementId; readonly elementName: string })[];
  /** Any of these prevents the label from being printed. */
  readonly problems: readonly ElementProblem[];
  readonly warnings: readonly ElementProblem[];
  /** Text that an element left out for lack of room: the label is not printed unless the run allows it. */
  readonly overflows: readonly ElementProblem[];
  /** Elements that show a placeholder instead of their value. */
  readonly placeholders: readonly ElementId[];
  /**
   * The length of this label, before the scale of a calibrated printer, where it follows its content; left out for one that
   * has the height of its design.
   */
  readonly lengthMm?: Mm;
}

/** The places of the labels on a sheet, in whole dots. Those of a calibrated printer may reach beyond the sheet. */
export interface SheetGeometry {
  readonly widthDots: Dots;
  readonly heightDots: Dots;
  readonly labelWidthDots: Dots;
  readonly labelHeightDots: Dots;
  /** The label places row by row: rows x columns of them. */
  readonly cells: readonly {
    readonly xDots: Dots;
    readonly yDots: Dots;
    readonly row: number;
    readonly column: number;
  }[];
}
