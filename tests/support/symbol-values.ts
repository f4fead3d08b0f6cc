import { optionsOf } from '#model/symbology/catalog/options.ts';
import type { Symbology, SymbolOptionName, SymbolOptions } from '#model/symbology/types.ts';

/** Numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

export type Random = () => number;

export function pick<T>(random: Random, list: readonly T[]): T {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
}

export function whole(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

function of(characters: string, least: number, most: number): (random: Random) => string {
  const all = [...characters];
  return (random) => Array.from({ length: whole(random, least, most) }, () => pick(random, all)).join('');
}

const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => i + 32));
const FULL_ASCII = String.fromCharCode(...Array.from({ length: 127 }, (_, i) => i + 1));
/** Characters that GS1 allows in most values, without the bracket, which needs an escape. */
const GS1_CHARACTERS = `!"%&'*+,-./:;<=>?_${DIGITS}${LETTERS}${LETTERS.toLowerCase()}`;
/** Including characters of more than a byte: Latin, Greek, Cyrillic, Chinese, beyond the first plane. */
const UNICODE = `${ASCII}éüßñçøλЖя中文标签条码日本語한국🙂`;

const digits = (least: number, most: number): ((random: Random) => string) => of(DIGITS, least, most);

/** GTIN, SSCC, GLN …: the check digit that makes the weighted sum a multiple of 10. */
export function withGs1Check(data: string): string {
  let sum = 0;
  for (let i = 0; i < data.length; i++) sum += Number(data[data.length - 1 - i]) * (i % 2 === 0 ? 3 : 1);
  return data + String((10 - (sum % 10)) % 10);
}

function gs1(random: Random): string {
  const fields: readonly ((random: Random) => string)[] = [
    (r) => `(01)${withGs1Check(digits(13, 13)(r))}`,
    (r) => `(10)${of(GS1_CHARACTERS, 1, 20)(r)}`,
    (r) => `(17)${pick(r, ['260131', '251231', '300600', '281115'])}`,
    (r) => `(21)${of(GS1_CHARACTERS, 1, 20)(r)}`,
    (r) => `(3103)${digits(6, 6)(r)}`,
  ];
  const first = fields[0]?.(random) ?? '';
  return (
    first +
    fields
      .slice(1)
      .filter(() => random() < 0.35)
      .map((field) => field(random))
      .join('')
  );
}

/** Digits, then 0 to 4 of them for every symbol: a UPC-E with zeros in the positions of the standard. */
function upce(random: Random): string {
  const system = pick(random, ['0', '1']);
  const last = whole(random, 0, 9);
  const body = digits(5, 5)(random);
  const [a, b, , , e] = body;
  const fixed = last === 3 ? `${a}${b}${whole(random, 3, 9)}${body.slice(3)}` : body;
  if (last === 4) return `${system}${body.slice(0, 3)}${whole(random, 1, 9)}${e}4`;
  if (last >= 5) return `${system}${body.slice(0, 4)}${whole(random, 1, 9)}${last}`;
  return `${system}${fixed}${last}`;
}

/** One in three with an issue (2 digits) or a price (5) appended. */
function withAddOn(main: (random: Random) => string): (random: Random) => string {
  return (random) => main(random) + pick(random, ['', '', ` ${digits(2, 2)(random)}`, '', ` ${digits(5, 5)(random)}`]);
}

const VALUES: { readonly [K in Symbology]: (random: Random) => string } = {
  code128: of(ASCII, 1, 24),
  'gs1-128': gs1,
  ean13: withAddOn(digits(12, 12)),
  ean8: digits(7, 7),
  upca: withAddOn(digits(11, 11)),
  upce: withAddOn(upce),
  itf14: digits(13, 13),
  interleaved2of5: (random) => digits(1, 10)(random).repeat(2),
  code39: of(`${DIGITS}${LETTERS}-. $/+%`, 1, 16),
  code39ext: of(FULL_ASCII, 1, 14),
  code93: of(`${DIGITS}${LETTERS}-. $/+%`, 1, 18),
  codabar: of(`${DIGITS}-$:/.+`, 2, 16),
  code11: of(`${DIGITS}-`, 1, 18),
  msi: digits(1, 14),
  code25: digits(1, 14),
  telepen: of(FULL_ASCII, 1, 16),
  pharmacode: (random) => String(whole(random, 3, 131_070)),
  postnet: (random) => digits(0, 0)(random) + pick(random, [digits(5, 5), digits(9, 9), digits(11, 11)])(random),
  sscc18: digits(17, 17),
  ean14: digits(13, 13),
  isbn: withAddOn((random) => `978${digits(9, 9)(random)}`),
  issn: withAddOn((random) => `${digits(7, 7)(random)} ${digits(2, 2)(random)}`),
  databar: digits(13, 13),
  'databar-truncated': digits(13, 13),
  'databar-limited': (random) => pick(random, ['0', '1']) + digits(12, 12)(random),
  'databar-expanded': gs1,
  'databar-stacked': digits(13, 13),
  'databar-stacked-omni': digits(13, 13),
  'databar-expanded-stacked': gs1,
  'hibc-128': of(`${DIGITS}${LETTERS}-. $/%`, 1, 14),
  'hibc-39': of(`${DIGITS}${LETTERS}-. $/%`, 1, 14),
  code32: digits(8, 8),
  pzn: digits(7, 7),
  imb: (random) =>
    digits(1, 1)(random) +
    of('01234', 1, 1)(random) +
    digits(18, 18)(random) +
    pick(random, [digits(0, 0), digits(5, 5), digits(9, 9), digits(11, 11)])(random),
  royalmail: of(`${DIGITS}${LETTERS}`, 1, 9),
  kix: of(`${DIGITS}${LETTERS}`, 1, 18),
  qr: of(UNICODE, 1, 60),
  pdf417: of(UNICODE, 1, 60),
  datamatrix: of(UNICODE, 1, 50),
  aztec: of(UNICODE, 1, 50),
  'gs1-datamatrix': gs1,
  'gs1-qr': gs1,
  'digital-link': gs1,
  microqr: of(ASCII, 1, 9),
  rmqr: of(UNICODE, 1, 16),
  micropdf417: of(UNICODE, 1, 30),
  maxicode: of(ASCII, 1, 40),
};

export interface SymbolValue {
  readonly content: string;
  readonly options: SymbolOptions;
}

/** A value that the symbology can usually encode, with choices of its options: half of them its defaults. */
export function randomValue(symbology: Symbology, random: Random): SymbolValue {
  const options: Partial<Record<SymbolOptionName, string>> = {};
  for (const { name, choices } of optionsOf(symbology)) {
    // A requested size may be too small for the content.
    if (random() < (FITTING.has(name) ? 0.04 : 0.5)) options[name] = pick(random, choices);
  }
  return { content: VALUES[symbology](random), options };
}

const FITTING: ReadonlySet<SymbolOptionName> = new Set(['version', 'size', 'columns', 'layers', 'shape']);
