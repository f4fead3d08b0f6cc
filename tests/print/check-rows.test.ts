import { beforeAll, describe, expect, test } from 'vitest';
import { problem } from '#model/kernel/problem.ts';
import { expectOk, ok } from '#model/kernel/result.ts';
import { fieldKey, type DataRecord } from '#model/data/record.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import { rowSetOf } from '#model/data/row-set.ts';
import { checkRows, type RowChecker, type RowFindings } from '#printing/check-rows.ts';
import type { RunId } from '#protocol/render.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { createTestTemplate } from '../support/create-elements.ts';
import { columnSource, createLabelElements, createPrintFixture, createRecord } from './create-print-core-fixture.ts';

let core: PrintCore;
beforeAll(async () => {
  ({ core } = await createPrintFixture());
});

const template = createTestTemplate(createLabelElements(), { widthMm: 40, heightMm: 30 });
const NEVER = new AbortController().signal;

function goodRow(i: number): DataRecord {
  return createRecord(i + 2, { name: `Row ${i}`, ean: '4006381333931' });
}

/** Every tenth row has one of the faults. */
function createRow(i: number): DataRecord {
  const row = i + 2;
  if (i % 10 !== 3) return goodRow(i);
  switch (Math.floor(i / 10) % 5) {
    case 0:
      return createRecord(row, { name: 'a', ean: '12345' });
    case 1:
      return createRecord(row, { name: 'no font has \u{10fffd}', ean: '4006381333931' });
    case 2:
      return { ...goodRow(i), errors: { [fieldKey(columnSource('name'))]: '#N/A' } };
    case 3:
      return createRecord(row, { name: 'much too long for this label '.repeat(4), ean: '4006381333931' });
    default:
      return { ...goodRow(i), fault: problem('data.badCopies', { column: 'Qty', value: 'x', max: 9999 }) };
  }
}

function createSource(count: number): RecordSource {
  return {
    count,
    read: async (first, wanted) =>
      ok(Array.from({ length: Math.max(0, Math.min(wanted, count - first)) }, (_, i) => createRow(first + i))),
  };
}

async function openChecker(): Promise<RowChecker & { readonly runId: RunId }> {
  const { runId } = expectOk(await core.openRun({ template, dpi: 203 }));
  return { runId, checkRecords: (records) => core.checkRecords(runId, records) };
}

describe('the check of all rows', () => {
  test('finds the very rows that a print would refuse, with the same reasons', async () => {
    const source = createSource(60);
    const checker = await openChecker();
    const findings = expectOk(await checkRows(source, checker, NEVER, () => undefined));
    const printed = expectOk(
      await core.printRecords(checker.runId, expectOk(await source.read(0, 60, NEVER)), 'giveOut'),
    );
    const refused = printed.labels.flatMap((label, i) => (label.verified ? [] : [i]));
    expect(findings.bad).toEqual(rowSetOf(refused));
    expect(refused).toEqual([3, 13, 23, 33, 43, 53]);
    const reasons = printed.labels.flatMap((label) => label.problems.map(({ problem: reason }) => reason.code));
    expect(findings.faults.reduce((sum, fault) => sum + fault.count, 0)).toBe(reasons.length);
    expect(new Set(findings.faults.map((fault) => fault.problem.code))).toEqual(new Set(reasons));
    await core.closeRun(checker.runId);
  });

  test('counts what is alike, and names the first row and the element of each', async () => {
    const checker = await openChecker();
    const findings = expectOk(await checkRows(createSource(600), checker, NEVER, () => undefined));
    expect([findings.done, findings.bad.size]).toEqual([600, 60]);
    const code = (wanted: string) => findings.faults.filter((fault) => fault.problem.code === wanted);
    expect(code('symbol.length')).toMatchObject([{ elementName: 'barcode4', row: 5, index: 3, count: 12 }]);
    expect(code('text.missingGlyph')).toMatchObject([{ row: 15, index: 13, count: 12 }]);
    expect(code('text.cutOff')).toMatchObject([{ row: 35, count: 12 }]);
    expect(code('data.badCopies')).toMatchObject([{ elementId: '', row: 45, count: 12 }]);
    expect(code('data.cellError').length).toBeGreaterThan(0);
    await core.closeRun(checker.runId);
  });

  test('tells how far it is, and ends when it is given up', async () => {
    const checker = await openChecker();
    const stop = new AbortController();
    const told: RowFindings[] = [];
    const given = await checkRows(createSource(2000), checker, stop.signal, (findings) => {
      told.push(findings);
      if (told.length === 2) stop.abort();
    });
    expect(given).toMatchObject({ ok: false, error: { code: 'aborted' } });
    expect(told.map(({ done, total }) => [done, total])).toEqual([
      [256, 2000],
      [512, 2000],
    ]);
    await core.closeRun(checker.runId);
    expect(await core.checkRecords(checker.runId, [])).toMatchObject({ error: { code: 'aborted' } });
  });
});
