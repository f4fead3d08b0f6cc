import type { ElementId } from '#model/kernel/ids.ts';
import type { Rotation } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { Expression } from './content.ts';
import type { GroupPath } from './group-path.ts';
import type { FollowingLabel } from './pins.ts';
import type { Pushable } from './pushed.ts';
import type { Turnable } from './turn.ts';
import type { UnknownParts } from './unknown-parts.ts';

/**
 * The fields of every element. The content box is `widthMm` x `heightMm` before rotation; `xMm` and `yMm` are the top
 * left corner of the box after rotation on the label. A box of 40 x 10 turned by 90 degrees therefore covers x .. x +
 * 10 and y .. y + 40. An angle between is the nearest quarter turn with a further turn about the center.
 */
export interface ElementBase extends FollowingLabel, Pushable, Turnable {
  readonly id: ElementId;
  /** The element type, whose definition is listed in `definitions.ts`. */
  readonly type: string;
  /** The type and a running number; unique in its template. */
  readonly name: string;
  readonly locked: boolean;
  readonly xMm: Mm;
  readonly yMm: Mm;
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  readonly rotation: Rotation;
  /** Mirrors the element left to right inside its content box. */
  readonly mirror: boolean;
  /** Also paints a mirrored copy on the other side of the label's vertical center line. */
  readonly canvasMirror: boolean;
  /** A formula that is true on labels that show the element; left out for an element that is always shown. */
  readonly showWhen?: Expression | undefined;
  /** The groups that it is in; left out for an element that is in none. */
  readonly group?: GroupPath | undefined;
  /** The name of the label's style that it has; left out for none. */
  readonly styleName?: string | undefined;
  /** Parts of the file's object that this version does not know. */
  readonly unknown?: UnknownParts;
}
