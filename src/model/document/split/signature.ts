import { readLayout, type Layout } from './layout-signature.ts';

/** Tolerance for cutting, feeding and scanning. */
const PAGE_MM = 4;
/** The difference in length at which the similarity is 0. */
const LENGTH_MM = 30;
const PITCH_MM = 6;
/** The least similarity of two sheets of one kind with different names and numbers. */
const LEAST_SIMILARITY = 0.75;

export function matchesSignature(kept: string, found: string): boolean {
  return signatureSimilarity(kept, found) >= LEAST_SIMILARITY;
}

/** The similarity of a saved and a found signature, 0 to 1. */
export function signatureSimilarity(kept: string, found: string): number {
  const [one, other] = [readLayout(kept), readLayout(found)];
  if (one === null || other === null) return 0;
  if (lengths(one.page, other.page).some((difference) => difference > PAGE_MM)) return 0;
  if (isSingle(one) !== isSingle(other)) return 0;
  return (placeSimilarity(one, other) + patternSimilarity(one.pattern, other.pattern)) / 2;
}

function isSingle({ pitch }: Layout): boolean {
  return pitch[0] === 0 && pitch[1] === 0;
}

/** Labels of partly used sheets are recognized by their pitch alone, if they have one. */
function placeSimilarity(one: Layout, other: Layout): number {
  const sizes = lengths(one.label, other.label).map((difference) => difference / LENGTH_MM);
  const firsts = lengths(one.first, other.first).map((difference) => difference / LENGTH_MM);
  const pitches = lengths(one.pitch, other.pitch)
    .filter((_, i) => one.pitch[i] !== 0 && other.pitch[i] !== 0)
    .map((difference) => difference / PITCH_MM);
  return Math.max(0, 1 - Math.max(...sizes, ...firsts, ...pitches));
}

function lengths(one: readonly number[], other: readonly number[]): readonly number[] {
  return one.map((value, i) => Math.abs(value - (other[i] ?? 0)));
}

/** The correlation of the two. */
function patternSimilarity(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [mean(one), mean(other)];
  let [dot, first, second] = [0, 0, 0];
  for (const [i, value] of one.entries()) {
    const [x, y] = [value - a, (other[i] ?? 0) - b];
    dot += x * y;
    first += x * x;
    second += y * y;
  }
  if (first === 0 || second === 0) return first === second ? 1 : 0;
  return Math.max(0, dot / Math.sqrt(first * second));
}
