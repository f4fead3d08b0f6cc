import { expect, test } from 'vitest';
import type { LabelElement } from '#model/elements/element.ts';
import { compareTemplates } from '#model/template/compare.ts';
import { type Template, createTemplate } from '#model/template/template.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor } from '../editor/create-test-editor.ts';

function createWith(elements: readonly LabelElement[]): Template {
  return { ...createTemplate(createTestEditor().state().template.label), elements };
}

const box: LabelElement = createTestElement('rectangle');
const text: LabelElement = createTestElement('text');
const line: LabelElement = createTestElement('line');

test('equal values are no change, whatever the order of fields and the identity of objects', () => {
  const turned = Object.fromEntries(Object.entries(box).toReversed()) as unknown as LabelElement;
  const before = createWith([box, text]);
  const after = { ...createWith([turned, structuredClone(text)]), label: structuredClone(before.label) };
  expect(compareTemplates(before, after)).toEqual({ elements: [], label: [] });
});

test('added, removed and changed elements are reported separately, with the changed fields and their positions', () => {
  const before = createWith([box, line]);
  const moved: LabelElement = { ...box, xMm: box.xMm + 5, widthMm: box.widthMm + 1 } as LabelElement;
  const after = { ...before, elements: [moved, text] };
  expect(compareTemplates(before, after).elements).toMatchObject([
    { type: 'changed', id: box.id, what: ['place', 'size'], before: { x: box.xMm }, after: { x: box.xMm + 5 } },
    { type: 'added', id: text.id, name: text.name, before: null, what: [] },
    { type: 'removed', id: line.id, name: line.name, after: null, what: [] },
  ]);
});

test('content, appearance and order are three things; the size of a label and its settings two', () => {
  const before = createWith([box, text, line]);
  const other: LabelElement = { ...text, sources: [{ type: 'fixed', value: 'Other' }] } as unknown as LabelElement;
  const locked: LabelElement = { ...box, mirror: !box.mirror };
  const after = {
    ...before,
    elements: [locked, line, other],
    label: { ...before.label, name: 'Renamed', widthMm: before.label.widthMm + 1, rows: before.label.rows + 1 },
  };
  const { elements, label } = compareTemplates(before, after);
  expect(label).toEqual(['size', 'settings']);
  const found = new Map(elements.map(({ id, what }) => [id, what]));
  expect(found.get(box.id)).toEqual(['look']);
  expect([...(found.get(text.id) ?? []), ...(found.get(line.id) ?? [])].toSorted()).toEqual(['content', 'order']);
});
