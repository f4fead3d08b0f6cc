import { describe, expect, test } from 'vitest';
import type { AssetKey } from '#model/kernel/ids.ts';
import { createEditor } from '#editor/create-editor.ts';
import { setLabel } from '#editor/commands/label.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import type { LengthByContent } from '#model/template/template.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import {
  backgroundPaths,
  FIELD_RULES,
  formFromSettings,
  isFormValid,
  numberFault,
  settingsFromForm,
  shownLimits,
  withCanvas,
  withContentLength,
  withNumber,
  withoutPath,
  withoutCanvas,
  type LabelForm,
  type LengthField,
  type NumberField,
} from '#app/library/new-label/label-form.ts';
import { STOCK_SIZES, stockOf } from '#app/library/new-label/stock-sizes.ts';
import { sheetSizeMm } from '#model/page/sheet.ts';
import { fromMm, toMm } from '#app/state/unit.ts';

function createForm(numbers: Partial<Record<NumberField, number | null>> = {}, name = 'Box'): LabelForm {
  const form = formFromSettings(createLabelSettings(name));
  return { ...form, numbers: { ...form.numbers, ...numbers } };
}

describe('the label form', () => {
  test('keeps settings unchanged', () => {
    const settings = createLabelSettings('Box', {
      widthMm: 63.5,
      rows: 7,
      paddingMm: { left: 1, right: 2, top: 3, bottom: 4 },
    });
    expect(settingsFromForm(formFromSettings(settings))).toEqual(settings);
  });

  test('resets emptied fields to their defaults', () => {
    const empty = Object.fromEntries(Object.keys(FIELD_RULES).map((field) => [field, null])) as Record<
      NumberField,
      null
    >;
    expect(isFormValid(createForm(empty))).toBe(true);
    expect(settingsFromForm(createForm(empty))).toEqual(createLabelSettings('Box'));
  });

  test.each<[NumberField, number, ReturnType<typeof numberFault>]>([
    ['width', 0.001, null],
    ['width', 0, 'range'],
    ['width', 400, null],
    ['width', 400.001, 'range'],
    ['height', 3000, null],
    ['height', 3000.001, 'range'],
    ['columns', 0, 'range'],
    ['columns', 1, null],
    ['columns', 20, null],
    ['columns', 21, 'range'],
    ['rows', 0, 'range'],
    ['rows', 2.5, 'whole'],
    ['paddingTop', 100, null],
    ['paddingTop', -0.001, 'range'],
    ['columnSpacing', 100.001, 'range'],
    ['width', NaN, 'unreadable'],
  ])('%s of %d: %s', (field, value, fault) => {
    expect(numberFault(field, value)).toBe(fault);
    expect(isFormValid(createForm({ [field]: value }))).toBe(fault === null);
  });

  test('uses the limits of the specification in inches', () => {
    expect(shownLimits('width', 'inch')).toEqual({ min: 0.001, max: 15.748 });
    expect(shownLimits('height', 'inch')).toEqual({ min: 0.001, max: 118.11 });
    expect(numberFault('width', toMm(15.748, 'inch'))).toBeNull();
    expect(numberFault('width', toMm(15.749, 'inch'))).toBe('range');
    expect(fromMm(100, 'inch')).toBe(3.937);
    expect(fromMm(80, 'inch')).toBe(3.15);
  });

  test.each(['', '  ', 'a/b', 'a\\b', 'a:b', 'a*b', 'a?b', 'a"b', 'a<b', 'a>b', 'a|b'])(
    'the name %j is rejected',
    (name) => {
      expect(isFormValid(createForm({}, name))).toBe(false);
    },
  );
});

describe('the length by content', () => {
  const LENGTH = { minMm: 15, maxMm: 250, stepMm: 0.5, marginMm: 3 };

  test('is kept unchanged, also on a sheet of several labels, where it has no effect', () => {
    for (const settings of [{ lengthByContent: LENGTH }, { lengthByContent: LENGTH, columns: 3 }, {}]) {
      const label = createLabelSettings('Box', settings);
      expect(settingsFromForm(formFromSettings(label))).toEqual(label);
    }
  });

  test('starts with limits around the height of the label', () => {
    const on = (height: number): LengthByContent | undefined =>
      settingsFromForm(withContentLength(createForm({ height }), true)).lengthByContent;
    expect(on(80)).toEqual({ minMm: 20, maxMm: 300, stepMm: 1, marginMm: 2 });
    expect(on(12)).toMatchObject({ minMm: 12, maxMm: 300 });
    expect(on(1200)).toMatchObject({ minMm: 20, maxMm: 1200 });
    expect(settingsFromForm(withContentLength(createForm(), false)).lengthByContent).toBeUndefined();
  });

  test('is removed from a label when it is turned off', () => {
    const editor = createEditor({
      template: { label: createLabelSettings('Box', { lengthByContent: LENGTH }), elements: [], assets: new Map() },
      random: () => 0.5,
    });
    const form = formFromSettings(editor.state().template.label);
    editor.run(setLabel(settingsFromForm(withContentLength(form, false))));
    expect(writeTemplate(editor.state().template)).not.toContain('LengthMax');
    editor.undo();
    expect(editor.state().template.label.lengthByContent).toEqual(LENGTH);
  });

  test.each<[LengthField, number | null, boolean]>([
    ['lengthMin', 3000, false],
    ['lengthMin', 300, true],
    ['lengthMin', 0, false],
    ['lengthMax', 3000, true],
    ['lengthMax', 3000.1, false],
    ['lengthMax', 10, false],
    ['lengthStep', 0, false],
    ['lengthStep', 0.01, true],
    ['lengthMargin', 0, true],
    ['lengthMargin', -1, false],
    ['lengthMargin', null, true],
    ['lengthMargin', NaN, false],
  ])('%s of %d is valid: %s', (field, value, isValid) => {
    const form = withNumber(withContentLength(createForm(), true), field, value);
    expect(isFormValid(form)).toBe(isValid);
    // What isn't shown doesn't keep the dialog open.
    expect(isFormValid({ ...form, followsContent: false })).toBe(true);
    expect(isFormValid(withNumber(form, 'columns', 2))).toBe(true);
  });
});

