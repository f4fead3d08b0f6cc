/**
 * A part of a text: fixed characters, or up to `length` characters of an alphabet. Codes are code points, or what
 * `inLook` makes of them where parts have different looks.
 */
export type TextPart =
  | { readonly type: 'fixed'; readonly codes: readonly number[] }
  | { readonly type: 'any'; readonly codes: readonly number[]; readonly length: number };

/** The distance from a character to the next one; `END` for the end of the text. Not a number for an unknown pair. */
export type Advance = (code: number, next: number) => number;
export const END = 0;

export interface WidestText {
  readonly width: number;
  readonly text: string;
  readonly codes: readonly number[];
}

/** More than there are code points. */
const LOOK = 2 ** 21;

/** The code of a character in the look with this number; that of the first look is the code point. */
export function inLook(look: number, codePoint: number): number {
  return look * LOOK + codePoint;
}

export function letterOf(code: number): number {
  return code % LOOK;
}

export function lookOf(code: number): number {
  return Math.floor(code / LOOK);
}

interface Node {
  readonly code: number;
  readonly before: Node | null;
  readonly width: number;
}

const LATIN = /\p{Script=Latin}/u;

function isLatinLetter(code: number): boolean {
  return LATIN.test(String.fromCodePoint(letterOf(code)));
}

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
    if (part.length > 0) {
      const all = new Map(reached);
      for (const [key, node] of widestUpTo(part, extended(reached, part.codes, advance), advance)) {
        keepWider(all, key, node);
      }
      reached = all;
    }
  }
  let widest: Node | null = null;
  let width = -1;
  for (const [key, node] of reached) {
    if (node === null || (latin && (key & 1) === 0)) continue;
    const whole = node.width + advance(node.code, END);
    if (whole > width) [widest, width] = [node, whole];
  }
  if (widest === null) return null;
  const codes = codesOf(widest);
  return { width, codes, text: String.fromCodePoint(...codes.map(letterOf)) };
}

/** By key: twice the last character, plus one with a Latin letter. */
function extended(
  from: ReadonlyMap<number, Node | null>,
  codes: readonly number[],
  advance: Advance,
): Map<number, Node | null> {
  const to = new Map<number, Node | null>();
  for (const code of codes) {
    const isLatin = isLatinLetter(code) ? 1 : 0;
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

/**
 * The widest texts of up to `length` more characters for each last one, from those with the first of these characters.
 * The same as `extended` for each length, over arrays: a text of 1,000 letters and signs has 18 million steps.
 */
function widestUpTo(
  { codes, length }: TextPart & { readonly type: 'any' },
  first: ReadonlyMap<number, Node | null>,
  advance: Advance,
): Map<number, Node | null> {
  const count = codes.length;
  const isLatin = codes.map((code) => (isLatinLetter(code) ? 1 : 0));
  const distances = new Float64Array(count * count);
  codes.forEach((code, to) => codes.forEach((before, at) => (distances[to * count + at] = advance(before, code))));
  // A state is twice the index of the last character, plus one with a Latin letter; -1 is the width of no text.
  const states = 2 * count;
  const widths = new Float64Array(length * states).fill(-1);
  const before = new Int32Array(length * states).fill(-1);
  const longest = new Int32Array(states);
  codes.forEach((code, at) => {
    for (const flag of [0, 1]) widths[2 * at + flag] = first.get(2 * code + flag)?.width ?? -1;
  });
  for (let step = 1; step < length; step++) {
    const [from, to] = [(step - 1) * states, step * states];
    for (let last = 0; last < count; last++) {
      for (let state = 0; state < states; state++) {
        const known = widths[from + state] as number;
        if (known < 0) continue;
        const own = known + (distances[last * count + (state >> 1)] as number);
        const target = 2 * last + ((state & 1) | (isLatin[last] as number));
        if (own > (widths[to + target] as number)) {
          widths[to + target] = own;
          before[to + target] = state;
        }
      }
    }
    for (let state = 0; state < states; state++) {
      const best = widths[(longest[state] as number) * states + state] as number;
      if ((widths[to + state] as number) > best) longest[state] = step;
    }
  }
  const nodes = new Map<number, Node>();
  const nodeAt = (step: number, state: number): Node | null => {
    // Without recursion: a text may be longer than the stack.
    const path: number[] = [];
    let [at, on] = [step, state];
    while (at > 0 && !nodes.has(at * states + on)) {
      path.push(at * states + on);
      on = before[at * states + on] as number;
      at--;
    }
    let node =
      at > 0 ? (nodes.get(at * states + on) ?? null) : (first.get(2 * (codes[on >> 1] as number) + (on & 1)) ?? null);
    for (const place of path.reverse()) {
      node = { code: codes[(place % states) >> 1] as number, before: node, width: widths[place] as number };
      nodes.set(place, node);
    }
    return node;
  };
  const widest = new Map<number, Node | null>();
  for (let state = 0; state < states; state++) {
    const step = longest[state] as number;
    if ((widths[step * states + state] as number) < 0) continue;
    widest.set(2 * (codes[state >> 1] as number) + (state & 1), nodeAt(step, state));
  }
  return widest;
}

function keepWider(all: Map<number, Node | null>, key: number, node: Node | null): void {
  const known = all.get(key);
  if (known === undefined || (node?.width ?? 0) > (known?.width ?? 0)) all.set(key, node);
}

function codesOf(last: Node): readonly number[] {
  const codes: number[] = [];
  for (let node: Node | null = last; node !== null; node = node.before) codes.push(node.code);
  return codes.reverse();
}
