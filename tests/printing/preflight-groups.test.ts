import { expect, test } from 'vitest';
import type { ElementId } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import { createPreflightLedger } from '#printing/preflight-groups.ts';

function wrongDigit(row: number, expected: string): Parameters<ReturnType<typeof createPreflightLedger>['add']>[0] {
  const reason = problem('symbol.checkDigit', { symbology: 'EAN-13', expected, actual: '0' });
  const finding = { elementId: 'code' as ElementId, elementName: 'Code', problem: reason };
  return { row, index: row - 2, problems: [finding], warnings: [] };
}

test('a group knows whether its rows differ in more than their numbers', () => {
  const ledger = createPreflightLedger();
  ledger.add(wrongDigit(2, '9'), 0);
  ledger.add(wrongDigit(3, '9'), 1);
  expect(ledger.sum().groups).toMatchObject([{ count: 2, varies: false }]);
  ledger.add(wrongDigit(4, '3'), 2);
  expect(ledger.sum().groups).toMatchObject([{ count: 3, varies: true }]);
});

test('the rejected rows are known by their positions, whatever their fault', () => {
  const ledger = createPreflightLedger();
  for (const place of [1, 2, 7]) ledger.add(wrongDigit(place + 2, String(place)), place);
  const { refused, refusedRows } = ledger.sum();
  expect(refused).toBe(3);
  expect([...refusedRows.starts]).toEqual([1, 7]);
  expect([...refusedRows.ends]).toEqual([3, 8]);
});
