import type { PageObject, TextObject } from './page-objects.ts';

/**
 * Distance from ink to ink, in em: below it is one word, above `MOST_GAP` another text. Between the ink of two letters
 * are at most 0.23 em (Arial, a 1), with a space at least 0.28; in monospaced fonts 0.48 and 0.6.
 */
const WORD_GAP = 0.26;
const MONO_WORD_GAP = 0.54;
const MOST_GAP = 1;
/** Tolerance for baselines and, as a share, for sizes. */
const SAME_LINE = 0.08;
const SAME_SIZE = 0.02;

/**
 * Joins texts that were drawn in pieces, as many programs do letter by letter: successive pieces on one baseline, in
 * one font and size. Spaces that were only skipped are written.
 */
export function joinedRuns(objects: readonly PageObject[]): readonly PageObject[] {
  const joined: PageObject[] = [];
  for (const object of objects) {
    const last = joined.at(-1);
    const both = last?.type === 'run' && object.type === 'run' ? joinedPair(last, object) : null;
    if (both === null) joined.push(object);
    else joined[joined.length - 1] = both;
  }
  return joined;
}

function joinedPair(first: TextObject, second: TextObject): TextObject | null {
  const { sizeMm } = first;
  const isAlike =
    first.family === second.family &&
    first.bold === second.bold &&
    first.italic === second.italic &&
    first.rotation === second.rotation &&
    Math.abs(first.sizeMm - second.sizeMm) <= SAME_SIZE * sizeMm;
  const [from, to] = [placeOf(first), placeOf(second)];
  const gap = (to.along + second.indentMm - from.along - first.lengthMm) / sizeMm;
  const isNext = Math.abs(to.across - from.across) <= SAME_LINE * sizeMm && gap >= -MOST_GAP / 2 && gap <= MOST_GAP;
  if (!isAlike || !isNext || to.along <= from.along) return null;
  const isSpaced =
    gap > (first.isMono ? MONO_WORD_GAP : WORD_GAP) && !first.text.endsWith(' ') && !second.text.startsWith(' ');
  return {
    ...first,
    text: `${first.text}${isSpaced ? ' ' : ''}${second.text}`,
    lengthMm: to.along + second.lengthMm - from.along,
  };
}

/** The start of a run along its direction, and the height of its baseline. */
function placeOf({ originMm: { x, y }, rotation }: TextObject): { readonly along: number; readonly across: number } {
  switch (rotation) {
    case 0:
      return { along: x, across: y };
    case 90:
      return { along: y, across: x };
    case 180:
      return { along: -x, across: y };
    case 270:
      return { along: -y, across: x };
  }
}
