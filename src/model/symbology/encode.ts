import type { Result } from '#model/kernel/result.ts';
import { symbologyInfo } from './catalog/catalog.ts';
import { encodeAztec } from './matrix/aztec.ts';
import {
  encodeDatabarExpandedStacked,
  encodeDatabarStacked,
  encodeDatabarStackedOmni,
} from './matrix/databar-stacked.ts';
import { encodeDatamatrix } from './matrix/datamatrix.ts';
import { encodeGs1Datamatrix } from './matrix/gs1-datamatrix.ts';
import { encodeDigitalLink, encodeGs1Qr } from './matrix/gs1-qr.ts';
import { LINEAR_ENCODERS } from './linear/linear-encoders.ts';
import { encodeMaxicode } from './matrix/maxicode.ts';
import { encodeMicroPdf417 } from './matrix/micropdf417.ts';
import { encodeMicroQr } from './matrix/microqr.ts';
import { encodePdf417 } from './matrix/pdf417.ts';
import { encodeQr } from './matrix/qr.ts';
import { encodeRmqr } from './matrix/rmqr.ts';
import type { EncodedSymbol, Symbology, SymbolOptionName, SymbolOptions, SymbolEncoder } from './types.ts';

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

/** Recent symbols to keep at least: dragging or resizing encodes the same symbol in every frame. */
const CACHED = 128;
/** Longer content would take too much memory in the cache. */
const LONGEST_CACHED = 4096;
/** The newest symbols, and those before them: the older ones are dropped together, which is faster than one by one. */
let recent = new Map<string, Result<EncodedSymbol>>();
let older = new Map<string, Result<EncodedSymbol>>();

/** Encodes content to bars or modules. Fails with the problem that names the invalid character or the broken rule. */
export function encodeSymbol(symbology: Symbology, content: string, options: SymbolOptions): Result<EncodedSymbol> {
  const title = symbologyInfo(symbology).title;
  if (content.length > LONGEST_CACHED) return ENCODERS[symbology](content, title, options);
  let key: string = symbology;
  for (const name in options) key += `;${name}=${options[name as SymbolOptionName] ?? ''}`;
  key += `\n${content}`;
  const known = recent.get(key);
  if (known !== undefined) return known;
  const made = older.get(key) ?? ENCODERS[symbology](content, title, options);
  // Its encoder comes later.
  if (!made.ok && made.error.code === 'symbol.loading') return made;
  if (recent.size >= CACHED) {
    older = recent;
    recent = new Map();
  }
  recent.set(key, made);
  return made;
}
