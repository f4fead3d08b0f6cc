import { describe, expect, test } from 'vitest';
import type { Point } from '#model/kernel/geometry.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { definitionOf, type LabelElement } from '#model/elements/element.ts';
import { createTestElement } from '../support/create-elements.ts';

const BOX = { xMm: 10, yMm: 10, widthMm: 20, heightMm: 10, penWidthMm: 0.5 };
const REACH_MM = 0.4;

function hitShape(shape: LabelElement, point: Point): string {
  return definitionOf(shape.type).hit(shape, point, REACH_MM, elementBox(shape));
}

describe('a point of a shape', () => {
  test.each([
    ['ellipse', 20, 15, 'inside'],
    ['ellipse', 20, 10.1, 'element'],
    ['ellipse', 20, 9.8, 'element'],
    ['ellipse', 10.5, 10.5, 'none'],
    ['diamond', 20, 15, 'inside'],
    ['diamond', 15, 12.5, 'element'],
    ['diamond', 12, 11, 'none'],
    ['triangle', 20, 17, 'inside'],
    ['triangle', 20, 19.8, 'element'],
    ['triangle', 12, 12, 'none'],
    ['roundRectangle', 20, 15, 'inside'],
    ['roundRectangle', 10.2, 15, 'element'],
    ['roundRectangle', 10.1, 10.1, 'none'],
    ['rectangle', 10.1, 10.1, 'element'],
    ['rectangle', 20, 15, 'inside'],
    ['rectangle', 9, 15, 'none'],
  ] as const)('%s at %d, %d is %s', (type, x, y, expected) => {
    const shape = createTestElement(type, BOX);
    expect(hitShape(shape, { x, y })).toBe(expected);
    const filled = expected === 'inside' ? 'element' : expected;
    expect(hitShape({ ...shape, filled: true }, { x, y })).toBe(filled);
    expect(hitShape({ ...shape, fillPattern: 'dots' }, { x, y })).toBe(filled);
  });

  test('rotates with its shape', () => {
    const triangle = createTestElement('triangle', { ...BOX, widthMm: 10, heightMm: 20, rotation: 90 });
    // Upright it would be empty at its left bottom; rotated by 90 degrees its tip is on the right.
    expect(hitShape(triangle, { x: 29, y: 11 })).toBe('none');
    expect(hitShape(triangle, { x: 29.9, y: 15 })).toBe('element');
  });
});
