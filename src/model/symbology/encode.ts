import type { Result } from '#model/kernel/result.ts';
import { symbologyInfo } from './catalog.ts';
import type { SymbolEncoder } from './encoder.ts';
import { encodeAztec } from './aztec.ts';
import { encodeDatabarExpandedStacked, encodeDatabarStacked, encodeDatabarStackedOmni } from './databar-stacked.ts';
import { encodeDatamatrix } from './datamatrix.ts';
import { encodeGs1Datamatrix } from './gs1-datamatrix.ts';
import { encodeDigitalLink, encodeGs1Qr } from './gs1-qr.ts';
import { LINEAR_ENCODERS } from './linear-encoders.ts';
import { encodeMaxicode } from './maxicode.ts';
import { encodeMicroPdf417 } from './micropdf417.ts';
import { encodeMicroQr } from './microqr.ts';
import { encodePdf417 } from './pdf417.ts';
import { encodeQr } from './qr.ts';
import { encodeRmqr } from './rmqr.ts';
import type { EncodedSymbol, Symbology, SymbolOptions } from './types.ts';

const ENCODERS = {
  ...LINEAR_ENCODERS,
  qr: encodeQr,
  pdf417: encodePdf417,
  datamatrix: encodeDatamatrix,
  aztec: encodeAztec,
  'gs1-datamatrix': encodeGs1Datamatrix,
  'gs1-qr': encodeGs1Qr,
  'digital-link': encodeDigitalLink,
  microqr: encodeMicroQr,
  micropdf417: encodeMicroPdf417,
  rmqr: encodeRmqr,
  maxicode: encodeMaxicode,
  'databar-stacked': encodeDatabarStacked,
  'databar-stacked-omni': encodeDatabarStackedOmni,
  'databar-expanded-stacked': encodeDatabarExpandedStacked,
} satisfies { [K in Symbology]: SymbolEncoder };

/** Content to bars or modules, or the problem that names the character or rule. */
export function encodeSymbol(symbology: Symbology, content: string, options: SymbolOptions): Result<EncodedSymbol> {
  return ENCODERS[symbology](content, symbologyInfo(symbology).title, options);
}
