import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { withoutBlanks } from '../digits.ts';
import { mixedDigits } from './ean-upc.ts';
import type { LinearSymbol, TextPart } from '../types.ts';

/** An add-on starts with bar 1, space 1, bar 2. Space 1, bar 1 separates its digits. */
const START = '112';
const SEPARATOR = '11';
/** Modules between the main symbol and its add-on: 7 to 12, and 9 for UPC-A (GS1 General Specifications 5.2.3.4). */
const GAP = 9;
/** ISO/IEC 15420, table 6: the parity of a two-digit add-on, by its value modulo 4. */
const PARITY_2 = ['AA', 'AB', 'BA', 'BB'];
/** ISO/IEC 15420, table 7: the parity of a five-digit add-on, by its checksum. */
const PARITY_5 = 'BBAAA BABAA BAABA BAAAB ABBAA AABBA AAABB ABABA ABAAB AABAB'.split(' ');

/** The parts of `5901234123457 12`: the main number, and an add-on of two or five digits. */
export interface WithAddOn {
  readonly main: string;
  readonly addOn: string;
}

/** Splits content at its last space, trimmed. Fails with `symbol.addOn` unless the add-on has two or five digits. */
export function splitAddOn(padded: string, title: string): Result<WithAddOn> {
  const content = withoutBlanks(padded);
  const space = content.lastIndexOf(' ');
  if (space < 0) return ok({ main: content, addOn: '' });
  const addOn = content.slice(space + 1);
  if (!/^(\d{2}|\d{5})$/.test(addOn)) return err(problem('symbol.addOn', { symbology: title, actual: addOn }));
  return ok({ main: content.slice(0, space), addOn });
}

type MainSymbol = Pick<LinearSymbol, 'content'> & {
  readonly pattern: string;
  readonly quiet: readonly [left: number, right: number];
  readonly textParts: readonly TextPart[];
  /** Numbers of the guard bars, which reach down between the digits. */
  readonly guards: readonly number[];
};

/** The main symbol, followed by the bars of the add-on if there is one. */
export function withAddOn(
  main: MainSymbol,
  addOn: string,
): MainSymbol & { readonly longBars: NonNullable<LinearSymbol['longBars']> } {
  if (addOn === '') return { ...main, longBars: { down: main.guards, up: [] } };
  const mainBars = (main.pattern.length + 1) / 2;
  const pattern = `${main.pattern}${GAP}${addOnPattern(addOn)}`;
  const bars = (pattern.length + 1) / 2;
  const from = modules(main.pattern) + GAP;
  return {
    content: `${main.content} ${addOn}`,
    pattern,
    // The quiet zone to the right of an add-on is 5 modules wide.
    quiet: [main.quiet[0], 5],
    textParts: [...main.textParts, { text: addOn, fromModule: from, toModule: modules(pattern), above: true }],
    guards: main.guards,
    longBars: { down: [...main.guards, ...numbers(mainBars, bars)], up: numbers(0, mainBars) },
  };
}

function addOnPattern(digits: string): string {
  const parity = (digits.length === 2 ? PARITY_2[Number(digits) % 4] : PARITY_5[checkSum(digits)]) ?? '';
  return START + Array.from(digits, (digit, i) => mixedDigits(digit, parity[i] ?? 'A')).join(SEPARATOR);
}

/** The last digit of the sum with weights 3 and 9 in turn. */
function checkSum(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) sum += Number(digits[i]) * (i % 2 === 0 ? 3 : 9);
  return sum % 10;
}

function modules(pattern: string): number {
  let sum = 0;
  for (let i = 0; i < pattern.length; i++) sum += pattern.charCodeAt(i) - 48;
  return sum;
}

function numbers(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
