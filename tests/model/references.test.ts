import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ElementId } from '#model/kernel/ids.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { expectOk } from '#model/kernel/result.ts';
import { fixedText, type DataSource } from '#model/elements/base/content.ts';
import { sourcesOf, type LabelElement } from '#model/elements/element.ts';
import { possibleReferences, withoutReferencesTo, withSoundReferences } from '#model/elements/references.ts';
import { createElementValues, elementLookup, MAX_REFERENCED_LENGTH } from '#model/data/element-values.ts';
import { NO_RECORD, fieldKey, type DataRecord } from '#model/data/record.ts';
import { composeLabel } from '#model/page/compose.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { unknownNotices } from '#model/template/unknown-notices.ts';
import { createTestContext, createTestElement, createTestTemplate, TEST_TIME } from '#tests/support/create-elements.ts';
import { createTestTable } from '#tests/support/create-table.ts';

const COLUMN = {
  type: 'column',
  connection: 'sha256:00',
  fileName: 'a.xlsx',
  sheet: 'S',
  column: 'Name',
  firstValue: 'Tea',
  text: '',
} as const;

function idOf(n: number): ElementId {
  return `N${String(n).padStart(7, '0')}` as ElementId;
}

function reference(to: ElementId, text = ''): DataSource {
  return { type: 'reference', element: to, text };
}

function textElement(n: number, sources: readonly DataSource[]): LabelElement {
  return createTestElement('text', { id: idOf(n), name: `T${n}`, sources });
}

/** A file without the order of its attributes. */
function partsOf(xml: string): string {
  return xml
    .split(/\s+|\/?>/)
    .toSorted()
    .join('\n');
}

/** The value of each element for a record, or the name of its problem. */
function values(elements: readonly LabelElement[], record: DataRecord = NO_RECORD): readonly string[] {
  const known = createElementValues(elementLookup(elements), record, { now: TEST_TIME });
  return elements.map(({ id }) => {
    const value = known.value(id);
    return value.ok ? value.value : value.error.code;
  });
}

describe('the value of another element', () => {
  test('follows its data: joined sources, the record, running numbers and the time; not its prefix and suffix', () => {
    const first = createTestElement('text', {
      sources: [
        fixedText('No. '),
        COLUMN,
        { type: 'sequence', kind: 'digits', initial: '08', step: 1, repeat: 1, text: '' },
      ],
      prefix: '<',
      suffix: '>',
    });
    const code = createTestElement('qrcode', { sources: [reference(first.id)] });
    const day = createTestElement('timeText', { showsTime: false, dateFormat: 'yyyy-MM-dd' });
    const both = createTestElement('barcode', { sources: [reference(code.id), fixedText(' '), reference(day.id)] });
    const record = { row: 4, index: 2, values: { [fieldKey(COLUMN)]: 'Salt' } };
    expect(values([first, code, day, both], record)).toEqual([
      'No. Salt10',
      'No. Salt10',
      '2026-03-07',
      'No. Salt10 2026-03-07',
    ]);
  });

  test('is painted, and its problems are those of the elements that show it', () => {
    const first = textElement(1, [COLUMN]);
    const second = textElement(2, [reference(first.id)]);
    const template = createTestTemplate([first, second]);
    const shown = composeLabel(template, { row: 2, values: { [fieldKey(COLUMN)]: 'Salt' } }, createTestContext());
    expect(shown.problems).toEqual([]);
    const same = textElement(2, [fixedText('Salt')]);
    const plain = composeLabel(createTestTemplate([first, same]), NO_RECORD, createTestContext());
    expect(shown.list.items[1]?.ops).toEqual(plain.list.items[1]?.ops);
    const missing = composeLabel(template, NO_RECORD, createTestContext());
    expect(missing.problems.map((p) => [p.elementName, p.problem.code])).toEqual([
      ['T1', 'data.notConnected'],
      ['T2', 'data.notConnected'],
    ]);
    expect(missing.placeholders).toEqual([first.id, second.id]);
    // The first row's value, as the element itself shows it.
    expect(missing.list.items[1]?.ops).toEqual(missing.list.items[0]?.ops.map((op) => ({ ...op })));
  });

  test('follows chains of any length, and is limited when each doubles the one before', () => {
    const chain = Array.from({ length: 20_000 }, (_, i) =>
      textElement(i, [i === 0 ? fixedText('end') : reference(idOf(i - 1))]),
    );
    expect(values(chain.toReversed()).every((value) => value === 'end')).toBe(true);
    const doubling = Array.from({ length: 60 }, (_, i) =>
      textElement(i, i === 0 ? [fixedText('ab')] : [reference(idOf(i - 1)), reference(idOf(i - 1))]),
    );
    const said = values(doubling);
    expect(said[14]).toHaveLength(2 ** 15);
    expect(2 ** 17).toBeGreaterThan(MAX_REFERENCED_LENGTH);
    expect(new Set(said.slice(16))).toEqual(new Set(['data.referenceTooLong']));
  });

  test('ends even for a cycle', () => {
    expect(values([textElement(1, [reference(idOf(2))]), textElement(2, [reference(idOf(1))])])).toEqual([
      'data.referenceCircle',
      'data.referenceCircle',
    ]);
    expect(values([textElement(1, [reference(idOf(9))])])).toEqual(['data.referenceMissing']);
  });
});

