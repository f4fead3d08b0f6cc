import {
  asciiCodewords,
  asciiCost,
  base256Codewords,
  edifactCodewords,
  FNC1,
  isDigit,
  isEdifact,
  LATCH,
  padded,
  tripleCodewords,
  tripleValues,
  UNLATCH_C40,
  UNLATCH_EDIFACT,
  type Scheme,
} from './schemes.ts';

/**
 * The states of the search, numbered in this order: an encodation scheme, and how many values are pending that don't
 * make whole codewords yet.
 */
const STATES: readonly { readonly scheme: Scheme; readonly pending: number }[] = [
  { scheme: 'ascii', pending: 0 },
  { scheme: 'c40', pending: 0 },
  { scheme: 'c40', pending: 1 },
  { scheme: 'c40', pending: 2 },
  { scheme: 'text', pending: 0 },
  { scheme: 'text', pending: 1 },
  { scheme: 'text', pending: 2 },
  { scheme: 'edifact', pending: 0 },
  { scheme: 'edifact', pending: 1 },
  { scheme: 'edifact', pending: 2 },
  { scheme: 'edifact', pending: 3 },
  { scheme: 'base256', pending: 0 },
];
const COUNT = STATES.length;
const ASCII = 0;
const C40 = 1;
const TEXT = 4;
const EDIFACT = 7;
const BASE256 = 11;
const NEVER = 0x3fff_ffff;

/**
 * Codewords needed to return to ASCII from each state: an unlatch, which EDIFACT packs together with the pending
 * characters.
 */
const EXIT = [0, 1, NEVER, NEVER, 1, NEVER, NEVER, 1, 2, 3, 3, 0];

/** One way to encode a message, found by the search. */
interface Plan {
  readonly total: number;
  /** Valid only in a symbol with exactly this number of codewords. */
  readonly exact: boolean;
  /** The state at the end. With `lastInAscii`, the state before the last character, which then needs no unlatch. */
  readonly state: number;
  readonly lastInAscii: boolean;
}

export interface DatamatrixData {
  /** The symbol's capacity in codewords. */
  readonly capacity: number;
  readonly codewords: readonly number[];
}

/**
 * The shortest codewords for a message in the first of `capacities` (ascending) that can hold them; null if none can.
 */
export function datamatrixCodewords(
  message: readonly number[],
  prefix: readonly number[],
  capacities: readonly number[],
): DatamatrixData | null {
  const found = encoded(message, prefix, capacities, true);
  return found === 'too near the end' ? withoutEdifact(message, prefix, capacities) : found;
}

function withoutEdifact(
  message: readonly number[],
  prefix: readonly number[],
  capacities: readonly number[],
): DatamatrixData | null {
  const found = encoded(message, prefix, capacities, false);
  return found === 'too near the end' ? null : found;
}

function encoded(
  message: readonly number[],
  prefix: readonly number[],
  capacities: readonly number[],
  edifact: boolean,
): DatamatrixData | 'too near the end' | null {
  const search = searched(message, edifact);
  const plans = plansOf(message, search.costs);
  for (const capacity of capacities) {
    const room = capacity - prefix.length;
    const plan = plans.find(({ total, exact }) => (exact ? total === room : total <= room));
    if (plan === undefined) continue;
    const data = assembled(message, search.from, plan, prefix.length, capacity);
    if (data === null) return 'too near the end';
    // A long base 256 stretch needs two codewords for its length.
    if (data.length > room) continue;
    return { capacity, codewords: padded([...prefix, ...data], capacity) };
  }
  return null;
}

/** For every state before every character: its cost in codewords, and its predecessor state and position. */
function searched(message: readonly number[], edifact: boolean): { costs: Int32Array; from: Int32Array } {
  const { length } = message;
  const costs = new Int32Array((length + 1) * COUNT).fill(NEVER);
  const from = new Int32Array((length + 1) * COUNT).fill(-1);
  costs[ASCII] = 0;
  for (let at = 0; at <= length; at++) {
    const here = at * COUNT;
    const relax = (origin: number, to: number, state: number, cost: number): void => {
      const target = to * COUNT + state;
      if (cost >= (costs[target] ?? 0)) return;
      costs[target] = cost;
      from[target] = origin;
    };
    for (let state = 1; state < COUNT; state++) {
      relax(here + state, at, ASCII, (costs[here + state] ?? NEVER) + (EXIT[state] ?? NEVER));
    }
    if (at === length) break;
    const byte = message[at] ?? 0;
    const ascii = costs[here] ?? NEVER;
    relax(here, at, C40, ascii + 1);
    relax(here, at, TEXT, ascii + 1);
    if (edifact) relax(here, at, EDIFACT, ascii + 1);
    relax(here, at, BASE256, ascii + 2);

    relax(here, at + 1, ASCII, ascii + asciiCost(byte));
    if (isDigit(byte) && isDigit(message[at + 1])) relax(here, at + 2, ASCII, ascii + 1);
    for (const [scheme, first] of [
      ['c40', C40],
      ['text', TEXT],
    ] as const) {
      const values = tripleValues(scheme, byte)?.length;
      if (values === undefined) continue;
      for (let pending = 0; pending < 3; pending++) {
        const sum = pending + values;
        const origin = here + first + pending;
        relax(origin, at + 1, first + (sum % 3), (costs[origin] ?? NEVER) + 2 * Math.floor(sum / 3));
      }
    }
    if (edifact && isEdifact(byte)) {
      for (let pending = 0; pending < 4; pending++) {
        const origin = here + EDIFACT + pending;
        relax(origin, at + 1, EDIFACT + ((pending + 1) % 4), (costs[origin] ?? NEVER) + (pending === 3 ? 3 : 0));
      }
    }
    if (byte !== FNC1) relax(here + BASE256, at + 1, BASE256, (costs[here + BASE256] ?? NEVER) + 1);
  }
  return { costs, from };
}

