import { expect, test } from 'vitest';
import { isPassing, retryPauseMs } from '#app/editor/save/retrying.ts';
import type { SaveProblem } from '#app/state/save-label.ts';

function createFailure(fields: Partial<SaveProblem>): SaveProblem {
  return { code: 'server.unreachable', ...fields } as SaveProblem;
}

test.each([
  ['no answer, or none in time', { apiCode: null }, true],
  ['a server that is not well', { apiCode: 500 }, true],
  ['a proxy without its server', { apiCode: 502 }, true],
  ['a session that is over', { apiCode: 301, code: 'server.signedOut' }, true],
  ['a refusal', { apiCode: 400 }, false],
  ['what the user has given up', { apiCode: null, code: 'aborted' }, false],
  ['what never reached the network', {}, false],
] as const)('a save that failed for %s', (_, fields, isTried) => {
  expect(isPassing(createFailure(fields))).toBe(isTried);
});

test('retry delays grow from two seconds to a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 60].map(retryPauseMs)).toEqual([
    2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ]);
});
