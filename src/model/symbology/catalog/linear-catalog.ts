import { type NumberSize, type SymbologyInfo, type SymbolMinimum, type SymbolOption, WRONG_LENGTH } from './info.ts';
import type { LinearSymbology } from '../types.ts';

function checkDigit(...choices: readonly [string, ...(readonly string[])]): SymbolOption {
  return { name: 'checkDigit', choices, defaultChoice: choices[0] };
}

/** ISO/IEC 16388 allows 2 to 3; below 2.25 for the largest symbols only. */
const ANY_RATIO: SymbolOption = { name: 'wideRatio', choices: ['2', '2.5', '3'], defaultChoice: '2.5' };
/** ISO/IEC 16390, and GS1 for ITF-14, allow 2.25 to 3. */
const RATIO: SymbolOption = { ...ANY_RATIO, choices: ['2.5', '3'] };
/** Industrial 2 of 5 usually has a ratio of 3. */
const RATIO_OF_3: SymbolOption = { ...ANY_RATIO, defaultChoice: '3' };
/** For numbers that may have hyphens: these are not cut. */
const TOO_SHORT: SymbolOption = { ...WRONG_LENGTH, choices: ['reject', 'pad', 'checkDigit'] };
const LETTERS = ['A', 'B', 'C', 'D'];

/** Specification 2, section 5: the number of a retail code has at least this size, and at most 11. */
function retailNumber(min: number): NumberSize {
  return { min, max: 11 };
}

const GENERAL: SymbolMinimum = {
  xMm: 0.19,
  heightMm: 5,
  heightOfWidth: 0.15,
  source: 'ISO/IEC 15417, 16388, 16390 and AIM USS: 7.5 mil; bars of 5 mm or 15 % of the width',
};
function retail(heightMm: number): SymbolMinimum {
  return { xMm: 0.264, heightMm, source: 'GS1 General Specifications 5.2.6.6: 80 % of the nominal size' };
}
const GS1_LOGISTICS: SymbolMinimum = { xMm: 0.25, heightMm: 12.7, source: 'GS1 General Specifications 5.12.3' };

function dataBar(heightModules: number): SymbolMinimum {
  return { xMm: 0.17, heightModules, source: 'ISO/IEC 24724, 5.2; GS1 General Specifications 5.12.3' };
}
const ROYAL_MAIL: SymbolMinimum = { xMm: 0.38, heightMm: 4.22, source: 'Royal Mail RM4SCC: bars of 0.38 to 0.63 mm' };

