import type { AssetKey, ElementId } from '#model/kernel/ids.ts';
import type { Point, Size } from '#model/kernel/geometry.ts';
import type { LocalTime } from '#model/kernel/local-time.ts';
import type { Result } from '#model/kernel/result.ts';
import { roundMm, type Mm } from '#model/kernel/units.ts';
import type { ElementBase } from './element.ts';
import type { ElementFields, FieldReader } from './fields.ts';

/** What a new element is made from. */
export interface CreateOptions {
  readonly id: ElementId;
  readonly name: string;
  /** Its box is centred here. */
  readonly centreMm: Point;
  readonly labelWidthMm: Mm;
  readonly labelHeightMm: Mm;
  /** New elements are as large on the screen at any zoom. */
  readonly zoom: number;
  /** What a new element that shows the time starts with. */
  readonly now?: LocalTime;
  /** The first text of a text element. */
  readonly text?: string;
  /** The picture of an image element, with its size in pixels. */
  readonly image?: { readonly asset: AssetKey; readonly size: Size };
}

/** The box of a new element around `options.centreMm`, and what every element starts with. */
export function createBase<T extends ElementBase['type']>(
  type: T,
  options: CreateOptions,
  widthMm: Mm,
  heightMm: Mm,
): ElementBase & { readonly type: T } {
  return {
    id: options.id,
    type,
    name: options.name,
    locked: false,
    xMm: roundMm(options.centreMm.x - widthMm / 2),
    yMm: roundMm(options.centreMm.y - heightMm / 2),
    widthMm: roundMm(widthMm),
    heightMm: roundMm(heightMm),
    rotation: 0,
    mirror: false,
    canvasMirror: false,
  };
}

/** What a type of element is beside its picture: one folder each, listed in `registry.ts`; layouts in `layouts.ts`. */
export interface ElementDefinition<E extends ElementBase> {
  readonly type: E['type'];
  /** `Type` in the template file; also the stem of names (`Text1`). */
  readonly fileType: string;
  create(options: CreateOptions): E;
  /** The file's fields of this type to an element. */
  read(base: ElementBase, fields: FieldReader): Result<E>;
  /** The other way, without the common fields. */
  write(element: E): ElementFields;
}
