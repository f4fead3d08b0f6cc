import {
  PAIR_STATISTICS,
  SYLLABLES,
  type AlphabeticLanguage,
  type PairStatistics,
  type SyllabicLanguage,
} from './letter-statistics.ts';

/** Cost of a letter that the language does not have, in bits. */
const FOREIGN_LETTER = 18;
const FIRST_CODE = 0x30;
const STEPS_PER_BIT = 4;

export const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Hebrew', 'Arabic', 'Thai'] as const;
export type AlphabeticScript = (typeof SCRIPTS)[number];
export type Language = AlphabeticLanguage | SyllabicLanguage;

const LANGUAGES: Readonly<Record<AlphabeticScript, readonly AlphabeticLanguage[]>> = {
  Latin: [
    ...(['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'sv', 'da', 'nb', 'fi', 'is', 'ca', 'pl', 'cs', 'sk'] as const),
    ...(['hu', 'ro', 'hr', 'sl', 'sq', 'lt', 'lv', 'et', 'tr', 'vi'] as const),
  ],
  Cyrillic: ['ru', 'uk', 'be', 'bg', 'sr', 'mk'],
  Greek: ['el'],
  Hebrew: ['he'],
  Arabic: ['ar', 'fa'],
  Thai: ['th'],
};

/** Shares of the words of a file in its language, in any of the script, and in English. */
const SHARES = { language: 0.75, any: 0.13, english: 0.12 } as const;

interface PairCosts {
  readonly index: ReadonlyMap<string, number>;
  readonly size: number;
  readonly costs: Float32Array;
}

/** Costs of words by script, in bits: for each language the cost of a word in a file of that language. */
export interface WordCosts {
  readonly languages: readonly Language[];
  /** One value per language. `word` is in lower case. */
  of(word: string): Float64Array;
}

export function createWordCosts(script: AlphabeticScript): WordCosts {
  const languages = LANGUAGES[script];
  const tables = languages.map((language) => pairCosts(PAIR_STATISTICS[language]));
  return {
    languages,
    of(word) {
      const shares = tables.map((costs) => 2 ** -costOf(word, costs));
      const any = shares.reduce((sum, share) => sum + share, 0) / shares.length;
      // The first language of the script, English in Latin letters, occurs among all others.
      const rest = SHARES.any * any + SHARES.english * (shares[0] ?? 0);
      return Float64Array.from(shares, (share) => -Math.log2(SHARES.language * share + rest + Number.MIN_VALUE));
    },
  };
}

function pairCosts({ letters, pairs }: PairStatistics): PairCosts {
  const index = new Map([...letters].map((letter, i) => [letter, i]));
  const costs = Float32Array.from(pairs, (code) => (code.charCodeAt(0) - FIRST_CODE) / STEPS_PER_BIT);
  return { index, size: index.size, costs };
}

function costOf(word: string, { index, size, costs }: PairCosts): number {
  let bits = 0;
  let before = 0;
  for (const letter of word) {
    const at = index.get(letter);
    if (at === undefined) {
      bits += FOREIGN_LETTER;
      before = 0;
    } else {
      bits += costs[before * size + at] as number;
      before = at;
    }
  }
  return bits + (costs[before * size] as number);
}

/** Shares of a text's characters: those of `SYLLABLES`, and those of the first and second level of the standard. */
const SYLLABLE_SHARES = { known: 0.8, first: 0.18, second: 0.015 } as const;
/** Cost of any other character, and of a half-width katakana, in bits. */
const RARE_SYLLABLE = 24;
const HALF_WIDTH = 11;
/** The frequency of the character of rank r is proportional to 1 / (r + this). */
const RANK_OFFSET = 30;

interface Level {
  readonly encoding: string;
  /** First and last leading and trailing bytes. */
  readonly rows: readonly (readonly [number, number])[];
  readonly cells: readonly (readonly [number, number])[];
}

/** Levels of GB 2312, Big5, JIS X 0208 and KS X 1001, which order the characters by frequency. */
const LEVELS = {
  zh: [
    { encoding: 'gb18030', rows: [[0xb0, 0xd7]], cells: [[0xa1, 0xfe]] },
    { encoding: 'gb18030', rows: [[0xd8, 0xf7]], cells: [[0xa1, 0xfe]] },
  ],
  'zh-Hant': [
    {
      encoding: 'big5',
      rows: [[0xa4, 0xc6]],
      cells: [
        [0x40, 0x7e],
        [0xa1, 0xfe],
      ],
    },
    {
      encoding: 'big5',
      rows: [[0xc9, 0xf9]],
      cells: [
        [0x40, 0x7e],
        [0xa1, 0xfe],
      ],
    },
  ],
  ja: [
    {
      encoding: 'euc-jp',
      rows: [
        [0xa4, 0xa5],
        [0xb0, 0xcf],
      ],
      cells: [[0xa1, 0xfe]],
    },
    { encoding: 'euc-jp', rows: [[0xd0, 0xf4]], cells: [[0xa1, 0xfe]] },
  ],
  ko: [
    { encoding: 'euc-kr', rows: [[0xb0, 0xc8]], cells: [[0xa1, 0xfe]] },
    { encoding: 'euc-kr', rows: [[0xca, 0xfd]], cells: [[0xa1, 0xfe]] },
  ],
} as const satisfies Readonly<Record<SyllabicLanguage, readonly [Level, Level]>>;

const SYLLABIC = Object.keys(LEVELS) as readonly SyllabicLanguage[];

export interface SyllableCosts {
  readonly languages: readonly Language[];
  /** One value per language, in bits. */
  of(syllable: string): Float64Array;
}

export function createSyllableCosts(): SyllableCosts {
  const tables = SYLLABIC.map(syllableTable);
  const known = new Map<string, Float64Array>();
  return {
    languages: SYLLABIC,
    of(syllable) {
      const before = known.get(syllable);
      if (before !== undefined) return before;
      const costs = Float64Array.from(tables, (table) => table.get(syllable) ?? RARE_SYLLABLE);
      known.set(syllable, costs);
      return costs;
    },
  };
}

function syllableTable(language: SyllabicLanguage): ReadonlyMap<string, number> {
  const costs = new Map<string, number>();
  const [first, second] = LEVELS[language].map(charactersOf) as [readonly string[], readonly string[]];
  for (const each of second) costs.set(each, -Math.log2(SYLLABLE_SHARES.second / second.length));
  for (const each of first) costs.set(each, -Math.log2(SYLLABLE_SHARES.first / first.length));
  const ranked = [...SYLLABLES[language]];
  const sum = ranked.reduce((total, _each, rank) => total + 1 / (rank + RANK_OFFSET), 0);
  for (const [rank, each] of ranked.entries()) {
    const cost = -Math.log2(SYLLABLE_SHARES.known / sum / (rank + RANK_OFFSET));
    costs.set(each, Math.min(cost, costs.get(each) ?? cost));
  }
  if (language === 'ja')
    for (let code = 0xff65; code <= 0xff9f; code++) costs.set(String.fromCharCode(code), HALF_WIDTH);
  return costs;
}

function charactersOf({ encoding, rows, cells }: Level): readonly string[] {
  const decoder = new TextDecoder(encoding);
  const found: string[] = [];
  for (const [firstRow, lastRow] of rows) {
    for (let row = firstRow; row <= lastRow; row++) {
      for (const [firstCell, lastCell] of cells) {
        for (let cell = firstCell; cell <= lastCell; cell++) {
          const character = decoder.decode(Uint8Array.of(row, cell));
          if (character.length === 1 && character !== '\ufffd') found.push(character);
        }
      }
    }
  }
  return found;
}
