import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_RECORD } from '#model/data/record.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { areaWithQuietZone } from '#model/elements/base/symbol-margins.ts';
import { UNPINNED, type Pin } from '#model/elements/base/pins.ts';
import { outerBox } from '#model/elements/base/turned-box.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { dotsToMm } from '#model/kernel/units.ts';
import { expectOk } from '#model/kernel/result.ts';
import { composeLabel } from '#model/page/compose.ts';
import { followsLength } from '#model/page/content-length.ts';
import type { ComposedLabel } from '#model/page/display-list.ts';
import { elementsBelow } from '#model/page/pushed-elements.ts';
import { sheetSizeMm } from '#model/page/sheet.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { contentLengthOf, longestLabel } from '#model/template/length-by-content.ts';
import type { LabelSettings, LengthByContent } from '#model/template/template.ts';
import { createTestContext, createTestElement, createTestTemplate } from '../support/create-elements.ts';

const CONTEXT = createTestContext(203);
const DOT_MM = dotsToMm(1, 203);
/** What may be lost to rounding to micrometers. */
const NOISE_MM = 0.002;
const RULE: LengthByContent = { minMm: 10, maxMm: 200, stepMm: 5, marginMm: 2 };
const SIZE = { widthMm: 100, heightMm: 80 };

function lengthOf(elements: readonly LabelElement[], rule: Partial<LengthByContent> = {}): number | undefined {
  const template = createTestTemplate(elements, { ...SIZE, lengthByContent: { ...RULE, ...rule } });
  return composeLabel(template, NO_RECORD, CONTEXT).lengthMm;
}

const atY = (yMm: number, heightMm: number, over: Partial<LabelElement> = {}): LabelElement =>
  createTestElement('ellipse', { xMm: 10, yMm, widthMm: 20, heightMm, penWidthMm: 0.2, ...(over as object) });
const pins = (y: Pin): Partial<LabelElement> => ({ pins: { ...UNPINNED, y } });

/** The lower edge of each element as painted, with its quiet zone. */
function bottomsOf({ list, symbols }: ComposedLabel): ReadonlyMap<string, number> {
  const bottoms = new Map<string, number>(
    list.items.map(({ elementId, bounds }) => [elementId, bounds.y + bounds.height]),
  );
  for (const symbol of symbols) {
    const area = areaWithQuietZone(symbol);
    const bottom = dotsToMm(area.y + area.height, list.dpi);
    bottoms.set(symbol.elementId, Math.max(bottom, bottoms.get(symbol.elementId) ?? 0));
  }
  return bottoms;
}

const mm = (from: number, to: number): fc.Arbitrary<number> =>
  fc.integer({ min: from * 4, max: to * 4 }).map((quarters) => quarters / 4);
const rule: fc.Arbitrary<LengthByContent> = fc
  .record({ minMm: mm(5, 60), more: mm(0, 200), stepMm: fc.constantFrom(0.1, 1, 2.5, 7), marginMm: mm(0, 10) })
  .map(({ more, ...of }) => ({ ...of, maxMm: of.minMm + more }));
const place = fc.record({ xMm: mm(0, 60), yMm: mm(0, 70), widthMm: mm(5, 40), heightMm: mm(3, 20) });
const element: fc.Arbitrary<LabelElement> = fc
  .record({
    place,
    pin: fc.constantFrom<Pin>('start', 'start', 'start', 'end', 'center', 'stretch'),
    pushed: fc.constantFrom(true as const, undefined),
    kind: fc.constantFrom('ellipse' as const, 'text' as const, 'growing' as const, 'qrcode' as const),
    words: fc.integer({ min: 1, max: 30 }),
    turn: fc.constantFrom({}, {}, { turnDegrees: -30 }, { turnDegrees: 12.3 }, { turnDegrees: 45 }),
  })
  .map(({ place: box, pin, pushed, kind, words, turn }): LabelElement => {
    const common = { ...box, ...turn, pushed, freeAngle: true, ...(pin === 'start' ? {} : pins(pin)) };
    if (kind === 'ellipse') return createTestElement('ellipse', common as object);
    if (kind === 'qrcode') {
      const side = Math.max(12, box.widthMm);
      return createTestElement('qrcode', { ...(common as object), widthMm: side, heightMm: side });
    }
    const text = { sources: [fixedText('word '.repeat(words).trim())], autoWrap: true };
    return createTestElement('text', {
      ...(common as object),
      ...text,
      ...(kind === 'growing' ? { fit: 'grow' } : {}),
    });
  });
const elements = fc.array(element, { maxLength: 6 });

