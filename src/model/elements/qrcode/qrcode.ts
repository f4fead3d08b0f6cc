import { err, ok } from '#model/kernel/result.ts';
import { matrixByFileId, symbologyInfo } from '#model/symbology/catalog.ts';
import { MATRIX_SYMBOLOGIES, type QrLevel } from '#model/symbology/types.ts';
import { fixedText } from '../base/content.ts';
import { createBase, type ElementDefinition } from '../base/definition.ts';
import { codeOf } from '../base/fields.ts';
import type { QrcodeElement } from './qrcode-element.ts';

/** Specification 2, section 3: 7 = L, 25 = Q, 30 = H, otherwise M. */
const LEVEL_CODES = { '7': 'L', '15': 'M', '25': 'Q', '30': 'H' } as const;
/** New symbols cover 30 % of the label's smaller side. */
const NEW_SIZE = 0.3;
const MIN_NEW_MM = 10;

export const qrcode: ElementDefinition<QrcodeElement> = {
  type: 'qrcode',
  fileType: 'QRcode',

  create(options) {
    const smaller = Math.min(options.labelWidthMm, options.labelHeightMm);
    const side = Math.min(smaller, Math.max(NEW_SIZE * smaller, MIN_NEW_MM));
    return {
      ...createBase('qrcode', options, side, side),
      sources: [fixedText(symbologyInfo('qr').defaultValue)],
      symbology: 'qr',
      level: 'M',
    };
  },

  read(base, fields) {
    const symbology = matrixByFileId(fields.number('QrCodeType', 1, 0, 1000));
    if (symbology === undefined) fields.reject('QrCodeType');
    const element: QrcodeElement = {
      ...base,
      type: 'qrcode',
      sources: fields.sources.length > 0 ? fields.sources : [fixedText('')],
      symbology: symbology ?? MATRIX_SYMBOLOGIES[0],
      level: levelOf(fields.text('ErrorCorrectionLevel', '15')),
    };
    const wrong = fields.problem();
    return wrong === null ? ok(element) : err(wrong);
  },

  write(element) {
    return {
      sources: element.sources,
      attributes: {
        QrCodeType: symbologyInfo(element.symbology).fileId,
        ErrorCorrectionLevel: codeOf(LEVEL_CODES, element.level),
      },
    };
  },
};

function levelOf(code: string): QrLevel {
  return code === '7' || code === '25' || code === '30' ? LEVEL_CODES[code] : 'M';
}
