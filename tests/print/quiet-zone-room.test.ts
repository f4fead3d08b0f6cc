import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { ROTATIONS } from '#model/kernel/geometry.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { createPrintFixture, createRecord } from './create-print-core-fixture.ts';

let fixture: Awaited<ReturnType<typeof createPrintFixture>>;
beforeAll(async () => {
  fixture = await createPrintFixture();
});
afterAll(() => fixture.core.dispose());

async function print(element: LabelElement, label: { widthMm: number; heightMm: number }): Promise<LabelOutcome> {
  const template = createTestTemplate([element], label);
  const { runId } = expectOk(await fixture.core.openRun({ template, dpi: 300 }));
  const { labels } = expectOk(await fixture.core.printRecords(runId, [createRecord(2, {})], 'giveOut'));
  await fixture.core.closeRun(runId);
  return labels[0] as LabelOutcome;
}

const bars = (content: string, fields: object): LabelElement =>
  createTestElement('barcode', {
    symbology: 'interleaved2of5',
    sources: [fixedText(content)],
    heightMm: 20,
    ...fields,
  });

describe('a symbol that grows into its own quiet zone', () => {
  test.each(['12', '1234', '644999'])('stops at the last size that leaves it free: %s at 92 mm', async (content) => {
    const { verified, symbols } = await print(bars(content, { xMm: 4, yMm: 5, widthMm: 92 }), {
      widthMm: 100,
      heightMm: 30,
    });
    expect(verified).toBe(true);
    expect(symbols[0]).toMatchObject({ grade: 'A', measures: { quietZone: 1 } });
    // One dot a module more would not leave it free: 10 modules on both sides of the bars.
    const { moduleMm = 0, widthMm = 0 } = symbols[0]?.measures ?? {};
    const larger = (moduleMm * 300) / 25.4 + 1;
    expect((widthMm / moduleMm) * (larger / 300) * 25.4 + 20 * (larger / 300) * 25.4).toBeGreaterThan(100 - 1);
  });

  test.each(ROTATIONS)('leaves it free however it is turned: %i', async (rotation) => {
    const turned = rotation === 90 || rotation === 270;
    const element = bars('12', { rotation, widthMm: 92, xMm: turned ? 20 : 4, yMm: turned ? 4 : 20 });
    const { symbols } = await print(element, { widthMm: 100, heightMm: 100 });
    expect(symbols[0]).toMatchObject({ grade: 'A', measures: { quietZone: 1 } });
  });

  test('keeps its size where the quiet zone has room on the label', async () => {
    const small = await print(bars('12', { xMm: 104, yMm: 5, widthMm: 92 }), { widthMm: 300, heightMm: 30 });
    expect(small.symbols[0]?.measures?.widthMm).toBeGreaterThan(90);
  });

  test('is not made smaller than usual for it: a code flush with the edge keeps its size and its low grade', async () => {
    const qr = createTestElement('qrcode', {
      sources: [fixedText('EDGE')],
      xMm: 0,
      yMm: 0,
      widthMm: 5.34,
      heightMm: 5.34,
    });
    const { symbols } = await print(qr, { widthMm: 40, heightMm: 30 });
    expect(symbols[0]?.grade).toBe('D');
    expect(symbols[0]?.measures?.moduleMm).toBeCloseTo((3 / 300) * 25.4, 3);
  });
});
