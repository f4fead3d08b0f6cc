import bwip from 'bwip-js/generic';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bwipBarHeights, bwipModules, bwipWidths } from '#model/symbology/bwip.ts';
import type { BwipEncoder } from '#model/symbology/bwip-encoders.ts';

/** The package's own entry to the same encoders. */
const { raw } = bwip as unknown as {
  raw(options: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[];
};

const digits = (count: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((each) => each.join(''));
const text = fc.string({ unit: fc.integer({ min: 32, max: 126 }).map((c) => String.fromCharCode(c)), minLength: 1 });
const gtin = digits(13).map((body) => `(01)0${body.slice(1)}${checkDigit(`0${body.slice(1)}`)}`);
const numbers = text.map((content) => content.replaceAll(/\D/g, '1'));

function checkDigit(body: string): number {
  const sum = [...body].toReversed().reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

type Made = { readonly ok: boolean; readonly value?: unknown };

interface Way {
  readonly encoder: BwipEncoder;
  readonly content: fc.Arbitrary<string>;
  readonly options?: Readonly<Record<string, unknown>>;
}

const MATRICES: readonly Way[] = [
  { encoder: 'azteccode', content: text, options: { eclevel: 23 } },
  { encoder: 'azteccodecompact', content: text },
  { encoder: 'maxicode', content: text, options: { mode: 4 } },
  { encoder: 'micropdf417', content: text },
  { encoder: 'microqrcode', content: numbers },
  { encoder: 'pdf417', content: text, options: { eclevel: 2 } },
  { encoder: 'rectangularmicroqrcode', content: numbers, options: { version: 'R17x139' } },
  { encoder: 'databarexpandedstacked', content: gtin, options: { segments: 4 } },
  { encoder: 'databarstacked', content: gtin },
  { encoder: 'databarstackedomni', content: gtin },
];
const LINES: readonly Way[] = [
  { encoder: 'databaromni', content: gtin },
  { encoder: 'databartruncated', content: gtin },
  { encoder: 'databarlimited', content: gtin },
  { encoder: 'databarexpanded', content: gtin, options: { dontlint: true } },
];

/** The package's result for it; null when it rejects the content. */
function peer({ encoder, options }: Way, content: string): Readonly<Record<string, unknown>> | null {
  try {
    return raw({ bcid: encoder, text: content, ...options })[0] ?? null;
  } catch {
    return null;
  }
}

function compare(way: Way, make: (content: string) => Made, pick: (symbol: never) => unknown): void {
  let compared = 0;
  fc.assert(
    fc.property(way.content, (content) => {
      const made = make(content);
      const expected = peer(way, content);
      expect(made.ok).toBe(expected !== null);
      if (!made.ok || expected === null) return;
      compared++;
      expect(made.value).toEqual(pick(expected as never));
    }),
    { numRuns: 40 },
  );
  expect(compared).toBeGreaterThan(5);
}

describe('each encoder, without the package’s own entry, has the package’s result', () => {
  test.each(MATRICES)('$encoder', (way) => {
    const grid = ({ pixs, pixx }: { pixs: readonly number[]; pixx?: number }): unknown =>
      pixx === undefined ? [0, pixs.toSorted((a, b) => a - b)] : [pixx, pixs];
    const make = (content: string): Made => {
      const made = bwipModules(way.encoder, content, way.options ?? {});
      if (!made.ok) return made;
      const { columns, modules } = made.value;
      const dark = [...modules.keys()].filter((at) => modules[at] === 1);
      return { ok: true, value: way.encoder === 'maxicode' ? [0, dark] : [columns, [...modules]] };
    };
    compare(way, make, grid);
  });

  test.each(LINES)('$encoder', (way) => {
    const make = (content: string): Made => bwipWidths(way.encoder, content, way.options);
    compare(way, make, ({ sbs }: { sbs: readonly number[] }) => sbs);
  });

  test('onecode', () => {
    const content = fc.tuple(fc.integer({ min: 0, max: 4 }), digits(18), fc.constantFrom(0, 5, 9, 11));
    const way: Way = {
      encoder: 'onecode',
      content: content.chain(([second, rest, length]) => digits(length).map((zip) => `0${second}${rest}${zip}`)),
    };
    const bars = ({ bbs, bhs }: { bbs: readonly number[]; bhs: readonly number[] }): unknown =>
      bhs.map((height, i) => [bbs[i], height]);
    compare(way, (text) => bwipBarHeights(way.encoder, text), bars);
  });
});
