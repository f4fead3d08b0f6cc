import { err, ok } from '#model/kernel/result.ts';
import { linearByFileId, symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { LINEAR_SYMBOLOGIES } from '#model/symbology/types.ts';
import { fixedText } from '../base/content.ts';
import { freeBox } from '../base/box-behaviour.ts';
import { oneContent } from '../base/content-behaviour.ts';
import { createBase, PLAIN, type ElementBehaviour } from '../base/definition.ts';
import { readSymbolOptions, writeSymbolOptions } from '../base/symbol-options.ts';
import { DEFAULT_NUMBER_SIZE, readSymbolNumber, writeSymbolNumber } from '../base/symbol-number.ts';
import { NEW_FONT_FAMILY } from '../base/fonts.ts';
import type { BarcodeElement } from './barcode-element.ts';

/** Specification 2, section 9: 30 % of the size that fits on the label. See docs/develop/adr/0002 for small labels. */
const NEW_SHARE = 0.3;
/** Ratio of width to height of a new barcode with its number. */
const NEW_ASPECT = 2;
const LEAST_NEW_MM = 20;

export const barcode: ElementBehaviour<BarcodeElement> = {
  ...freeBox<BarcodeElement>(),
  ...oneContent<BarcodeElement>(),
  ...PLAIN,
  type: 'barcode',
  fileType: 'Barcode',
  hasSymbol: true,
  fontFamilies: (element) => (element.numberPosition === 'none' ? [] : [element.fontFamily]),

  create(options) {
    const fittingMm = Math.min(options.labelWidthMm, NEW_ASPECT * options.labelHeightMm);
    const width = Math.min(options.labelWidthMm, Math.max(NEW_SHARE * fittingMm, LEAST_NEW_MM));
    const height = Math.min(options.labelHeightMm, width / NEW_ASPECT);
    return {
      ...createBase('barcode', options, width, height),
      sources: [fixedText(symbologyInfo('code128').defaultValue)],
      symbology: 'code128',
      options: {},
      numberPosition: 'below',
      align: 'center',
      fontFamily: NEW_FONT_FAMILY,
      fontSize: DEFAULT_NUMBER_SIZE,
    };
  },

  read(base, fields) {
    // Specification 2, section 3: an unknown type falls back to Code 128.
    const code = fields.text('BarCodeType', '1');
    const known = linearByFileId(Number(code));
    if (known === undefined) fields.keep('BarCodeType', code === '' ? 'quiet' : undefined);
    const symbology = known ?? LINEAR_SYMBOLOGIES[0];
    const element: BarcodeElement = {
      ...base,
      type: 'barcode',
      sources: fields.sources.length > 0 ? fields.sources : [fixedText('')],
      symbology,
      options: readSymbolOptions(symbology, fields),
      ...readSymbolNumber(fields, 'below'),
    };
    const wrong = fields.problem();
    return wrong === null ? ok(element) : err(wrong);
  },

  write(element) {
    return {
      sources: element.sources,
      attributes: {
        BarCodeType: symbologyInfo(element.symbology).fileId,
        ...writeSymbolOptions(element.symbology, element.options),
        ...writeSymbolNumber(element),
      },
    };
  },
};
