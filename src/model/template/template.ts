import type { AssetKey } from '#model/kernel/ids.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { UnknownParts } from '#model/elements/base/unknown-parts.ts';
import type { LabelElement } from '#model/elements/element.ts';

/** The label and the sheet it stands on. `widthMm` x `heightMm` is one label; the sheet follows from the grid. */
export interface LabelSettings {
  readonly name: string;
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  readonly rows: number;
  readonly columns: number;
  readonly rowSpacingMm: Mm;
  readonly columnSpacingMm: Mm;
  readonly paddingMm: { readonly left: Mm; readonly right: Mm; readonly top: Mm; readonly bottom: Mm };
  /** The background images to choose from (canvas pages), each once. */
  readonly canvases: readonly AssetKey[];
  /** The one of `canvases` that lies under the label, and prints if any does; null for none. */
  readonly background: AssetKey | null;
  readonly printBackground: boolean;
  /** What the file says of the label, and around its elements, that this version does not know. */
  readonly unknown?: UnknownLabelParts;
}

export interface UnknownLabelParts {
  /** In `FileInfo`. */
  readonly info?: UnknownParts;
  /** In `Template` itself. */
  readonly file?: UnknownParts;
  /** `Background` that names no image of the file: a path or an address. It is written as long as there is no other. */
  readonly background?: string;
  /** What else `Canvas` lists that is no image of the file. */
  readonly canvases?: readonly string[];
}

/** An image's bytes as they were uploaded. */
export interface Asset {
  readonly mime: 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array;
}

/** The saved design: one immutable value. Elements are in painting order, the last on top. */
export interface Template {
  readonly label: LabelSettings;
  readonly elements: readonly LabelElement[];
  readonly assets: ReadonlyMap<AssetKey, Asset>;
}
