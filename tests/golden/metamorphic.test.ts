import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEditor } from '#editor/create-editor.ts';
import { moveBy } from '#editor/commands/move.ts';
import { deleteSelected } from '#editor/commands/delete.ts';
import { setCommon } from '#editor/commands/properties.ts';
import { setRotation } from '#editor/commands/rotate.ts';
import type { Editor } from '#editor/editor.ts';
import { ROTATIONS, type Rotation } from '#model/kernel/geometry.ts';
import { expectOk } from '#model/kernel/result.ts';
import { canvasUnitsToMm, dotsToMm, mmToDots, roundMm } from '#model/kernel/units.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { canHaveCanvasMirror } from '#model/elements/registry.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { ELEMENT_TYPES, type LabelElement } from '#model/elements/element.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { composeElement, composeLabel } from '#model/page/compose.ts';
import type { LabelSettings } from '#model/template/template.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { createLabelPainter } from '#render-worker/print/label-painter.ts';
import { createRandom } from '../editor/create-test-editor.ts';
import { createPrintFixture } from '../print/create-print-core-fixture.ts';
import { createTestContext, createTestElement, TEST_TIME } from '../support/create-elements.ts';
import { goldenCases } from './golden-cases.ts';
import { goldenPage, goldenTemplate, inkOf, type InkPicture } from './golden-page.ts';

const DPI = 300;
/** Whole dots at 300 dpi. */
const dots = (count: number): number => dotsToMm(count, DPI);
const CELL_WIDTH = dots(480);
const CELL_HEIGHT = dots(360);
const COLUMNS = 4;

let fixture: Awaited<ReturnType<typeof createPrintFixture>>;
let core: PrintCore;
beforeAll(async () => {
  fixture = await createPrintFixture();
  ({ core } = fixture);
});
afterAll(() => core.dispose());

async function print(
  elements: readonly LabelElement[],
  settings: Partial<LabelSettings> = GRID,
  dpi: number = DPI,
): Promise<InkPicture> {
  return inkOf((await goldenPage(core, goldenTemplate(elements, settings), dpi)).png);
}

/** Number of differing dots; pictures of different sizes differ in all. */
function differing(a: InkPicture, b: InkPicture): number {
  if (a.width !== b.width || a.height !== b.height) return Infinity;
  let count = 0;
  for (let i = 0; i < a.dots.length; i++) if (a.dots[i] !== b.dots[i]) count++;
  return count;
}

function remapped(
  picture: InkPicture,
  width: number,
  height: number,
  from: (x: number, y: number) => readonly [number, number],
): InkPicture {
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [fx, fy] = from(x, y);
      if (fx >= 0 && fy >= 0 && fx < picture.width && fy < picture.height)
        out[y * width + x] = picture.dots[fy * picture.width + fx] ?? 0;
    }
  }
  return { width, height, dots: out };
}

const hasInk = (picture: InkPicture): boolean => picture.dots.includes(1);

/** One element of every type, each in a cell of its own; to the micrometer, as the editor keeps them. */
const ALL: readonly LabelElement[] = ELEMENT_TYPES.map((type, i) => {
  const element = goldenCases(type)[0]?.element;
  if (element === undefined) throw new Error(type);
  return {
    ...element,
    id: `GOLDEN${String(i).padStart(2, '0')}` as ElementId,
    xMm: roundMm(dots(40) + (i % COLUMNS) * CELL_WIDTH),
    yMm: roundMm(dots(40) + Math.floor(i / COLUMNS) * CELL_HEIGHT),
  };
});
const GRID = { widthMm: COLUMNS * CELL_WIDTH, heightMm: Math.ceil(ALL.length / COLUMNS) * CELL_HEIGHT };

function editorOf(elements: readonly LabelElement[]): Editor {
  const editor = createEditor({ template: goldenTemplate(elements, GRID), random: createRandom(7) });
  editor.select(elements.map((e) => e.id));
  return editor;
}
const elementsOf = (editor: Editor): readonly LabelElement[] => editor.state().template.elements;

