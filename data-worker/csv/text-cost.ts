import {
  createSyllableCosts,
  createWordCosts,
  SCRIPTS,
  type AlphabeticScript,
  type Language,
  type SyllableCosts,
  type WordCosts,
} from './language-costs.ts';

/** Improbability of a text. */
export interface TextCost {
  /** The negative logarithm of its probability, in bits. */
  readonly bits: number;
  /** More misplaced characters beyond ASCII than an ordinary text has. */
  readonly isStrange: boolean;
}

type Script = AlphabeticScript | 'syllabic' | 'other';

/** `ª`, `º`, `µ` and similar are letters by their Unicode category, but signs by their use. */
const TOKENS = /[[\p{L}\p{M}]--[ªºµ\u00aa\u00ba]]+|[^\p{L}\p{M}]|[ªºµ]/gv;
const SEGMENTS: readonly (readonly [Script, RegExp])[] = [
  ...SCRIPTS.map((script) => [script, new RegExp(`^\\p{Script=${script}}`, 'u')] as const),
  ['syllabic', /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー\uff70\uff9e\uff9f]/u],
];
const SMALL = /\p{Ll}/u;
const CAPITAL = /\p{Lu}/u;
/** Marks with the script "inherited" in Unicode: letters carry no marks of other scripts. */
const LATIN_MARK = /[\u0300-\u036f]/;
const HALF_WIDTH = /[\uff65-\uff9f]/;

/** In bits. Measured with generated tables in 12 languages. */
const COSTS = {
  blank: 2.5,
  digit: 3.5,
  ascii: 6,
  /** Two alphabets within a word, and a word of syllables next to letters. */
  mixedWord: 20,
  syllablesAtCapitals: 8,
  syllablesAtLetters: 13,
  /** A small letter before a capital within a word, and a capital between small letters. */
  mixedCase: 8,
  otherLetter: 22,
  /** A letter beyond ASCII next to a digit, as in `1œ`. */
  letterAtDigit: 5,
  /** The end of a word of syllables. */
  syllablesEnd: 2,
  sign: 10,
  /** `°C` or `µm` after a number, and `Ø` as the sign of a diameter. */
  unit: 6,
  diameter: 11,
  /** A sign within a word, or at its wrong end. */
  withinWord: 24,
  misplaced: 12,
  rareSign: 18,
  /** An alphabet that a text uses for single letters only. */
  lonelyLetters: 9,
  /** A text in a language that the encoding does not cover. */
  otherLanguage: 6,
  impossible: 30,
} as const;

