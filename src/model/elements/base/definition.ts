import type { AssetKey, ElementId } from '#model/kernel/ids.ts';
import type { Point, Size } from '#model/kernel/geometry.ts';
import type { LocalTime } from '#model/kernel/local-time.ts';
import type { Result } from '#model/kernel/result.ts';
import { roundMm, type Mm } from '#model/kernel/units.ts';
import type { BoxBehaviour } from './box-behaviour.ts';
import type { ContentBehaviour } from './content-behaviour.ts';
import type { ElementBase } from './element.ts';
import type { ElementFields, FieldReader } from './fields.ts';
import type { LayoutOf } from './layout.ts';

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
  /** The user's language, `en` or the like: how a new element writes dates. */
  readonly language?: string;
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

/**
 * All that there is to know of a type of element, one folder each, listed in `definitions.ts`: nothing else in the house
 * asks for an element's type. Every function is pure.
 */
export interface ElementBehaviour<E extends ElementBase> extends BoxBehaviour<E>, ContentBehaviour<E> {
  readonly type: E['type'];
  /** `Type` in the template file; also the stem of a name when the user's language gives none. */
  readonly fileType: string;
  /** Whether an object of the file with these attributes is of this type; when left out, `Type` is compared. */
  isInFile?(attributes: Readonly<Record<string, string>>): boolean;
  create(options: CreateOptions): E;
  /** Makes an element from the fields of a file. Pasted elements are read by this too: the clipboard holds a template file. */
  read(base: ElementBase, fields: FieldReader): Result<E>;
  /** The fields of an element for the file, without those that every element has. */
  write(element: E): ElementFields;
  /** The families that its texts are set in, each once. */
  fontFamilies(element: E): readonly string[];
  /** The images that it shows. */
  assets(element: E): readonly AssetKey[];
  /** Only for elements that show an image: the element with another image, whose size is given in pixels. */
  withImage?(element: E, image: { readonly asset: AssetKey; readonly size: Size }): E;
  /** Whether it shows a machine-readable symbol, which is graded. */
  readonly hasSymbol: boolean;
  /** False for what cannot have a mirrored copy on the label. */
  readonly canHaveCanvasMirror: boolean;
}

/** The behaviour and the picture. Symbols leave the picture to `layouts.ts`, because it needs the encoders. */
export interface ElementDefinition<E extends ElementBase> extends ElementBehaviour<E> {
  readonly layout: LayoutOf<E>;
}

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
