import { constants, deflateSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inflatesTo } from '#render-worker/kernel/count-inflated.ts';
import { createRandom } from '../support/symbol-values.ts';

const { Z_DEFAULT_STRATEGY, Z_FILTERED, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE, Z_SYNC_FLUSH } = constants;
/** More than any stream here has. */
const FAR = 1e12;

const stream = fc
  .record({
    seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    length: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 150_000 })),
    tones: fc.constantFrom(1, 2, 5, 60, 256),
    level: fc.constantFrom(0, 1, 6, 9),
    strategy: fc.constantFrom(Z_DEFAULT_STRATEGY, Z_FILTERED, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE),
  })
  .map(({ seed, length, tones, level, strategy }) => {
    const random = createRandom(seed);
    const data = Uint8Array.from({ length }, () => random() ** 3 * tones);
    return { data, deflated: new Uint8Array(deflateSync(data, { level, strategy })) };
  });

/** Number of bytes that zlib inflates from a stream that may be cut off; null for one that it rejects. */
function countOfZlib(zlib: Uint8Array): number | null {
  try {
    return inflateRawSync(zlib.subarray(2), { finishFlush: Z_SYNC_FLUSH }).length;
  } catch {
    return null;
  }
}

function inParts(bytes: Uint8Array, partBytes: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, i) =>
    bytes.subarray(i * partBytes, (i + 1) * partBytes),
  );
}

test('counts as many bytes as were deflated, in any chunks', () => {
  fc.assert(
    fc.property(stream, fc.integer({ min: 1, max: 100_000 }), ({ data, deflated }, partBytes) => {
      const parts = inParts(deflated, partBytes);
      expect([inflatesTo(parts, data.length), inflatesTo(parts, data.length + 1)]).toEqual([true, false]);
    }),
    { numRuns: 60 },
  );
});

test('counts the same as zlib of a stream that is cut off', () => {
  fc.assert(
    fc.property(stream, fc.double({ min: 0, max: 1, noNaN: true }), ({ deflated }, part) => {
      const cut = deflated.subarray(0, 2 + Math.floor((deflated.length - 6) * part));
      const made = countOfZlib(cut) ?? NaN;
      expect([inflatesTo([cut], made), inflatesTo([cut], made + 1)]).toEqual([true, false]);
    }),
    { numRuns: 60 },
  );
});

test('finds the same damage as zlib, and counts the same without damage', () => {
  let refused = 0;
  fc.assert(
    fc.property(stream, fc.nat(), fc.integer({ min: 0, max: 7 }), ({ deflated }, place, bit) => {
      const bytes = deflated.slice();
      const at = 2 + (place % (bytes.length - 2));
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      const made = countOfZlib(bytes);
      if (made === null) {
        refused++;
        expect(inflatesTo([bytes], FAR)).toBe(false);
      } else expect([inflatesTo([bytes], made), inflatesTo([bytes], made + 1)]).toEqual([true, false]);
    }),
    { numRuns: 150 },
  );
  expect(refused).toBeGreaterThan(10);
});

test('rejects data that do not begin like a zlib stream', () => {
  const deflated = new Uint8Array(deflateSync(new Uint8Array(1000)));
  for (const head of [
    [0x79, 0x9c],
    [0x78, 0x9d],
    [0x78, 0xbb],
    [0x88, 0x1c],
  ]) {
    expect(inflatesTo([Uint8Array.from([...head, ...deflated.subarray(2)])], 1)).toBe(false);
  }
  expect(inflatesTo([deflated], 1000)).toBe(true);
  expect([inflatesTo([], 1), inflatesTo([new Uint8Array(0)], 1), inflatesTo([deflated.subarray(0, 1)], 1)]).toEqual([
    false,
    false,
    false,
  ]);
});