/** Costs of cheap and rare signs instead of `COSTS.sign`. */
const SIGNS: ReadonlyMap<string, number> = new Map([
  ...[...'°€–’“”„®²µ½\u00a0№×、。（），：'].map((sign) => [sign, 7] as const),
  ['¤', COSTS.impossible] as const,
  ...[...'¦¨¬¯´¸¹\u00adˇ˘˙˛˝¶ƒ†‡‰‹›ˆ˜׳״ªº'].map((sign) => [sign, COSTS.rareSign] as const),
]);
const IMPOSSIBLE = /[\u0080-\u009f\u2500-\u259f\ufffd]|[\p{Cn}\p{Co}\p{Cs}]/u;
/** Signs allowed between two letters, before a word, and after one; all others are at digits, or have blanks around. */
const WITHIN_WORDS = /[’״׳·\u00ad\u00a0、。（），：・×]/;
const BEFORE_WORDS = /[’“„«¿¡‘‹§№#•–—\u00a0µ×…、。（），：・「【《©]/;
const AFTER_WORDS = /[’”»…®™°²³›–—\u00a0、。（），：・」】》×]/;
/** Signs that are nearly always at a digit, and before a letter. */
const AT_DIGITS = /[°½¼¾²³±€£¥]/;
const UNITS = /^(°[CF]|µ[mlgsFAVWMLGS])$/;
const BEFORE_LETTERS = /[¿¡µ]/;

/** As a share of the characters beyond ASCII. */
const MAX_STRANGE = 0.03;

/** Weight of a word that occurs `count` times: repeating it proves little. */
const weightOf = (count: number): number => 1 + Math.log2(count) / 2;

/** `languages` are those that the text's encoding covers. */
export type CostOfText = (text: string, languages: ReadonlySet<Language>) => TextCost;

/** Tables of costs, built on first use and kept. */
const wordCosts = new Map<AlphabeticScript, WordCosts>();
let syllableCosts: SyllableCosts | undefined;

/** Caches the costs of words: use one for all readings of a file. */
export function createCostOfText(): CostOfText {
  const words = new Map<string, Float64Array>();
  return (text, languages) => {
    const tally = tallyOf(text);
    let { bits } = tally;
    for (const { bits: each, count } of tally.signs.values()) {
      bits += each * (each < COSTS.impossible ? weightOf(count) : count);
    }
    const all = [...tally.segments.values()].reduce((sum, counts) => sum + sumOf(counts), 0);
    for (const [script, counts] of tally.segments) {
      const own = sumOf(counts);
      bits += own * -Math.log2((own + 0.5) / (all + 4));
      if (script === 'other') continue;
      if ([...counts.keys()].every((word) => isLonely(script, word))) bits += COSTS.lonelyLetters;
      if (script === 'syllabic') {
        const syllables = (syllableCosts ??= createSyllableCosts());
        bits += cheapest(counts, syllables.languages, languages, (word) => sumOfSyllables(syllables, word));
        continue;
      }
      const costs = wordCosts.get(script) ?? createWordCosts(script);
      wordCosts.set(script, costs);
      bits += cheapest(counts, costs.languages, languages, (word) => {
        const known = words.get(word) ?? costs.of(word);
        words.set(word, known);
        return known;
      });
    }
    return { bits, isStrange: tally.strange > (text.match(/[^\0-\x7f]/gu)?.length ?? 0) * MAX_STRANGE };
  };
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** A single letter means little in Latin, and a single character is a word in Chinese. */
function isLonely(script: Script, word: string): boolean {
  return word.length === 1 && (script === 'syllabic' ? HALF_WIDTH.test(word) : script !== 'Latin');
}

/** The cost of all words in the cheapest language. */
function cheapest(
  counts: ReadonlyMap<string, number>,
  languages: readonly Language[],
  expected: ReadonlySet<Language>,
  costsOf: (word: string) => Float64Array,
): number {
  const sums = Float64Array.from(languages, (language) => (expected.has(language) ? 0 : COSTS.otherLanguage));
  for (const [word, count] of counts) {
    const weight = weightOf(count);
    for (const [i, cost] of costsOf(word).entries()) sums[i] = (sums[i] as number) + weight * cost;
  }
  return Math.min(...sums);
}

function sumOfSyllables(syllables: SyllableCosts, word: string): Float64Array {
  const sums = new Float64Array(syllables.languages.length).fill(COSTS.syllablesEnd);
  for (const syllable of word) {
    for (const [i, cost] of syllables.of(syllable).entries()) sums[i] = (sums[i] as number) + cost;
  }
  return sums;
}

interface Tally {
  /** Cost of everything except words. */
  bits: number;
  /** Signs beyond ASCII by their cost, with the number of occurrences. */
  readonly signs: Map<string, { readonly bits: number; count: number }>;
  strange: number;
  /** Lower-case words by script, with the number of occurrences. */
  readonly segments: Map<Script, Map<string, number>>;
}

function tallyOf(text: string): Tally {
  const tally: Tally = { bits: 0, signs: new Map(), strange: 0, segments: new Map() };
  const tokens = text.match(TOKENS) ?? [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as string;
    const before = tokens[i - 1] ?? '';
    const after = tokens[i + 1] ?? '';
    if (/[\d ]/.test(before) && UNITS.test(token + after)) {
      addBits(tally, token + after, COSTS.unit);
      i++;
    } else if (token === 'Ø' && /^[ \d]/.test(after)) addBits(tally, token, COSTS.diameter);
    else if (isWord(token)) addWord(tally, token, before, after);
    else addSign(tally, token, before, after);
  }
  return tally;
}

function isWord(token: string): boolean {
  return /^[\p{L}\p{M}]/u.test(token) && !/^[ªºµ]/.test(token);
}

function addWord(tally: Tally, word: string, before: string, after: string): void {
  let segment = '';
  let script: Script | null = null;
  const end = (): void => {
    if (script !== null) addSegment(tally, script, segment);
  };
  for (const letter of word) {
    const own: Script = isMarkOf(letter, script) ? script : scriptOf(letter);
    if (script !== null && own !== script) {
      end();
      tally.bits += switchCost(script, own, segment, letter);
      segment = '';
    }
    segment += letter;
    script = own;
  }
  end();
  const isAlphabetic = scriptOf(word[0] ?? '') !== 'syllabic';
  if (isAlphabetic && /\d$/.test(before) && word[0] !== undefined && word[0] > '\u007f')
    tally.bits += COSTS.letterAtDigit;
  if (isAlphabetic && /^\d/.test(after) && (word.at(-1) ?? '') > '\u007f') tally.bits += COSTS.letterAtDigit;
}

function isMarkOf(letter: string, script: Script | null): script is Script {
  if (script === null || !/\p{M}/u.test(letter)) return false;
  return script !== 'Latin' || LATIN_MARK.test(letter);
}

function switchCost(from: Script, to: Script, segment: string, letter: string): number {
  if (from !== 'syllabic' && to !== 'syllabic') return COSTS.mixedWord;
  const [last, other] = from === 'syllabic' ? [segment.at(-1) ?? '', letter] : [letter, segment.at(-1) ?? ''];
  return CAPITAL.test(other) && !HALF_WIDTH.test(last) ? COSTS.syllablesAtCapitals : COSTS.syllablesAtLetters;
}

function addSegment(tally: Tally, script: Script, segment: string): void {
  if (script === 'other') {
    tally.bits += COSTS.otherLetter * segment.length;
    tally.strange += segment.length;
  }
  tally.bits += caseCost(segment);
  const counts = tally.segments.get(script) ?? new Map<string, number>();
  tally.segments.set(script, counts);
  const small = segment.normalize('NFC').toLowerCase().replaceAll('\u0307', '');
  counts.set(small, (counts.get(small) ?? 0) + 1);
}

/** Within words, lower-case letters before capitals, and capitals followed by both, are rare. */
function caseCost(segment: string): number {
  let cost = 0;
  let before = '';
  let capitals = 0;
  for (const letter of segment) {
    const isPair = letter > '\u007f' || before > '\u007f';
    if (CAPITAL.test(letter)) {
      if (SMALL.test(before) && isPair) cost += COSTS.mixedCase;
      capitals++;
    } else {
      if (capitals > 1 && SMALL.test(letter) && isPair && CAPITAL.test(before)) cost += COSTS.mixedCase;
      capitals = 0;
    }
    before = letter;
  }
  return cost;
}

const scripts = new Map<string, Script>();

function scriptOf(letter: string): Script {
  const known = scripts.get(letter);
  if (known !== undefined) return known;
  const script = SEGMENTS.find(([, pattern]) => pattern.test(letter))?.[0] ?? 'other';
  scripts.set(letter, script);
  return script;
}

function addSign(tally: Tally, sign: string, before: string, after: string): void {
  if (sign <= '\u007f') {
    tally.bits += /[\s,;|]/.test(sign) ? COSTS.blank : /\d/.test(sign) ? COSTS.digit : COSTS.ascii;
    return;
  }
  const bits = signCost(sign, before, after);
  if (bits >= COSTS.impossible) tally.strange++;
  addBits(tally, sign, bits);
}

function addBits(tally: Tally, sign: string, bits: number): void {
  const known = tally.signs.get(`${sign}${bits}`);
  if (known === undefined) tally.signs.set(`${sign}${bits}`, { bits, count: 1 });
  else known.count++;
}

function signCost(sign: string, before: string, after: string): number {
  if (IMPOSSIBLE.test(sign)) return COSTS.impossible;
  const own = SIGNS.get(sign) ?? COSTS.sign;
  const [follows, precedes] = [isWord(before), isWord(after)];
  const isAtDigit = /\d/.test(before) || /\d/.test(after) || (before === ' ' && !precedes);
  if (follows && precedes && !WITHIN_WORDS.test(sign)) return own + COSTS.withinWord;
  const isMisplaced =
    (precedes && !BEFORE_WORDS.test(sign) && !(isAtDigit && AT_DIGITS.test(sign))) ||
    (follows && !AFTER_WORDS.test(sign)) ||
    (BEFORE_LETTERS.test(sign) && !precedes);
  return isMisplaced ? own + COSTS.misplaced : own;
}
