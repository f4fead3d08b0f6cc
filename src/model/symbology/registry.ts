import type { Result } from '#model/kernel/result.ts';
import { code128 } from './code128.ts';
import { code39 } from './code39.ts';
import type { SymbologyDefinition } from './definition.ts';
import { ean13 } from './ean13.ts';
import { ean8 } from './ean8.ts';
import { gs1128 } from './gs1-128.ts';
import { interleaved2of5 } from './interleaved2of5.ts';
import { itf14 } from './itf14.ts';
import { qr } from './qr.ts';
import { LINEAR_SYMBOLOGIES, MATRIX_SYMBOLOGIES } from './types.ts';
import type { EncodedSymbol, LinearSymbology, MatrixSymbology, Symbology, SymbolOptions } from './types.ts';
import { upca } from './upca.ts';

const DEFINITIONS = {
  code128,
  code39,
  ean8,
  ean13,
  upca,
  interleaved2of5,
  'gs1-128': gs1128,
  itf14,
  qr,
} satisfies { [K in Symbology]: SymbologyDefinition };

export function symbologyDefinition(symbology: Symbology): SymbologyDefinition {
  return DEFINITIONS[symbology];
}

/** Content to bars or modules, or the problem that names the character or rule. */
export function encodeSymbol(symbology: Symbology, content: string, options: SymbolOptions): Result<EncodedSymbol> {
  return DEFINITIONS[symbology].encode(content, options);
}

/** The symbology of a number in the file; undefined for one that this version does not know. */
export function linearByFileId(id: number): LinearSymbology | undefined {
  return LINEAR_SYMBOLOGIES.find((s) => DEFINITIONS[s].fileId === id);
}

export function matrixByFileId(id: number): MatrixSymbology | undefined {
  return MATRIX_SYMBOLOGIES.find((s) => DEFINITIONS[s].fileId === id);
}
