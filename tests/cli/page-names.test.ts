import { expect, test } from 'vitest';
import { pagePath } from '#headless/page-writers.ts';

test('the command line names the pages of a run of 100,000 with six digits each', () => {
  expect(pagePath('out', 'png', 10_001, 100_000)).toBe('out/page-010001.png');
  expect(pagePath('out', 'svg', 100_000, 100_000)).toBe('out/page-100000.svg');
  expect(pagePath('out', 'png', 7, 500)).toBe('out/page-00007.png');
});
