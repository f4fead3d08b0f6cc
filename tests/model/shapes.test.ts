import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROTATIONS } from '#model/kernel/geometry.ts';
import { expectOk } from '#model/kernel/result.ts';
import { dotsPerMm } from '#model/kernel/units.ts';
import { polygonOf } from '#model/elements/shapes/contour.ts';
import type { PathOp } from '#model/elements/base/display-op.ts';
import { evenRadii } from '#model/elements/shapes/shape-element.ts';
import { convexPolygon, ELLIPSE, roundedOutline } from '#model/elements/shapes/outline.ts';
import { layoutElement } from '#model/elements/layouts.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { withFields } from '#editor/commands/properties.ts';
import { createTestContext, createTestElement, createTestTemplate } from '../support/create-elements.ts';

const CURVED = ['roundRectangle', 'ellipse', 'diamond', 'triangle'] as const;
const DPI = 300;
const DOT = 1 / dotsPerMm(DPI);

function pathOf(type: (typeof CURVED)[number], fields: object): PathOp {
  const { ops } = layoutElement(createTestElement(type, fields), [], createTestContext(DPI));
  const [op, more] = ops;
  if (op?.type !== 'path' || more !== undefined) throw new Error('one path');
  return op;
}

function numbersOf(data: string): number[] {
  return (data.match(/-?[\d.]+/g) ?? []).map(Number);
}

describe.each(CURVED)('%s', (type) => {
  test('keeps its pen inside the box, at any position and rotation', () => {
    const boxes = fc.record({
      xMm: fc.integer({ min: 0, max: 50_000 }).map((v) => v / 1000),
      yMm: fc.integer({ min: 0, max: 50_000 }).map((v) => v / 1000),
      widthMm: fc.integer({ min: 100, max: 80_000 }).map((v) => v / 1000),
      heightMm: fc.integer({ min: 100, max: 80_000 }).map((v) => v / 1000),
      rotation: fc.constantFrom(...ROTATIONS),
      mirror: fc.boolean(),
      dashed: fc.boolean(),
      filled: fc.boolean(),
      penWidthMm: fc.integer({ min: 3, max: 100 }).map((v) => v / 10),
    });
    fc.assert(
      fc.property(boxes, (fields) => {
        const op = pathOf(type, fields);
        expect(op.data).toMatch(/^[MLCZ\d. -]+$/);
        // Polygons bevel their strokes inward; an ellipse's center line is half a pen inside.
        const half =
          op.paint.style === 'stroke' && type !== 'diamond' && type !== 'triangle' ? op.paint.widthMm / 2 : 0;
        const slack = 1.1 * DOT;
        numbersOf(op.data).forEach((value, i) => {
          const side = i % 2 === 0 ? fields.widthMm : fields.heightMm;
          expect(value - half).toBeGreaterThanOrEqual(-slack);
          expect(value + half).toBeLessThanOrEqual(side + slack);
        });
      }),
    );
  });

  test('is filled where the pen leaves no free area', () => {
    const whole = pathOf(type, { widthMm: 10, heightMm: 4, filled: true }).data;
    expect(pathOf(type, { widthMm: 10, heightMm: 4, penWidthMm: 5 })).toMatchObject({
      data: whole,
      paint: { style: 'fill' },
    });
  });

  test('is dashed 5, 2', () => {
    const { paint } = pathOf(type, { widthMm: 40, heightMm: 20, dashed: true, penWidthMm: 1 });
    if (paint.style !== 'stroke' || paint.dashMm === undefined) throw new Error('a dashed stroke');
    expect(paint.dashMm[0] / paint.widthMm).toBeCloseTo(5);
    expect(paint.dashMm[1] / paint.widthMm).toBeCloseTo(2);
  });

  test('has its edges on whole dots', () => {
    const fields = { xMm: 1.234, yMm: 5.678, widthMm: 20.02, heightMm: 10.03, filled: true };
    const numbers = numbersOf(pathOf(type, fields).data);
    const xs = numbers.filter((_, i) => i % 2 === 0).map((x) => (x + fields.xMm) / DOT);
    const ys = numbers.filter((_, i) => i % 2 === 1).map((y) => (y + fields.yMm) / DOT);
    for (const edge of [Math.min(...xs), Math.max(...xs), Math.max(...ys)]) {
      expect(Math.abs(edge - Math.round(edge))).toBeLessThan(0.05);
    }
  });
});

test.each([
  ['left', 'M 0 0 L 30 20'],
  ['right', 'M 30 0 L 0 20'],
] as const)('a line from the upper %s corner goes to the opposite one', (direction, data) => {
  const line = createTestElement('line', { direction, widthMm: 30, heightMm: 20 });
  expect(layoutElement(line, [], createTestContext(DPI)).ops).toMatchObject([{ type: 'path', data }]);
});

describe('a pattern', () => {
  const pattern = { fillPattern: 'grid', fillDensity: 'light' } as const;

  test.each([...CURVED, 'rectangle', 'figure'] as const)('of a %s is under its line, in whole dots', (type) => {
    const element = createTestElement(type, { widthMm: 20, heightMm: 15, penWidthMm: 1, ...pattern });
    const { ops } = layoutElement(element, [], createTestContext(DPI));
    expect(ops[0]).toMatchObject({ type: 'path', paint: { style: 'fill', pattern: { unitDots: 1 } } });
    expect(ops.length).toBeGreaterThan(1);
    expect(ops.slice(1).every((op) => op.type === 'rect' || (op.type === 'path' && !('pattern' in op.paint)))).toBe(
      true,
    );
    for (const solid of [{ filled: true }, { penWidthMm: 10 }]) {
      const full = layoutElement({ ...element, ...solid }, [], createTestContext(DPI));
      expect(full.ops).toHaveLength(1);
      expect(JSON.stringify(full.ops)).not.toContain('pattern');
    }
  });

  test('is in the file of a shape that older programs leave empty, and an unknown one stays there', () => {
    const element = createTestElement('ellipse', pattern);
    const file = writeTemplate(createTestTemplate([element]));
    expect(file).toContain('Fill="false" FillPattern="Grid" FillDensity="Light"');
    expect(expectOk(readTemplate(file)).elements).toEqual([element]);
    expect(writeTemplate(createTestTemplate([createTestElement('ellipse')]))).not.toMatch(/FillPattern|FillDensity/);
    const later = file.replace('"Grid"', '"Bricks"');
    const read = expectOk(readTemplate(later));
    expect(read.elements[0]).toMatchObject({ fillPattern: 'none', fillDensity: 'light' });
    expect(writeTemplate(read)).toContain(' FillPattern="Bricks"');
  });
});

