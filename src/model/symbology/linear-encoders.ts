import { encodeCodabar } from './codabar.ts';
import { encodeCode11 } from './code11.ts';
import { encodeCode128 } from './code128.ts';
import { encodeCode25 } from './code25.ts';
import { encodeCode39 } from './code39.ts';
import { encodeCode39ext } from './code39ext.ts';
import { encodeCode93 } from './code93.ts';
import { encodeEan13 } from './ean13.ts';
import { encodeEan8 } from './ean8.ts';
import type { SymbolEncoder } from './encoder.ts';
import { encodeGs1128 } from './gs1-128.ts';
import { encodeInterleaved2of5 } from './interleaved2of5.ts';
import { encodeItf14 } from './itf14.ts';
import { encodeMsi } from './msi.ts';
import { encodePharmacode } from './pharmacode.ts';
import { encodePostnet } from './postnet.ts';
import { encodeTelepen } from './telepen.ts';
import type { LinearSymbology } from './types.ts';
import { encodeUpca } from './upca.ts';
import { encodeUpce } from './upce.ts';

export const LINEAR_ENCODERS: { readonly [K in LinearSymbology]: SymbolEncoder } = {
  code128: encodeCode128,
  'gs1-128': encodeGs1128,
  ean13: encodeEan13,
  ean8: encodeEan8,
  upca: encodeUpca,
  upce: encodeUpce,
  itf14: encodeItf14,
  interleaved2of5: encodeInterleaved2of5,
  code39: encodeCode39,
  code39ext: encodeCode39ext,
  code93: encodeCode93,
  codabar: encodeCodabar,
  code11: encodeCode11,
  msi: encodeMsi,
  code25: encodeCode25,
  telepen: encodeTelepen,
  pharmacode: encodePharmacode,
  postnet: encodePostnet,
};
