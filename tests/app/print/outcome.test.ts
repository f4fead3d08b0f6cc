import { expect, test } from 'vitest';
import { outcomeOf } from '#app/report/outcome.ts';

test('a run that finished without a single label says that nothing was printed', () => {
  expect(outcomeOf({ outcome: 'finished', asked: 12, sent: 0 })).toBe('nothing');
  expect(outcomeOf({ outcome: 'finished', asked: 12, sent: 1 })).toBe('finished');
  expect(outcomeOf({ outcome: 'cancelled', asked: 12, sent: 0 })).toBe('cancelled');
});
