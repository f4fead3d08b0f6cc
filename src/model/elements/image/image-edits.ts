import type { Rect, Size } from '#model/kernel/geometry.ts';
import type { ImageOp, ImageTones } from '../base/display-op.ts';
import { codeOf, type ElementFields, type FieldReader } from '../base/fields.ts';
import {
  CLEAR_TOLERANCE_MAX,
  CROP_SIDES,
  IMAGE_EDIT_FIELDS,
  LEAST_LEFT,
  NO_CROP,
  NO_IMAGE_EDITS,
  TONE_LIMITS,
  type ImageCrop,
  type ImageEdits,
  type ImageMask,
  type ToneField,
} from './image-element.ts';

const MASK_CODES = { '0': 'none', '1': 'rounded', '2': 'ellipse' } as const;
const MASK_RADIUS_MAX_MM = 1000;
const COLOR = /^#[0-9a-f]{6}$/;

/** The file's attributes of the edits. Programs that don't know them show the whole image with its own tones. */
const ATTRIBUTES: Readonly<Record<keyof ImageEdits, string>> = {
  cropLeft: 'CropLeft',
  cropTop: 'CropTop',
  cropRight: 'CropRight',
  cropBottom: 'CropBottom',
  clearColor: 'ClearColor',
  clearTolerance: 'ClearTolerance',
  inverted: 'Inverted',
  brightness: 'Brightness',
  contrast: 'Contrast',
  gamma: 'Gamma',
  sharpness: 'Sharpness',
  mask: 'ImageMask',
  maskRadiusMm: 'MaskRadius',
};

export function readImageEdits(fields: FieldReader): ImageEdits {
  if (!IMAGE_EDIT_FIELDS.some((field) => fields.has(ATTRIBUTES[field]))) return NO_IMAGE_EDITS;
  const tone = (field: ToneField): number =>
    fields.number(ATTRIBUTES[field], NO_IMAGE_EDITS[field], TONE_LIMITS[field].min, TONE_LIMITS[field].max);
  const crop = Object.fromEntries(
    CROP_SIDES.map((side) => [side, fields.number(ATTRIBUTES[side], 0, 0, 1 - LEAST_LEFT)]),
  ) as ImageCrop;
  const right = LEAST_LEFT - 1 + crop.cropLeft + crop.cropRight;
  const below = LEAST_LEFT - 1 + crop.cropTop + crop.cropBottom;
  if (right > ROUNDING) fields.reject(ATTRIBUTES.cropRight);
  if (below > ROUNDING) fields.reject(ATTRIBUTES.cropBottom);
  const clearColor = fields.text(ATTRIBUTES.clearColor, '').toLowerCase();
  const isColor = clearColor === '' || COLOR.test(clearColor);
  if (!isColor) fields.reject(ATTRIBUTES.clearColor);
  return {
    ...(right > ROUNDING || below > ROUNDING ? NO_CROP : crop),
    clearColor: isColor ? clearColor : '',
    clearTolerance: fields.number(ATTRIBUTES.clearTolerance, NO_IMAGE_EDITS.clearTolerance, 0, CLEAR_TOLERANCE_MAX),
    inverted: fields.flag(ATTRIBUTES.inverted, false),
    brightness: tone('brightness'),
    contrast: tone('contrast'),
    gamma: tone('gamma'),
    sharpness: tone('sharpness'),
    mask: fields.code<ImageMask>(ATTRIBUTES.mask, MASK_CODES, 'none'),
    maskRadiusMm: fields.number(ATTRIBUTES.maskRadiusMm, NO_IMAGE_EDITS.maskRadiusMm, 0, MASK_RADIUS_MAX_MM),
  };
}

/** Only what differs from the default is written. */
export function writeImageEdits(edits: ImageEdits): ElementFields['attributes'] {
  const written = { ...edits, mask: codeOf(MASK_CODES, edits.mask) };
  return Object.fromEntries(
    IMAGE_EDIT_FIELDS.filter((field) => edits[field] !== NO_IMAGE_EDITS[field]).map((field) => [
      ATTRIBUTES[field],
      written[field],
    ]),
  );
}

/** Rounding error of sums of the file's decimals. */
const ROUNDING = 1e-9;

/** The part of the image that a crop leaves, as fractions of its width and height. */
export function croppedPart({ cropLeft, cropTop, cropRight, cropBottom }: ImageCrop): Rect {
  return { x: cropLeft, y: cropTop, width: 1 - cropLeft - cropRight, height: 1 - cropTop - cropBottom };
}

/** The size of what a crop leaves of an image. */
export function croppedSize(size: Size, crop: ImageCrop): Size {
  const { width, height } = croppedPart(crop);
  return { width: size.width * width, height: size.height * height };
}

/** `rect`, which is relative to `outer`, relative to what `outer` is relative to. */
export function partOf(outer: Rect, rect: Rect): Rect {
  return {
    x: outer.x + rect.x * outer.width,
    y: outer.y + rect.y * outer.height,
    width: rect.width * outer.width,
    height: rect.height * outer.height,
  };
}

/** The edits as fields of an op for a picture of `size` in mm. Edits that change nothing have no field. */
export function editsOfOp(edits: ImageEdits, size: Size): Pick<ImageOp, 'tones' | 'corners'> {
  const { clearColor, clearTolerance, inverted, brightness, contrast, gamma, sharpness } = edits;
  const tones: ImageTones = {
    ...(clearColor === '' ? {} : { clearColor }),
    clearTolerance,
    inverted,
    brightness,
    contrast,
    gamma,
    sharpness,
  };
  const changes = clearColor !== '' || inverted || brightness !== 0 || contrast !== 0 || gamma !== 1 || sharpness !== 0;
  return { ...(changes ? { tones } : {}), ...cornersOf(edits, size) };
}

function cornersOf({ mask, maskRadiusMm }: ImageEdits, { width, height }: Size): Pick<ImageOp, 'corners'> {
  if (mask === 'none' || width <= 0 || height <= 0) return {};
  if (mask === 'ellipse') return { corners: { width: 0.5, height: 0.5 } };
  const radius = Math.min(maskRadiusMm, width / 2, height / 2);
  return radius > 0 ? { corners: { width: radius / width, height: radius / height } } : {};
}
