import { rotatedSize, type Size } from '#model/kernel/geometry.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import { err, ok } from '#model/kernel/result.ts';
import { elementBox } from '../base/box.ts';
import { freeBox } from '../base/box-behaviour.ts';
import { createBase, PLAIN, type ElementDefinition } from '../base/definition.ts';
import type { OneBitMode } from '../base/display-op.ts';
import { fixedText } from '../base/content.ts';
import { codeOf, type FieldReader } from '../base/fields.ts';
import { changed, withFootprint } from '../base/footprint.ts';
import { RESIZE_HANDLES } from '../base/handle.ts';
import { layoutImage } from './image-layout.ts';
import { croppedPart, readImageEdits, writeImageEdits } from './image-edits.ts';
import { NO_CROP, NO_IMAGE_EDITS, THRESHOLD_MAX, type ImageDisplayMode, type ImageElement } from './image-element.ts';

/** Specification 2, section 9: 30 % of the size at which it fits on the label. */
const NEW_SHARE = 0.3;
const ONE_BIT_CODES = { '0': 'floydSteinberg', '1': 'threshold', '2': 'atkinson', '3': 'ordered' } as const;
const DISPLAY_CODES = { '0': 'stretch', '1': 'contain', '2': 'cover' } as const;
export const DEFAULT_THRESHOLD = 128;

/**
 * Whether rows have pictures of their own, named by the list of data sources. An attribute of our own (docs/develop/adr/0165):
 * files of other programs may have that list on any element.
 */
const ROW_PICTURES = 'RowPictures';
const EMPTY_ALLOWED = 'RowPictureOptional';

function readRowPictures(fields: FieldReader): Pick<ImageElement, 'sources' | 'emptyAllowed'> {
  const hasRows = fields.has(ROW_PICTURES) && fields.flag(ROW_PICTURES, false);
  const emptyAllowed = fields.has(EMPTY_ALLOWED) && fields.flag(EMPTY_ALLOWED, false);
  return { ...(hasRows ? { sources: fields.sources } : {}), ...(emptyAllowed ? { emptyAllowed } : {}) };
}

/** The image with another content size and the same top left corner. */
function withSize(element: ImageElement, size: Size): ImageElement {
  return withFootprint(element, { ...elementBox(element), ...rotatedSize(size, element.rotation) });
}

export const image: ElementDefinition<ImageElement> = {
  ...freeBox<ImageElement>(),
  contents: ({ sources, emptyAllowed }) =>
    sources === undefined ? [] : [{ sources, ...(emptyAllowed === true ? { optional: true } : {}) }],
  withContents: (element, [sources]) =>
    element.sources === undefined || sources === undefined ? element : { ...element, sources },
  typedContent: () => null,
  ...PLAIN,
  type: 'image',
  fileType: 'Image',
  layout: layoutImage,
  staysWhenMoved: true,
  assets: (element) => [element.asset],
  /** Keeps the width and takes the new picture's proportions; the crop of the old one is dropped. */
  withImage(element, { asset, size }) {
    const heightMm = (element.widthMm * size.height) / size.width;
    return changed(withSize(element, { width: element.widthMm, height: heightMm }), { asset, ...NO_CROP });
  },
  withRowPictures(element, { on = element.sources !== undefined, emptyAllowed = element.emptyAllowed === true }) {
    const { sources = [fixedText('')], emptyAllowed: _, ...plain } = element;
    return { ...plain, ...(on ? { sources } : {}), ...(emptyAllowed ? { emptyAllowed } : {}) };
  },
  /** A crop keeps the scale: the box shrinks or grows with what is shown. */
  fieldsChanged(before, after) {
    const shown = croppedPart(before);
    const part = croppedPart(after);
    if (part.width === shown.width && part.height === shown.height) return after;
    const width = (after.widthMm * part.width) / shown.width;
    const height = (after.heightMm * part.height) / shown.height;
    return withSize(after, { width, height });
  },
  // Specification 2, section 2: an image that keeps its proportions has only the bottom right handle.
  handles: (element) => (element.keepProportion ? ['se'] : RESIZE_HANDLES),
  keepsProportion: (element) => element.keepProportion,

  create(options) {
    if (options.image === undefined) throw new Error('an image element needs its image');
    const { asset, size } = options.image;
    const scale = Math.min(
      (NEW_SHARE * options.labelWidthMm) / size.width,
      (NEW_SHARE * options.labelHeightMm) / size.height,
    );
    return {
      ...createBase('image', options, size.width * scale, size.height * scale),
      asset,
      keepProportion: true,
      displayMode: 'stretch',
      oneBit: 'floydSteinberg',
      threshold: DEFAULT_THRESHOLD,
      ...NO_IMAGE_EDITS,
    };
  },

  read(base, fields) {
    if (fields.asset === null) fields.reject('Data');
    const element: ImageElement = {
      ...base,
      type: 'image',
      asset: (fields.asset ?? '') as AssetKey,
      keepProportion: fields.flag('ISParticipating', true),
      displayMode: fields.code<ImageDisplayMode>('imageDisplayMode', DISPLAY_CODES, 'stretch'),
      oneBit: fields.code<OneBitMode>('OneBitMode', ONE_BIT_CODES, 'floydSteinberg'),
      threshold: fields.number('OneBitThreshold', DEFAULT_THRESHOLD, 0, THRESHOLD_MAX),
      ...readImageEdits(fields),
      ...readRowPictures(fields),
    };
    if (!Number.isInteger(element.threshold)) fields.reject('OneBitThreshold');
    const wrong = fields.problem();
    return wrong === null ? ok(element) : err(wrong);
  },

  write(element) {
    return {
      asset: element.asset,
      ...(element.sources === undefined ? {} : { sources: element.sources }),
      attributes: {
        ISParticipating: element.keepProportion,
        imageDisplayMode: codeOf(DISPLAY_CODES, element.displayMode),
        OneBitMode: codeOf(ONE_BIT_CODES, element.oneBit),
        OneBitThreshold: element.threshold,
        ...writeImageEdits(element),
        ...(element.sources === undefined ? {} : { [ROW_PICTURES]: true }),
        ...(element.emptyAllowed === true ? { [EMPTY_ALLOWED]: true } : {}),
      },
    };
  },
};
