import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyPatch, asInFile, patchBetween } from '#app/editor/drafts/draft-patch.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import type { Asset, Template } from '#model/template/template.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor } from '../../editor/create-test-editor.ts';

const IMAGE: Asset = { mime: 'image/png', bytes: new Uint8Array([1, 2, 3]) };
const KEY = 'asset' as AssetKey;

function createTemplate(elements: readonly LabelElement[]): Template {
  return { ...createTestEditor().state().template, elements };
}

test('any order, any subset and any new elements survive a patch unchanged', () => {
  const pool = Array.from({ length: 12 }, () => createTestElement('rectangle'));
  const list = fc.shuffledSubarray(pool);
  fc.assert(
    fc.property(list, list, (from, to) => {
      const [before, after] = [createTemplate(from), createTemplate(to)];
      const patch = patchBetween(before, after);
      expect(applyPatch(before, patch)).toEqual(after);
      expect(patch.elements).toEqual(to.filter((element) => !from.includes(element)));
    }),
  );
});

test('only the moved element of 2,000 is written, and images only once', () => {
  const elements: LabelElement[] = Array.from({ length: 2_000 }, () => createTestElement('rectangle'));
  const before = { ...createTemplate(elements), assets: new Map([[KEY, IMAGE]]) };
  const moved = { ...(elements[7] as LabelElement), xMm: 3 } as LabelElement;
  const after = { ...before, elements: elements.with(7, moved) };
  const patch = patchBetween(before, after);
  expect(patch).toEqual({
    runs: [
      [0, 7],
      [-1, 1],
      [8, 1_992],
    ],
    elements: [moved],
  });
  expect(applyPatch(before, patch)).toEqual(after);
  // An unused image is not in the base file of the patches, so the next patch contains it again.
  expect(patchBetween(asInFile(before), after).assets).toEqual(new Map([[KEY, IMAGE]]));
  expect(writeTemplate(asInFile(before))).toBe(writeTemplate(before));
});

test('a patch that does not fit its base is rejected', () => {
  const [one, two] = [createTestElement('rectangle'), createTestElement('rectangle')];
  const before = createTemplate([one, two]);
  const { label: _, ...patch } = patchBetween(before, createTemplate([two]));
  expect(applyPatch(createTemplate([one]), patch)).toBeNull();
  expect(applyPatch(null, { ...patch, runs: [] })).toBeNull();
});
