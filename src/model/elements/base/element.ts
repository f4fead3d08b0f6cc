import type { ElementId } from '#model/kernel/ids.ts';
import type { Rotation } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { UnknownParts } from './unknown-parts.ts';

/**
 * What all elements have. The content box is `widthMm` x `heightMm` before rotation; `xMm`, `yMm` are the
 * top left of that box as it stands rotated on the label. So a box of 40 x 10 turned by 90 degrees covers
 * x .. x + 10, y .. y + 40.
 */
export interface ElementBase {
  readonly id: ElementId;
  /** The element type; `definitions.ts` has the definition for each. */
  readonly type: string;
  /** Type plus running number, unique in its template. */
  readonly name: string;
  readonly locked: boolean;
  readonly xMm: Mm;
  readonly yMm: Mm;
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  readonly rotation: Rotation;
  /** Left and right exchanged, inside the content box. */
  readonly mirror: boolean;
  /** A mirrored copy is painted, too, at the place mirrored about the label's vertical centre line. */
  readonly canvasMirror: boolean;
  /** What the file says of it that this version does not know. */
  readonly unknown?: UnknownParts;
}
