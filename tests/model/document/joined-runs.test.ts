import { describe, expect, test } from 'vitest';
import type { Rotation } from '#model/kernel/geometry.ts';
import { joinedRuns } from '#model/document/joined-runs.ts';
import type { TextObject } from '#model/document/page-objects.ts';

const EM = 4;

/** Letters of half an em each, a twentieth of it paper on either side, one object a letter; a space advances by `spaceEm` and draws nothing. */
function lettersOf(text: string, rotation: Rotation, spaceEm = 0.3): TextObject[] {
  const runs: TextObject[] = [];
  let along = 0;
  for (const letter of text) {
    if (letter !== ' ') runs.push(runOf(letter, along, rotation));
    along += letter === ' ' ? spaceEm * EM : EM / 2;
  }
  return runs;
}

function runOf(text: string, along: number, rotation: Rotation, across = 10): TextObject {
  const places = { 0: [along, across], 90: [across, along], 180: [-along, across], 270: [across, -along] } as const;
  const [x, y] = places[rotation];
  return {
    type: 'run',
    text,
    family: 'Arial',
    isSerif: false,
    isMono: false,
    bold: false,
    italic: false,
    sizeMm: EM,
    originMm: { x, y },
    indentMm: 0.05 * EM,
    lengthMm: 0.45 * EM,
    rotation,
  };
}

describe('texts drawn letter by letter', () => {
  test.each([0, 90, 180, 270] as const)('are joined with their spaces: rotated by %i', (rotation) => {
    expect(joinedRuns(lettersOf('4050 Porto', rotation))).toEqual([
      { ...runOf('4050 Porto', 0, rotation), lengthMm: (9 / 2 + 0.3 - 0.05) * EM },
    ]);
  });

  test('stay apart with more room between them, on another line, or in another font', () => {
    expect(joinedRuns(lettersOf('ab cd', 0, 2)).map((one) => one.type === 'run' && one.text)).toEqual(['ab', 'cd']);
    const first = runOf('a', 0, 0);
    for (const other of [
      runOf('b', EM / 2, 0, 11),
      { ...runOf('b', EM / 2, 0), bold: true },
      { ...runOf('b', EM / 2, 0), family: 'Times' },
      { ...runOf('b', EM / 2, 0), sizeMm: 5 },
      runOf('b', EM / 2, 90),
      runOf('b', -EM / 2, 0),
    ])
      expect(joinedRuns([first, other])).toEqual([first, other]);
  });

  test('keep the order of the objects between them', () => {
    const line = { type: 'stroke', boxMm: { x: 0, y: 0, width: 5, height: 1 }, direction: 'horizontal' } as const;
    const [a, b] = [runOf('a', 0, 0), runOf('b', EM / 2, 0)];
    expect(joinedRuns([a, line, b])).toEqual([a, line, b]);
  });
});
