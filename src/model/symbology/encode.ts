import type { Result } from '#model/kernel/result.ts';
import { symbologyInfo } from './catalog.ts';
import type { SymbolEncoder } from './encoder.ts';
import { encodeAztec } from './aztec.ts';
import { encodeDatamatrix } from './datamatrix.ts';
import { LINEAR_ENCODERS } from './linear-encoders.ts';
import { encodePdf417 } from './pdf417.ts';
import { encodeQr } from './qr.ts';
import type { EncodedSymbol, Symbology, SymbolOptions } from './types.ts';

const ENCODERS = {
  ...LINEAR_ENCODERS,
  qr: encodeQr,
  pdf417: encodePdf417,
  datamatrix: encodeDatamatrix,
  aztec: encodeAztec,
} satisfies { [K in Symbology]: SymbolEncoder };

/** Content to bars or modules, or the problem that names the character or rule. */
export function encodeSymbol(symbology: Symbology, content: string, options: SymbolOptions): Result<EncodedSymbol> {
  return ENCODERS[symbology](content, symbologyInfo(symbology).title, options);
}
