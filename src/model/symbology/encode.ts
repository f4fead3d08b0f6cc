import type { Result } from '#model/kernel/result.ts';
import { symbologyInfo } from './catalog.ts';
import type { SymbolEncoder } from './encoder.ts';
import { encodeAztec } from './aztec.ts';
import { encodeCode128 } from './code128.ts';
import { encodeCode39 } from './code39.ts';
import { encodeDatamatrix } from './datamatrix.ts';
import { encodeEan13 } from './ean13.ts';
import { encodeEan8 } from './ean8.ts';
import { encodeGs1128 } from './gs1-128.ts';
import { encodeInterleaved2of5 } from './interleaved2of5.ts';
import { encodeItf14 } from './itf14.ts';
import { encodePdf417 } from './pdf417.ts';
import { encodeQr } from './qr.ts';
import { encodeUpca } from './upca.ts';
import type { EncodedSymbol, Symbology, SymbolOptions } from './types.ts';

const ENCODERS = {
  code128: encodeCode128,
  code39: encodeCode39,
  ean8: encodeEan8,
  ean13: encodeEan13,
  upca: encodeUpca,
  interleaved2of5: encodeInterleaved2of5,
  'gs1-128': encodeGs1128,
  itf14: encodeItf14,
  qr: encodeQr,
  pdf417: encodePdf417,
  datamatrix: encodeDatamatrix,
  aztec: encodeAztec,
} satisfies { [K in Symbology]: SymbolEncoder };

/** Content to bars or modules, or the problem that names the character or rule. */
export function encodeSymbol(symbology: Symbology, content: string, options: SymbolOptions): Result<EncodedSymbol> {
  return ENCODERS[symbology](content, symbologyInfo(symbology).title, options);
}
