import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { roundMm } from '#model/kernel/units.ts';
import { expectOk } from '#model/kernel/result.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import type { LabelSettings } from '#model/template/template.ts';
import {
  createLabelAttributes,
  decodeLabelAttributes,
  decodeLabelStatus,
  editLabelPath,
  encodeLabelAttributes,
  type LabelAttributes,
} from '#app/state/label-attributes.ts';

const milli = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: Math.round(min * 1000), max: Math.round(max * 1000) }).map((thousandths) => thousandths / 1000);

const lengthByContent = fc
  .record({ minMm: milli(0.001, 1500), moreMm: milli(0, 1500), stepMm: milli(0.01, 100), marginMm: milli(0, 100) })
  .map(({ minMm, moreMm, ...rest }) => ({ ...rest, minMm, maxMm: roundMm(minMm + moreMm) }));

const plain: fc.Arbitrary<LabelSettings> = fc.record({
  name: fc.string({ unit: 'grapheme' }),
  widthMm: milli(0.001, 400),
  heightMm: milli(0.001, 3000),
  rows: fc.integer({ min: 1, max: 20 }),
  columns: fc.integer({ min: 1, max: 20 }),
  rowSpacingMm: milli(0, 100),
  columnSpacingMm: milli(0, 100),
  paddingMm: fc.record({ left: milli(0, 100), right: milli(0, 100), top: milli(0, 100), bottom: milli(0, 100) }),
  canvases: fc.constant([]),
  background: fc.constant(null),
  printBackground: fc.boolean(),
});
const settings = fc
  .tuple(plain, fc.option(lengthByContent))
  .map(([label, length]): LabelSettings => (length === null ? label : { ...label, lengthByContent: length }));

const attributes: fc.Arbitrary<LabelAttributes> = fc.record({
  id: fc.string(),
  parentId: fc.string(),
  file: fc.string(),
  revision: fc.nat(),
  type: fc.constantFrom('common', 'cloud', 'print'),
  localFile: fc.string(),
  settings,
});

/** The fields of a valid `labelAttr`, some of them replaced. */
function createFields(changes: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    id: 'T1',
    parent_id: 'F1',
    name: 'Box',
    file: '/files/a.tprts',
    width: 60,
    height: 40,
    type: 'cloud',
    ...changes,
  });
}

describe('labelAttr', () => {
  test('survives the address and its encoding unchanged', () => {
    fc.assert(
      fc.property(attributes, (given) => {
        const query = new URL(editLabelPath(given, 'edit'), 'http://127.0.0.1').searchParams;
        expect(decodeLabelAttributes(query.get('labelAttr'))).toEqual({ ok: true, value: given });
        expect(decodeLabelStatus(query.get('labelStatus'))).toBe('edit');
      }),
    );
  });

  test('accepts the seven fields of the specification alone', () => {
    const decoded = expectOk(decodeLabelAttributes(createFields()));
    expect(decoded).toEqual({
      id: 'T1',
      parentId: 'F1',
      file: '/files/a.tprts',
      revision: 0,
      localFile: '',
      type: 'cloud',
      settings: createLabelSettings('Box', { widthMm: 60, heightMm: 40 }),
    });
  });

  test('accepts sizes sent as text', () => {
    expect(expectOk(decodeLabelAttributes(createFields({ width: '60.5', id: 17 }))).settings.widthMm).toBe(60.5);
  });

  test('leaves the background out of the address', () => {
    const withBackground = { ...createLabelSettings('A'), background: 'ab'.repeat(32) as never };
    expect(encodeLabelAttributes(createLabelAttributes(withBackground))).not.toContain('abab');
  });

  test.each([
    [null, 'labelAttr'],
    ['', 'labelAttr'],
    ['{', 'labelAttr'],
    ['[]', 'labelAttr'],
    ['null', 'labelAttr'],
    [createFields({ width: undefined }), 'width'],
    [createFields({ width: 0 }), 'width'],
    [createFields({ width: 400.001 }), 'width'],
    [createFields({ width: 'wide' }), 'width'],
    [createFields({ height: 3000.5 }), 'height'],
    [createFields({ height: null }), 'height'],
    [createFields({ columns: 21 }), 'columns'],
    [createFields({ rows: 1.5 }), 'rows'],
    [createFields({ rowSpacing: -1 }), 'rowSpacing'],
    [createFields({ paddingLeft: 100.1 }), 'paddingLeft'],
    [createFields({ name: {} }), 'name'],
  ])('refuses %s and names %s', (text, path) => {
    const decoded = decodeLabelAttributes(text);
    expect(decoded).toMatchObject({ ok: false, error: { code: 'input.invalid', path } });
  });

  test('an unknown status is a new label', () => {
    expect(decodeLabelStatus('steal')).toBe('add');
    expect(decodeLabelStatus(null)).toBe('add');
  });
});
