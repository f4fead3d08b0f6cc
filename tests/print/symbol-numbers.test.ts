import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import { setProperties } from '#editor/commands/properties.ts';
import { inkOf } from '../golden/golden-page.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { createTestEditor } from '../editor/create-test-editor.ts';
import { createPrintFixture } from './create-print-core-fixture.ts';

let core: PrintCore;
beforeAll(async () => {
  ({ core } = await createPrintFixture());
});
afterAll(() => core.dispose());

interface Span {
  readonly first: number;
  readonly last: number;
}

interface Printed {
  readonly label: LabelOutcome;
  /** The columns of ink among rows of the page in mm, in dots. */
  columns(fromMm: number, toMm: number): Span;
  /** The rows of ink in mm. */
  rows(): readonly number[];
}

const MM = 300 / 25.4;

async function print(element: LabelElement): Promise<Printed> {
  const template = createTestTemplate([element], { widthMm: 60, heightMm: 60 });
  const { runId } = expectOk(await core.openRun({ template, dpi: 300 }));
  const { png, labels } = expectOk(await core.previewPage(runId, [NO_RECORD]));
  await core.closeRun(runId);
  const { dots, width, height } = inkOf(png);
  return {
    label: labels[0] ?? expect.fail(),
    columns(fromMm, toMm) {
      const found: number[] = [];
      for (let y = Math.round(fromMm * MM); y < Math.min(height, Math.round(toMm * MM)); y++) {
        for (let x = 0; x < width; x++) if (dots[y * width + x] === 1) found.push(x);
      }
      return { first: found.reduce((a, b) => Math.min(a, b)), last: found.reduce((a, b) => Math.max(a, b)) };
    },
    rows: () =>
      Array.from({ length: height }, (_, y) => y)
        .filter((y) => dots.subarray(y * width, (y + 1) * width).includes(1))
        .map((y) => y / MM),
  };
}

describe('the number of a barcode', () => {
  const code = { xMm: 5, yMm: 10, widthMm: 50, heightMm: 20, sources: [fixedText('AB12')] } as const;

  test.each(['justify', 'stretch'] as const)('with %s is as wide as its bars, in both positions', async (align) => {
    for (const numberPosition of ['below', 'above'] as const) {
      const { label, columns } = await print(createTestElement('barcode', { ...code, align, numberPosition }));
      expect(label.problems).toEqual([]);
      const [number, bars] =
        numberPosition === 'below' ? [columns(27.5, 30), columns(11, 20)] : [columns(10, 12.8), columns(20, 29)];
      // Except for the side bearing of a letter.
      expect(Math.abs(number.first - bars.first)).toBeLessThan(align === 'stretch' ? 16 : 6);
      expect(Math.abs(number.last - bars.last)).toBeLessThan(align === 'stretch' ? 16 : 6);
    }
  });

  test('in the middle is narrower than its bars', async () => {
    const { columns } = await print(createTestElement('barcode', { ...code, align: 'center' }));
    const [number, bars] = [columns(27.5, 30), columns(11, 20)];
    expect(number.last - number.first).toBeLessThan((bars.last - bars.first) / 2);
  });

  test('of an EAN-13 keeps the positions of its standard', async () => {
    const ean = { ...code, symbology: 'ean13', sources: [fixedText('4006381333931')] } as const;
    const spans = [];
    for (const align of ['center', 'justify', 'stretch'] as const) {
      const { columns } = await print(createTestElement('barcode', { ...ean, align }));
      spans.push(columns(27.5, 30));
    }
    expect(spans[1]).toEqual(spans[0]);
    expect(spans[2]).toEqual(spans[0]);
  });
});

describe('the number of a matrix symbol', () => {
  const code = { xMm: 10, yMm: 10, widthMm: 25, heightMm: 33, sources: [fixedText('LW-0042')] } as const;

  test.each(['qr', 'pdf417', 'datamatrix', 'aztec'] as const)(
    'of %s is below or above it, outside its quiet zone, and the symbol reads',
    async (symbology) => {
      const bare = await print(createTestElement('qrcode', { ...code, symbology }));
      for (const numberPosition of ['below', 'above'] as const) {
        const { label, rows } = await print(createTestElement('qrcode', { ...code, symbology, numberPosition }));
        expect(label.problems).toEqual([]);
        expect(label.symbols).toMatchObject([{ ok: true, decoded: 'LW-0042', grade: bare.label.symbols[0]?.grade }]);
        const all = rows();
        const gaps = all.slice(1).map((y, i) => y - (all[i] ?? 0));
        const gap = Math.max(...gaps);
        const at = gaps.indexOf(gap);
        // The text is the lower part of the ink, or the upper one.
        const text = numberPosition === 'below' ? all.slice(at + 1) : all.slice(0, at + 1);
        expect(text.length / MM).toBeLessThan(4);
        expect(gap).toBeGreaterThan(symbology === 'aztec' ? 0.2 : 0.3);
      }
    },
  );

  test('breaks at the sides of the box, and is rejected when it leaves no room', async () => {
    const long = {
      ...code,
      sources: [fixedText('https://labels.example.com/products/0042')],
      numberPosition: 'below',
    } as const;
    const printed = await print(createTestElement('qrcode', long));
    expect(printed.label.problems).toEqual([]);
    const { first, last } = printed.columns(0, 60);
    expect(first / MM).toBeGreaterThan(9.9);
    expect(last / MM).toBeLessThan(35.1);
    const low = await print(createTestElement('qrcode', { ...long, heightMm: 9 }));
    expect(low.label.problems.map(({ problem }) => problem.code)).toContain('symbol.tooNarrow');
  });

  test.each(['left', 'center', 'right'] as const)(
    'and the symbol are aligned %s in a box that is wider',
    async (align) => {
      const { columns } = await print(
        createTestElement('qrcode', { ...code, widthMm: 45, align, numberPosition: 'below' }),
      );
      const { first, last } = columns(0, 60);
      const middle = (first + last) / 2 / MM;
      expect(middle).toBeCloseTo({ left: 22, center: 32.5, right: 43 }[align], -1);
      if (align === 'left') expect(first / MM).toBeLessThan(10.3);
      if (align === 'right') expect(last / MM).toBeGreaterThan(54.6);
    },
  );

  test('that no font can show rejects the label', async () => {
    const { label } = await print(
      createTestElement('qrcode', { ...code, sources: [fixedText('\u{1F9FF}\u{E123}')], numberPosition: 'below' }),
    );
    expect(label.problems.map(({ problem }) => problem.code)).toEqual(['text.missingGlyph']);
  });

  test('does not change the size of the symbol when it is switched on, and the box is restored when it is switched off', async () => {
    const element = createTestElement('qrcode', { ...code, heightMm: 25 });
    const editor = createTestEditor([element]);
    editor.select([element.id]);
    const shown = (): LabelElement => editor.state().template.elements[0] ?? expect.fail();
    const before = await print(shown());
    expectOk(editor.run(setProperties('qrcode', { numberPosition: 'below' })));
    const after = await print(shown());
    const size = ({ label }: Printed): unknown => label.symbols[0]?.measures?.widthMm;
    expect(size(after)).toBe(size(before));
    expect(after.label.problems).toEqual([]);
    expectOk(editor.run(setProperties('qrcode', { numberPosition: 'none' })));
    expect(shown()).toMatchObject({ widthMm: 25, heightMm: 25 });
  });
});
