import { TEXT_ENCODINGS, type TextEncoding } from '#model/elements/base/reading.ts';
import { plausibleShare } from './plausible-text.ts';

/** What is found out about the encoding of a text. */
export interface EncodingGuess {
  readonly encoding: TextEncoding;
  /** Others that may be meant, the likeliest first; each reads the text differently. None when there is no doubt. */
  readonly others: readonly TextEncoding[];
}

/** The names by which the library calls what the Encoding standard calls otherwise. */
const NAMES: Readonly<Record<string, TextEncoding>> = {
  cp874: 'windows-874',
  cp866: 'ibm866',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
};

/** How much more or less often than others these are met in files that somebody saves today. */
const FREQUENCY: Readonly<Partial<Record<TextEncoding, number>>> = {
  'windows-1252': 1.2,
  macintosh: 0.6,
  'x-mac-cyrillic': 0.5,
  ibm866: 0.7,
  'iso-8859-2': 0.95,
  'koi8-u': 0.9,
  'windows-1258': 0.7,
};

/**
 * Another encoding is in question when it is at least this likely, as a share of the likeliest: the more characters speak
 * for one, the surer it is. Measured with tables of 1 to 40 rows in 17 encodings.
 */
const CLOSE: readonly { readonly upTo: number; readonly share: number }[] = [
  { upTo: 4, share: 0.2 },
  { upTo: 12, share: 0.45 },
  { upTo: 40, share: 0.7 },
  { upTo: Infinity, share: 0.85 },
];
const MAX_OTHERS = 2;

export interface RankedEncoding {
  readonly encoding: TextEncoding;
  readonly score: number;
}

/**
 * Ranks the encodings in which a sample of text may be written, the likeliest first, with one for each way to read it.
 * `sample` holds whole lines with characters beyond ASCII.
 */
export async function rankEncodings(sample: Uint8Array): Promise<readonly RankedEncoding[]> {
  const { chardet } = await import('jschardet');
  const found = chardet.detectAll(sample, { ignoreThreshold: true });
  const ranked = new Map<string, RankedEncoding>();
  for (const { encoding: name, confidence } of found) {
    const encoding = encodingNamed(name);
    const text = encoding === null ? null : decodeStrictly(sample, encoding);
    if (encoding === null || text === null) continue;
    const score = confidence * plausibleShare(text) ** 2 * (FREQUENCY[encoding] ?? 1);
    const same = ranked.get(text);
    if (same === undefined || same.score < score) ranked.set(text, { encoding, score });
  }
  return [...ranked.values()].sort((a, b) => b.score - a.score);
}

/** Null when no encoding reads the sample. */
export async function guessEncoding(sample: Uint8Array): Promise<EncodingGuess | null> {
  const ranked = await rankEncodings(sample);
  const [best, ...rest] = ranked;
  if (best === undefined) return null;
  const evidence = sample.reduce((count, byte) => (byte > 0x7f ? count + 1 : count), 0);
  const close = CLOSE.find(({ upTo }) => evidence <= upTo)?.share ?? 1;
  const others = rest.filter(({ score }) => score >= best.score * close).slice(0, MAX_OTHERS);
  return { encoding: best.encoding, others: others.map(({ encoding }) => encoding) };
}

function encodingNamed(name: string | null): TextEncoding | null {
  const lower = (name ?? '').toLowerCase();
  return NAMES[lower] ?? TEXT_ENCODINGS.find((encoding) => encoding === lower) ?? null;
}

function decodeStrictly(bytes: Uint8Array, encoding: TextEncoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
