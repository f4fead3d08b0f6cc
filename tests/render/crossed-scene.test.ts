import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_RECORD, type DataRecord } from '#model/data/record.ts';
import { fixedText, withRunStyle, type DataSource } from '#model/elements/base/content.ts';
import { PINS, UNPINNED } from '#model/elements/base/pins.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import { ok } from '#model/kernel/result.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import type { DisplayItem } from '#model/page/display-list.ts';
import { composeLabel, type LabelContext } from '#model/page/compose.ts';
import { createFixedElementCache } from '#render-worker/compose/fixed-elements.ts';
import { ComposeCache } from '#render-worker/view/compose-cache.ts';
import { Scene } from '#render-worker/view/scene.ts';
import { columnSource, createRecord } from '../print/create-print-core-fixture.ts';
import { createTestContext, createTestElement, createTestTemplate } from '../support/create-elements.ts';

const SIZE = { widthMm: 100, heightMm: 80 };
const CONTEXT: LabelContext = {
  ...createTestContext(203),
  rowPicture: (value) => (value === 'none' ? null : ok(value as AssetKey)),
};
const CALIBRATION = { acrossScale: 1.01, alongScale: 0.98 };

const record = (words: number, file: string, language?: string): DataRecord => ({
  ...createRecord(2, { name: 'word '.repeat(words).trim(), file }),
  ...(language === undefined ? {} : { language }),
});
const RECORDS = [NO_RECORD, record(1, 'a'), record(9, 'b', 'zh'), record(9, 'a', 'pt-BR'), record(20, 'none', 'zh')];

const mm = (from: number, to: number): fc.Arbitrary<number> =>
  fc.integer({ min: from * 4, max: to * 4 }).map((quarters) => quarters / 4);
const words = fc.integer({ min: 0, max: 12 }).map((count) => 'word '.repeat(count));
const sources = fc
  .record({ own: words, zh: words, pt: words, isColored: fc.boolean(), isBound: fc.boolean() })
  .map(({ own, zh, pt, isColored, isBound }): readonly DataSource[] => {
    const first = { ...fixedText(own), translations: { zh, 'pt-BR': pt } };
    const colored = withRunStyle<DataSource>(columnSource('name'), isColored ? { color: '#c8102e' } : undefined);
    return isBound ? [first, colored] : [first];
  });
const element: fc.Arbitrary<LabelElement> = fc
  .record({
    place: fc.record({ xMm: mm(0, 60), yMm: mm(0, 60), widthMm: mm(6, 40), heightMm: mm(3, 20) }),
    turn: fc.constantFrom({}, {}, { turnDegrees: -30 }, { turnDegrees: 12.3 }),
    rotation: fc.constantFrom(0 as const, 0 as const, 90 as const, 180 as const),
    pin: fc.constantFrom('start', ...PINS),
    flags: fc.record({ mirror: fc.boolean(), canvasMirror: fc.boolean() }),
    pushed: fc.constantFrom(true as const, undefined),
    kind: fc.constantFrom('text' as const, 'text' as const, 'image' as const, 'qrcode' as const, 'rectangle' as const),
    fit: fc.constantFrom('grow' as const, 'grow' as const, 'none' as const, 'shrink' as const),
    sizeGroup: fc.constantFrom('', 'group'),
    sources,
  })
  .map(({ place, turn, rotation, pin, flags, pushed, kind, fit, sizeGroup, sources: own }): LabelElement => {
    const common = {
      ...place,
      ...turn,
      ...flags,
      rotation,
      pushed,
      pins: { ...UNPINNED, y: pin },
      freeAngle: true as const,
    };
    switch (kind) {
      case 'text':
        return createTestElement('text', { ...common, fit, sizeGroup, autoWrap: true, sources: own, minFontSize: 4 });
      case 'image':
        return createTestElement('image', { ...common, sources: [columnSource('file')] });
      case 'qrcode':
        return createTestElement('qrcode', { ...common, widthMm: 20, heightMm: 20, sources: own });
      case 'rectangle':
        return createTestElement('rectangle', common);
    }
  });
const lengthByContent = fc.constantFrom(
  undefined,
  { minMm: 10, maxMm: 200, stepMm: 0.1, marginMm: 2 },
  { minMm: 10, maxMm: 60, stepMm: 7, marginMm: 0 },
);

/** The painted bounds are for measuring only, to a billionth of a millimeter. */
function places(items: readonly DisplayItem[]): readonly unknown[] {
  const rounded = ({ x, y, width, height }: Rect): readonly string[] =>
    [x, y, width, height].map((of) => (Math.round(of * 1e9) / 1e9 + 0).toFixed(9));
  return items.map(({ bounds, level, ...item }) => ({
    ...item,
    bounds: rounded(bounds),
    level: level === undefined ? undefined : rounded(level),
  }));
}

describe('a view of turned, translated and pushed elements on a label with length by content', () => {
  test('shows what prints, after every change of the row and of elements', () => {
    fc.assert(
      fc.property(
        fc.array(element, { minLength: 1, maxLength: 6 }),
        lengthByContent,
        fc.array(fc.tuple(fc.nat(RECORDS.length - 1), fc.option(fc.tuple(fc.nat(5), element), { nil: null })), {
          minLength: 1,
          maxLength: 5,
        }),
        (first, length, steps) => {
          let template = createTestTemplate(first, {
            ...SIZE,
            lengthByContent: length,
            languages: { tags: ['en', 'zh'] },
          });
          const cache = new ComposeCache();
          const scene = new Scene(template, {
            ...cache,
            inkBounds: (item) => item.bounds,
            cutTextMm: () => 0,
            inkBelowMm: () => 0,
          });
          const ofRun = createFixedElementCache(() => 0);
          for (const [row, change] of steps) {
            if (change !== null) {
              const [at, next] = change;
              const index = at % template.elements.length;
              const before = template.elements[index] as LabelElement;
              const after = { ...next, id: before.id, name: before.name } as LabelElement;
              template = { ...template, elements: template.elements.with(index, after) };
              scene.change({ added: [], removed: [], updated: [[before, after]] });
            }
            const shown = RECORDS[row] ?? NO_RECORD;
            cache.keepFor(shown);
            expect(scene.update(shown, CONTEXT)).toBe(true);
            const printed = composeLabel(template, shown, CONTEXT);
            expect(places(scene.printed(undefined))).toEqual(places(printed.list.items));
            expect(scene.label.heightMm).toBe(printed.lengthMm ?? SIZE.heightMm);
            expect(composeLabel(template, shown, CONTEXT, ofRun)).toEqual(printed);
            const scaled = composeLabel(template, shown, { ...CONTEXT, scale: CALIBRATION });
            expect(places(scene.printed(CALIBRATION))).toEqual(places(scaled.list.items));
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
