import type { AssetKey, ElementId } from '#model/kernel/ids.ts';
import type { Point, Size } from '#model/kernel/geometry.ts';
import type { LocalTime } from '#model/kernel/local-time.ts';
import type { Result } from '#model/kernel/result.ts';
import { roundMm, type Mm } from '#model/kernel/units.ts';
import type { BoxBehaviour } from './box-behaviour.ts';
import type { ContentBehaviour } from './content-behaviour.ts';
import type { ElementBase } from './element.ts';
import type { ElementFields, FieldReader } from './fields.ts';
import type { LayoutOf, Unplaced } from './layout.ts';

/** The place, scale and first content of a new element. */
export interface CreateOptions {
  readonly id: ElementId;
  readonly name: string;
  /** The center of the new element's box. */
  readonly centreMm: Point;
  readonly labelWidthMm: Mm;
  readonly labelHeightMm: Mm;
  /** The zoom of the view: new elements have the same size on the screen at any zoom. */
  readonly zoom: number;
  /** The initial time of a new time text. */
  readonly now?: LocalTime;
  /** The user's language, such as `en`: decides how a new element writes dates. */
  readonly language?: string;
  /** The form of a new element, for types that have several, such as `star`. */
  readonly variant?: string;
  /** The first text of a text element. */
  readonly text?: string;
  /** The picture of an image element, and its size in pixels. */
  readonly image?: { readonly asset: AssetKey; readonly size: Size };
}

/** The fields that every new element starts with, its box centerd on `options.centreMm`. */
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

/**
 * The behavior of an element type. Each type has a folder of its own and is listed in `definitions.ts`; no other code
 * depends on an element's type. Every function is pure.
 */
export interface ElementBehaviour<E extends ElementBase> extends BoxBehaviour<E>, ContentBehaviour<E> {
  readonly type: E['type'];
  /** The file's `Type`. Also the stem of new names when the user's language has no word for the type. */
  readonly fileType: string;
  /** Whether a file object with these attributes is of this type; compares `Type` when left out. */
  isInFile?(attributes: Readonly<Record<string, string>>): boolean;
  create(options: CreateOptions): E;
  /**
   * Makes an element from its fields in a file. Pasted elements are read in the same way: the clipboard holds a
   * template file.
   */
  read(base: ElementBase, fields: FieldReader): Result<E>;
  /** The element's own fields for the file, without those that every element has. */
  write(element: E): ElementFields;
  /** The font families of its texts, each once. */
  fontFamilies(element: E): readonly string[];
  /** The images that it shows. */
  assets(element: E): readonly AssetKey[];
  /** Only for types that show an image: the element with another image, whose size is given in pixels. */
  withImage?(element: E, image: { readonly asset: AssetKey; readonly size: Size }): E;
  /**
   * Only for types that show an image: whether each row has a picture of its own, and whether that may be missing. At
   * first its name is a typed text.
   */
  withRowPictures?(element: E, rows: { readonly on?: boolean; readonly emptyAllowed?: boolean }): E;
  /** Whether it shows a machine-readable symbol, which is graded. */
  readonly hasSymbol: boolean;
  /** Whether it can have a mirrored copy on the label. */
  readonly canHaveCanvasMirror: boolean;
}

/**
 * A type's behavior and its picture. The layouts of symbols are listed in `layouts.ts` instead, because they need the
 * encoders.
 */
export type ElementDefinition<E extends ElementBase> = ElementBehaviour<E> & Picture<E>;

/**
 * `staysWhenMoved`: the layout doesn't depend on the place of the box, so an element that only moved keeps it. False if
 * edges are on whole dots of the label.
 */
type Picture<E extends ElementBase> =
  | { readonly layout: LayoutOf<Unplaced<E>>; readonly staysWhenMoved: true }
  | { readonly layout: LayoutOf<E>; readonly staysWhenMoved: false };

/** Defaults for types without texts, images and symbols. */
export const PLAIN: Pick<
  ElementBehaviour<ElementBase>,
  'fontFamilies' | 'assets' | 'hasSymbol' | 'canHaveCanvasMirror'
> = {
  fontFamilies: () => [],
  assets: () => [],
  hasSymbol: false,
  canHaveCanvasMirror: true,
};
