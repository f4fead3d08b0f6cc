import { err, ok } from '#model/kernel/result.ts';
import { matrixByFileId, symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { isSquare } from '#model/symbology/catalog/options.ts';
import { MATRIX_SYMBOLOGIES } from '#model/symbology/types.ts';
import { fixedText } from '../base/content.ts';
import { freeBox } from '../base/box-behaviour.ts';
import { oneContent } from '../base/content-behaviour.ts';
import { createBase, PLAIN, type ElementBehaviour } from '../base/definition.ts';
import { CORNER_HANDLES, RESIZE_HANDLES } from '../base/handle.ts';
import { readSymbolOptions, writeSymbolOptions } from '../base/symbol-options.ts';
import type { QrcodeElement } from './qrcode-element.ts';

/** Specification 2, section 9: 30 % of the size that fits on the label. See docs/adr/0024 for small labels. */
const NEW_SHARE = 0.3;
const LEAST_NEW_MM = 10;

export const qrcode: ElementBehaviour<QrcodeElement> = {
  ...freeBox<QrcodeElement>(),
  ...oneContent<QrcodeElement>(),
  ...PLAIN,
  type: 'qrcode',
  fileType: 'QRcode',
  hasSymbol: true,
  handles: ({ symbology, options }) => (isSquare(symbology, options) ? CORNER_HANDLES : RESIZE_HANDLES),
  keepsProportion: ({ symbology, options }) => isSquare(symbology, options),

  create(options) {
    const smaller = Math.min(options.labelWidthMm, options.labelHeightMm);
    const side = Math.min(smaller, Math.max(NEW_SHARE * smaller, LEAST_NEW_MM));
    return {
      ...createBase('qrcode', options, side, side),
      sources: [fixedText(symbologyInfo('qr').defaultValue)],
      symbology: 'qr',
      options: {},
    };
  },

  read(base, fields) {
    // As with barcodes, an unknown type falls back to the first one.
    const code = fields.text('QrCodeType', '1');
    const known = matrixByFileId(Number(code));
    if (known === undefined) fields.keep('QrCodeType', code === '' ? 'quiet' : undefined);
    const symbology = known ?? MATRIX_SYMBOLOGIES[0];
    const element: QrcodeElement = {
      ...base,
      type: 'qrcode',
      sources: fields.sources.length > 0 ? fields.sources : [fixedText('')],
      symbology,
      options: readSymbolOptions(symbology, fields),
    };
    const wrong = fields.problem();
    return wrong === null ? ok(element) : err(wrong);
  },

  write(element) {
    return {
      sources: element.sources,
      attributes: {
        QrCodeType: symbologyInfo(element.symbology).fileId,
        ...writeSymbolOptions(element.symbology, element.options),
      },
    };
  },
};
