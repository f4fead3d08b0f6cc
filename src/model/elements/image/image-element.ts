import type { AssetKey } from '#model/kernel/ids.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { ImageTones, OneBitMode } from '../base/display-op.ts';
import type { DataSource } from '../base/content.ts';
import type { ElementBase } from '../base/element.ts';

export const IMAGE_DISPLAY_MODES = ['stretch', 'contain', 'cover'] as const;
/**
 * How an image fills its box: stretched to exactly the box; whole and centered, with bare paper around it; or centered
 * and covering the whole box, cropped. The last two keep the image's proportions.
 */
export type ImageDisplayMode = (typeof IMAGE_DISPLAY_MODES)[number];

export const THRESHOLD_MAX = 255;

export const IMAGE_MASKS = ['none', 'rounded', 'ellipse'] as const;
/** The shape outside of which nothing of an image shows: its whole box, a box with round corners, or an ellipse. */
export type ImageMask = (typeof IMAGE_MASKS)[number];

interface Limits {
  readonly min: number;
  readonly max: number;
}

export const TONE_FIELDS = ['brightness', 'contrast', 'gamma', 'sharpness'] as const;
export type ToneField = (typeof TONE_FIELDS)[number];

/** Limits of an image's tones; each default changes nothing. */
export const TONE_LIMITS: Readonly<Record<ToneField, Limits>> = {
  brightness: { min: -100, max: 100 },
  contrast: { min: -100, max: 100 },
  gamma: { min: 0.1, max: 10 },
  sharpness: { min: 0, max: 300 },
};
export const CLEAR_TOLERANCE_MAX = 255;

/** At least this share of an image's width and height is left by a crop. */
export const LEAST_LEFT = 0.01;
export const CROP_SIDES = ['cropLeft', 'cropTop', 'cropRight', 'cropBottom'] as const;
/** What is cut off each side, as fractions of the image's width or height. */
export type ImageCrop = Readonly<Record<(typeof CROP_SIDES)[number], number>>;

/** What is shown of an image and how; the image itself stays whole. */
export interface ImageEdits extends ImageCrop, Omit<ImageTones, 'clearColor'> {
  /** The color that becomes transparent, `#rrggbb`; empty for none. */
  readonly clearColor: string;
  readonly mask: ImageMask;
  /** For `rounded` only. */
  readonly maskRadiusMm: Mm;
}

export const NO_CROP: ImageCrop = { cropLeft: 0, cropTop: 0, cropRight: 0, cropBottom: 0 };

export const NO_IMAGE_EDITS: ImageEdits = {
  ...NO_CROP,
  clearColor: '',
  clearTolerance: 24,
  inverted: false,
  brightness: 0,
  contrast: 0,
  gamma: 1,
  sharpness: 0,
  mask: 'none',
  maskRadiusMm: 2,
};
export const IMAGE_EDIT_FIELDS = Object.keys(NO_IMAGE_EDITS) as readonly (keyof ImageEdits)[];

export interface ImageElement extends ElementBase, ImageEdits {
  readonly type: 'image';
  readonly asset: AssetKey;
  /** Whether resizing keeps the box's proportions (the file's ISParticipating). */
  readonly keepProportion: boolean;
  readonly displayMode: ImageDisplayMode;
  /** How gray becomes black and white at the print's resolution. */
  readonly oneBit: OneBitMode;
  /** For `threshold` only: grays from this value (0 to 255) become paper. */
  readonly threshold: number;
  /**
   * Where each row takes its own picture from: the name of a file, or the picture in base64. Left out for an image that
   * is the same on all labels. `asset` is then shown until the pictures of the rows are available.
   */
  readonly sources?: readonly DataSource[];
  /** For `sources` only: a row without a value has no picture. Left out where that is a problem. */
  readonly emptyAllowed?: true;
}

/** An image of which each row has its own picture. */
export type RowImage = ImageElement & Required<Pick<ImageElement, 'sources'>>;

export function hasRowPictures(element: ElementBase & { readonly type: string }): element is RowImage {
  return element.type === 'image' && (element as ImageElement).sources !== undefined;
}
