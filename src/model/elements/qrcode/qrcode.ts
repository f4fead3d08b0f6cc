import { err, ok } from '#model/kernel/result.ts';
import { fontUnitsToMm, roundMm } from '#model/kernel/units.ts';
import { matrixByFileId, symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { isSquare } from '#model/symbology/catalog/options.ts';
import { MATRIX_SYMBOLOGIES } from '#model/symbology/types.ts';
import { fixedText } from '../base/content.ts';
import { freeBox } from '../base/box-behaviour.ts';
import { oneContent } from '../base/content-behaviour.ts';
import { createBase, PLAIN, type ElementBehaviour } from '../base/definition.ts';
import { CORNER_HANDLES, RESIZE_HANDLES } from '../base/handle.ts';
import { NEW_FONT_FAMILY } from '../base/fonts.ts';
import { changed } from '../base/footprint.ts';
import { DEFAULT_NUMBER_SIZE, readSymbolNumber, writeSymbolNumber } from '../base/symbol-number.ts';
import { readSymbolOptions, writeSymbolOptions } from '../base/symbol-options.ts';
import type { QrcodeElement } from './qrcode-element.ts';

/** Specification 2, section 9: 30 % of the size that fits on the label. See docs/develop/adr/0002 for small labels. */
const NEW_SHARE = 0.3;
const LEAST_NEW_MM = 10;

export const qrcode: ElementBehaviour<QrcodeElement> = {
  ...freeBox<QrcodeElement>(),
  ...oneContent<QrcodeElement>(),
  ...PLAIN,
  type: 'qrcode',
  fileType: 'QRcode',
  hasSymbol: true,
  handles: (element) => (isSquareBox(element) ? CORNER_HANDLES : RESIZE_HANDLES),
  keepsProportion: isSquareBox,
  fontFamilies: (element) => (element.numberPosition === 'none' ? [] : [element.fontFamily]),
  fieldsChanged: withRoomForNumber,

  create(options) {
    const smaller = Math.min(options.labelWidthMm, options.labelHeightMm);
    const side = Math.min(smaller, Math.max(NEW_SHARE * smaller, LEAST_NEW_MM));
    return {
      ...createBase('qrcode', options, side, side),
      sources: [fixedText(symbologyInfo('qr').defaultValue)],
      symbology: 'qr',
      options: {},
      numberPosition: 'none',
      align: 'center',
      fontFamily: NEW_FONT_FAMILY,
      fontSize: DEFAULT_NUMBER_SIZE,
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
      ...readSymbolNumber(fields, 'none'),
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
        ...writeSymbolNumber(element),
      },
    };
  },
};

/** Ratio of a line of text to the em height, for common fonts. */
const LINE_SHARE = 1.4;
/** The largest quiet zone between a symbol and its number: 4 modules with the 21 of the smallest QR code. */
const QUIET_SHARE = 4 / 21;

/** Whether the box is square: one with a line of text is not, though its symbol is. */
function isSquareBox({ symbology, options, numberPosition }: QrcodeElement): boolean {
  return numberPosition === 'none' && isSquare(symbology, options);
}

/** Turning the number on adds room for it next to the symbol, which keeps its size; turning it off removes the room. */
function withRoomForNumber(before: QrcodeElement, after: QrcodeElement): QrcodeElement {
  const had = before.numberPosition !== 'none';
  const has = after.numberPosition !== 'none';
  if (had === has) return after;
  const { widthMm, heightMm } = before;
  const line = fontUnitsToMm(after.fontSize) * LINE_SHARE;
  const bare = heightMm - line - QUIET_SHARE * widthMm;
  const without = bare >= widthMm ? bare : (heightMm - line) / (1 + QUIET_SHARE);
  const height = has ? heightMm + line + QUIET_SHARE * Math.min(widthMm, heightMm) : without;
  return height > 0 ? changed<QrcodeElement>(after, { heightMm: roundMm(height) }) : after;
}