/** The linear symbologies by name. Numbers up to 28 are those of specification 2, section 3. */
export const LINEAR_CATALOG: { readonly [K in LinearSymbology]: SymbologyInfo } = {
  code128: {
    title: 'Code 128',
    fileId: 1,
    reader: { format: 'Code128' },
    defaultValue: '0123456789',
    minimum: GENERAL,
  },
  'gs1-128': {
    title: 'GS1-128',
    fileId: 26,
    reader: { format: 'Code128' },
    defaultValue: '(01)09501101530003',
    minimum: GS1_LOGISTICS,
    gs1: 'elsewhere',
  },
  ean13: {
    title: 'EAN-13',
    fileId: 7,
    reader: { format: 'EAN13' },
    defaultValue: '5901234123457',
    minimum: retail(18.28),
    numberSize: retailNumber(7.8),
    options: [WRONG_LENGTH],
  },
  ean8: {
    title: 'EAN-8',
    fileId: 6,
    reader: { format: 'EAN8' },
    defaultValue: '96385074',
    minimum: retail(14.58),
    numberSize: retailNumber(7.2),
    options: [WRONG_LENGTH],
  },
  upca: {
    title: 'UPC-A',
    fileId: 8,
    reader: { format: 'UPCA' },
    defaultValue: '012345678905',
    minimum: retail(18.28),
    numberSize: retailNumber(8.5),
    options: [WRONG_LENGTH],
  },
  upce: {
    title: 'UPC-E',
    fileId: 9,
    reader: { format: 'UPCE' },
    defaultValue: '01234565',
    minimum: retail(18.28),
    numberSize: retailNumber(7.2),
    options: [WRONG_LENGTH],
  },
  itf14: {
    title: 'ITF-14',
    fileId: 28,
    reader: { format: 'ITF' },
    defaultValue: '15400141288763',
    minimum: GS1_LOGISTICS,
    options: [
      { name: 'bearerBars', choices: ['none', 'horizontal', 'frame'], defaultChoice: 'none' },
      RATIO,
      WRONG_LENGTH,
    ],
  },
  interleaved2of5: {
    title: 'Interleaved 2 of 5',
    fileId: 5,
    reader: { format: 'ITF' },
    defaultValue: '0123456789',
    minimum: GENERAL,
    options: [checkDigit('none', 'mod10'), RATIO],
  },
  code39: {
    title: 'Code 39',
    fileId: 2,
    // `Code39` would also accept Code 32, PZN and full ASCII.
    reader: { format: 'Code39Std' },
    defaultValue: '0123456789',
    minimum: GENERAL,
    options: [checkDigit('none', 'mod43'), ANY_RATIO],
  },
  code39ext: {
    title: 'Code 39 Extended',
    fileId: 14,
    // zxing's own format for it guesses whether pairs are meant; here it is known.
    reader: { format: 'Code39Std' },
    defaultValue: '0123456789',
    minimum: GENERAL,
    options: [checkDigit('none', 'mod43'), ANY_RATIO],
  },
  code93: { title: 'Code 93', fileId: 3, reader: { format: 'Code93' }, defaultValue: '0123456789', minimum: GENERAL },
  codabar: {
    title: 'Codabar',
    fileId: 4,
    reader: { format: 'Codabar' },
    defaultValue: '0123456789',
    minimum: GENERAL,
    options: [
      { name: 'startLetter', choices: LETTERS, defaultChoice: 'A' },
      { name: 'stopLetter', choices: LETTERS, defaultChoice: 'A' },
      checkDigit('none', 'mod16'),
      RATIO,
    ],
  },
  code11: {
    title: 'Code 11',
    fileId: 20,
    reader: 'own',
    defaultValue: '0123456789',
    minimum: GENERAL,
    options: [checkDigit('auto', '1', '2', 'none'), RATIO],
  },
  msi: {
    title: 'MSI',
    fileId: 21,
    reader: 'own',
    defaultValue: '0123456789',
    minimum: GENERAL,
    options: [checkDigit('mod10', 'mod11', 'mod1010', 'mod1110', 'none')],
  },
  code25: {
    title: 'Code 25 (Industrial)',
    fileId: 23,
    reader: 'own',
    defaultValue: '0123456789',
    minimum: GENERAL,
    options: [checkDigit('none', 'mod10'), RATIO_OF_3],
  },
  telepen: {
    title: 'Telepen',
    fileId: 27,
    reader: { format: 'TelepenAlpha' },
    defaultValue: '0123456789',
    minimum: GENERAL,
  },
  pharmacode: {
    title: 'Pharmacode',
    fileId: 25,
    reader: 'own',
    defaultValue: '1234',
    minimum: { xMm: 0.35, heightMm: 8, source: 'Laetus Pharmacode Guide: miniature code' },
  },
  postnet: {
    title: 'POSTNET',
    fileId: 18,
    reader: 'own',
    defaultValue: '12345',
    minimum: { xMm: 0.381, heightMm: 2.921, source: 'USPS Publication 25, 4-4: bars of 0.015 to 0.025 inch' },
  },
  sscc18: {
    title: 'SSCC-18',
    fileId: 101,
    reader: { format: 'Code128' },
    defaultValue: '340123450000000000',
    minimum: GS1_LOGISTICS,
    options: [WRONG_LENGTH],
  },
  ean14: {
    title: 'EAN-14 (GTIN)',
    fileId: 102,
    reader: { format: 'Code128' },
    defaultValue: '09501101530003',
    minimum: GS1_LOGISTICS,
    options: [WRONG_LENGTH],
  },
  isbn: {
    title: 'ISBN',
    fileId: 103,
    reader: { format: 'EAN13' },
    defaultValue: '978-1-56581-231-4',
    minimum: retail(18.28),
    numberSize: retailNumber(7.8),
    options: [TOO_SHORT],
  },
  issn: {
    title: 'ISSN',
    fileId: 104,
    reader: { format: 'EAN13' },
    defaultValue: '0311-175X 00 17',
    minimum: retail(18.28),
    numberSize: retailNumber(7.8),
    options: [TOO_SHORT],
  },
  databar: {
    title: 'GS1 DataBar',
    fileId: 105,
    reader: { format: 'DataBarOmni' },
    defaultValue: '09501101530003',
    minimum: dataBar(33),
    options: [WRONG_LENGTH],
  },
  'databar-truncated': {
    title: 'GS1 DataBar Truncated',
    fileId: 106,
    reader: { format: 'DataBarOmni' },
    defaultValue: '09501101530003',
    minimum: dataBar(13),
    options: [WRONG_LENGTH],
  },
  'databar-limited': {
    title: 'GS1 DataBar Limited',
    fileId: 107,
    reader: { format: 'DataBarLtd' },
    defaultValue: '09501101530003',
    minimum: dataBar(10),
    options: [WRONG_LENGTH],
  },
  'databar-expanded': {
    title: 'GS1 DataBar Expanded',
    fileId: 108,
    reader: { format: 'DataBarExp' },
    defaultValue: '(01)09501101530003(3103)000123',
    minimum: dataBar(34),
    gs1: 'elsewhere',
  },
  'hibc-128': {
    title: 'HIBC Code 128',
    fileId: 109,
    reader: { format: 'Code128' },
    defaultValue: 'A123BJC5D6E71',
    minimum: GENERAL,
  },
  'hibc-39': {
    title: 'HIBC Code 39',
    fileId: 110,
    reader: { format: 'Code39Std' },
    defaultValue: 'A123BJC5D6E71',
    minimum: GENERAL,
    options: [ANY_RATIO],
  },
  code32: {
    title: 'Code 32 (Italian Pharmacode)',
    fileId: 111,
    reader: { format: 'Code32' },
    defaultValue: '01234567',
    minimum: GENERAL,
    options: [ANY_RATIO, WRONG_LENGTH],
  },
  pzn: {
    title: 'PZN',
    fileId: 112,
    reader: { format: 'PZN' },
    defaultValue: '1234567',
    minimum: GENERAL,
    options: [ANY_RATIO, WRONG_LENGTH],
  },
  imb: {
    title: 'USPS Intelligent Mail',
    fileId: 113,
    reader: 'own',
    defaultValue: '01234567094987654321',
    minimum: { xMm: 0.381, heightMm: 3.175, source: 'USPS-B-3200, 2.3.2: bars of 0.015 to 0.025 inch' },
  },
  royalmail: { title: 'Royal Mail 4-State', fileId: 114, reader: 'own', defaultValue: 'LE28HS9Z', minimum: ROYAL_MAIL },
  kix: { title: 'KIX (PostNL)', fileId: 115, reader: 'own', defaultValue: '1231FZ13XHS', minimum: ROYAL_MAIL },
};
