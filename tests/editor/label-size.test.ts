import fc from 'fast-check';
import { expect, test } from 'vitest';
import { elementBox } from '#model/elements/base/box.ts';
import { PINS, type Pin, type Pins } from '#model/elements/base/pins.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { atSize, newOverlaps, resizeLabel, setFollowing, suitingMode } from '#editor/commands/label-size.ts';
import { changedLookFields, styleFrom, styleKindOf } from '#model/template/named-style.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createTestEditor } from './create-test-editor.ts';

const BEFORE = { widthMm: 100, heightMm: 60 };

function after(element: LabelElement, widthMm: number, heightMm: number): LabelElement {
  const template = createTestTemplate([element], BEFORE);
  const [next] = atSize(template, { ...template.label, widthMm, heightMm }, 'pins').elements;
  if (next === undefined) throw new Error('no element');
  return next;
}

const rectangle = (pins: Partial<Pins>): LabelElement =>
  createTestElement('rectangle', {
    xMm: 10,
    yMm: 5,
    widthMm: 40,
    heightMm: 20,
    pins: { x: 'start', y: 'start', keepsProportion: false, ...pins },
  });

const boxAfter = (pins: Partial<Pins>, width: number, height: number) =>
  elementBox(after(rectangle(pins), width, height));

test('an element keeps its distance to the edges that it is pinned to', () => {
  const places: Readonly<Record<Pin, readonly [x: number, width: number]>> = {
    start: [10, 40],
    end: [30, 40],
    center: [20, 40],
    stretch: [10, 60],
  };
  for (const x of PINS) expect(boxAfter({ x }, 120, 60)).toMatchObject({ x: places[x][0], y: 5, width: places[x][1] });
  expect(boxAfter({ y: 'stretch' }, 100, 50)).toEqual({ x: 10, y: 5, width: 40, height: 10 });
  expect(boxAfter({ x: 'stretch', y: 'end' }, 90, 70)).toEqual({ x: 10, y: 15, width: 30, height: 20 });
});

test('a stretched element that keeps its proportion stays inside of the room of its pins', () => {
  const pins: Partial<Pins> = { x: 'stretch', keepsProportion: true };
  expect(boxAfter(pins, 120, 60)).toEqual({ x: 10, y: 5, width: 60, height: 30 });
  expect(boxAfter({ ...pins, y: 'end' }, 120, 60)).toEqual({ x: 10, y: -5, width: 60, height: 30 });
  // The height allows no more than 30; the rest of the width is divided.
  expect(boxAfter({ ...pins, y: 'stretch' }, 200, 70)).toEqual({ x: 50, y: 5, width: 60, height: 30 });
});

test('a code keeps its proportion, and a text in lines gets longer ones at its font size', () => {
  const code = createTestElement('qrcode', { xMm: 10, yMm: 10, widthMm: 20, heightMm: 20, pins: pinned('stretch') });
  const { width, height } = elementBox(after(code, 110, 60));
  expect(width).toBeGreaterThan(20);
  expect(height).toBeCloseTo(width, 3);
  const text = createTestElement('text', { xMm: 10, yMm: 10, widthMm: 30, autoWrap: true, pins: pinned('stretch') });
  expect(after(text, 120, 60)).toMatchObject({ widthMm: 50, fontSize: (text as { fontSize?: number }).fontSize });
});

const pinned = (x: Pin): Pins => ({ x, y: 'start', keepsProportion: false });

test('a smaller label and back leaves every free element where it was, unless its least size was reached', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PINS),
      fc.constantFrom(...PINS),
      fc.integer({ min: -20, max: 300 }),
      fc.integer({ min: -10, max: 300 }),
      (x, y, dx, dy) => {
        const element = rectangle({ x, y });
        const there = createTestTemplate([element], BEFORE);
        const label = { ...there.label, widthMm: 100 + dx, heightMm: 60 + dy };
        const back = atSize(atSize(there, label, 'pins'), there.label, 'pins');
        const [a, b] = [elementBox(element), elementBox(back.elements[0] ?? element)];
        for (const side of ['x', 'y', 'width', 'height'] as const) expect(b[side]).toBeCloseTo(a[side], 2);
      },
    ),
  );
});

test('without pins a label is scaled as a whole, in its middle', () => {
  const bare = createTestElement('rectangle', { xMm: 10, yMm: 5, widthMm: 40, heightMm: 20 });
  const template = createTestTemplate([bare], BEFORE);
  expect(suitingMode(template)).toBe('scale');
  const half = atSize(template, { ...template.label, widthMm: 50, heightMm: 60 }, 'scale');
  expect(elementBox(half.elements[0] as LabelElement)).toEqual({ x: 5, y: 17.5, width: 20, height: 10 });
  const others = createTestTemplate(
    [
      createTestElement('line', { penWidthMm: 1, heightMm: 1, widthMm: 40, xMm: 10, yMm: 5, direction: 'horizontal' }),
      createTestElement('roundRectangle', { penWidthMm: 0.4, cornerRadiusMm: 4 }),
      createTestElement('barcode', { fontSize: 12 }),
      createTestElement('text', { fontSize: 12, widthMm: 20, heightMm: 6 }),
      createTestElement('text', {
        fit: 'shrink',
        fontSize: 12,
        indentMm: 4,
        firstIndentMm: -3,
        paragraphSpacingMm: 1,
        tabStops: [{ positionMm: 30, align: 'right', leader: 'dots' }],
        flagGapMm: 12,
      }),
    ],
    BEFORE,
  );
  expect(atSize(others, { ...others.label, widthMm: 50, heightMm: 30 }, 'scale').elements).toMatchObject([
    { penWidthMm: 0.5, heightMm: 0.5, widthMm: 20, xMm: 5, yMm: 2.5 },
    { penWidthMm: 0.3, cornerRadiusMm: 2 },
    { fontSize: 6 },
    { fontSize: 6, widthMm: 10, heightMm: 3 },
    {
      fontSize: 6,
      indentMm: 2,
      firstIndentMm: -1.5,
      paragraphSpacingMm: 0.5,
      tabStops: [{ positionMm: 15, align: 'right', leader: 'dots' }],
      flagGapMm: 6,
    },
  ]);
  const same = atSize(template, { ...template.label, name: 'Other' }, 'scale');
  expect(same.elements).toBe(template.elements);
});