describe('the length of a label by its content', () => {
  test('is at least the minimum, at most the maximum, and otherwise whole steps above the minimum', () => {
    fc.assert(
      fc.property(elements, rule, (all, of) => {
        const lengthMm = lengthOf(all, of) ?? NaN;
        expect(lengthMm).toBeGreaterThanOrEqual(of.minMm);
        expect(lengthMm).toBeLessThanOrEqual(of.maxMm);
        if (lengthMm === of.maxMm) return;
        const steps = (lengthMm - of.minMm) / of.stepMm;
        expect(Math.abs(steps - Math.round(steps))).toBeLessThan(0.011);
      }),
    );
  });

  test('has room for everything that is painted, unless it is the maximum', () => {
    fc.assert(
      fc.property(elements, rule, (all, of) => {
        const template = createTestTemplate(all, { ...SIZE, lengthByContent: of });
        const composed = composeLabel(template, NO_RECORD, CONTEXT);
        const lengthMm = composed.lengthMm ?? NaN;
        if (lengthMm === of.maxMm) return;
        const bottoms = bottomsOf(composed);
        for (const one of all) {
          const bottomMm = bottoms.get(one.id) ?? 0;
          if (!followsLength(one)) expect(bottomMm + of.marginMm).toBeLessThanOrEqual(lengthMm + NOISE_MM);
          const top = composed.list.items.find(({ elementId }) => elementId === one.id)?.bounds.y ?? 0;
          if (one.pins?.y === 'end' || one.pins?.y === 'center') expect(top).toBeGreaterThanOrEqual(-DOT_MM);
        }
      }),
    );
  });

  test('is not longer than that by a step and a dot', () => {
    fc.assert(
      fc.property(elements, rule, (all, of) => {
        const own = all.filter((one) => !followsLength(one));
        const template = createTestTemplate(own, { ...SIZE, lengthByContent: of });
        const composed = composeLabel(template, NO_RECORD, CONTEXT);
        const needed = Math.max(0, ...[...bottomsOf(composed).values()].map((bottom) => bottom + of.marginMm));
        expect(composed.lengthMm).toBeLessThan(Math.max(needed, of.minMm) + of.stepMm + DOT_MM + NOISE_MM);
      }),
    );
  });

  test('keeps elements at the end of the label at their distance, and below what is above them', () => {
    fc.assert(
      fc.property(elements, rule, (all, of) => {
        const template = createTestTemplate(all, { ...SIZE, lengthByContent: of });
        const composed = composeLabel(template, NO_RECORD, CONTEXT);
        const lengthMm = composed.lengthMm ?? NaN;
        if (lengthMm === of.maxMm) return;
        const boxes = new Map(composed.list.items.map(({ elementId, bounds }) => [elementId, bounds]));
        const atEnd = all.filter((one) => one.type === 'ellipse' && one.pins?.y === 'end');
        for (const one of atEnd) {
          const box = boxes.get(one.id);
          if (box === undefined) continue;
          const drawn = outerBox(one);
          expect(lengthMm - box.y - box.height).toBeCloseTo(SIZE.heightMm - drawn.y - drawn.height, 2);
          for (const upper of all) {
            if (followsLength(upper) || elementsBelow(upper, [one], SIZE.widthMm).length === 0) continue;
            const above = boxes.get(upper.id);
            if (above === undefined) continue;
            const over = outerBox(upper);
            const drawnGapMm = Math.max(0, drawn.y - over.y - over.height);
            expect(box.y - above.y - above.height).toBeGreaterThanOrEqual(Math.min(of.marginMm, drawnGapMm) - NOISE_MM);
          }
        }
      }),
    );
  });

  test('is the same when the label is composed again, and gives the label that is drawn at that height', () => {
    fc.assert(
      fc.property(elements, rule, (all, of) => {
        const label = { ...SIZE, lengthByContent: of };
        const composed = composeLabel(createTestTemplate(all, label), NO_RECORD, CONTEXT);
        expect(composeLabel(createTestTemplate(all, label), NO_RECORD, CONTEXT)).toEqual(composed);
        if (all.some(followsLength)) return;
        const drawn = createTestTemplate(all, { ...SIZE, heightMm: composed.lengthMm ?? NaN });
        expect(composed).toEqual({
          ...composeLabel(drawn, NO_RECORD, CONTEXT),
          lengthMm: composed.lengthMm,
        });
      }),
    );
  });

  test('of the design leaves everything in its place', () => {
    fc.assert(
      fc.property(elements, (all) => {
        const short = all.filter(
          (one) => !('fit' in one) || (outerBox(one).y >= 0 && one.turnDegrees !== undefined && one.fit !== 'grow'),
        );
        const label = { ...SIZE, lengthByContent: { ...RULE, minMm: 80, maxMm: 80 } };
        const fixed = composeLabel(createTestTemplate(short, SIZE), NO_RECORD, CONTEXT);
        const followed = composeLabel(createTestTemplate(short, label), NO_RECORD, CONTEXT);
        for (const [i, { ops: _, ...item }] of followed.list.items.entries()) {
          const drawn = fixed.list.items[i];
          const grown = Math.max(0, (drawn?.bounds.height ?? 0) - outerBox(short[i] as LabelElement).height);
          if (grown < NOISE_MM) expect(item.bounds).toEqual(drawn?.bounds);
        }
      }),
    );
  });

  test('changes nothing on sheets of several labels', () => {
    fc.assert(
      fc.property(elements, rule, (all, of) => {
        const sheet = { ...SIZE, rows: 2 };
        const plain = composeLabel(createTestTemplate(all, sheet), NO_RECORD, CONTEXT);
        const set = createTestTemplate(all, { ...sheet, lengthByContent: of });
        expect(composeLabel(set, NO_RECORD, CONTEXT)).toEqual(plain);
      }),
    );
  });

  test('is the minimum for a label without anything to paint', () => {
    expect(lengthOf([])).toBe(10);
    expect(lengthOf([createTestElement('text', { sources: [fixedText('')], yMm: 70 })])).toBe(10);
    expect(lengthOf([atY(70, 10, { hideBelow: { width: 200, height: 0 } })])).toBe(10);
  });

  test('grows with the lines of a text and with what that pushes', () => {
    const text = (words: number): LabelElement =>
      createTestElement('text', {
        sources: [fixedText('word '.repeat(words).trim())],
        fit: 'grow',
        autoWrap: true,
        xMm: 5,
        yMm: 5,
        widthMm: 40,
        heightMm: 6,
      });
    const line = atY(15, 5, { pushed: true });
    expect(lengthOf([text(1), line])).toBe(25);
    const long = lengthOf([text(40), line]) ?? 0;
    expect(long).toBeGreaterThan(40);
    expect((long - 10) % 5).toBe(0);
    expect(lengthOf([text(4000), line])).toBe(200);
  });

  test('leaves the room of a footer, which keeps its distance to the end and to the text', () => {
    const footer = atY(70, 6, pins('end'));
    expect(lengthOf([footer])).toBe(10);
    // 12 mm of content, 2 mm of margin, and 10 mm from the footer's top to the end.
    expect(lengthOf([atY(2, 10), footer], { stepMm: 1 })).toBe(24);
    // Next to the content it needs no room below it.
    expect(lengthOf([atY(2, 10), { ...footer, xMm: 60 }], { stepMm: 1 })).toBe(14);
  });

  test('stretches a frame that keeps its distance to both ends', () => {
    const frame = createTestElement('rectangle', {
      xMm: 1,
      yMm: 1,
      widthMm: 98,
      heightMm: 78,
      ...(pins('stretch') as object),
    });
    const template = createTestTemplate([frame, atY(5, 100)], { ...SIZE, lengthByContent: RULE });
    const { list, lengthMm } = composeLabel(template, NO_RECORD, CONTEXT);
    expect(lengthMm).toBe(110);
    expect(list.items[0]?.bounds).toEqual({ x: 1, y: 1, width: 98, height: 108 });
  });

  test('is at most as long for a run as it says', () => {
    const { label } = createTestTemplate([], { ...SIZE, lengthByContent: RULE });
    expect(sheetSizeMm(longestLabel(label))).toEqual({ width: 100, height: 200 });
    expect(longestLabel({ ...label, columns: 2 }).heightMm).toBe(80);
  });
});

