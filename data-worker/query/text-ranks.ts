import { collatorOf, createAlphabet, isSimpleCharacter, type Alphabet } from './alphabet.ts';
import type { Pace } from '../pace.ts';
import { compareCase, orderSimpleTexts } from './simple-text-order.ts';
import { unitAt, type TextItems } from './text-collector.ts';

/** Strings sorted between two checks of the pace. */
const CHUNK = 2000;

/** Texts in two groups: simple ones, which sort by their characters, and those that only the collator can compare. */
export interface SortedTexts {
  readonly simple: Uint32Array;
  readonly hard: readonly HardText[];
  /** For each text its index in `hard` plus 1; 0 for a simple one. */
  readonly hardPlaces: Uint32Array;
  readonly alphabet: Alphabet;
}

/** A text that only the collator can compare. */
export interface HardText {
  readonly item: number;
  readonly text: string;
}

/**
 * The rank of each text in the order of a language (`Intl.Collator`); equal ones have the same. Null when the pace
 * cancels.
 */
export async function rankTexts(
  items: TextItems,
  sorted: SortedTexts,
  language: string,
  pace: Pace,
): Promise<Float64Array | null> {
  const simple = await orderSimpleTexts(items, sorted.simple, sorted.alphabet, pace);
  if (simple === null) return null;
  const hard = await sortHard(sorted.hard, language, pace);
  if (hard === null) return null;
  return merge(items, simple, hard, language, pace);
}

export async function sortOutTexts(items: TextItems, language: string, pace: Pace): Promise<SortedTexts | null> {
  const seen = new Uint8Array(0x10000);
  const simple = new Uint32Array(items.count);
  const hard: HardText[] = [];
  const hardPlaces = new Uint32Array(items.count);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let count = 0;
  for (let item = 0; item < items.count; item++) {
    if ((item & 0x3fff) === 0 && pace.due() && !(await pace.rest())) return null;
    if (isSimple(items, item, seen)) {
      simple[count++] = item;
      continue;
    }
    hard.push({ item, text: decoder.decode(items.bytes.subarray(items.starts[item], items.ends[item])) });
    hardPlaces[item] = hard.length;
  }
  return { simple: simple.subarray(0, count), hard, hardPlaces, alphabet: createAlphabet(seen, language) };
}

/** Whether all its characters are simple; marks them as seen. */
function isSimple({ bytes, starts, ends }: TextItems, item: number, seen: Uint8Array): boolean {
  const end = ends[item] as number;
  for (let at = starts[item] as number; at < end;) {
    const first = bytes[at] as number;
    if (first >= 0x20 && first < 0x7f) {
      seen[first] = 1;
      at++;
      continue;
    }
    if (first >= 0xf0) return false;
    const unit = unitAt(bytes, at);
    if (!isSimpleCharacter(unit >> 2)) return false;
    seen[unit >> 2] = 1;
    at += 1 + (unit & 3);
  }
  return true;
}

/** Sorts pieces and then merges them, because one sort of everything could not be canceled. */
async function sortHard(texts: readonly HardText[], language: string, pace: Pace): Promise<HardText[] | null> {
  const { compare } = collatorOf(language);
  let runs: HardText[][] = [];
  for (let start = 0; start < texts.length; start += CHUNK) {
    if (pace.due() && !(await pace.rest())) return null;
    runs.push(texts.slice(start, start + CHUNK).sort((a, b) => compare(a.text, b.text) || a.item - b.item));
  }
  while (runs.length > 1) {
    const merged: HardText[][] = [];
    for (let i = 0; i < runs.length; i += 2) {
      const left = runs[i] ?? [];
      const right = runs[i + 1];
      const both = right === undefined ? left : await mergeRuns(left, right, compare, pace);
      if (both === null) return null;
      merged.push(both);
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergeRuns(
  left: readonly HardText[],
  right: readonly HardText[],
  compare: Intl.Collator['compare'],
  pace: Pace,
): Promise<HardText[] | null> {
  const merged: HardText[] = [];
  for (let l = 0, r = 0; l < left.length || r < right.length;) {
    if ((merged.length & 0x3ff) === 0 && pace.due() && !(await pace.rest())) return null;
    const a = left[l];
    const b = right[r];
    if (b === undefined || (a !== undefined && compare(a.text, b.text) <= 0)) {
      if (a !== undefined) merged.push(a);
      l++;
    } else {
      merged.push(b);
      r++;
    }
  }
  return merged;
}

async function merge(
  items: TextItems,
  simple: Uint32Array,
  hard: readonly HardText[],
  language: string,
  pace: Pace,
): Promise<Float64Array | null> {
  const { compare } = collatorOf(language);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const textOf = (item: number): string => decoder.decode(items.bytes.subarray(items.starts[item], items.ends[item]));
  const ranks = new Float64Array(items.count);
  let rank = 0;
  /** The previous text when it is a hard one; simple ones are compared as bytes. */
  let hardBefore: string | null = null;
  let simpleBefore = -1;
  let h = 0;
  for (let s = 0; s < simple.length || h < hard.length;) {
    if (((s + h) & 0x3ff) === 0 && pace.due() && !(await pace.rest())) return null;
    const next = hard[h];
    const item = simple[s];
    const hardFirst = next !== undefined && (item === undefined || compare(next.text, textOf(item)) < 0);
    if (hardFirst) {
      const before = hardBefore ?? (simpleBefore < 0 ? null : textOf(simpleBefore));
      if (before === null || compare(before, next.text) !== 0) rank++;
      ranks[next.item] = rank;
      hardBefore = next.text;
      simpleBefore = -1;
      h++;
    } else if (item !== undefined) {
      const isSame =
        hardBefore === null
          ? simpleBefore >= 0 && isSameText(items, simpleBefore, item)
          : compare(hardBefore, textOf(item)) === 0;
      if (!isSame) rank++;
      ranks[item] = rank;
      simpleBefore = item;
      hardBefore = null;
      s++;
    }
  }
  return ranks;
}

function isSameText(items: TextItems, a: number, b: number): boolean {
  const { starts, ends } = items;
  const length = (ends[a] as number) - (starts[a] as number);
  return length === (ends[b] as number) - (starts[b] as number) && compareCase(items, a, b) === 0;
}
