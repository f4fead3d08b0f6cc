/** A part of a text: fixed characters, or up to `length` characters of an alphabet. */
export type TextPart =
  | { readonly type: 'fixed'; readonly codes: readonly number[] }
  | { readonly type: 'any'; readonly codes: readonly number[]; readonly length: number };

/** The distance from a character to the next one; `END` for the end of the text. Not a number for an unknown pair. */
export type Advance = (code: number, next: number) => number;
export const END = 0;

export interface WidestText {
  readonly width: number;
  readonly text: string;
}

interface Node {
  readonly code: number;
  readonly before: Node | null;
  readonly width: number;
}

const LATIN = /\p{Script=Latin}/u;

/**
 * The widest text of these parts, where the width is the sum of the distances of neighbors: the longest path through
 * the pairs. With `latin`, only texts with a Latin letter count. Pairs of unknown distance are left out. Null where no
 * text is left but the empty one.
 */
export function widestText(parts: readonly TextPart[], advance: Advance, latin: boolean): WidestText | null {
  // For each last character, the widest text so far; those with a Latin letter apart. The key of no character is 0.
  let reached = new Map<number, Node | null>([[0, null]]);
  for (const part of parts) {
    if (part.type === 'fixed') {
      for (const code of part.codes) reached = extended(reached, [code], advance);
      continue;
    }
    const all = new Map(reached);
    let last = reached;
    for (let count = 0; count < part.length; count++) {
      last = extended(last, part.codes, advance);
      for (const [key, node] of last) keepWider(all, key, node);
    }
    reached = all;
  }
  let widest: Node | null = null;
  let width = -1;
  for (const [key, node] of reached) {
    if (node === null || (latin && (key & 1) === 0)) continue;
    const whole = node.width + advance(node.code, END);
    if (whole > width) [widest, width] = [node, whole];
  }
  return widest === null ? null : { width, text: textOf(widest) };
}

/** By key: twice the last character, plus one with a Latin letter. */
function extended(
  from: ReadonlyMap<number, Node | null>,
  codes: readonly number[],
  advance: Advance,
): Map<number, Node | null> {
  const to = new Map<number, Node | null>();
  for (const code of codes) {
    const isLatin = LATIN.test(String.fromCodePoint(code)) ? 1 : 0;
    const best: [Node | null, Node | null] = [null, null];
    const width = [-1, -1];
    for (const [key, node] of from) {
      const own = node === null ? 0 : node.width + advance(node.code, code);
      const flag = (key & 1) | isLatin;
      if (own > (width[flag] as number)) {
        width[flag] = own;
        best[flag] = node;
      }
    }
    for (const flag of [0, 1] as const) {
      const own = width[flag] as number;
      if (own >= 0) to.set(2 * code + flag, { code, before: best[flag], width: own });
    }
  }
  return to;
}

function keepWider(all: Map<number, Node | null>, key: number, node: Node | null): void {
  const known = all.get(key);
  if (known === undefined || (node?.width ?? 0) > (known?.width ?? 0)) all.set(key, node);
}

function textOf(last: Node): string {
  const codes: number[] = [];
  for (let node: Node | null = last; node !== null; node = node.before) codes.push(node.code);
  return String.fromCodePoint(...codes.reverse());
}
