import { LINEAR_SYMBOLOGIES, MATRIX_SYMBOLOGIES } from './types.ts';
import type { LinearSymbology, MatrixSymbology, Symbology } from './types.ts';

/** What is known of a symbology without its encoder: the application needs no more, and so loads no more. */
export interface SymbologyInfo {
  /** As people write it; a proper name, the same in all languages. */
  readonly title: string;
  /** Its number in the template file (specification 2, section 3); linear and matrix ones are counted apart. */
  readonly fileId: number;
  /** A value that it can always encode. */
  readonly defaultValue: string;
}

const CATALOG = {
  code128: { title: 'Code 128', fileId: 1, defaultValue: '0123456789' },
  code39: { title: 'Code 39', fileId: 2, defaultValue: '0123456789' },
  ean8: { title: 'EAN-8', fileId: 6, defaultValue: '96385074' },
  ean13: { title: 'EAN-13', fileId: 7, defaultValue: '5901234123457' },
  upca: { title: 'UPC-A', fileId: 8, defaultValue: '012345678905' },
  interleaved2of5: { title: 'Interleaved 2 of 5', fileId: 5, defaultValue: '0123456789' },
  'gs1-128': { title: 'GS1-128', fileId: 26, defaultValue: '(01)09501101530003' },
  itf14: { title: 'ITF-14', fileId: 28, defaultValue: '15400141288763' },
  qr: { title: 'QR Code', fileId: 1, defaultValue: '0123456789' },
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
