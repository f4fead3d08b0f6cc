import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import { ELEMENT_TYPES, type LabelElement, sourcesOf } from '#model/elements/element.ts';
import { expectOk } from '#model/kernel/result.ts';
import { mmToDots } from '#model/kernel/units.ts';
import { composeLabel } from '#model/page/compose.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { createBitPainter } from '#render-worker/print/bit-painter.ts';
import { createBitPlane, type BitPlane } from '#render-worker/bits/bit-plane.ts';
import { createFixedElementCache } from '#render-worker/compose/fixed-elements.ts';
import { createLabelPainter } from '#render-worker/print/label-painter.ts';
import { goldenTemplate } from '../golden/golden-page.ts';
import { goldenCases } from '../golden/golden-cases.ts';
import { TEST_TIME } from '../support/create-elements.ts';
import { columnSource, createPrintFixture, createRecord } from './create-print-core-fixture.ts';

const SETTINGS = { widthMm: 41.3, heightMm: 30.7 };

let fixture: Awaited<ReturnType<typeof createPrintFixture>>;
beforeAll(async () => {
  fixture = await createPrintFixture();
});
afterAll(() => fixture.core.dispose());

/** The elements of the goldens, at random positions, overlapping, some of them bound to the column `name`. */
const anyElement: fc.Arbitrary<LabelElement> = fc
  .record({
    cases: fc.constantFrom(...ELEMENT_TYPES.map((type) => goldenCases(type))),
    pick: fc.nat(),
    xMm: fc.integer({ min: -5000, max: 30_000 }),
    yMm: fc.integer({ min: -5000, max: 25_000 }),
    bound: fc.boolean(),
    text: fc.constantFrom('', 'AB12', 'Label 0123'),
  })
  .map(({ cases, pick, xMm, yMm, bound, text }) => {
    const element = cases[pick % cases.length]?.element;
    if (element === undefined) throw new Error('a type without cases');
    const placed = { ...element, xMm: xMm / 1000, yMm: yMm / 1000 };
    if (!('sources' in placed)) return placed;
    return { ...placed, sources: bound ? [fixedText(text), columnSource('name')] : placed.sources };
  });

const anyRun = fc.record({
  elements: fc.array(anyElement, { minLength: 1, maxLength: 7 }),
  /** Consecutive labels are often similar, often with an edit or a print at another resolution in between. */
  labels: fc.array(
    fc.record({
      name: fc.constantFrom('A1', 'B22', '4006381333931'),
      dpi: fc.constantFrom(203, 203, 203, 300),
      left: fc.constantFrom(0, 0, 0, 1),
    }),
    { minLength: 2, maxLength: 8 },
  ),
});

function samePlanes(a: BitPlane, b: BitPlane): boolean {
  return a.width === b.width && a.height === b.height && Buffer.compare(a.bits, b.bits) === 0;
}

describe('the state kept between labels', () => {
  test('leaves the same bits as painting each label from empty paper', async () => {
    const { skia, fonts, measure } = fixture;
    const library = createImageLibrary(skia);
    let keptAny = 0;
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ elements, labels }) => {
        const unique = elements.map((e, i) => ({ ...e, id: `KEPT${String(i).padStart(4, '0')}` as typeof e.id }));
        const template = goldenTemplate(unique, SETTINGS);
        library.add(template.assets);
        const painter = createLabelPainter(skia, fonts, library);
        const caches = new Map([203, 300].map((dpi) => [dpi, createFixedElementCache(() => fonts.version)]));
        for (const { name, dpi, left } of labels) {
          const shown = { ...template, elements: unique.slice(left) };
          const context = { measure, dpi, label: shown.label, imageSize: library.size, now: TEST_TIME };
          const composed = await withFonts(fonts, () =>
            composeLabel(shown, createRecord(2, { name }), context, caches.get(dpi)),
          );
          const { list } = expectOk(composed);
          const size = [mmToDots(SETTINGS.widthMm, dpi), mmToDots(SETTINGS.heightMm, dpi)] as const;
          const kept = createBitPlane(...size);
          // The previous content of the plane must not shine through either.
          kept.bits.fill(0x5a);
          expectOk(painter.paint(list, kept));
          const repainted = createBitPlane(...size);
          const fresh = createBitPainter(skia, fonts, library);
          expectOk(fresh.paint(repainted, list.items, dpi, 0));
          fresh.dispose();
          expect(samePlanes(kept, repainted)).toBe(true);
          if (sourcesOf(unique[0] as LabelElement).every((s) => s.type === 'fixed')) keptAny++;
        }
        painter.dispose();
      }),
      { numRuns: 60 },
    );
    expect(keptAny).toBeGreaterThan(30);
  });
});
