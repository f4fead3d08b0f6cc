import type { SymbologyInfo, SymbolOption } from './info.ts';
import { LINEAR_CATALOG } from './linear-catalog.ts';
import { LINEAR_SYMBOLOGIES, MATRIX_SYMBOLOGIES } from './types.ts';
import type { LinearSymbology, MatrixSymbology, Symbology } from './types.ts';

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

/** The version is the size, 4 x version + 17 modules; a mask is for those who must repeat a certain symbol. */
const QR_OPTIONS: readonly SymbolOption[] = [
  QR_LEVEL,
  { name: 'version', choices: ['auto', ...upTo(1, 40)], defaultChoice: 'auto' },
  { name: 'mask', choices: ['auto', ...upTo(0, 7)], defaultChoice: 'auto' },
];

/** Rows x columns of ISO/IEC 16022, table 7. */
const DATAMATRIX_SIZES = [
  ...[10, 12, 14, 16, 18, 20, 22, 24, 26, 32, 36, 40, 44, 48, 52, 64, 72, 80, 88, 96, 104, 120, 132, 144].map(
    (n) => `${n}x${n}`,
  ),
  '8x18',
  '8x32',
  '12x26',
  '12x36',
  '16x36',
  '16x48',
];

const DATAMATRIX_OPTIONS: readonly SymbolOption[] = [
  { name: 'size', choices: ['square', 'rectangular', ...DATAMATRIX_SIZES], defaultChoice: 'square' },
];

/** Specification 2, section 3: levels 0 to 7. */
const PDF417_OPTIONS: readonly SymbolOption[] = [
  level(upTo(0, 7), '1'),
  { name: 'columns', choices: ['auto', ...upTo(1, 30)], defaultChoice: 'auto' },
];

/** The level is a share of the symbol in per cent: ISO/IEC 24778, annex F, recommends 23. */
const AZTEC_OPTIONS: readonly SymbolOption[] = [
  level(['10', '23', '36', '50'], '23'),
  { name: 'shape', choices: ['auto', 'compact', 'full'], defaultChoice: 'auto' },
  { name: 'layers', choices: ['auto', ...upTo(1, 32)], defaultChoice: 'auto' },
];

const CATALOG = {
  ...LINEAR_CATALOG,
  qr: { title: 'QR Code', fileId: 1, defaultValue: '0123456789', options: QR_OPTIONS },
  pdf417: { title: 'PDF417', fileId: 2, defaultValue: '0123456789', options: PDF417_OPTIONS },
  datamatrix: { title: 'Data Matrix', fileId: 3, defaultValue: '0123456789', options: DATAMATRIX_OPTIONS },
  aztec: { title: 'Aztec Code', fileId: 4, defaultValue: '0123456789', options: AZTEC_OPTIONS },
} as const satisfies { [K in Symbology]: SymbologyInfo };

export function symbologyInfo(symbology: Symbology): SymbologyInfo {
  return CATALOG[symbology];
}

/** The symbology of a number in the file; undefined for one that this version does not know. */
export function linearByFileId(id: number): LinearSymbology | undefined {
  return LINEAR_SYMBOLOGIES.find((s) => CATALOG[s].fileId === id);
}

export function matrixByFileId(id: number): MatrixSymbology | undefined {
  return MATRIX_SYMBOLOGIES.find((s) => CATALOG[s].fileId === id);
}
