import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeLabel } from '#model/page/compose.ts';
import type { DataRecord } from '#model/data/record.ts';
import { fixedText, SEQUENCE_TYPES, type SequenceSource } from '#model/elements/base/content.ts';
import { contentOf, noElements } from '#model/data/content.ts';
import { countersOf, valuesFor, withCounterStarts } from '#model/data/counters.ts';
import { sequenceEnd, sequenceValue } from '#model/data/sequence.ts';
import type { CounterId } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { createTestContext, createTestElement, createTestTemplate, TEST_TIME } from '../support/create-elements.ts';

const LABEL = noElements({ now: TEST_TIME });

const ONE = 'abcd1234' as CounterId;
const TWO = 'WXYZ0000' as CounterId;

function counting(fields: Partial<SequenceSource> = {}): SequenceSource {
  return { type: 'sequence', kind: 'digits', initial: '0001', step: 1, repeat: 1, text: '', counter: ONE, ...fields };
}

describe('a run of a sequence that continues', () => {
  test('begins with the next value, with the width and case of the first one', () => {
    const values = (fields: Partial<SequenceSource>): readonly string[] =>
      [0, 1, 2].map((index) => {
        const value = sequenceValue(counting(fields), index);
        return value.ok ? value.value : value.error.code;
      });
    expect(values({ next: '0998' })).toEqual(['0998', '0999', '1000']);
    expect(values({ next: '9998' })).toEqual(['9998', '9999', 'data.sequenceEnd']);
    expect(values({ initial: '1', next: '9998' })).toEqual(['9998', '9999', '10000']);
    expect(values({ kind: 'hex', initial: '00fe', next: '0109' })).toEqual(['0109', '010a', '010b']);
    expect(values({ initial: '001', next: '1234' })).toEqual(Array(3).fill('data.sequenceEnd'));
    expect(values({ next: '' })).toEqual(Array(3).fill('data.sequenceEnd'));
    expect(sequenceEnd(counting({ next: '9998' }))).toEqual({ count: 2, last: '9999' });
    expect(sequenceEnd(counting({ initial: '001', next: '1234' }))).toEqual({ count: 0, last: '999' });
  });

  test('continues from run to run with the values of one long run', () => {
    const anySequence = fc.record({
      kind: fc.constantFrom(...SEQUENCE_TYPES),
      initial: fc.string({ unit: fc.constantFrom('A', 'B', 'F'), minLength: 1, maxLength: 5 }),
      zero: fc.boolean(),
      step: fc.integer({ min: -3, max: 20 }).filter((step) => step !== 0),
      repeat: fc.integer({ min: 1, max: 3 }),
      runs: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 6 }),
    });
    fc.assert(
      fc.property(anySequence, ({ kind, initial, zero, step, repeat, runs }) => {
        const text = kind === 'digits' ? initial.replaceAll(/[A-F]/g, '7') : initial;
        const source = counting({ kind, step, repeat, initial: zero && kind !== 'letters' ? `0${text}` : text });
        const seen: string[] = [];
        let next: string | undefined;
        for (const labels of runs) {
          const run = next === undefined ? source : { ...source, next };
          const values = valuesFor(source, labels);
          const after = sequenceValue({ ...run, repeat: 1 }, values);
          if (!after.ok) return;
          for (let i = 0; i < labels; i++) {
            const value = expectOk(sequenceValue(run, i));
            if (i % repeat === 0) seen.push(value);
            else expect(value).toBe(seen.at(-1));
          }
          next = after.value;
        }
        expect(seen).toEqual(seen.map((_, i) => expectOk(sequenceValue({ ...source, repeat: 1 }, i))));
      }),
      { numRuns: 1000 },
    );
  });

  test('uses no number for rows that are left out', () => {
    const record = { row: 9, index: 7, place: 2, values: {} };
    expect(expectOk(contentOf([counting()], record, LABEL))).toBe('0003');
    const { counter: _, ...plain } = counting();
    expect(expectOk(contentOf([plain], record, LABEL))).toBe('0008');
  });
});