describe('references in a file', () => {
  /** The source of each element's content after the file has been written and opened. */
  function opened(elements: readonly LabelElement[]): {
    readonly kinds: readonly string[];
    readonly notices: readonly Problem[];
    readonly same: boolean;
  } {
    const notices: Problem[] = [];
    const xml = writeTemplate(createTestTemplate(elements));
    const read = expectOk(readTemplate(xml, (notice) => notices.push(notice)));
    expect(unknownNotices(read)).toEqual(notices);
    const kinds = read.elements.map((element) =>
      sourcesOf(element)
        .map((source) => source.type)
        .join(),
    );
    return { kinds, notices, same: partsOf(writeTemplate(read)) === partsOf(xml) };
  }

  test('to an element with a value survive saving and opening', () => {
    const elements = [textElement(1, [reference(idOf(2), 'before')]), textElement(2, [fixedText('a')])];
    const xml = writeTemplate(createTestTemplate(elements));
    expect(xml).toContain('DataSourceType="3" NormalText="before" ReferenceId="N0000002"');
    expect(expectOk(readTemplate(xml)).elements).toEqual(elements);
  });

  test.each([
    ['a missing element', [textElement(1, [reference(idOf(7), 'last')])], ['unknown'], ['data.referenceMissing']],
    [
      'a shape',
      [textElement(1, [reference(idOf(2))]), createTestElement('ellipse', { id: idOf(2) })],
      ['unknown', ''],
      ['data.referenceMissing'],
    ],
    ['itself', [textElement(1, [reference(idOf(1))])], ['unknown'], ['data.referenceCircle']],
    [
      'each other',
      [
        textElement(1, [reference(idOf(2))]),
        textElement(2, [reference(idOf(3))]),
        textElement(3, [reference(idOf(1))]),
      ],
      ['reference', 'reference', 'unknown'],
      ['data.referenceCircle'],
    ],
  ] as const)('to %s are told, shown with their last text, not printed, and kept', (_, elements, kinds, codes) => {
    const read = opened(elements);
    expect(read.kinds).toEqual(kinds);
    expect(read.notices.map((notice) => notice.code)).toEqual(codes);
    expect(read.same).toBe(true);
    const template = expectOk(readTemplate(writeTemplate(createTestTemplate(elements))));
    const { problems } = composeLabel(template, NO_RECORD, createTestContext());
    expect(problems.map((p) => p.problem.code)).toContain(codes[0]);
  });

  test('from a table cell are reported and kept', () => {
    const table = createTestTable([['a']]);
    const cells = table.cells.map((cell) => ({ ...cell, sources: [reference(idOf(2), 'seen')] }));
    const read = opened([{ ...table, cells }, textElement(2, [fixedText('x')])]);
    expect(read.kinds).toEqual(['unknown', 'fixed']);
    expect(read.notices.map((notice) => [notice.code, notice.params])).toEqual([['data.unknownSource', { code: '3' }]]);
    expect(read.same).toBe(true);
  });

  test('without a selected element fall back to their text, and report it', () => {
    const xml = writeTemplate(createTestTemplate([textElement(1, [reference('' as ElementId, 'typed')])]));
    const notices: Problem[] = [];
    const read = expectOk(readTemplate(xml, (notice) => notices.push(notice)));
    expect(sourcesOf(read.elements[0] as LabelElement)).toEqual([fixedText('typed')]);
    expect(notices).toEqual([{ code: 'data.referenceMissing', path: 'T1' }]);
  });

  test('follow an element whose Id had to be replaced', () => {
    const odd = createTestElement('text', { id: 'odd id' as ElementId, sources: [fixedText('value')] });
    const template = expectOk(
      readTemplate(writeTemplate(createTestTemplate([textElement(1, [reference(odd.id)]), odd]))),
    );
    expect(values(template.elements)).toEqual(['value', 'value']);
    expect(expectOk(readTemplate(writeTemplate(template))).elements).toEqual(template.elements);
  });

  test('are opened quickly with chains of any length', () => {
    const chain = Array.from({ length: 20_000 }, (_, i) => textElement(i, [reference(idOf((i + 1) % 20_000))]));
    const broken: number[] = [];
    withSoundReferences(chain, ({ source }) => {
      broken.push(1);
      return fixedText(source.text);
    });
    expect(broken).toEqual([1]);
  });
});

