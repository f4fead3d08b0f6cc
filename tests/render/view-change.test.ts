import { expect, test } from 'vitest';
import { changed } from '#model/elements/base/footprint.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { diffTemplates } from '#model/template/change.ts';
import { fromViewChange, toViewChange } from '#protocol/view-change.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';

const one = { ...createTestElement('text', { xMm: 10, yMm: 10 }), group: ['a'] } as unknown as LabelElement;
const other = createTestElement('rectangle');
const template = createTestTemplate([one, other]);

function has(id: ElementId): LabelElement | undefined {
  return template.elements.find((element) => element.id === id);
}

test('of an element that only moves contains its position alone', () => {
  const next = { ...template, elements: [changed<LabelElement>(one, { xMm: 12 }), other] };
  const change = diffTemplates(template, next);
  const sent = toViewChange(change);
  expect(sent.updated).toEqual([]);
  expect(sent.moved).toEqual({ ids: [one.id], placesMm: Float64Array.of(12, 10) });
  expect(fromViewChange(structuredClone(sent), has)).toEqual(change);
});

test('of an element that moves and turns contains the new fields', () => {
  const turned = changed<LabelElement>(one, { xMm: 12, rotation: 90 });
  const change = diffTemplates(template, { ...template, elements: [turned, other] });
  const sent = toViewChange(change);
  expect(sent.updated).toEqual([{ id: one.id, fields: { xMm: 12, rotation: 90 }, gone: [] }]);
  expect(sent.moved.ids).toEqual([]);
  expect(fromViewChange(structuredClone(sent), has)).toEqual(change);
});

test('contains a removed field of an element too', () => {
  const { group: _, ...rest } = one as LabelElement & { group: unknown };
  const change = diffTemplates(template, { ...template, elements: [rest as LabelElement, other] });
  const arrived = fromViewChange(structuredClone(toViewChange(change)), has);
  expect(Object.keys(arrived?.updated[0]?.[1] ?? {})).toEqual(Object.keys(rest));
});

test('is empty for a missing element', () => {
  const change = diffTemplates(template, { ...template, elements: [changed<LabelElement>(one, { xMm: 12 }), other] });
  expect(fromViewChange(toViewChange(change), () => undefined)).toBeNull();
});