/** The ways to end a message (5.2.5.2), the shortest first. */
function plansOf(message: readonly number[], costs: Int32Array): readonly Plan[] {
  const end = message.length * COUNT;
  const plans: Plan[] = [];
  const add = (total: number, state: number, exact: boolean, lastInAscii = false): void => {
    if (total < NEVER) plans.push({ total, exact, state, lastInAscii });
  };
  for (const state of [ASCII, C40, TEXT, EDIFACT]) add(costs[end + state] ?? NEVER, state, false);
  for (const state of [C40, TEXT]) {
    // Two values are pending and exactly two codewords are left: padding completes them.
    add((costs[end + state + 2] ?? NEVER) + 2, state + 2, true);
    const last = message.at(-1) ?? 0;
    // One codeword that is left after complete triples is read as ASCII.
    if (message.length > 0 && asciiCost(last) === 1) {
      add((costs[end - COUNT + state] ?? NEVER) + 1, state, true, true);
    }
  }
  return plans.toSorted((a, b) => a.total - b.total);
}

interface Stretch {
  readonly scheme: Scheme;
  readonly from: number;
  readonly to: number;
}

/** The path through the search, as stretches of one scheme each. */
function stretchesOf(message: readonly number[], from: Int32Array, plan: Plan): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let cell = (message.length - (plan.lastInAscii ? 1 : 0)) * COUNT + plan.state;
  while (cell > 0) {
    const previous = from[cell] ?? -1;
    if (previous < 0) break;
    const { scheme } = STATES[cell % COUNT] ?? { scheme: 'ascii' };
    const start = Math.floor(previous / COUNT);
    const to = Math.floor(cell / COUNT);
    if (to > start) {
      const next = stretches[0];
      if (next?.scheme === scheme && next.from === to) stretches[0] = { ...next, from: start };
      else stretches.unshift({ scheme, from: start, to });
    }
    cell = previous;
  }
  return stretches;
}

/**
 * The codewords of a plan in a symbol of `capacity`; null when EDIFACT comes so close to the symbol's end that readers
 * would read it as ASCII.
 */
function assembled(
  message: readonly number[],
  from: Int32Array,
  plan: Plan,
  before: number,
  capacity: number,
): number[] | null {
  const codewords: number[] = [];
  const stretches = stretchesOf(message, from, plan);
  const end = plan.lastInAscii ? message.length - 1 : message.length;
  for (const { scheme, from: start, to } of stretches) {
    const isEnd = to === end && scheme === STATES[plan.state]?.scheme;
    const room = (): number => capacity - before - codewords.length;
    const bytes = message.slice(start, to);
    if (scheme === 'ascii') {
      codewords.push(...asciiCodewords(message, start, to));
      continue;
    }
    codewords.push(LATCH[scheme]);
    if (scheme === 'base256') codewords.push(...base256Codewords(bytes, before + codewords.length));
    else if (scheme === 'edifact') {
      const whole = bytes.length - (bytes.length % 4);
      codewords.push(...edifactCodewords(bytes.slice(0, whole)));
      const implied = isEnd && whole === bytes.length && room() < 3;
      if (implied) continue;
      if (room() < 3) return null;
      codewords.push(...edifactCodewords([...bytes.slice(whole), UNLATCH_EDIFACT]));
    } else {
      codewords.push(...tripleCodewords(bytes.flatMap((byte) => tripleValues(scheme, byte) ?? [])));
      if (!(isEnd && (plan.exact || room() === 0))) codewords.push(UNLATCH_C40);
    }
  }
  if (plan.lastInAscii) codewords.push(...asciiCodewords(message, end, message.length));
  return codewords;
}
