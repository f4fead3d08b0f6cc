import { TEST_TIME } from '#tests/support/create-elements.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixedText, SEQUENCE_TYPES, type SequenceSource, type SequenceType } from '#model/elements/base/content.ts';
import { contentOf, lastKnownContent, noElements } from '#model/data/content.ts';
import { MAX_SEQUENCE_LABELS, openRecordSource, type RowReader } from '#model/data/record-source.ts';
import { sequenceEnd, sequenceValue } from '#model/data/sequence.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { expectOk, ok, type Result } from '#model/kernel/result.ts';
import { composeElement } from '#model/page/compose.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { createTestContext, createTestElement, createTestTemplate } from '../support/create-elements.ts';

/** Contents without a label around them. */
const LABEL = noElements({ now: TEST_TIME });

function sequence(fields: Partial<SequenceSource> = {}): SequenceSource {
  return { type: 'sequence', kind: 'digits', initial: '1', step: 1, repeat: 1, text: 'typed', ...fields };
}

const values = (source: SequenceSource, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => {
    const value = sequenceValue(source, i);
    return value.ok ? value.value : value.error.code;
  });

function expectErr(result: Result<unknown>): Problem {
  if (result.ok) throw new Error('there is no problem');
  return result.error;
}

const BASES: Readonly<Record<SequenceType, number>> = { digits: 10, hex: 16, letters: 26, alphanumeric: 36 };

/** The value of a text in a base, calculated differently from the product: from the right, with powers. */
function valueOf(text: string, kind: SequenceType): bigint {
  return [...text.toUpperCase()].reverse().reduce((sum, character, place) => {
    const code = character.charCodeAt(0);
    const digit = kind === 'letters' ? code - 65 : code < 65 ? code - 48 : code - 55;
    return sum + BigInt(digit) * BigInt(BASES[kind]) ** BigInt(place);
  }, 0n);
}

describe('a sequence', () => {
  test.each([
    [{}, ['1', '2', '3', '4']],
    [{ initial: '8' }, ['8', '9', '10', '11']],
    [{ initial: '0098' }, ['0098', '0099', '0100', '0101']],
    [{ initial: '098', step: 451 }, ['098', '549', 'data.sequenceEnd', 'data.sequenceEnd']],
    [{ initial: '998', step: 1 }, ['998', '999', '1000', '1001']],
    [{ initial: '0', step: 5 }, ['0', '5', '10', '15']],
    [{ initial: '0011', step: -10 }, ['0011', '0001', 'data.sequenceEnd', 'data.sequenceEnd']],
    [{ initial: '100', step: -1 }, ['100', '099', '098', '097']],
    [{ initial: '7', repeat: 2 }, ['7', '7', '8', '8']],
    [{ initial: '7', step: 0 }, ['7', '7', '7', '7']],
    [{ initial: '9E', kind: 'hex' }, ['9E', '9F', 'A0', 'A1']],
    [{ initial: '00fe', kind: 'hex' }, ['00fe', '00ff', '0100', '0101']],
    [{ initial: 'FE', kind: 'hex' }, ['FE', 'FF', '100', '101']],
    [{ initial: 'AY', kind: 'letters' }, ['AY', 'AZ', 'BA', 'BB']],
    [{ initial: 'zy', kind: 'letters' }, ['zy', 'zz', 'data.sequenceEnd', 'data.sequenceEnd']],
    [{ initial: '0Y', kind: 'alphanumeric' }, ['0Y', '0Z', '10', '11']],
    [{ initial: 'ZZ', kind: 'alphanumeric' }, ['ZZ', '100', '101', '102']],
    [
      { initial: '99999999999999999998' },
      ['99999999999999999998', '99999999999999999999', '100000000000000000000', '100000000000000000001'],
    ],
  ] as const)('%o', (fields, expected) => {
    expect(values(sequence(fields), 4)).toEqual(expected);
  });

  test.each([
    ['digits', ''],
    ['digits', '1A'],
    ['digits', '-1'],
    ['digits', '１'],
    ['hex', 'FG'],
    ['hex', 'Ff'],
    ['letters', 'A1'],
    ['letters', 'Ä'],
    ['alphanumeric', 'a B'],
  ] as const)('of %s can not start with "%s"', (kind, initial) => {
    expect(expectErr(sequenceValue(sequence({ kind, initial }), 0)).code).toBe('data.sequenceStart');
  });

  test('counts exactly, for numbers of any length', () => {
    const anySequence = fc.constantFrom(...SEQUENCE_TYPES).chain((kind) => {
      const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
      const characters = kind === 'letters' ? digits.slice(10) : digits.slice(0, BASES[kind]);
      return fc.record({
        kind: fc.constant(kind),
        initial: fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 30 }),
        small: fc.boolean(),
        step: fc.oneof(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })),
        repeat: fc.integer({ min: 1, max: 5 }),
        index: fc.nat(1_000_000),
      });
    });
    fc.assert(
      fc.property(anySequence, ({ kind, initial, small, step, repeat, index }) => {
        const first = small ? initial.toLowerCase() : initial;
        const made = sequenceValue(sequence({ kind, initial: first, step, repeat }), index);
        const expected = valueOf(initial, kind) + BigInt(Math.floor(index / repeat)) * BigInt(step);
        const widest = BigInt(BASES[kind]) ** BigInt(initial.length);
        const mayGrow = kind !== 'letters' && (initial.length === 1 || !initial.startsWith('0'));
        if (expected < 0n || (expected >= widest && !mayGrow)) {
          expect(expectErr(made).code).toBe('data.sequenceEnd');
          return;
        }
        const text = expectOk(made);
        expect(valueOf(text, kind)).toBe(expected);
        expect(text.length).toBeGreaterThanOrEqual(initial.length);
        if (expected < widest) expect(text.length).toBe(initial.length);
        expect(text).toBe(/[a-z]/.test(first) ? text.toLowerCase() : text.toUpperCase());
      }),
      { numRuns: 500 },
    );
  });
});