test('a flag is scaled with its gap, whichever side its fold is on', () => {
  for (const flagFold of ['below', 'right'] as const) {
    const flag = createTestElement('text', { flagFold, flagGapMm: 12, fontSize: 12, widthMm: 52, heightMm: 20 });
    const template = createTestTemplate([flag], BEFORE);
    const twice = atSize(template, { ...template.label, widthMm: 200, heightMm: 120 }, 'scale');
    expect(twice.elements).toMatchObject([{ flagGapMm: 24, fontSize: 24, widthMm: 104, heightMm: 40 }]);
  }
});

test('named styles are scaled with their elements, which stay like them', () => {
  const elements = [
    createTestElement('text', { fontSize: 12, widthMm: 20, heightMm: 6 }),
    createTestElement('text', { fontSize: 12, fit: 'shrink' }),
    createTestElement('line', { penWidthMm: 1, widthMm: 40 }),
  ];
  const styles = elements.slice(1).map((element) => styleFrom(element, 'A') ?? expect.fail('no style'));
  const template = createTestTemplate(elements, { ...BEFORE, styles });
  const half = atSize(template, { ...template.label, widthMm: 50, heightMm: 30 }, 'scale');
  const [text, line] = half.label.styles ?? [];
  expect([text?.look, line?.look]).toMatchObject([{ fontSize: 6 }, { penWidthMm: 0.5 }]);
  for (const element of half.elements) {
    const style = styleKindOf(element) === 'text' ? text : line;
    expect(changedLookFields(element, style ?? expect.fail('no style'))).toEqual([]);
  }
});

test('the size and the elements change in one step, which undo takes back', () => {
  const element = rectangle({ x: 'end' });
  const editor = createTestEditor([element], BEFORE);
  editor.run(resizeLabel({ widthMm: 150 }, 'pins'));
  expect(editor.state().template.elements[0]?.xMm).toBe(60);
  editor.undo();
  expect(editor.state().template.elements).toEqual([element]);
  expect(editor.state().template.label.widthMm).toBe(100);
  editor.run(resizeLabel({ widthMm: 150 }, 'stay'));
  expect(editor.state().template.elements).toEqual([element]);
});

test('pins and limits are set for the selection, and leave no trace when they say nothing', () => {
  const element = createTestElement('text');
  const editor = createTestEditor([element]);
  expect(editor.run(setFollowing({ pins: { x: 'end' } })).ok).toBe(false);
  editor.select([element.id]);
  editor.run(setFollowing({ pins: { x: 'start' } }));
  expect(editor.state().canUndo).toBe(false);
  editor.run(setFollowing({ pins: { x: 'end' }, hideBelow: { width: 40 } }));
  expect(editor.state().template.elements[0]).toMatchObject({
    pins: { x: 'end', y: 'start', keepsProportion: false },
    hideBelow: { width: 40, height: 0 },
  });
  editor.run(setFollowing({ pins: { x: 'start' }, hideBelow: { width: 0 } }));
  expect(editor.state().template.elements).toEqual([element]);
});

test('elements that overlap only in the new size are reported, and hidden ones are not', () => {
  const box = (id: string, xMm: number, fields = {}): LabelElement =>
    createTestElement('rectangle', { id: id as ElementId, xMm, yMm: 5, widthMm: 30, heightMm: 10, ...fields });
  const right: Pins = { x: 'end', y: 'start', keepsProportion: false };
  const template = createTestTemplate(
    [
      box('aaaaaaaa', 5),
      box('bbbbbbbb', 60, { pins: right }),
      box('cccccccc', 5, { widthMm: 20 }),
      box('dddddddd', 40, { widthMm: 10, hideBelow: { width: 80, height: 0 } }),
    ],
    BEFORE,
  );
  const pairs = (widthMm: number): readonly string[] =>
    newOverlaps(template, atSize(template, { ...template.label, widthMm }, 'pins')).map((pair) =>
      pair
        .map(({ id }) => id[0])
        .toSorted()
        .join(''),
    );
  expect(pairs(100)).toEqual([]);
  expect(pairs(75)).toEqual([]);
  expect(pairs(60).toSorted()).toEqual(['ab', 'bc']);
  // Also a line that is thinner than what boxes may overlap.
  const line = createTestElement('line', { id: 'eeeeeeee' as ElementId, xMm: 5, yMm: 50, widthMm: 40, heightMm: 0.3 });
  const crossed = createTestTemplate([box('aaaaaaaa', 5, { yMm: 20, pins: { ...right, y: 'end' } }), line], BEFORE);
  const lower = atSize(crossed, { ...crossed.label, heightMm: 85 }, 'pins');
  expect(newOverlaps(crossed, lower)).toHaveLength(1);
});
