import { describe, expect, test } from 'vitest';
import type { ElementId } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import { fixedText, type ColumnSource, type DataSource, type Expression } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { withoutReferencesTo } from '#model/elements/references.ts';
import { rebindColumns } from '#model/data/rebind.ts';
import { fieldKey, type DataRecord } from '#model/data/record.ts';
import { hasSequences, shortestSequence } from '#model/data/sequence-limit.ts';
import { boundTables } from '#model/data/tables.ts';
import { composeLabel } from '#model/page/compose.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { unknownNotices } from '#model/template/unknown-notices.ts';
import { createFixedElementCache } from '#render-worker/compose/fixed-elements.ts';
import { ComposeCache } from '#render-worker/view/compose-cache.ts';
import { createTestContext, createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createTestTable } from '#tests/support/create-table.ts';

const CODE: ColumnSource = {
  type: 'column',
  connection: 'sha256:00',
  fileName: 'a.xlsx',
  sheet: 'S',
  column: 'Code',
  firstValue: '1',
  text: '',
};
const FILLED: Expression = { formula: 'not isEmpty(value())', operands: [] };
const CODE_IS_A: Expression = { formula: 'Code = "A"', operands: [{ name: 'Code', source: CODE }] };

function row(code: string, index: number = 0): DataRecord {
  return { row: index + 2, index, values: { [fieldKey(CODE)]: code } };
}

function expression(formula: string, operands: Expression['operands'] = []): DataSource {
  return { type: 'expression', formula, operands, lastValue: 'last', text: 'before' };
}

function composed(elements: readonly LabelElement[], record: DataRecord): ReturnType<typeof composeLabel> {
  return composeLabel(createTestTemplate(elements), record, createTestContext());
}

function codesOf(elements: readonly LabelElement[], record: DataRecord): readonly string[] {
  return composed(elements, record).problems.map(({ problem }) => problem.code);
}