describe('0 dots differ', () => {
  test('after four turns by 90 degrees', async () => {
    const before = await print(ALL);
    const editor = editorOf(ALL);
    let turned = 0;
    for (const rotation of [90, 180, 270, 0] as const) {
      expectOk(editor.run(setRotation(rotation)));
      if (rotation !== 0) turned += differing(before, await print(elementsOf(editor)));
    }
    expect(turned).toBeGreaterThan(0);
    expect(differing(before, await print(elementsOf(editor)))).toBe(0);
  });

  test('after two mirrors, and after two canvas mirrors', async () => {
    const before = await print(ALL);
    for (const field of ['mirror', 'canvasMirror'] as const) {
      const editor = editorOf(ALL);
      expectOk(editor.run(setCommon({ [field]: true })));
      expect(differing(before, await print(elementsOf(editor)))).toBeGreaterThan(0);
      expectOk(editor.run(setCommon({ [field]: false })));
      expect(differing(before, await print(elementsOf(editor)))).toBe(0);
    }
  });

  test('between a picture and the copy that replaced it', async () => {
    const before = await print(ALL);
    const editor = editorOf(ALL);
    expectOk(editor.copy());
    expectOk(editor.paste());
    const pasted = editor.state().selection;
    const back = -canvasUnitsToMm(20);
    expectOk(editor.run(moveBy(back, back)));
    editor.select(ALL.map((e) => e.id));
    expectOk(editor.run(deleteSelected()));
    expect(elementsOf(editor).map((e) => e.id)).toEqual(pasted);
    expect(differing(before, await print(elementsOf(editor)))).toBe(0);
  });

  test.each(ELEMENT_TYPES)('between a %s and one moved by whole dots', async (type) => {
    const element = ALL.find((e) => e.type === type);
    if (element === undefined) throw new Error(type);
    const origin = { ...element, xMm: dots(40), yMm: dots(40) };
    const before = await print([origin]);
    expect(hasInk(before)).toBe(true);
    for (const [dx, dy] of [
      [1, 0],
      [0, 7],
      [311, 133],
    ] as const) {
      const after = await print([{ ...origin, xMm: dots(40 + dx), yMm: dots(40 + dy) }]);
      const shifted = remapped(before, before.width, before.height, (x, y) => [x - dx, y - dy]);
      expect(differing(shifted, after)).toBe(0);
    }
  });

  test('for any painting order of disjoint elements', async () => {
    const before = await print(ALL);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...ALL], { minLength: ALL.length }), async (shuffled) => {
        expect(differing(before, await print(shuffled))).toBe(0);
      }),
      { numRuns: 8 },
    );
  });

  test('between a label and the combined ink of its parts, overlapping or not', async () => {
    // The white of an image covers the content below.
    const piled = ALL.filter((e) => e.type !== 'image').map((e, i) => ({
      ...e,
      xMm: dots(20 + 9 * i),
      yMm: dots(20 + 5 * i),
    }));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: ALL.length, maxLength: ALL.length }), async (left) => {
        for (const elements of [ALL, piled]) {
          const whole = await print(elements);
          const one = await print(elements.filter((_, i) => left[i] === true));
          const other = await print(elements.filter((_, i) => left[i] !== true));
          const joined = { ...one, dots: one.dots.map((ink, i) => ink | (other.dots[i] ?? 0)) };
          expect(differing(whole, joined)).toBe(0);
        }
      }),
      { numRuns: 4 },
    );
  });

  test.each(ELEMENT_TYPES.filter(canHaveCanvasMirror))(
    'between a %s with its canvas mirror and the two',
    async (type) => {
      const element = ALL.find((e) => e.type === type);
      if (element === undefined) throw new Error(type);
      const alone = { ...element, xMm: dots(40), yMm: dots(40) };
      const both = await print([{ ...alone, canvasMirror: true }]);
      const original = await print([alone]);
      // To the left of the center there is nothing but the original.
      const half = both.width / 2;
      const left = remapped(both, half, both.height, (x, y) => [x, y]);
      expect(
        differing(
          left,
          remapped(original, half, both.height, (x, y) => [x, y]),
        ),
      ).toBe(0);
      expect(hasInk(remapped(both, half, both.height, (x, y) => [x + half, y]))).toBe(true);
    },
  );
});

