import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { Template } from '#model/template/template.ts';
import { openPrintCore, paintDesign } from '#build/paint-designs.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';

const FAMILIES = ['Inter', 'Roboto Slab', 'Oswald', 'Roboto Condensed'];

/** A label with two texts: layouts let others continue between their elements. */
function labelIn(fontFamily: string): Template {
  const text = (yMm: number, said: string) =>
    createTestElement('text', { xMm: 5, yMm, fontFamily, fontSize: 20, sources: [fixedText(said)] });
  return createTestTemplate([text(5, fontFamily), text(30, '标签 Этикетка')]);
}

let alone: readonly Uint8Array[];
let together: Awaited<ReturnType<typeof openPrintCore>>['core'];

beforeAll(async () => {
  const { core } = await openPrintCore();
  const painted: Uint8Array[] = [];
  for (const family of FAMILIES) painted.push((await paintDesign(core, labelIn(family), 203)).png);
  core.dispose();
  alone = painted;
  ({ core: together } = await openPrintCore());
});
afterAll(() => together.dispose());

test('runs that need fonts at the same time all have their texts, as a run alone', async () => {
  const painted = await Promise.all(FAMILIES.map((family) => paintDesign(together, labelIn(family), 203)));
  for (const [i, { png, label }] of painted.entries()) {
    expect(label.problems).toEqual([]);
    expect(Buffer.from(png).equals(Buffer.from(alone[i] ?? [])), FAMILIES[i]).toBe(true);
  }
});