describe('an element with a condition', () => {
  test('is left out of the label with all its problems, its copy and its symbol', () => {
    const wrong = createTestElement('barcode', {
      sources: [{ ...CODE }],
      symbology: 'ean13',
      canvasMirror: true,
      showWhen: FILLED,
    });
    expect(composed([wrong], row('5901234123457')).symbols.length).toBeGreaterThan(0);
    expect(codesOf([wrong], row('x'))).not.toEqual([]);
    const without = composed([wrong], row(' '));
    expect(without).toMatchObject({ symbols: [], problems: [], warnings: [], overflows: [], placeholders: [] });
    expect(without.list.items).toEqual([]);
  });

  test('every type can have one', () => {
    for (const type of ['text', 'timeText', 'qrcode', 'image', 'line', 'rectangle'] as const) {
      const one = createTestElement(type, { showWhen: CODE_IS_A } as object);
      expect(composed([one], row('A')).list.items).toHaveLength(1);
      expect(composed([one], row('B')).list.items).toHaveLength(0);
    }
    const table = { ...createTestTable([['a', '']]), showWhen: FILLED };
    expect(composed([table], row('')).list.items).toHaveLength(1);
    const bare = { ...createTestTable([['', '']]), showWhen: FILLED };
    expect(composed([bare], row('')).list.items).toHaveLength(0);
  });

  test('below the size of its label it is left out in the same way', () => {
    const wrong = createTestElement('barcode', {
      sources: [fixedText('x')],
      symbology: 'ean13',
      hideBelow: { width: 40, height: 0 },
    });
    const on = (widthMm: number) => {
      const template = createTestTemplate([wrong], { widthMm });
      return composeLabel(template, row(''), { ...createTestContext(), label: template.label });
    };
    expect(on(40).problems).not.toEqual([]);
    expect(on(39.9)).toMatchObject({ symbols: [], problems: [], warnings: [], list: { items: [] } });
  });

  test('with an undetermined condition is shown, and prevents printing', () => {
    const bad = (formula: string): LabelElement =>
      createTestElement('text', { sources: [fixedText('a')], showWhen: { ...CODE_IS_A, formula } });
    expect(codesOf([bad('Code')], row('A'))).toEqual(['data.expressionLogical']);
    expect(codesOf([bad('Code >')], row('A'))).toEqual(['data.expressionSyntax']);
    expect(codesOf([bad('Cod = 1')], row('A'))).toEqual(['data.expressionName']);
    expect(codesOf([bad('Code = "A"')], { row: 0, values: {} })).toEqual(['data.notConnected']);
    // Its own value is missing: that is reported once.
    const own = createTestElement('text', { sources: [CODE], showWhen: FILLED });
    expect(codesOf([own], { row: 0, values: {} })).toEqual(['data.notConnected']);
    expect(composed([own], { row: 0, values: {} }).list.items).toHaveLength(1);
  });

  test('still provides its value to others', () => {
    const one = createTestElement('text', {
      sources: [fixedText('shared')],
      showWhen: { formula: 'false', operands: [] },
    });
    const other = createTestElement('qrcode', { sources: [{ type: 'reference', element: one.id, text: '' }] });
    const label = composed([one, other], row(''));
    expect(label.list.items.map(({ elementId }) => elementId)).toEqual([other.id]);
    expect(label.problems).toEqual([]);
  });

  test('is evaluated again for each record of a run and of the view', () => {
    const one = createTestElement('text', {
      sources: [fixedText('a')],
      showWhen: { formula: 'index() = 2', operands: [] },
    });
    const template = createTestTemplate([one]);
    const compose = createFixedElementCache(() => 1);
    const shown = [0, 1, 2].map(
      (index) => composeLabel(template, row('', index), createTestContext(), compose).list.items.length,
    );
    expect(shown).toEqual([0, 1, 0]);

    // In the view, an element is kept until the operands of its condition change: here, another element.
    const first = createTestElement('text', { sources: [fixedText('x')] });
    const operands = [{ name: 'Text1', source: { type: 'reference', element: first.id, text: '' } as const }];
    const second = createTestElement('text', {
      sources: [fixedText('b')],
      showWhen: { formula: 'Text1 = "x"', operands },
    });
    const cache = new ComposeCache();
    const hiddenIn = (elements: readonly LabelElement[]): boolean | undefined =>
      composeLabel(createTestTemplate(elements), row(''), createTestContext(), cache.compose).list.items.length < 2;
    expect(hiddenIn([first, second])).toBe(false);
    expect(hiddenIn([{ ...first, sources: [fixedText('y')] }, second])).toBe(true);
  });

  test('is timed when its texts show the time, and not otherwise', () => {
    const cache = new ComposeCache();
    const timed = (element: LabelElement): boolean => {
      const template = createTestTemplate([element]);
      let was = false;
      composeLabel(template, row(''), createTestContext(), (...args) => {
        const made = cache.compose(...args);
        was = cache.isTimed(made);
        return made;
      });
      return was;
    };
    expect(timed(createTestElement('text', { sources: [expression('{now()}')] }))).toBe(true);
    expect(timed(createTestElement('text', { sources: [expression('a')], showWhen: FILLED }))).toBe(false);
    const late = { formula: 'today() > "2026"', operands: [] };
    expect(timed(createTestElement('text', { sources: [expression('a')], showWhen: late }))).toBe(true);
  });
});

