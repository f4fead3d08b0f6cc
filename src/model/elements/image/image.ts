import type { AssetKey } from '#model/kernel/ids.ts';
import { err, ok } from '#model/kernel/result.ts';
import { createBase, type ElementDefinition } from '../base/definition.ts';
import type { ImageElement } from './image-element.ts';

/** New images cover 30 % of the label (specification 2, section 9). */
const NEW_SIZE = 0.3;
const ONE_BIT_CODES = { '0': 'dither', '1': 'threshold' } as const;

export const image: ElementDefinition<ImageElement> = {
  type: 'image',
  fileType: 'Image',

  create(options) {
    if (options.image === undefined) throw new Error('an image element needs its image');
    const { asset, size } = options.image;
    const scale = Math.min(
      (NEW_SIZE * options.labelWidthMm) / size.width,
      (NEW_SIZE * options.labelHeightMm) / size.height,
    );
    return {
      ...createBase('image', options, size.width * scale, size.height * scale),
      asset,
      keepProportion: true,
      oneBit: 'dither',
    };
  },

  read(base, fields) {
    if (fields.asset === null) fields.reject('Data');
    const element: ImageElement = {
      ...base,
      type: 'image',
      asset: (fields.asset ?? '') as AssetKey,
      keepProportion: fields.flag('ISParticipating', true),
      oneBit: fields.code<ImageElement['oneBit']>('OneBitMode', ONE_BIT_CODES, 'dither'),
    };
    const wrong = fields.problem();
    return wrong === null ? ok(element) : err(wrong);
  },

  write(element) {
    return {
      asset: element.asset,
      attributes: { ISParticipating: element.keepProportion, OneBitMode: element.oneBit === 'threshold' ? '1' : '0' },
    };
  },
};
