import { beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { fixedText } from '#model/elements/base/content.ts';
import type { Symbology } from '#model/symbology/types.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { inkRect } from '#render-worker/bits/bit-plane.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { readBack } from '#render-worker/read-back/read-back.ts';
import type { Zxing } from '#render-worker/read-back/zxing.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { createPrintFixture } from './create-print-core-fixture.ts';
import { createTurnedScene, type TurnedScene } from './free-angle-scene.ts';

const CONTENTS = {
  qr: 'https://example.com/p/4711',
  datamatrix: 'https://example.com/p/4711',
  code128: 'Lot 4711-aB',
  ean13: '400638133393',
} as const satisfies Partial<Record<Symbology, string>>;
type Tested = keyof typeof CONTENTS;
const TESTED = Object.keys(CONTENTS) as Tested[];
const ANGLES = [0.1, 12.3, 44.9, 47.9, 89.9, 133.7, 200.4, 301.2];

let zxing: Zxing;
beforeAll(async () => {
  zxing = await loadZxingInNode();
});

function read({ plane, label, placed, dpi }: TurnedScene): ReturnType<typeof readBack> {
  return readBack(zxing, plane, label, placed, dpi);
}

/** The middle of the symbol on the page. */
function middleOf({ label, placed }: TurnedScene): { x: number; y: number } {
  const { x, y, width, height } = placed.bounds;
  return { x: Math.round(label.x + x + width / 2), y: Math.round(label.y + y + height / 2) };
}

function flip({ plane }: TurnedScene, { x, y }: { x: number; y: number }): void {
  const at = y * plane.strideBytes + (x >> 3);
  plane.bits[at] = (plane.bits[at] ?? 0) ^ (0x80 >> (x & 7));
}

describe.each([203, 300])('at %i dpi', (dpi) => {
  describe.each(TESTED)('%s', (symbology) => {
    test.each([3, 4, 6])('with modules of %i dots reads back at every angle', (moduleDots) => {
      for (const angle of ANGLES) {
        const scene = createTurnedScene(symbology, CONTENTS[symbology], dpi, moduleDots, angle);
        const { decoded, problem, grade } = read(scene);
        expect({ angle, decoded, problem }).toEqual({ angle, decoded: scene.placed.symbol.content, problem: null });
        expect(grade, `${angle}`).not.toBe('F');
      }
    });

    test('with a wrong dot, a line over it or without its middle is rejected', () => {
      const damages: ((scene: TurnedScene) => void)[] = [
        (scene) => flip(scene, middleOf(scene)),
        (scene) => inkRect(scene.plane, { ...middleOf(scene), x: 14, width: scene.label.width - 2, height: 3 }),
        (scene) => {
          const { x, y } = middleOf(scene);
          for (let i = -6; i < 6; i++) for (let k = -6; k < 6; k++) flip(scene, { x: x + i, y: y + k });
        },
      ];
      for (const damage of damages) {
        const scene = createTurnedScene(symbology, CONTENTS[symbology], dpi, 4, 12.3);
        damage(scene);
        expect(read(scene).problem?.code).toMatch(/^symbol\.(notReadable|misread|covered)$/);
      }
    });
  });
});

test('modules of two dots are readable but graded lower than upright ones, those of one dot may not be', () => {
  const gradesOf = (symbology: Tested, moduleDots: number): ReadonlySet<string> =>
    new Set(
      ANGLES.map((angle) => read(createTurnedScene(symbology, CONTENTS[symbology], 300, moduleDots, angle))).map(
        ({ problem, grade }) => problem?.code ?? grade,
      ),
    );
  expect([...gradesOf('qr', 2)].every((grade) => 'ABCD'.includes(grade))).toBe(true);
  expect(gradesOf('qr', 1)).toContain('symbol.notReadable');
});

test('ink in the quiet zone lowers the grade, and ink next to it does not', () => {
  const scene = createTurnedScene('qr', CONTENTS.qr, 300, 6, 30);
  const { bounds } = scene.placed;
  const at = { x: scene.label.x + bounds.x, y: scene.label.y + bounds.y };
  expect(read(scene)).toMatchObject({ grade: 'A', measures: { quietZone: 1 } });
  // The corner of the box around the turned symbol is far from its edges.
  inkRect(scene.plane, { ...at, width: 8, height: 8 });
  expect(read(scene)).toMatchObject({ grade: 'A', measures: { quietZone: 1 } });
  // The upper corner of the symbol touches the upper edge of the box.
  inkRect(scene.plane, { x: at.x, y: at.y - 6, width: bounds.width, height: 4 });
  const { measures, problem } = read(scene);
  expect(problem).toBeNull();
  expect(measures?.quietZone).toBeLessThan(0.5);
});

test('a code with a corner beyond the label is rejected', () => {
  const scene = createTurnedScene('qr', CONTENTS.qr, 300, 6, 30);
  const { bounds } = scene.placed;
  const label = { ...scene.label, width: bounds.x + bounds.width - 1 };
  expect(read({ ...scene, label }).problem?.code).toBe('symbol.outsideLabel');
});

test('turned codes are verified in a print run, also next to each other, mirrored, and on a scaled printer', async () => {
  const { core } = await createPrintFixture();
  const template = createTestTemplate(
    [
      createTestElement('qrcode', {
        sources: [fixedText('4711')],
        xMm: 12,
        yMm: 12,
        widthMm: 18,
        heightMm: 18,
        turnDegrees: 12.3,
        freeAngle: true,
        canvasMirror: true,
      }),
      createTestElement('barcode', {
        sources: [fixedText('Lot 42')],
        xMm: 20,
        yMm: 45,
        widthMm: 50,
        heightMm: 15,
        turnDegrees: -30,
        freeAngle: true,
      }),
    ],
    { widthMm: 100, heightMm: 80 },
  );
  for (const calibration of [undefined, { acrossScale: 1.01, alongScale: 0.99, rightMm: 0, downMm: 0 }]) {
    const { runId } = expectOk(
      await core.openRun({ template, dpi: 300, ...(calibration === undefined ? {} : { calibration }) }),
    );
    const { labels } = expectOk(await core.previewPage(runId, [NO_RECORD]));
    expect(labels).toMatchObject([{ problems: [] }]);
    const symbols = labels.flatMap((label) => label.symbols);
    expect(symbols.map(({ decoded }) => decoded)).toEqual(expect.arrayContaining(['4711', 'Lot 42']));
    await core.closeRun(runId);
  }
  core.dispose();
});