test('bands of any height are the same picture', async () => {
  const { skia, fonts, measure } = fixture;
  const template = goldenTemplate(ALL, GRID);
  const library = createImageLibrary(skia);
  library.add(template.assets);
  const context = { measure, dpi: DPI, label: template.label, imageSize: library.size, now: TEST_TIME };
  const { list } = expectOk(await withFonts(fonts, () => composeLabel(template, NO_RECORD, context)));
  const width = mmToDots(GRID.widthMm, DPI);
  const height = mmToDots(GRID.heightMm, DPI);
  const pictures = [height, 512, 100, 64, 37, 8].map((rows) => {
    const labels = createLabelPainter(skia, fonts, library, rows);
    const whole = createHash('sha256');
    expectOk(labels.paintBands(list, width, height, (band) => whole.update(band.pixels)));
    labels.dispose();
    return whole.digest('hex');
  });
  expect(new Set(pictures).size).toBe(1);
  const [picture] = pictures;
  expect(picture).toBe((await goldenPage(core, template, DPI)).hash);
});

/** Content painted in whole dots at any quarter turn: bars, squares, symbols. */
const EXACT: readonly LabelElement[] = [
  createTestElement('rectangle', {
    xMm: dots(20),
    yMm: dots(30),
    widthMm: dots(200),
    heightMm: dots(90),
    penWidthMm: dots(5),
  }),
  createTestElement('rectangle', { xMm: dots(60), yMm: dots(50), widthMm: dots(70), heightMm: dots(33), filled: true }),
  createTestElement('line', {
    xMm: dots(20),
    yMm: dots(140),
    widthMm: dots(160),
    heightMm: dots(6),
    penWidthMm: dots(6),
  }),
  createTestElement('qrcode', {
    xMm: dots(260),
    yMm: dots(40),
    widthMm: dots(150),
    heightMm: dots(150),
    sources: [fixedText('turn me')],
  }),
  createTestElement('barcode', {
    xMm: dots(20),
    yMm: dots(300),
    widthMm: dots(330),
    heightMm: dots(91),
    numberPosition: 'none',
    sources: [fixedText('AB12')],
  }),
];
const SIDE = 480;
const SQUARE = { widthMm: dots(SIDE), heightMm: dots(SIDE) };

function turnedOnLabel(element: LabelElement): LabelElement {
  const box = elementBox(element);
  return {
    ...element,
    xMm: SQUARE.heightMm - box.y - box.height,
    yMm: box.x,
    rotation: ((element.rotation + 90) % 360) as Rotation,
  };
}

describe('whole dots stay whole', () => {
  test('a label rotated by 90 degrees prints its picture rotated', async () => {
    let elements = EXACT;
    let picture = await print(elements, SQUARE);
    for (const _turn of ROTATIONS) {
      elements = elements.map(turnedOnLabel);
      const turned = remapped(picture, SIDE, SIDE, (x, y) => [y, SIDE - 1 - x]);
      picture = await print(elements, SQUARE);
      expect(differing(turned, picture)).toBe(0);
    }
  });

  test('a mirrored label prints its picture mirrored, and the canvas mirror adds just that', async () => {
    const picture = await print(EXACT, SQUARE);
    const flipped = remapped(picture, SIDE, SIDE, (x, y) => [SIDE - 1 - x, y]);
    const mirrored = EXACT.map((e): LabelElement => ({ ...e, mirror: true, xMm: SQUARE.widthMm - e.xMm - e.widthMm }));
    expect(differing(flipped, await print(mirrored, SQUARE))).toBe(0);
    const both = await print(
      EXACT.map((e) => ({ ...e, canvasMirror: true })),
      SQUARE,
    );
    const joined = { ...picture, dots: picture.dots.map((ink, i) => ink | (flipped.dots[i] ?? 0)) };
    expect(differing(both, joined)).toBe(0);
  });

  test('600 dpi doubles every dot of 300 dpi', async () => {
    const context = createTestContext(DPI);
    // Boxes as large as their symbols: a larger one may hold more than twice as large a symbol at twice the dots.
    const fitted = EXACT.map((element): LabelElement => {
      const [symbol] = composeElement(element, NO_RECORD, context).symbols;
      if (symbol === undefined) return element;
      return { ...element, widthMm: dots(symbol.bounds.width), heightMm: dots(symbol.bounds.height) };
    });
    const single = await print(fitted, SQUARE, DPI);
    const double = await print(fitted, SQUARE, 2 * DPI);
    expect(hasInk(single)).toBe(true);
    expect(
      differing(
        remapped(single, 2 * SIDE, 2 * SIDE, (x, y) => [x >> 1, y >> 1]),
        double,
      ),
    ).toBe(0);
  });
});