describe('stock sizes', () => {
  test.each(STOCK_SIZES.map((stock) => [stock.id, stock] as const))('%s is valid and found again', (_id, stock) => {
    const form = createForm(stock.numbers);
    expect(isFormValid(form)).toBe(true);
    expect(stockOf(form, STOCK_SIZES, stock.id)).toBe(stock);
  });

  test.each(STOCK_SIZES.filter((stock) => stock.paper !== 'roll').map((stock) => [stock.id, stock] as const))(
    '%s fills its sheet of paper',
    (_id, stock) => {
      const paper = stock.paper === 'A4' ? { width: 210, height: 297 } : { width: 215.9, height: 279.4 };
      const size = sheetSizeMm(settingsFromForm(createForm(stock.numbers)));
      expect(Math.abs(size.width - paper.width)).toBeLessThan(0.3);
      expect(Math.abs(size.height - paper.height)).toBeLessThan(0.3);
    },
  );
});

const [a, b, c] = ['a', 'b', 'c'] as unknown[] as [AssetKey, AssetKey, AssetKey];

describe('canvas pages', () => {
  const empty = formFromSettings(createLabelSettings('Label'));

  test('an added background is below the label content; the first one prints', () => {
    const one = withCanvas(empty, a);
    expect(one).toMatchObject({ canvases: [a], background: a, printBackground: true });
    const two = withCanvas({ ...one, printBackground: false }, b);
    expect(two).toMatchObject({ canvases: [a, b], background: b, printBackground: false });
    expect(withCanvas(two, a)).toMatchObject({ canvases: [a, b], background: a });
  });

  test('removing a page selects its neighbor', () => {
    const three = { ...empty, canvases: [a, b, c], background: b, printBackground: true };
    expect(withoutCanvas(three, b)).toMatchObject({ canvases: [a, c], background: c });
    expect(withoutCanvas(three, a)).toMatchObject({ canvases: [b, c], background: b });
    expect(withoutCanvas({ ...three, background: c }, c)).toMatchObject({ canvases: [a, b], background: b });
    const none = withoutCanvas({ ...three, canvases: [b] }, b);
    expect(none).toMatchObject({ canvases: [], background: null, printBackground: false });
    expect(settingsFromForm(three)).toMatchObject({ canvases: [a, b, c], background: b, printBackground: true });
  });
});

describe('a background that the file only names', () => {
  const path = '/uploads/paper.png';
  const label = createLabelSettings('Box', { unknown: { background: path, canvases: [path, '/b.png'] } });

  test('is listed once, and removed without changing the others', () => {
    const form = formFromSettings(label);
    expect(backgroundPaths(form)).toEqual([path, '/b.png']);
    const left = withoutPath(form, path);
    expect(backgroundPaths(left)).toEqual(['/b.png']);
    expect(backgroundPaths(withoutPath(left, '/b.png'))).toEqual([]);
  });

  test('is not listed once an image replaces it', () => {
    const form = withCanvas(formFromSettings(createLabelSettings('Box', { unknown: { background: path } })), a);
    expect(backgroundPaths(form)).toEqual([]);
  });

  test('is removed from the label by the dialog, and restored by undo', () => {
    const editor = createEditor({ template: { label, elements: [], assets: new Map() }, random: () => 0.5 });
    const form = formFromSettings(editor.state().template.label);
    editor.run(setLabel(settingsFromForm(withoutPath(withoutPath(form, path), '/b.png'))));
    expect(editor.state().template.label).not.toHaveProperty('unknown');
    expect(writeTemplate(editor.state().template)).not.toContain(path);
    editor.undo();
    expect(editor.state().template.label.unknown).toEqual(label.unknown);
  });
});
