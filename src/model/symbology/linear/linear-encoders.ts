import { encodeCodabar } from './codabar.ts';
import { encodeCode11 } from './code11.ts';
import { encodeCode128 } from './code128.ts';
import { encodeCode25 } from './code25.ts';
import { encodeCode32 } from './code32.ts';
import { encodeCode39 } from './code39.ts';
import { encodeCode39ext } from './code39ext.ts';
import { encodeCode93 } from './code93.ts';
import { encodeDatabar, encodeDatabarExpanded, encodeDatabarLimited, encodeDatabarTruncated } from './databar.ts';
import { encodeEan13 } from './ean13.ts';
import { encodeEan14 } from './ean14.ts';
import { encodeEan8 } from './ean8.ts';
import type { SymbolEncoder } from '../encoder.ts';
import { encodeGs1128 } from './gs1-128.ts';
import { encodeHibc128, encodeHibc39 } from './hibc.ts';
import { encodeImb } from './imb.ts';
import { encodeInterleaved2of5 } from './interleaved2of5.ts';
import { encodeIsbn } from './isbn.ts';
import { encodeIssn } from './issn.ts';
import { encodeItf14 } from './itf14.ts';
import { encodeMsi } from './msi.ts';
import { encodePharmacode } from './pharmacode.ts';
import { encodePostnet } from './postnet.ts';
import { encodePzn } from './pzn.ts';
import { encodeKix, encodeRoyalmail } from './royalmail.ts';
import { encodeSscc18 } from './sscc18.ts';
import { encodeTelepen } from './telepen.ts';
import type { LinearSymbology } from '../types.ts';
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
  sscc18: encodeSscc18,
  ean14: encodeEan14,
  isbn: encodeIsbn,
  issn: encodeIssn,
  databar: encodeDatabar,
  'databar-truncated': encodeDatabarTruncated,
  'databar-limited': encodeDatabarLimited,
  'databar-expanded': encodeDatabarExpanded,
  'hibc-128': encodeHibc128,
  'hibc-39': encodeHibc39,
  code32: encodeCode32,
  pzn: encodePzn,
  imb: encodeImb,
  royalmail: encodeRoyalmail,
  kix: encodeKix,
};
