import type { AssetKey } from '#model/kernel/ids.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { RawNode, UnknownParts } from '#model/elements/base/unknown-parts.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { LabelLanguages } from './label-languages.ts';
import type { NamedStyle } from './named-style.ts';
import type { RulerGuide } from './ruler-guides.ts';

/** The label and its sheet. `widthMm` x `heightMm` is the size of one label; the sheet's size follows from the grid. */
export interface LabelSettings {
  readonly name: string;
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  readonly rows: number;
  readonly columns: number;
  readonly rowSpacingMm: Mm;
  readonly columnSpacingMm: Mm;
  readonly paddingMm: { readonly left: Mm; readonly right: Mm; readonly top: Mm; readonly bottom: Mm };
  /** The available background images (canvas pages), without duplicates. */
  readonly canvases: readonly AssetKey[];
  /** The background image under the label, one of `canvases`; the only one that may print. Null for none. */
  readonly background: AssetKey | null;
  readonly printBackground: boolean;
  /** On continuous media each label is as long as its content needs; left out for the height above. */
  readonly lengthByContent?: LengthByContent | undefined;
  /** Left out if there are none. */
  readonly guides?: readonly RulerGuide[];
  /** The looks with names; left out if there are none. */
  readonly styles?: readonly NamedStyle[];
  /** Left out if texts are in one language only. */
  readonly languages?: LabelLanguages;
  /** Unknown parts of the file about the label, and outside its elements. */
  readonly unknown?: UnknownLabelParts;
}

/** How the length of a label on continuous media follows its content: see `page/content-length.ts`. */
export interface LengthByContent {
  readonly minMm: Mm;
  readonly maxMm: Mm;
  /** Labels are longer than the minimum by whole steps. */
  readonly stepMm: Mm;
  /** What stays free below the content. */
  readonly marginMm: Mm;
}

export interface UnknownLabelParts {
  /** Unknown parts of `FileInfo`. */
  readonly info?: UnknownParts;
  /** Unknown parts of `Template` itself. */
  readonly file?: UnknownParts;
  /**
   * A `Background` that names no image of the file, but a path or an address. It is written back until another
   * background is chosen.
   */
  readonly background?: string;
  /** Entries of `Canvas` that name no image of the file. */
  readonly canvases?: readonly string[];
  /** Invalid entries of the list of images. Their elements show that the image is missing. */
  readonly assets?: readonly RawNode[];
  /** The elements with an `Id` other than in the file. Reported when the file is opened, and not written. */
  readonly replacedIds?: readonly ReplacedId[];
}

/** An `Id` of the file that could not be used: it was missing, invalid or a duplicate. */
export interface ReplacedId {
  readonly id: string;
  readonly elementName: string;
}

export type RasterMime = 'image/png' | 'image/jpeg';
export type ImageMime = RasterMime | 'image/svg+xml';

/** An image's bytes as uploaded. */
export interface Asset {
  readonly mime: ImageMime;
  readonly bytes: Uint8Array;
  /** Unknown parts of the file about it. */
  readonly unknown?: UnknownParts;
}

/** The saved design, an immutable value. Elements are in painting order, the last one on top. */
export interface Template {
  readonly label: LabelSettings;
  readonly elements: readonly LabelElement[];
  readonly assets: ReadonlyMap<AssetKey, Asset>;
}

/** A template of an empty label. */
export function createTemplate(label: LabelSettings): Template {
  return { label, elements: [], assets: new Map() };
}
