import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import { layoutElement } from '#model/elements/layouts.ts';
import { ROTATIONS } from '#model/kernel/geometry.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import { createTestContext, createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { createPrintFixture, createRecord } from './create-print-core-fixture.ts';

let fixture: Awaited<ReturnType<typeof createPrintFixture>>;
beforeAll(async () => {
  fixture = await createPrintFixture();
});
afterAll(() => fixture.core.dispose());

type Fields = Parameters<typeof createTestElement<'qrcode'>>[1];

async function print(fields: Fields): Promise<LabelOutcome> {
  const element = createTestElement('qrcode', { xMm: 8, yMm: 8, widthMm: 20, heightMm: 36, ...fields });
  const template = createTestTemplate([element], { widthMm: 52, heightMm: 52 });
  const { runId } = expectOk(await fixture.core.openRun({ template, dpi: 300 }));
  const { labels } = expectOk(await fixture.core.printRecords(runId, [createRecord(1, {})], true));
  await fixture.core.closeRun(runId);
  return labels[0] as LabelOutcome;
}

describe('the text of a matrix symbol', () => {
  for (const numberPosition of ['below', 'above'] as const) {
    test.each(ROTATIONS)(
      `stands ${numberPosition} it and leaves its quiet zone free, turned by %i`,
      async (rotation) => {
        const sources = [fixedText('https://example.com/a/rather/long/address?n=4711')];
        const { verified, symbols } = await print({ numberPosition, rotation, sources });
        expect(verified).toBe(true);
        expect(symbols[0]).toMatchObject({ grade: 'A', measures: { quietZone: 1 } });
      },
    );
  }

  test('is none unless it is asked for, and takes its height from the symbol', () => {
    const plain = createTestElement('qrcode', { widthMm: 20, heightMm: 20, sources: [fixedText('AB')] });
    const context = createTestContext();
    const without = layoutElement(plain, ['AB'], context);
    const below = layoutElement({ ...plain, numberPosition: 'below' }, ['AB'], context);
    expect(without.ops.map((op) => op.type)).toEqual(['dots']);
    expect(below.ops.map((op) => op.type)).toEqual(['dots', 'group']);
    expect(below.symbols[0]?.dotsPerModule).toBeLessThan(without.symbols[0]?.dotsPerModule ?? 0);
  });

  test('with no room for both is a problem, not a symbol too small to read', async () => {
    const { verified, problems } = await print({ numberPosition: 'below', widthMm: 6, heightMm: 3, fontSize: 40 });
    expect(verified).toBe(false);
    expect(problems.map(({ problem }) => problem.code)).toContain('symbol.tooNarrow');
  });
});