describe('outlines', () => {
  const box = { x: 2, y: 3, width: 20, height: 10 };

  test('an ellipse is accurate to a thousandth of its radius', () => {
    for (const { x, y } of polygonOf(ELLIPSE.contour(box, 0) ?? [])) {
      expect(Math.hypot((x - 12) / 10, (y - 8) / 5)).toBeCloseTo(1, 3);
    }
  });

  test('corners are as round as the box allows, and square without a radius', () => {
    expect(polygonOf(roundedOutline(evenRadii(0)).contour(box, 1) ?? [])).toEqual([
      { x: 3, y: 4 },
      { x: 21, y: 4 },
      { x: 21, y: 12 },
      { x: 3, y: 12 },
    ]);
    expect(roundedOutline(evenRadii(10)).contour(box, 0)).toEqual(roundedOutline(evenRadii(5)).contour(box, 0));
    expect(roundedOutline(evenRadii(2)).contour(box, 5)).toBeNull();
  });

  test('each corner has a radius of its own, which an inset keeps parallel', () => {
    const outline = roundedOutline({ topLeft: 3, topRight: 0, bottomRight: 1, bottomLeft: 2 });
    const corners = polygonOf(outline.contour(box, 0) ?? []);
    expect(corners).toContainEqual({ x: 22, y: 3 });
    for (const square of [
      { x: 2, y: 3 },
      { x: 22, y: 13 },
      { x: 2, y: 13 },
    ]) {
      expect(corners).not.toContainEqual(square);
    }
    const inner = roundedOutline({ topLeft: 2, topRight: 0, bottomRight: 0, bottomLeft: 1 });
    const within = { x: 3, y: 4, width: 18, height: 8 };
    expect(outline.contour(box, 1)).toEqual(inner.contour(within, 0));
  });

  test('a radius for all corners replaces those of each, and the file keeps them for other programs', () => {
    const radii = { topLeft: 3, topRight: 0, bottomRight: 1, bottomLeft: 0.5 };
    const element = createTestElement('roundRectangle', { cornerRadiusMm: 4, cornerRadiiMm: radii });
    const text = writeTemplate(createTestTemplate([element]));
    expect(text).toContain('CornerRadius="4" CornerRadii="3 0 1 0.5"');
    expect(expectOk(readTemplate(text)).elements[0]).toMatchObject({ cornerRadiiMm: radii });
    for (const wrong of ['3 0 1', '3 0 1 x', '3 0 1 11', '1 2 3 4 5']) {
      const changed = text.replace('"3 0 1 0.5"', `"${wrong}"`);
      const read = expectOk(readTemplate(changed));
      expect(read.elements[0]).not.toHaveProperty('cornerRadiiMm');
      expect(writeTemplate(read)).toBe(changed);
    }
    const even = withFields(element, { cornerRadiusMm: 2 });
    expect(even).toMatchObject({ cornerRadiusMm: 2 });
    expect(even).not.toHaveProperty('cornerRadiiMm');
  });

  test('an inset polygon keeps its distance from every side', () => {
    const triangle = convexPolygon([
      { x: 0.5, y: 0 },
      { x: 1, y: 1 },
      { x: 0, y: 1 },
    ]);
    const inner = polygonOf(triangle.contour({ x: 0, y: 0, width: 8, height: 3 }, 0.5) ?? []);
    // Sides of 3-4-5 triangles: 0.5 across the slope is 5/6 along the base and 5/8 down.
    expect(inner.map(({ x, y }) => [Number(x.toFixed(6)), Number(y.toFixed(6))])).toEqual([
      [4, 0.625],
      [6.5, 2.5],
      [1.5, 2.5],
    ]);
    expect(triangle.contour({ x: 0, y: 0, width: 8, height: 3 }, 2)).toBeNull();
  });
});

test.each(['line', 'rectangle', 'roundRectangle'] as const)(
  'a dashed %s names its pattern in the file, and keeps another one from a file',
  (type) => {
    const write = (dashed: boolean): string => writeTemplate(createTestTemplate([createTestElement(type, { dashed })]));
    expect(write(true)).toContain(' DashStyle="1" Dash="5,2"');
    expect(write(false)).not.toContain(' Dash=');
    for (const file of [
      write(true).replace('Dash="5,2"', 'Dash="[4,4]"'),
      write(true).replace(' Dash="5,2"', ' Dash=""'),
      write(false).replace('DashStyle="0"', 'DashStyle="0" Dash="4,4"'),
    ]) {
      const notices: unknown[] = [];
      const read = expectOk(readTemplate(file, (notice) => notices.push(notice)));
      expect(notices).toEqual([]);
      expect(/ Dash="[^"]*"/.exec(writeTemplate(read))?.[0]).toBe(/ Dash="[^"]*"/.exec(file)?.[0]);
    }
  },
);
