import { expect, test } from 'vitest';
import { fixedText, type DataSource, type SequenceSource } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { CounterId, ElementId } from '#model/kernel/ids.ts';
import { labelVariables } from '#model/data/variables.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { column } from '#tests/support/formulas.ts';

function text(name: string, sources: readonly DataSource[], fields: object = {}): LabelElement {
  return createTestElement('text', { id: name.padEnd(8, '0') as ElementId, name, sources, ...fields });
}

const sequence = (initial: string, counter?: CounterId): SequenceSource => ({
  type: 'sequence',
  kind: 'digits',
  initial,
  step: 1,
  repeat: 1,
  text: '',
  ...(counter === undefined ? {} : { counter }),
});

const listed = (...elements: readonly LabelElement[]): readonly string[] =>
  labelVariables(createTestTemplate(elements)).map(
    ({ type, name, elements: users }) => `${type} ${name}: ${users.map((one) => one.name).join(', ')}`,
  );

test('lists each column once, with the texts, formulas and conditions that use it', () => {
  const price = column('Price');
  const formula: DataSource = {
    type: 'expression',
    formula: '{Price * 2}',
    operands: [{ name: 'Price', source: price }],
    lastValue: '',
    text: '',
  };
  const shown = { showWhen: { formula: 'Price > 5', operands: [{ name: 'Price', source: price }] } };
  expect(
    listed(
      text('A', [price, fixedText(' EUR'), price]),
      text('B', [formula]),
      text('C', [fixedText('Sale')], shown),
      text('D', [column('Price', 'Other sheet')]),
    ),
  ).toEqual(['column Price: A, B, C', 'column Price: D']);
});

test('lists blanks by their names, sequences by their counters, and elements that others show', () => {
  const blank: DataSource = { ...fixedText('0.5 kg'), blank: { label: 'Weight', required: true, maxLength: null } };
  const counter = 'counter1' as CounterId;
  const first = text('A', [sequence('001', counter)]);
  expect(
    listed(
      first,
      text('B', [sequence('001', counter)]),
      text('C', [sequence('001')]),
      text('D', [{ type: 'reference', element: first.id, text: '' }, blank]),
    ),
  ).toEqual(['blank Weight: D', 'sequence 001: A, B', 'sequence 001: C', 'reference A: D']);
});

test('a label of fixed texts has none', () => {
  expect(listed(text('A', [fixedText('Fixed')]), createTestElement('line'))).toEqual([]);
});
