import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Problem } from '#model/kernel/problem.ts';
import { multiply, ROTATIONS, type Affine } from '#model/kernel/geometry.ts';
import { contentTransform } from '#model/elements/base/box.ts';
import { mirrorOfCanvas } from '#model/elements/base/canvas-mirror.ts';
import { canHaveCanvasMirror, fileTypeOf } from '#model/elements/registry.ts';
import { ELEMENT_TYPES, type NewElementType, contentsOf, type LabelElement } from '#model/elements/element.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { composeElement, composeLabel } from '#model/page/compose.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import type { Template } from '#model/template/template.ts';
import { createTestContext, createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { anyElementOf } from '../support/element-arbitraries.ts';

/** Attributes that may hold any text. */
const FREE_TEXTS = new Set(['Name', 'Image', 'FontFamily', 'TextPrefix', 'TextSuffix', 'DateFormat', 'TimeFormat']);
/** Specification 2, section 3: a level that is none of L, Q, H is M. */
const WITH_FALLBACK = new Set([
  // These follow from position, size and rotation.
  'EndX',
  'EndY',
  'ErrorCorrectionLevel',
]);
/** Lists with nothing in them. */
const MAY_BE_EMPTY = new Set(['DateFormatChecked']);
const NEEDED = new Set(['Type', 'Image']);
const NONSENSE = ['☠', '1e', '-Infinity', '-999999999', '999999999', ' '];

/** The attributes of the only element of a file. */
function attributesOf(template: Template): ReadonlyMap<string, string> {
  const object = /<Object ([^>]*?)\/?>/.exec(writeTemplate(template))?.[1] ?? '';
  return new Map([...object.matchAll(/(\w+)="([^"]*)"/g)].map((found) => [found[1] ?? '', found[2] ?? '']));
}

/** The file with one attribute of its element replaced, or left out. */
function withAttribute(template: Template, name: string, value: string | null): string {
  return writeTemplate(template).replace(/<Object [^>]*?\/?>/, (object) =>
    object.replace(new RegExp(` ${name}="[^"]*"`), value === null ? '' : ` ${name}="${value}"`),
  );
}

/** The matrix's numbers with 0 for -0, which place things alike. */
const numbers = (m: Affine): number[] => [m.a, m.b, m.c, m.d, m.e, m.f].map((v) => v + 0);

describe.each(ELEMENT_TYPES)('%s', (type: NewElementType) => {
  const context = createTestContext();
  const compose = (element: LabelElement): ReturnType<typeof composeElement> =>
    composeElement(element, NO_RECORD, context);
  const placed = (): LabelElement => ({ ...createTestElement(type), xMm: 12, yMm: 7 });

  test('every value of every attribute survives saving and opening', () => {
    fc.assert(
      fc.property(anyElementOf(type), (element) => {
        const template = createTestTemplate([element]);
        expect(readTemplate(writeTemplate(template))).toEqual({ ok: true, value: template });
      }),
      { numRuns: 300 },
    );
  });

  test('a new one is valid: on the label, kept by the file, laid out without a problem', () => {
    const element: LabelElement = createTestElement(type);
    const template = createTestTemplate([element]);
    expect(readTemplate(writeTemplate(template))).toEqual({ ok: true, value: template });
    expect(element).toMatchObject({ type, locked: false, rotation: 0, mirror: false, canvasMirror: false });
    expect(element.widthMm).toBeGreaterThan(0);
    expect(element.heightMm).toBeGreaterThan(0);
    expect(element.xMm).toBeGreaterThanOrEqual(0);
    expect(element.yMm).toBeGreaterThanOrEqual(0);
    expect(element.xMm + element.widthMm).toBeLessThanOrEqual(100);
    expect(element.yMm + element.heightMm).toBeLessThanOrEqual(80);
    expect(compose(element).problems).toEqual([]);
    for (const { sources } of contentsOf(element)) expect(sources.length).toBeGreaterThan(0);
  });

  test('the same element gives the same layout, after any other layouts', () => {
    fc.assert(
      fc.property(anyElementOf(type), anyElementOf(type), (element, other) => {
        const first = compose(element);
        compose(other);
        expect(compose(structuredClone(element))).toEqual(first);
      }),
      { numRuns: 100 },
    );
  });

  test('name and lock are not in the picture', () => {
    fc.assert(
      fc.property(anyElementOf(type), (element) => {
        const other = { ...element, name: `${element.name}!`, locked: !element.locked };
        expect(compose(other).item).toEqual(compose(element).item);
      }),
      { numRuns: 50 },
    );
  });

  test('content is mirrored, then rotated, then moved', () => {
    for (const rotation of ROTATIONS) {
      for (const mirror of [false, true]) {
        const element = { ...placed(), rotation, mirror };
        expect(compose(element).item.transform).toEqual(contentTransform(element));
        const moved = compose({ ...element, xMm: element.xMm + 25.4, yMm: element.yMm + 12.7 }).item;
        const here = compose(element).item;
        expect(moved.bounds.x).toBeCloseTo(here.bounds.x + 25.4, 9);
        expect(moved.bounds.y).toBeCloseTo(here.bounds.y + 12.7, 9);
        expect([moved.bounds.width, moved.bounds.height]).toEqual([
          expect.closeTo(here.bounds.width, 9),
          expect.closeTo(here.bounds.height, 9),
        ]);
      }
    }
  });

  test('a quarter turn exchanges the sides of the covered area', () => {
    for (const mirror of [false, true]) {
      const upright = compose({ ...placed(), mirror }).item.bounds;
      const turned = compose({ ...placed(), mirror, rotation: 90 }).item.bounds;
      // Symbols are as large as fits into whole dots of the box at its rotation.
      const dotMm = 25.4 / context.dpi;
      expect(Math.abs(turned.width - upright.height)).toBeLessThanOrEqual(2 * dotMm);
      expect(Math.abs(turned.height - upright.width)).toBeLessThanOrEqual(2 * dotMm);
    }
  });

  test('its canvas mirror is its picture mirrored about the center of the label', () => {
    if (!canHaveCanvasMirror(type)) return;
    fc.assert(
      fc.property(anyElementOf(type), (element) => {
        const label = { widthMm: 120, heightMm: 80 };
        const template = createTestTemplate([{ ...element, canvasMirror: true, hideBelow: undefined }], label);
        const [item, copy] = composeLabel(template, NO_RECORD, context).list.items;
        if (item === undefined || copy === undefined) throw new Error('no copy');
        expect(copy).toMatchObject({ elementId: element.id, copy: true });
        expect(numbers(copy.transform)).toEqual(numbers(multiply(mirrorOfCanvas(120), item.transform)));
        expect(copy.bounds.x + copy.bounds.width).toBeCloseTo(120 - item.bounds.x, 6);
        expect(copy.ops).toHaveLength(item.ops.length);
      }),
      { numRuns: 50 },
    );
  });

  test('a table has no canvas mirror, and no file makes it one', () => {
    const xml = withAttribute(createTestTemplate([createTestElement(type)]), 'CopyMirrorImage', 'true');
    const read = readTemplate(xml);
    expect(read.ok && read.value.elements[0]?.canvasMirror).toBe(canHaveCanvasMirror(type));
    expect(read.ok && writeTemplate(read.value)).toBe(xml);
  });

  test('with any value in an attribute, the template opens, reports it, and writes it back unchanged', () => {
    const element: LabelElement = { ...createTestElement(type), name: 'Odd one' };
    const template = createTestTemplate([element]);
    const attributes = attributesOf(template);
    expect(attributes.get('Type')).toBe(fileTypeOf(type));
    for (const name of attributes.keys()) {
      if (FREE_TEXTS.has(name) || WITH_FALLBACK.has(name)) continue;
      for (const value of NONSENSE) {
        if (value.trim() === '' && MAY_BE_EMPTY.has(name)) continue;
        const xml = withAttribute(template, name, value);
        const notices: Problem[] = [];
        const read = readTemplate(xml, (notice) => notices.push(notice));
        if (name === 'Id') {
          // An element needs an Id: it gets a new one, which is saved.
          expect(notices).toMatchObject([{ code: 'template.newId', path: 'Odd one' }]);
          expect(read.ok && read.value.elements[0]).toEqual({ ...element, id: '00000001' });
          continue;
        }
        const reported = notices.some(
          ({ code, path, params }) =>
            path === 'Odd one' && (code === 'template.unknownElementType' || params?.['field'] === name),
        );
        const written = read.ok ? attributesOf(read.value) : null;
        expect({ name, value, reported, written: written?.get(name) }).toEqual({
          name,
          value,
          reported: true,
          written: value,
        });
        // An invalid value prevents printing; a value unknown to this version does not.
        const composed = read.ok ? composeLabel(read.value, NO_RECORD, createTestContext()) : null;
        const found = [...(composed?.problems ?? []), ...(composed?.warnings ?? [])].map((p) => p.problem.code);
        expect(
          found.some((code) => code.startsWith('template.')),
          `${name}=${value}`,
        ).toBe(true);
      }
    }
  });

  test('a missing attribute takes its default', () => {
    const element: LabelElement = createTestElement(type);
    const template = createTestTemplate([element]);
    for (const name of attributesOf(template).keys()) {
      const read = readTemplate(withAttribute(template, name, null));
      const unread = !read.ok || read.value.elements[0]?.type !== type;
      expect({ name, unread }).toEqual({ name, unread: NEEDED.has(name) });
    }
  });
});
