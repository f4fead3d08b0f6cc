import { DATAMATRIX_SIZES } from '../datamatrix/sizes.ts';
import { type SymbologyInfo, type SymbolMinimum, type SymbolOption, WRONG_LENGTH } from './info.ts';
import { RMQR_CODEWORDS } from './rmqr-sizes.ts';
import type { MatrixSymbology } from '../types.ts';

/** Specification 2, section 3: 7 = L, 25 = Q, 30 = H, otherwise M. */
const QR_LEVEL: SymbolOption = {
  name: 'level',
  choices: ['L', 'M', 'Q', 'H'],
  defaultChoice: 'M',
  file: { field: 'ErrorCorrectionLevel', codes: { '7': 'L', '15': 'M', '25': 'Q', '30': 'H' } },
};

function upTo(first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, i) => String(first + i));
}

function level(choices: readonly string[], defaultChoice: string): SymbolOption {
  const codes = Object.fromEntries(choices.map((choice) => [choice, choice]));
  return { name: 'level', choices, defaultChoice, file: { field: 'ErrorCorrectionLevel', codes } };
}

/** Version v has 4 v + 17 modules a side. The mask can be set for those who must reproduce a certain symbol. */
const QR_OPTIONS: readonly SymbolOption[] = [
  QR_LEVEL,
  { name: 'version', choices: ['auto', ...upTo(1, 40)], defaultChoice: 'auto' },
  { name: 'mask', choices: ['auto', ...upTo(0, 7)], defaultChoice: 'auto' },
];

const DATAMATRIX_OPTIONS: readonly SymbolOption[] = [
  {
    name: 'size',
    choices: ['square', 'rectangular', ...DATAMATRIX_SIZES.map((size) => size.name)],
    defaultChoice: 'square',
  },
];

/** Specification 2, section 3, has levels 0 to 7, ISO/IEC 15438 (table 6) one more. */
const PDF417_OPTIONS: readonly SymbolOption[] = [
  level(upTo(0, 8), '1'),
  { name: 'columns', choices: ['auto', ...upTo(1, 30)], defaultChoice: 'auto' },
];

/** The level is the percentage of the symbol used for error correction: ISO/IEC 24778, annex F, recommends 23. */
const AZTEC_OPTIONS: readonly SymbolOption[] = [
  level(['10', '23', '36', '50'], '23'),
  { name: 'shape', choices: ['auto', 'compact', 'full'], defaultChoice: 'auto' },
  { name: 'layers', choices: ['auto', ...upTo(1, 32)], defaultChoice: 'auto' },
];

/** ISO/IEC 18004, table 2: M1 only detects errors; only M4 has level Q. */
const MICRO_QR_OPTIONS: readonly SymbolOption[] = [
  { name: 'level', choices: ['L', 'M', 'Q'], defaultChoice: 'M' },
  { name: 'version', choices: ['auto', 'M1', 'M2', 'M3', 'M4'], defaultChoice: 'auto' },
];

const MICRO_PDF417_OPTIONS: readonly SymbolOption[] = [
  { name: 'columns', choices: ['auto', ...upTo(1, 4)], defaultChoice: 'auto' },
];

const RMQR_OPTIONS: readonly SymbolOption[] = [
  { name: 'level', choices: ['M', 'H'], defaultChoice: 'M' },
  { name: 'size', choices: ['auto', ...Object.keys(RMQR_CODEWORDS)], defaultChoice: 'auto' },
];

/** Modes 4, 5, and 2 or 3 of ISO/IEC 16023, 4.11. */
const MAXICODE_OPTIONS: readonly SymbolOption[] = [
  { name: 'mode', choices: ['standard', 'enhanced', 'postal'], defaultChoice: 'standard' },
];

/** No standard sets a smallest module for these symbols; below this one, thermal printers and phones fail. */
const CUSTOM: SymbolMinimum = { xMm: 0.25, source: 'Custom of thermal printing: 10 mil' };
const STACKED: SymbolMinimum = { xMm: 0.17, source: 'ISO/IEC 15438, 5.8.2' };
/** GS1 General Specifications, symbol specification tables: the smallest value of all uses on printed labels. */
const GS1_DATAMATRIX: SymbolMinimum = { xMm: 0.254, source: 'GS1 General Specifications 5.12.3, table 6' };
const GS1_QR: SymbolMinimum = { xMm: 0.396, source: 'GS1 General Specifications 5.12.3, table 1' };

const GTIN = '(01)09501101530003';

const DATABAR: SymbolMinimum = { xMm: 0.17, source: 'ISO/IEC 24724, 5.2; GS1 General Specifications 5.12.3' };