describe('any references', () => {
  const anyGraph = fc
    .integer({ min: 1, max: 9 })
    .chain((count) =>
      fc.array(fc.array(fc.integer({ min: 0, max: count }), { maxLength: 3 }), { minLength: count, maxLength: count }),
    )
    .map((graph) => graph.map((to, i) => textElement(i, [fixedText(`t${i}`), ...to.map((n) => reference(idOf(n)))])));

  test('are repaired: nothing missing, no cycle, and nothing else is changed', () => {
    fc.assert(
      fc.property(anyGraph, (elements) => {
        const sound = withSoundReferences(elements, ({ source }) => fixedText(source.text));
        expect(values(sound).filter((value) => value.startsWith('data.'))).toEqual([]);
        expect(withSoundReferences(sound, () => fixedText('broken'))).toEqual(sound);
        const known = createElementValues(elementLookup(elements), NO_RECORD, { now: TEST_TIME });
        // An element whose value was available before takes it from the same place.
        for (const [i, element] of elements.entries()) {
          if (known.value(element.id).ok) expect(sound[i]).toBe(element);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('offered for an element keep it valid, and all others would not', () => {
    fc.assert(
      fc.property(anyGraph, fc.nat(), (elements, n) => {
        const sound = withSoundReferences(elements, ({ source }) => fixedText(source.text));
        const chosen = sound[n % sound.length] as LabelElement;
        const offered = new Set(possibleReferences(sound, chosen.id).map((e) => e.id));
        for (const other of sound) {
          const next = sound.map((e) =>
            e === chosen ? textElement(n % sound.length, [...sourcesOf(e), reference(other.id)]) : e,
          );
          const isSound = withSoundReferences(next, () => fixedText('broken')).every((e, i) => e === next[i]);
          expect([other.name, offered.has(other.id)]).toEqual([other.name, isSound]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('to deleted elements become the earlier text', () => {
    const unknown = { attributes: { Future: '1' } };
    const source: DataSource = { type: 'reference', element: idOf(2), text: 'before', unknown };
    const elements = [textElement(1, [source]), textElement(2, []), textElement(3, [reference(idOf(1))])];
    const left = withoutReferencesTo(elements, new Set([idOf(2)]));
    expect(sourcesOf(left[0] as LabelElement)).toEqual([{ type: 'fixed', text: 'before', unknown }]);
    expect(left.slice(1)).toEqual(elements.slice(1));
    expect(left[2]).toBe(elements[2]);
  });
});
