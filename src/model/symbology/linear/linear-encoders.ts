import { encodeCodabar } from './codabar.ts';
import { encodeCode11 } from './code11.ts';
import { encodeCode25 } from './code25.ts';
import { encodeCode39 } from './code39.ts';
import { encodeCode39ext } from './code39ext.ts';
import { encodeCode93 } from './code93.ts';
import { encodeDatabar, encodeDatabarExpanded, encodeDatabarLimited, encodeDatabarTruncated } from './databar.ts';
import { encodeEan13 } from './ean13.ts';
import { encodeGs1128, gs1128Symbol } from './gs1-128.ts';
import { encodeHibc128, encodeHibc39 } from './hibc.ts';
import { encodeInterleaved2of5, interleavedPattern } from './interleaved2of5.ts';
import { encodeIsbn } from './isbn.ts';
import { encodeIssn } from './issn.ts';
import { encodeMsi } from './msi.ts';
import { encodePharmacode } from './pharmacode.ts';
import { encodePostnet } from './postnet.ts';
import { encodeKix, encodeRoyalmail } from './royalmail.ts';
import { encodeTelepen } from './telepen.ts';
import type { LinearSymbology, SymbolEncoder } from '../types.ts';
import { encodeUpce } from './upce.ts';
import { asciiCodes, shortEnough, visibleText } from '../characters.ts';
import { code128Pattern } from './code128-pattern.ts';
import { onlyCharacters, afterPrefix, luhnSum } from '../digits.ts';
import { linearSymbol } from './linear.ts';
import { ok, err, type Result } from '#model/kernel/result.ts';
import { code39Pattern } from './code39-characters.ts';
import { type NumberForm, wholeNumber, wholeGs1Number } from '../number-length.ts';
import { chosenRatio, chosen } from '../catalog/options.ts';
import { CENTRE_GUARD, digitGroup, evenDigits, SIDE_GUARD } from './ean-upc.ts';
import { problem } from '#model/kernel/problem.ts';
import { bwipBarHeights } from '../bwip.ts';
import { type FourState, type FourStateSpans, fourStateSymbol } from './four-state.ts';
import { splitAddOn, withAddOn } from './add-on.ts';

/** ISO/IEC 15420. For 11 digits the check digit is added, for 12 it is verified. An add-on follows after a space. */
const encodeUpca: SymbolEncoder = (content, title, options) => {
  const parts = splitAddOn(content, title);
  if (!parts.ok) return parts;
  const full = wholeGs1Number(parts.value.main, 12, 'upca', title, options);
  if (!full.ok) return full;
  const digits = full.value;
  const main = {
    content: digits,
    pattern: SIDE_GUARD + evenDigits(digits.slice(0, 6)) + CENTRE_GUARD + evenDigits(digits.slice(6)) + SIDE_GUARD,
    // Quiet zones and the digits' places: GS1 General Specifications 5.2.3.4 and 5.2.5. The two outer digits are small.
    quiet: [9, 9] as const,
    textParts: [
      { text: digits.slice(0, 1), fromModule: -9, toModule: -5, small: true as const },
      digitGroup(digits.slice(1, 6), 10),
      digitGroup(digits.slice(6, 11), 50),
      { text: digits.slice(11), fromModule: 100, toModule: 104, small: true as const },
    ],
    // The bars of the first and the last digit are as long as the guard bars.
    guards: [0, 1, 2, 3, 14, 15, 26, 27, 28, 29],
  };
  const { guards: _, ...whole } = withAddOn(main, parts.value.addOn);
  return linearSymbol({ symbology: 'upca', ...whole });
};

/**
 * The number of a logistic unit (GS1 General Specifications 3.3.1): for 17 digits the check digit is added, for 18 it
 * is verified.
 */
const encodeSscc18: SymbolEncoder = (content, title, options) => {
  const full = afterPrefix(content, '(00)', (digits) => wholeGs1Number(digits, 18, 'sscc18', title, options));
  return full.ok ? gs1128Symbol('sscc18', `(00)${full.value}`, title) : full;
};

/**
 * German pharmaceutical numbers (IFA, PZN8): for 7 digits the check digit is added, for 8 it is verified. They are
 * encoded in Code 39 after a `-`, which readers return as well.
 */
const encodePzn: SymbolEncoder = (content, title, options) => {
  const checked = onlyCharacters(content, /[0-9]/, title);
  if (!checked.ok) return checked;
  const form = { length: 8, complete: (body: string): Result<string> => completed(body, title) };
  const full = wholeNumber(content, form, 'pzn', title, options);
  if (!full.ok) return full;
  return linearSymbol({
    symbology: 'pzn',
    content: `-${full.value}`,
    text: `PZN - ${full.value}`,
    pattern: code39Pattern(`-${full.value}`),
    quiet: [10, 10],
    wideRatio: chosenRatio('pzn', options),
  });
};

/** Seven digits with their check digit: the sum with weights 1 to 7, modulo 11. */
function completed(body: string, title: string): Result<string> {
  let sum = 0;
  for (let i = 0; i < body.length; i++) sum += Number(body[i]) * (i + 1);
  // Numbers with a remainder of 10 are never assigned.
  if (sum % 11 === 10) return err(problem('symbol.noCheckDigit', { symbology: title, value: body }));
  return ok(body + String(sum % 11));
}

