import { describe, expect, test } from 'vitest';
import { splitSheet } from '#model/document/split/split-sheet.ts';
import { drawnOf } from '#tests/support/seed.ts';
import { sheetAt } from './sheets/corpus.ts';
import { judge } from './sheets/judge.ts';
import type { Sheet } from './sheets/sheet.ts';

const KINDS = 24;
/** Number of sheets of each kind in a set; one of them is drawn in each run. */
const EACH = [0, 1, 2];
const LEAST_RIGHT = 0.95;
const MOST_STEPS = 3;

describe('sheets of real geometries', () => {
  // The split was developed with the first set. The second was drawn when it was done: other geometries, other
  // contents, other noise.
  test.each(drawnOf('set of sheets', [1, 20_261]))(
    'are split without help, or right after three edits: set %i',
    (seed) => {
      const kinds = Array.from({ length: KINDS }, (_, kind) => kind);
      const drawn = kinds.flatMap((kind) => drawnOf(`set ${seed}, kind ${kind}`, EACH).map((i) => kind + KINDS * i));
      const wrong: { readonly name: string; readonly faults: readonly string[]; readonly steps: number }[] = [];
      for (const index of drawn) {
        const sheet = sheetAt(seed, index);
        const { right, faults, steps } = judge(sheet, splitSheet(sheet.plane));
        if (!right) wrong.push({ name: sheet.name, faults, steps });
      }
      const faulty = wrong
        .map(({ name, faults, steps }) => `${name}: ${faults.join(', ')} (${steps} steps)`)
        .join('\n');
      expect((drawn.length - wrong.length) / drawn.length, faulty).toBeGreaterThanOrEqual(LEAST_RIGHT);
      expect(
        wrong.filter(({ steps }) => steps > MOST_STEPS),
        faulty,
      ).toEqual([]);
    },
  );
});

describe('the judge of them', () => {
  function createSheet(): Sheet {
    return sheetAt(1, 0);
  }

  test('detects a label that is missing, cut, too large, or upside down', () => {
    const sheet = createSheet();
    const split = splitSheet(sheet.plane);
    const [first, second] = split.labels;
    if (first === undefined || second === undefined) throw new Error('no labels');
    expect(judge(sheet, split)).toEqual({ right: true, faults: [], steps: 0 });
    const changed = (labels: typeof split.labels): readonly [boolean, number] => {
      const { right, steps } = judge(sheet, { ...split, labels });
      return [right, steps];
    };
    expect(changed(split.labels.slice(1))).toEqual([false, 1]);
    const cut = { ...first, boxMm: { ...first.boxMm, width: first.boxMm.width / 2 } };
    expect(changed([cut, ...split.labels.slice(1)])).toEqual([false, 1]);
    const large = { ...first, boxMm: { ...first.boxMm, height: first.boxMm.height * 1.4 } };
    expect(changed([large, ...split.labels.slice(1)])).toEqual([false, 1]);
    expect(changed(split.labels.map((label) => ({ ...label, rotation: 180 })))).toEqual([false, 1]);
    expect(changed([second, first, ...split.labels.slice(2)])[0]).toBe(false);
  });
});