describe('the end of a sequence', () => {
  test.each([
    [{}, null],
    [{ initial: '998' }, null],
    [{ initial: '7', step: 0 }, null],
    [{ initial: 'x' }, null],
    [{ initial: '001' }, { count: 999, last: '999' }],
    [
      { initial: '001', repeat: 3 },
      { count: 2997, last: '999' },
    ],
    [
      { initial: '001', step: 10 },
      { count: 100, last: '991' },
    ],
    [
      { initial: '5', step: -2 },
      { count: 3, last: '1' },
    ],
    [{ initial: '0' }, null],
    [
      { initial: '0', step: -1 },
      { count: 1, last: '0' },
    ],
    [
      { initial: 'ax', kind: 'letters' },
      { count: 653, last: 'zz' },
    ],
    [
      { initial: '0F0', kind: 'hex' },
      { count: 3856, last: 'FFF' },
    ],
    [{ initial: `0${'9'.repeat(25)}` }, { count: 9e25, last: '9'.repeat(26) }],
  ] as const)('%o', (fields, expected) => expect(sequenceEnd(sequence(fields))).toEqual(expected));

  test('is at the last value', () => {
    const short = fc.record({
      kind: fc.constantFrom(...SEQUENCE_TYPES),
      initial: fc.string({ unit: fc.constantFrom('A', 'B', 'F'), minLength: 1, maxLength: 2 }),
      zero: fc.boolean(),
      step: fc.integer({ min: -40, max: 40 }),
      repeat: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(short, ({ kind, initial, zero, step, repeat }) => {
        const text = kind === 'digits' ? initial.replaceAll(/./g, '7') : initial;
        const source = sequence({ kind, step, repeat, initial: zero && kind !== 'letters' ? `0${text}` : text });
        const end = sequenceEnd(source);
        if (end === null) {
          expect(sequenceValue(source, 5000).ok).toBe(true);
          return;
        }
        expect(expectOk(sequenceValue(source, end.count - 1))).toBe(end.last);
        expect(expectErr(sequenceValue(source, end.count)).code).toBe('data.sequenceEnd');
      }),
      { numRuns: 500 },
    );
  });
});

describe('in an element', () => {
  const joined = [
    fixedText('SN-'),
    sequence({ initial: '007' }),
    fixedText('/'),
    sequence({ initial: 'AA', kind: 'letters' }),
  ];

  test('its value is between the others, by the position of the record', () => {
    expect(expectOk(contentOf(joined, { row: 0, values: {} }, LABEL))).toBe('SN-007/AA');
    expect(expectOk(contentOf(joined, { row: 5, index: 30, values: {} }, LABEL))).toBe('SN-037/BE');
    expect(lastKnownContent(joined, LABEL)).toBe('SN-007/AA');
  });

  test('an invalid value is a problem of the label, and the first one is shown', () => {
    const element = createTestElement('text', { sources: [sequence({ initial: '09' })] });
    const composed = composeElement(element, { row: 92, index: 91, values: {} }, createTestContext());
    expect(composed.problems.map((p) => p.problem.code)).toEqual(['data.sequenceEnd']);
    expect(composed.placeholder).toBe(true);
  });

  test.each(['text', 'barcode', 'qrcode', 'table'] as const)('%s: counts from label to label', (type) => {
    const source = sequence({ initial: '10' });
    const element =
      type === 'table'
        ? createTestElement('table', {
            cells: createTestElement('table').cells.map((cell, i) => (i === 2 ? { ...cell, sources: [source] } : cell)),
          })
        : createTestElement(type, { sources: [source] });
    const pictures = [0, 1, 2].map((index) =>
      JSON.stringify(composeElement(element, { row: index + 1, index, values: {} }, createTestContext()).item.ops),
    );
    expect(new Set(pictures).size).toBe(3);
  });
});

describe('in a file', () => {
  const template = createTestTemplate([createTestElement('text', { sources: [sequence({ initial: '1' })] })]);
  const withEntry = (attributes: string): ReturnType<typeof readTemplate> =>
    readTemplate(
      writeTemplate(template).replace(/<DataSource [^>]*?(\/?)>/, `<DataSource DataSourceType="2" ${attributes}$1>`),
    );
  const sourceOf = (attributes: string): unknown => {
    const element = expectOk(withEntry(attributes)).elements[0];
    return element?.type === 'text' ? element.sources[0] : null;
  };

  test('has the specification’s names', () => {
    const source = sequence({ initial: '00A', kind: 'hex', step: -3, repeat: 4, text: 'was "typed"' });
    const xml = writeTemplate(createTestTemplate([createTestElement('text', { sources: [source] })]));
    for (const attribute of [
      'DataSourceType="2"',
      'InitialValue="00A"',
      'AddedValue="-3"',
      'Quantity="4"',
      'SequenceType="1"',
    ])
      expect(xml).toContain(attribute);
    const [element] = expectOk(readTemplate(xml)).elements;
    expect(element?.type === 'text' ? element.sources : []).toEqual([source]);
  });

  test('missing or empty fields are 1', () => {
    expect(sourceOf('NormalText="x"')).toEqual(sequence({ text: 'x' }));
    expect(sourceOf('InitialValue="" AddedValue="" Quantity=""')).toMatchObject(sequence({ text: '' }));
  });

  test.each(['AddedValue="1.5"', 'AddedValue="x"', 'Quantity="0"', 'Quantity="2.5"', 'SequenceType="4"'])(
    '%s makes it an unusable source, and is kept',
    (attribute) => {
      const [, name = '', value = ''] = /(\w+)="(.*)"/.exec(attribute) ?? [];
      expect(sourceOf(`NormalText="x" ${attribute}`)).toEqual({
        type: 'unknown',
        code: '2',
        text: 'x',
        unknown: { attributes: { NormalText: 'x', [name]: value } },
      });
    },
  );
});

describe('the number of labels', () => {
  const unread = (): never => {
    throw new Error('nothing is bound');
  };
  const none: RowReader = { extent: unread, rows: unread };
  const { signal } = new AbortController();
  const numbered = createTestElement('text', { sources: [sequence()] });

  test('is the requested one for sequences alone, each label with its number', async () => {
    const source = expectOk(await openRecordSource(createTestTemplate([numbered]), none, signal));
    expect(source.count).toBe(MAX_SEQUENCE_LABELS);
    expect(expectOk(await source.read(41, 2, signal))).toEqual([
      { row: 42, index: 41, values: {} },
      { row: 43, index: 42, values: {} },
    ]);
    expect(expectOk(await source.read(MAX_SEQUENCE_LABELS - 1, 5, signal))).toHaveLength(1);
  });

  test('is limited by the sequence that ends first, which is the reason', async () => {
    const long = createTestElement('text', { name: 'Long', sources: [sequence({ initial: '0001' })] });
    const short = createTestElement('barcode', {
      name: 'Short',
      sources: [fixedText('a'), sequence({ initial: '08', repeat: 2 })],
    });
    const source = expectOk(await openRecordSource(createTestTemplate([long, short]), none, signal));
    expect(source).toMatchObject({ count: 184, limit: { type: 'sequence', element: 'Short', last: '99' } });
    expect(expectOk(await source.read(183, 5, signal))).toEqual([{ row: 184, index: 183, values: {} }]);
    expect(expectOk(await source.read(184, 5, signal))).toEqual([]);
  });

  test('is one when nothing changes', async () => {
    const source = expectOk(await openRecordSource(createTestTemplate([createTestElement('text')]), none, signal));
    expect(source.count).toBe(1);
  });

  test('is that of the spreadsheet when there is one, and sequences count its rows', async () => {
    const column = {
      type: 'column' as const,
      connection: 'c',
      fileName: 'f',
      sheet: 's',
      column: 'a',
      firstValue: '',
      text: '',
    };
    const bound = createTestElement('text', { sources: [column, sequence({ initial: '5' })] });
    const rows: RowReader = {
      extent: () => Promise.resolve(ok({ count: 3 })),
      rows: (_table, first, count) =>
        Promise.resolve(ok({ rows: Array.from({ length: count }, (_, i) => [`row ${first + i} `]), errors: [] })),
    };
    const source = expectOk(await openRecordSource(createTestTemplate([bound]), rows, signal));
    expect(source).toMatchObject({ count: 3, limit: { type: 'sheet', fileName: 'f', sheet: 's' } });
    const records = expectOk(await source.read(1, 2, signal));
    expect(records.map((record) => expectOk(contentOf(bound.sources, record, LABEL)))).toEqual(['row 1 6', 'row 2 7']);

    const ending = createTestElement('text', { name: 'T', sources: [column, sequence({ initial: '98', step: -97 })] });
    const ends = expectOk(await openRecordSource(createTestTemplate([ending]), rows, signal));
    expect(ends).toMatchObject({ count: 2, limit: { type: 'sequence', element: 'T', last: '01' } });
    expect(expectOk(await ends.read(0, 5, signal))).toHaveLength(2);
  });
});