describe('the file of a label whose length follows its content', () => {
  const written = (settings: Partial<LabelSettings>): string =>
    writeTemplate(createTestTemplate([atY(5, 5)], { ...SIZE, ...settings }));

  test('has attributes that are left out by other labels, and gives the same label', () => {
    const file = written({ lengthByContent: RULE });
    expect(file).toContain('LengthMin="10" LengthMax="200" LengthStep="5" LengthMargin="2"');
    expect(expectOk(readTemplate(file)).label.lengthByContent).toEqual(RULE);
    expect(written({})).not.toContain('Length');
    expect(expectOk(readTemplate(written({}))).label).not.toHaveProperty('lengthByContent');
  });

  test('keeps a minimum above the maximum, and values beyond the limits', () => {
    const wrong = written({ lengthByContent: RULE }).replace('LengthMin="10"', 'LengthMin="300"');
    const read = expectOk(readTemplate(wrong));
    expect(contentLengthOf(read.label)).toBeNull();
    expect(writeTemplate(read)).toContain('LengthMin="300"');
    const large = written({ lengthByContent: RULE }).replace('LengthMax="200"', 'LengthMax="9000"');
    const clamped = expectOk(readTemplate(large));
    expect(clamped.label.lengthByContent?.maxMm).toBe(3000);
    expect(writeTemplate(clamped)).toContain('LengthMax="9000"');
  });

  test('keeps the setting of a label that shares a sheet', () => {
    const read = expectOk(readTemplate(written({ lengthByContent: RULE, columns: 3 })));
    expect(read.label.lengthByContent).toEqual(RULE);
    expect(contentLengthOf(read.label)).toBeNull();
  });
});
