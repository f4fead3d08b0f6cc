import { expect, test } from 'vitest';
import { matchesSignature, signatureSimilarity } from '#model/document/split/signature.ts';
import { splitSheet } from '#model/document/split/split-sheet.ts';
import { isDrawn } from '#tests/support/seed.ts';
import { twinsAt } from './sheets/corpus.ts';

/** One of each drawn kind except instructions alone, which have no labels to recognize. */
const INDEXES = Array.from({ length: 24 }, (_, i) => i).filter((i) => i !== 18 && isDrawn(`signature ${i}`, 3));

test('recognizes sheets of one kind, whatever their texts', () => {
  const kinds = INDEXES.map((index) => {
    const [one, other] = twinsAt(11, index);
    return { name: one.name, kept: splitSheet(one.plane).signature, found: splitSheet(other.plane).signature };
  });
  for (const { name, kept, found } of kinds) {
    expect(kept, name).toMatch(/^[ -~]{1,160}$/);
    expect(matchesSignature(kept, kept), name).toBe(true);
    expect(matchesSignature(kept, found), name).toBe(true);
    const best = kinds.toSorted((a, b) => signatureSimilarity(b.kept, found) - signatureSimilarity(a.kept, found))[0];
    expect(best?.name).toBe(name);
  }
});

test('an invalid signature is similar to nothing', () => {
  const kept = 's1 210x297 99x68 5,13 102,68 ' + '0123456789'.repeat(8);
  expect(signatureSimilarity(kept, kept)).toBeCloseTo(1);
  for (const other of ['', 's2', `${kept}0`, kept.replace('s1', 's2'), kept.replace('210x297', '216x279')]) {
    expect(signatureSimilarity(kept, other)).toBe(0);
    expect(matchesSignature(other, kept)).toBe(false);
  }
});
