import { describe, expect, test } from 'vitest';
import type { ElementId } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import { dotSizePx } from '#app/editor/canvas/printed-view.ts';
import { NO_PRINTER } from '#app/editor/session/run-printer.ts';
import { lineOfGroup, preflightLines } from '#app/editor/side/preflight-lines.ts';
import type { PreflightGroup } from '#printing/preflight-groups.ts';
import { NO_CALIBRATION } from '#model/page/calibration.ts';

function createGroup(key: string, kind: PreflightGroup['kind'], count: number, listed = count): PreflightGroup {
  const rows = Array.from({ length: listed }, (_, index) => ({
    row: index + 2,
    index,
    problem: problem('preflight.empty'),
  }));
  return { key, kind, blocks: false, elementId: key as ElementId, elementName: key, count, varies: false, rows };
}

describe('the rows of the findings', () => {
  const groups = [createGroup('a', 'symbol', 2), createGroup('b', 'symbol', 900, 3), createGroup('c', 'empty', 1)];

  test('are the groups, below a heading for each kind with the total count', () => {
    const lines = preflightLines(groups, new Set());
    expect(lines.map(({ type }) => type)).toEqual(['kind', 'group', 'group', 'kind', 'group']);
    expect(lines[0]).toEqual({ type: 'kind', kind: 'symbol', count: 902 });
    expect(preflightLines([], new Set())).toEqual([]);
  });

  test('include the data rows of expanded groups, and the number of unlisted ones', () => {
    const lines = preflightLines(groups, new Set(['b']));
    expect(lines.map(({ type }) => type)).toEqual([
      'kind',
      'group',
      'group',
      'row',
      'row',
      'row',
      'more',
      'kind',
      'group',
    ]);
    expect(lines[6]).toMatchObject({ type: 'more', count: 897 });
    expect(lineOfGroup(lines, 'b')).toBe(2);
    expect(lineOfGroup(lines, 'c')).toBe(8);
  });
});

test('a dot on the screen is as large as a printer dot, in each direction', () => {
  const square = dotSizePx({ ...NO_PRINTER, dpi: 254 }, 5);
  expect(square).toEqual({ across: { dotPx: 0.5 }, down: { dotPx: 0.5 } });
  const calibration = { ...NO_CALIBRATION, acrossScale: 0.5, alongScale: 2 };
  expect(dotSizePx({ ...NO_PRINTER, dpi: 254, calibration }, 5)).toEqual({
    across: { dotPx: 1 },
    down: { dotPx: 0.25 },
  });
});