describe('the names of expressions and conditions', () => {
  const inText = createTestElement('text', { sources: [expression('{Code}', CODE_IS_A.operands)] });
  const inCondition = createTestElement('line', { showWhen: CODE_IS_A });

  test('bind their columns, also when only they use them', () => {
    for (const element of [inText, inCondition]) {
      const template = createTestTemplate([element]);
      expect(boundTables(template)).toMatchObject([{ sheet: 'S', columns: ['Code'] }]);
      const to = { connection: 'sha256:11', fileName: 'b.xlsx', sheetFor: () => 'T' };
      expect(boundTables(rebindColumns(template, to))).toMatchObject([{ connection: 'sha256:11', sheet: 'T' }]);
    }
  });

  test('count labels by the sequences in them', () => {
    const template = createTestTemplate([createTestElement('text', { sources: [expression('{seq("008", 1, 2)}')] })]);
    expect(hasSequences(template)).toBe(true);
    expect(shortestSequence(template)).toMatchObject({ count: 1984, last: '999' });
    const counting = createTestElement('line', { showWhen: { formula: 'mod(index(), 2) = 0', operands: [] } });
    expect(hasSequences(createTestTemplate([counting]))).toBe(true);
    expect(hasSequences(createTestTemplate([inText, inCondition]))).toBe(false);
  });

  test('lose deleted operands, and report it on each label instead of printing something else', () => {
    const removed = createTestElement('text', { sources: [fixedText('x')] });
    const operands = [{ name: 'T', source: { type: 'reference', element: removed.id, text: 'old' } as const }];
    const user = createTestElement('text', {
      sources: [expression('{T}', operands)],
      showWhen: { formula: 'T = "x"', operands },
    });
    const [left] = withoutReferencesTo([user], new Set([removed.id]));
    expect(left === undefined ? [] : codesOf([left], row(''))).toEqual(['data.expressionName', 'data.expressionName']);
  });
});

describe('in the file', () => {
  test('an expression is its last fixed text for programs without support', () => {
    const template = createTestTemplate([
      createTestElement('text', {
        sources: [expression('{Code} & "{{"', CODE_IS_A.operands)],
        showWhen: CODE_IS_A,
      }),
    ]);
    const xml = writeTemplate(template);
    expect(xml).toContain('DataSourceType="0" NormalText="last" Expression=');
    expect(xml).toContain('FixedText="before"');
    expect(xml).toContain('ShowWhen="Code = &quot;A&quot;"');
    const again = expectOk(readTemplate(xml));
    expect(again.elements).toEqual(template.elements);
    // A program that drops unknown parts keeps the text.
    const plain = xml.replace(/ Expression="[^"]*"/, '').replace(/<Operand [^>]*\/>/, '');
    expect(expectOk(readTemplate(plain)).elements[0]).toMatchObject({ sources: [{ type: 'fixed', text: 'last' }] });
  });

  test('no cycle is created by an expression or a condition', () => {
    const ids = ['N0000001', 'N0000002'] as ElementId[];
    const to = (id: ElementId | undefined): Expression['operands'] => [
      { name: 'T', source: { type: 'reference', element: id ?? ('' as ElementId), text: '' } },
    ];
    const template = createTestTemplate([
      createTestElement('text', { id: ids[0] ?? ('' as ElementId), sources: [expression('{T}', to(ids[1]))] }),
      createTestElement('text', {
        id: ids[1] ?? ('' as ElementId),
        showWhen: { formula: 'T = "x"', operands: to(ids[0]) },
      }),
    ]);
    const read = expectOk(readTemplate(writeTemplate(template)));
    expect(unknownNotices(read).map(({ code }) => code)).toEqual(['data.referenceCircle']);
    expect(codesOf(read.elements, row(''))).toContain('data.referenceCircle');
    expect(writeTemplate(read)).toContain(`ReferenceId="${ids[0]}"`);
  });

  test('a table is shown by the value of another element, though its cells cannot have one', () => {
    const one = createTestElement('text', { sources: [fixedText('x')] });
    const operands: Expression['operands'] = [{ name: 'T', source: { type: 'reference', element: one.id, text: '' } }];
    const table = { ...createTestTable([['a', 'b']]), showWhen: { formula: 'T = "x"', operands } };
    const read = expectOk(readTemplate(writeTemplate(createTestTemplate([one, table]))));
    expect(unknownNotices(read)).toEqual([]);
    expect(composed(read.elements, row('')).list.items).toHaveLength(2);
  });
});