describe('the counters of a template', () => {
  const text = (name: string, ...sources: readonly SequenceSource[]) =>
    createTestElement('text', { name, sources: [fixedText('SN'), ...sources] });

  test('are each named once, and set in every place', () => {
    const template = createTestTemplate([
      text('A', counting(), counting({ counter: TWO, initial: '5' })),
      text('B', counting()),
      createTestElement('text', { sources: [counting({ counter: undefined as never })] }),
    ]);
    expect(expectOk(countersOf(template)).map(({ element, sequence }) => [element, sequence.counter])).toEqual([
      ['A', ONE],
      ['A', TWO],
    ]);
    const started = withCounterStarts(template, new Map([[ONE, '0042']]));
    expect(
      started.elements.map((e) => (e.type === 'text' ? e.sources.map((s) => s.type === 'sequence' && s.next) : [])),
    ).toEqual([[false, '0042', undefined], [false, '0042'], [undefined]]);
    expect(withCounterStarts(template, new Map())).toBe(template);
  });

  test.each([
    [[counting(), counting({ step: 2 })], 'data.counterShared'],
    [[counting(), counting({ kind: 'hex' })], 'data.counterShared'],
    [[counting({ step: 0 })], 'data.counterStep'],
  ])('%# is refused, because a value would come twice', (sources, code) => {
    const found = countersOf(createTestTemplate([text('A', ...sources)]));
    expect(found.ok ? 'ok' : found.error.code).toBe(code);
  });

  test('are kept by the file', () => {
    const template = createTestTemplate([text('A', counting())]);
    const xml = writeTemplate(template);
    expect(xml).toContain('Counter="abcd1234"');
    expect(expectOk(readTemplate(xml)).elements).toEqual(template.elements);
    // The values of the counter are for the run alone.
    expect(writeTemplate(withCounterStarts(template, new Map([[ONE, '0042']])))).toBe(xml);
    const broken = expectOk(readTemplate(xml.replace('abcd1234', 'no id')));
    expect(writeTemplate(broken)).toContain('Counter="no id"');
  });
});

describe('on the canvas', () => {
  const element = createTestElement('text', { name: 'No', sources: [counting()] });
  const shown = (record: DataRecord): ReturnType<typeof composeLabel> =>
    composeLabel(createTestTemplate([element]), record, createTestContext());
  const content = (record: DataRecord): string => {
    const value = contentOf([counting()], record, LABEL);
    return value.ok ? value.value : value.error.code;
  };
  const RECORD: DataRecord = { row: 3, index: 2, values: {} };

  test('a counter shows the next printed value, and counts on from there', () => {
    expect(content({ ...RECORD, counters: { [ONE]: '0042' } })).toBe('0044');
    expect(content({ ...RECORD, counters: { [TWO]: '0042' } })).toBe('0003');
    expect(content({ ...RECORD, counters: { [ONE]: '' } })).toBe('data.sequenceEnd');
    // A run has the values that it has taken.
    const taken = contentOf([counting({ next: '0100' })], { ...RECORD, counters: { [ONE]: '0042' } }, LABEL);
    expect(expectOk(taken)).toBe('0102');
  });

  test('an unknown one shows the first value with a warning, and other sequences have none', () => {
    const unknown = shown({ ...RECORD, counters: null });
    expect(unknown.warnings).toMatchObject([{ elementName: 'No', problem: { code: 'data.counterUnknown' } }]);
    expect(unknown.problems).toEqual([]);
    expect(content({ ...RECORD, counters: null })).toBe('0003');
    for (const counters of [undefined, {}])
      expect(shown({ ...RECORD, ...(counters && { counters }) }).warnings).toEqual([]);
    const { counter: _, ...plain } = counting();
    const other = createTestTemplate([createTestElement('text', { sources: [plain] })]);
    expect(composeLabel(other, { ...RECORD, counters: null }, createTestContext()).warnings).toEqual([]);
  });
});

test('a counter that only a formula or a condition of a file names is used like any other', () => {
  const operands = [{ name: 'No', source: counting() }];
  const formula = { type: 'expression', formula: '{No}', operands, lastValue: '', text: '' } as const;
  for (const element of [
    createTestElement('text', { sources: [formula] }),
    createTestElement('line', { showWhen: { formula: 'No != 3', operands } }),
  ]) {
    const template = createTestTemplate([element]);
    expect(expectOk(countersOf(template)).map(({ sequence }) => sequence.counter)).toEqual([ONE]);
    const run = withCounterStarts(template, new Map([[ONE, '0042']]));
    expect(JSON.stringify(run.elements)).toContain('"next":"0042"');
  }
});