/** The two-dimensional symbologies by name. Numbers up to 4 are those of specification 2, section 3. */
export const MATRIX_CATALOG: { readonly [K in MatrixSymbology]: SymbologyInfo } = {
  qr: {
    title: 'QR Code',
    fileId: 1,
    reader: { format: 'QRCode', sameModules: true },
    defaultValue: '0123456789',
    options: QR_OPTIONS,
    minimum: CUSTOM,
  },
  pdf417: {
    title: 'PDF417',
    fileId: 2,
    // With five rows or fewer some fail at 2 dots per module; four times as high they all read.
    reader: { format: 'PDF417', stretch: 4 },
    defaultValue: '0123456789',
    options: PDF417_OPTIONS,
    minimum: STACKED,
    oblong: true,
  },
  datamatrix: {
    title: 'Data Matrix',
    fileId: 3,
    reader: { format: 'DataMatrix', sameModules: true },
    defaultValue: '0123456789',
    options: DATAMATRIX_OPTIONS,
    minimum: CUSTOM,
  },
  aztec: {
    title: 'Aztec Code',
    fileId: 4,
    reader: { format: 'Aztec', sameModules: true },
    defaultValue: '0123456789',
    options: AZTEC_OPTIONS,
    minimum: CUSTOM,
  },
  'gs1-datamatrix': {
    title: 'GS1 DataMatrix',
    fileId: 101,
    reader: { format: 'DataMatrix', sameModules: true },
    defaultValue: `${GTIN}(17)261231(10)ABC123`,
    options: DATAMATRIX_OPTIONS,
    minimum: GS1_DATAMATRIX,
    gs1: 'here',
  },
  'gs1-qr': {
    title: 'GS1 QR Code',
    fileId: 102,
    reader: { format: 'QRCode', sameModules: true },
    defaultValue: `${GTIN}(17)261231(10)ABC123`,
    options: QR_OPTIONS,
    minimum: GS1_QR,
    gs1: 'here',
  },
  'digital-link': {
    title: 'GS1 Digital Link',
    fileId: 103,
    reader: { format: 'QRCode', sameModules: true },
    defaultValue: GTIN,
    options: QR_OPTIONS,
    minimum: GS1_QR,
    gs1: 'link',
  },
  microqr: {
    title: 'Micro QR Code',
    fileId: 104,
    reader: { format: 'MicroQRCode', sameModules: true },
    defaultValue: '0123456789',
    options: MICRO_QR_OPTIONS,
    minimum: CUSTOM,
  },
  micropdf417: {
    title: 'MicroPDF417',
    oblong: true,
    fileId: 105,
    reader: { format: 'MicroPDF417', stretch: 4 },
    defaultValue: '0123456789',
    options: MICRO_PDF417_OPTIONS,
    minimum: { ...STACKED, source: 'ISO/IEC 24728, 5.8.2' },
  },
  maxicode: {
    title: 'MaxiCode',
    fileId: 106,
    // zxing also returns the finder as modules, so the symbol is only compared dot for dot.
    reader: { format: 'MaxiCode' },
    defaultValue: '0123456789',
    options: MAXICODE_OPTIONS,
    // MaxiCode has only one size.
    minimum: { xMm: 0.82, source: 'ISO/IEC 16023, 4.2.1.2: 0.82 to 0.93 mm' },
  },
  rmqr: {
    title: 'rMQR Code',
    fileId: 107,
    reader: { format: 'RMQRCode', sameModules: true },
    defaultValue: '0123456789',
    options: RMQR_OPTIONS,
    minimum: CUSTOM,
    oblong: true,
  },
  'databar-stacked': {
    title: 'GS1 DataBar Stacked',
    oblong: true,
    fileId: 121,
    reader: { format: 'DataBarStk', stretch: 2, flatFirst: true },
    defaultValue: '09501101530003',
    minimum: DATABAR,
    options: [WRONG_LENGTH],
  },
  'databar-stacked-omni': {
    title: 'GS1 DataBar Stacked Omnidirectional',
    oblong: true,
    fileId: 122,
    reader: { format: 'DataBarStkOmni', stretch: 2, flatFirst: true },
    defaultValue: '09501101530003',
    minimum: DATABAR,
    options: [WRONG_LENGTH],
  },
  'databar-expanded-stacked': {
    title: 'GS1 DataBar Expanded Stacked',
    oblong: true,
    fileId: 123,
    reader: { format: 'DataBarExpStk', stretch: 2 },
    defaultValue: '(01)09501101530003(3103)000123',
    minimum: DATABAR,
    gs1: 'elsewhere',
    options: [{ name: 'columns', choices: ['auto', ...upTo(1, 10)], defaultChoice: 'auto' }],
  },
};
