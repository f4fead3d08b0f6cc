import { ANY_NUMBER_SIZE, type NumberSize, type SymbologyInfo } from './info.ts';
import { LINEAR_CATALOG } from './linear-catalog.ts';
import { MATRIX_CATALOG } from './matrix-catalog.ts';
import { LINEAR_SYMBOLOGIES, MATRIX_SYMBOLOGIES } from '../types.ts';
import type { LinearSymbology, MatrixSymbology, Symbology } from '../types.ts';

const CATALOG = {
  ...LINEAR_CATALOG,
  ...MATRIX_CATALOG,
} as const satisfies { [K in Symbology]: SymbologyInfo };

export function symbologyInfo(symbology: Symbology): SymbologyInfo {
  return CATALOG[symbology];
}

/** The possible sizes of a symbology's human-readable text. */
export function numberSizeOf(symbology: Symbology): NumberSize {
  return symbologyInfo(symbology).numberSize ?? ANY_NUMBER_SIZE;
}

/** The symbology with this number in the file; undefined when this version does not know the number. */
export function linearByFileId(id: number): LinearSymbology | undefined {
  return LINEAR_SYMBOLOGIES.find((s) => CATALOG[s].fileId === id);
}

export function matrixByFileId(id: number): MatrixSymbology | undefined {
  return MATRIX_SYMBOLOGIES.find((s) => CATALOG[s].fileId === id);
}
