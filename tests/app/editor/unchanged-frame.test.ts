import { expect, test } from 'vitest';
import type { ElementId } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import type { Frame } from '#protocol/render.ts';
import { reuseUnchanged } from '#app/editor/session/unchanged-frame.ts';

function createFrame(fields: Partial<Frame>): Frame {
  return {
    revision: 1,
    viewport: { widthPx: 10, heightPx: 10, pxPerMm: 1, originXPx: 0, originYPx: 0 },
    complete: true,
    bounds: new Map(),
    pushes: new Map(),
    removed: [],
    problems: [],
    warnings: [],
    placeholders: [],
    hidden: [],
    printed: false,
    paintMs: 1,
    ...fields,
  };
}

test('reuses equal lists and replaces changed ones', () => {
  const [a, b] = ['a' as ElementId, 'b' as ElementId];
  const fault = { elementId: a, elementName: 'a', problem: problem('symbol.empty') };
  const first = createFrame({ problems: [fault], placeholders: [a] });
  expect(reuseUnchanged(first, null)).toBe(first);

  const copy = structuredClone({ ...first, revision: 2 });
  const second = reuseUnchanged(copy, first);
  expect(second).toEqual(copy);
  expect(second.problems).toBe(first.problems);
  expect(second.warnings).toBe(first.warnings);
  expect(second.placeholders).toBe(first.placeholders);

  const next = createFrame({ revision: 3, problems: [{ ...fault, elementId: b }], placeholders: [a], hidden: [b] });
  const third = reuseUnchanged(next, second);
  expect(third).toEqual(next);
  expect(third.problems).toBe(next.problems);
  expect(third.placeholders).toBe(first.placeholders);
  expect(third.hidden).toBe(next.hidden);
});