/** ISO/IEC 16390 for a GTIN. For 13 digits the check digit is added, for 14 it is verified. */
const encodeItf14: SymbolEncoder = (content, title, options) => {
  const full = wholeGs1Number(content, 14, 'itf14', title, options);
  if (!full.ok) return full;
  const bearers = chosen('itf14', options, 'bearerBars');
  // Quiet zone of 10 X: GS1 General Specifications 5.3.2.2.
  return linearSymbol({
    symbology: 'itf14',
    content: full.value,
    pattern: interleavedPattern(full.value),
    quiet: [10, 10],
    wideRatio: chosenRatio('itf14', options),
    ...(bearers === 'horizontal' || bearers === 'frame' ? { bearers } : {}),
  });
};

/**
 * 20 digits of barcode identifier, service type, mailer and serial number, alone or followed by a ZIP, ZIP+4 or
 * delivery point code.
 */
const LENGTHS = [20, 25, 29, 31];
/** USPS-B-3200, 2.3.2: a full bar is 0.145 inch high, and each third of it 0.048 inch. */
const SPANS: FourStateSpans = { T: [1 / 3, 2 / 3], A: [0, 2 / 3], D: [1 / 3, 1], F: [0, 1] };
const HEIGHT_MM = 3.683;

/** USPS Intelligent Mail barcode. */
const encodeImb: SymbolEncoder = (content, title) => {
  const checked = onlyCharacters(content, /[0-9]/, title);
  if (!checked.ok) return checked;
  if (!LENGTHS.includes(content.length))
    return err(problem('symbol.length', { symbology: title, expected: LENGTHS.join(' / '), actual: content.length }));
  // The second digit of the barcode identifier is 0 to 4 (USPS-B-3200, 2.1.1).
  const second = content.charAt(1);
  if (second > '4') return err(problem('symbol.character', { symbology: title, position: 2, character: second }));
  const heights = bwipBarHeights('onecode', content);
  if (!heights.ok) return heights;
  const highest = Math.max(...heights.value.map(([bottom, height]) => bottom + height));
  const bars = heights.value.map(([bottom, height]): FourState => {
    const up = bottom + height > highest * 0.9;
    const down = bottom < highest * 0.1;
    return up ? (down ? 'F' : 'A') : down ? 'D' : 'T';
  });
  return fourStateSymbol({ symbology: 'imb', content, bars, spans: SPANS, heightMm: HEIGHT_MM });
};

/**
 * ISO/IEC 15420. For 7 digits the check digit is added, for 8 it is verified. Only EAN-13 and UPC may have an add-on.
 */
const encodeEan8: SymbolEncoder = (content, title, options) => {
  const full = wholeGs1Number(content, 8, 'ean8', title, options);
  if (!full.ok) return full;
  const [left, right] = [full.value.slice(0, 4), full.value.slice(4)];
  return linearSymbol({
    symbology: 'ean8',
    content: full.value,
    pattern: SIDE_GUARD + evenDigits(left) + CENTRE_GUARD + evenDigits(right) + SIDE_GUARD,
    // Quiet zones and the digits' places: GS1 General Specifications 5.2.3.4 and 5.2.5.
    quiet: [7, 7],
    textParts: [digitGroup(left, 3), digitGroup(right, 36)],
    longBars: { down: [0, 1, 10, 11, 20, 21], up: [] },
  });
};

/**
 * A GTIN in GS1-128 (GS1 General Specifications 3.3.2): for 13 digits the check digit is added, for 14 it is verified.
 */
const encodeEan14: SymbolEncoder = (content, title, options) => {
  const full = afterPrefix(content, '(01)', (digits) => wholeGs1Number(digits, 14, 'ean14', title, options));
  return full.ok ? gs1128Symbol('ean14', `(01)${full.value}`, title) : full;
};

/** The digits of base 32: digits and letters without vowels. */
const BASE_32 = '0123456789BCDFGHJKLMNPQRSTUVWXYZ';

/** Every second digit from the left is doubled. The check digit is the sum modulo 10, not its complement to 10. */
const CODE_32: NumberForm = { length: 9, complete: (body) => ok(body + String(luhnSum(body) % 10)) };

/**
 * Italian Pharmacode: a number of 8 digits, to which the check digit is added, or of 9, with a verified check digit. It
 * is encoded as six characters of Code 39. The text has a leading `A`, the symbol doesn't.
 */
const encodeCode32: SymbolEncoder = (content, title, options) => {
  const checked = afterPrefix(content, 'A', (rest) => onlyCharacters(rest, /[0-9]/, title));
  if (!checked.ok) return checked;
  const full = wholeNumber(checked.value, CODE_32, 'code32', title, options);
  if (!full.ok) return full;
  let value = Number(full.value);
  let characters = '';
  for (let i = 0; i < 6; i++) {
    characters = (BASE_32[value % 32] ?? '') + characters;
    value = Math.floor(value / 32);
  }
  return linearSymbol({
    symbology: 'code32',
    content: `A${full.value}`,
    pattern: code39Pattern(characters),
    quiet: [10, 10],
    wideRatio: chosenRatio('code32', options),
  });
};

/** The standard sets no limit, but readers can only scan symbols of limited width. */
const LONGEST = 100;

/** ISO/IEC 15417 for ASCII text. Code sets A, B and C are chosen for the shortest symbol. */
const encodeCode128: SymbolEncoder = (content, title) => {
  // oxlint-disable-next-line no-control-regex -- Code 128 encodes control characters too
  const checked = onlyCharacters(content, /[\u0000-\u007f]/, title);
  if (!checked.ok) return checked;
  const short = shortEnough(content, LONGEST, title);
  if (!short.ok) return short;
  // Quiet zone of 10 X on each side: ISO/IEC 15417, 4.4 a.
  return linearSymbol({
    symbology: 'code128',
    content,
    text: visibleText(content),
    pattern: code128Pattern(asciiCodes(content)),
    quiet: [10, 10],
  });
};

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
