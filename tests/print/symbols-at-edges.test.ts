import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { elementSymbolSize } from '#model/elements/symbol-size.ts';
import { ROTATIONS } from '#model/kernel/geometry.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { LabelOutcome, RunSetup } from '#protocol/render.ts';
import { createTestContext, createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { createPrintFixture, createRecord } from './create-print-core-fixture.ts';

let fixture: Awaited<ReturnType<typeof createPrintFixture>>;
beforeAll(async () => {
  fixture = await createPrintFixture();
});
afterAll(() => fixture.core.dispose());

const LABEL = { widthMm: 60, heightMm: 60 };
const DPI = 300;

async function print(
  element: LabelElement,
  label: { widthMm: number; heightMm: number } = LABEL,
  setup: Partial<RunSetup> = {},
): Promise<LabelOutcome> {
  const template = createTestTemplate([element], label);
  const { runId } = expectOk(await fixture.core.openRun({ template, dpi: DPI, ...setup }));
  const { labels } = expectOk(await fixture.core.printRecords(runId, [createRecord(2, {})], 'print'));
  await fixture.core.closeRun(runId);
  return labels[0] as LabelOutcome;
}

const CONTENT = 'https://example.com/0123';
const qr = (place: { xMm: number; yMm: number; widthMm: number; heightMm: number }): LabelElement =>
  createTestElement('qrcode', { sources: [fixedText(CONTENT)], ...place });
const codesOf = ({ problems }: LabelOutcome) => problems.map(({ problem: { code } }) => code);

describe('a symbol near the edge of its label', () => {
  test('keeps its size, and its grade while at least half of its quiet zone is on the label', async () => {
    const box = { widthMm: 25.4, heightMm: 25.4 };
    const inside = await print(qr({ xMm: 15, yMm: 15, ...box }));
    const near = await print(qr({ xMm: 15, yMm: 2.5, ...box }));
    expect(inside.symbols[0]).toMatchObject({ grade: 'A', measures: { widthMm: 25.4 } });
    expect(near.symbols[0]).toMatchObject({ grade: 'A', measures: inside.symbols[0]?.measures });
  });

  test.each(ROTATIONS)(
    'keeps its size flush with the edge, and is rejected by its grade: rotated by %i',
    async (rotation) => {
      const element = createTestElement('qrcode', {
        sources: [fixedText(CONTENT)],
        rotation,
        xMm: 0,
        yMm: 20,
        widthMm: 25.4,
        heightMm: 25.4,
      });
      const rejected = await print(element);
      expect(codesOf(rejected)).toEqual(['symbol.belowGrade', 'symbol.quietZone']);
      expect(rejected.symbols[0]).toMatchObject({ grade: 'D', measures: { widthMm: 25.4, quietZone: 0.5 } });
      const allowed = await print(element, LABEL, { minGrade: 'D' });
      expect(allowed).toMatchObject({ verified: true, symbols: [{ grade: 'D', measures: { widthMm: 25.4 } }] });
      expect(allowed.warnings.map(({ problem: { code } }) => code)).toEqual(['symbol.quietZone']);
    },
  );

  test('is rejected when it extends beyond the label, and not scaled down until it fits', async () => {
    const over = await print(qr({ xMm: 40, yMm: 20, widthMm: 24, heightMm: 24 }), LABEL, { minGrade: 'F' });
    expect(over.verified).toBe(false);
    expect(codesOf(over)).toEqual(['symbol.outsideLabel']);
  });

  test('fills its box with bars whose quiet zone is wider than the label', async () => {
    const bars = createTestElement('barcode', {
      symbology: 'interleaved2of5',
      sources: [fixedText('12')],
      xMm: 4,
      yMm: 5,
      widthMm: 92,
      heightMm: 20,
    });
    const { symbols } = await print(bars, { widthMm: 100, heightMm: 30 });
    expect(symbols[0]?.measures?.widthMm).toBeGreaterThan(90);
    expect(symbols[0]?.measures?.quietZone).toBeLessThan(1);
  });

  test.each(ROTATIONS)(
    'is offered sizes with the grades that it prints with there: rotated by %i',
    async (rotation) => {
      for (const element of [
        createTestElement('qrcode', {
          sources: [fixedText(CONTENT)],
          rotation,
          xMm: 2,
          yMm: 12,
          widthMm: 10,
          heightMm: 10,
        }),
        createTestElement('barcode', {
          sources: [fixedText('12')],
          rotation,
          xMm: 5,
          yMm: 12,
          widthMm: 20,
          heightMm: 9,
        }),
      ]) {
        const value = element.type === 'qrcode' ? CONTENT : '12';
        const context = { ...createTestContext(DPI), label: LABEL };
        const { choices } = expectOk(elementSymbolSize(element, value, context));
        const grades = [];
        for (const { box } of choices) grades.push((await print({ ...element, ...box })).symbols[0]?.grade);
        expect(grades).toEqual(choices.map(({ grade }) => grade));
        expect(new Set(grades).size).toBeGreaterThan(2);
      }
    },
  );
});
