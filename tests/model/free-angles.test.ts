import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyToPoint, applyToRect, keepsLevel, ROTATIONS } from '#model/kernel/geometry.ts';
import { expectOk } from '#model/kernel/result.ts';
import { contentTransform, elementBox } from '#model/elements/base/box.ts';
import { angleOf, partsOfAngle } from '#model/elements/base/turn.ts';
import { keptInPlace, outerBox, turnedBack, turnedPoint } from '#model/elements/base/turned-box.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';

const tenths = fc.integer({ min: -7200, max: 7200 }).map((n) => n / 10);

describe('an angle', () => {
  test('is a quarter turn and at most an eighth, and their sum', () => {
    fc.assert(
      fc.property(tenths, (degrees) => {
        const { rotation, turnDegrees } = partsOfAngle(degrees);
        expect(ROTATIONS).toContain(rotation);
        expect(turnDegrees).toBeGreaterThan(-45);
        expect(turnDegrees).toBeLessThanOrEqual(45);
        const angle = angleOf({ rotation, turnDegrees });
        expect(angle).toBeGreaterThanOrEqual(0);
        expect(angle).toBeLessThan(360);
        expect((((angle - degrees) % 360) + 360.00001) % 360).toBeCloseTo(0, 3);
      }),
    );
  });
});

describe('a turned box', () => {
  const element = (degrees: number): LabelElement =>
    createTestElement('image', { xMm: 10, yMm: 20, widthMm: 30, heightMm: 8, ...partsOfAngle(degrees) });

  test('has its content turned by the angle about the middle of the level box, and the outer box around it', () => {
    fc.assert(
      fc.property(tenths, (degrees) => {
        const turned = element(degrees);
        const m = contentTransform(turned);
        const { x, y, width, height } = elementBox(turned);
        const middle = applyToPoint(m, { x: 15, y: 4 });
        expect(middle.x).toBeCloseTo(x + width / 2, 9);
        expect(middle.y).toBeCloseTo(y + height / 2, 9);
        const angle = (Math.atan2(m.b, m.a) * 180) / Math.PI;
        expect((((angle - degrees) % 360) + 360.00001) % 360).toBeCloseTo(0, 3);
        const around = applyToRect(m, { x: 0, y: 0, width: 30, height: 8 });
        const outer = outerBox(turned);
        for (const side of ['x', 'y', 'width', 'height'] as const) expect(outer[side]).toBeCloseTo(around[side], 9);
        expect(keepsLevel(m)).toBe(angleOf(turned) % 90 === 0);
      }),
    );
  });

  test('turned and turned back, every point is where it was', () => {
    const number = fc.double({ min: -100, max: 100, noNaN: true });
    fc.assert(
      fc.property(tenths, number, number, (degrees, x, y) => {
        const turned = element(degrees);
        const back = turnedBack(turned, turnedPoint(turned, { x, y }));
        expect(back.x).toBeCloseTo(x, 6);
        expect(back.y).toBeCloseTo(y, 6);
      }),
    );
  });

  test('that gets wider keeps its left side in place', () => {
    const before = createTestElement('image', { xMm: 10, yMm: 20, widthMm: 30, heightMm: 8, turnDegrees: 30 });
    const after = keptInPlace(before, { ...before, widthMm: 50 });
    const corner = (of: LabelElement) => applyToPoint(contentTransform(of), { x: 0, y: 0 });
    expect(corner(after).x).toBeCloseTo(corner(before).x, 3);
    expect(corner(after).y).toBeCloseTo(corner(before).y, 3);
  });
});

describe('a file', () => {
  const written = (element: LabelElement): string => writeTemplate(createTestTemplate([element]));
  const read = (file: string) => {
    const codes: string[] = [];
    const template = expectOk(readTemplate(file, ({ code }) => codes.push(code)));
    return { element: template.elements[0] as LabelElement, codes, template };
  };

  test('has the nearest quarter turn for older programs, and nothing new for elements without a further turn', () => {
    const turned = createTestElement('text', { rotation: 270, turnDegrees: -12.3 });
    expect(written(turned)).toMatch(/ Rotate="-90" .* TurnAngle="-12.3"/);
    expect(written(createTestElement('text', {}))).not.toMatch(/TurnAngle|FreeAngle/);
    expect(written(createTestElement('qrcode', {}))).not.toMatch(/TurnAngle|FreeAngle/);
    expect(read(written(turned)).element).toMatchObject({ rotation: 270, turnDegrees: -12.3 });
  });

  test.each([
    ['12.34', 12.3],
    ['60', 45],
    ['-100', -45],
  ])('with the turn %s uses %d, reports it and keeps the value', (value, used) => {
    const file = written(createTestElement('text', { turnDegrees: 1 })).replace(
      'TurnAngle="1"',
      `TurnAngle="${value}"`,
    );
    const { element, codes, template } = read(file);
    expect(element.turnDegrees).toBe(used);
    expect(codes).toEqual(['template.keptValue']);
    expect(writeTemplate(template)).toContain(`TurnAngle="${value}"`);
  });

  test('with a turned code that has no permission shows the quarter turn, reports the turn and keeps it', () => {
    const code = createTestElement('qrcode', { turnDegrees: 12.3, freeAngle: true });
    const file = written(code);
    expect(read(file)).toMatchObject({ element: { turnDegrees: 12.3, freeAngle: true }, codes: [] });
    const { element, codes, template } = read(file.replace(' FreeAngle="true"', ''));
    expect(element.turnDegrees).toBeUndefined();
    expect(codes).toEqual(['template.keptValue']);
    expect(writeTemplate(template)).toContain('TurnAngle="12.3"');
    // Once free angles are allowed, the angle that was shown is the one in the file.
    const allowed = { ...template, elements: [{ ...element, freeAngle: true as const }] };
    expect(writeTemplate(allowed)).toContain('TurnAngle="0"');
  });
});
