import { beforeAll, describe, expect, test } from 'vitest';
import { problem } from '#model/kernel/problem.ts';
import { expectOk } from '#model/kernel/result.ts';
import { fieldKey, type DataRecord } from '#model/data/record.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { createTestTemplate } from '../support/create-elements.ts';
import { columnSource, createLabelElements, createPrintFixture, createRecord } from './create-print-core-fixture.ts';

let core: PrintCore;
beforeAll(async () => {
  ({ core } = await createPrintFixture());
});

const template = createTestTemplate(createLabelElements(), { widthMm: 40, heightMm: 30 });

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

describe('the check of records without painting', () => {
  test('finds exactly the rows that a print would reject, with the same reasons', async () => {
    const { runId } = expectOk(await core.openRun({ template, dpi: 203 }));
    const records = Array.from({ length: 60 }, (_, i) => createRow(i));
    const found = expectOk(await core.checkRecords(runId, records));
    const { labels } = expectOk(await core.printRecords(runId, records, 'print'));
    const refused = labels.flatMap(({ verified, problems }, index) => (verified ? [] : [{ index, problems }]));
    expect(refused.map(({ index }) => index)).toEqual([3, 13, 23, 33, 43, 53]);
    expect(found.map(({ index, problems }) => ({ index, problems }))).toEqual(refused);
    expect(found.map(({ row }) => row)).toEqual([5, 15, 25, 35, 45, 55]);
    await core.closeRun(runId);
    expect(await core.checkRecords(runId, [])).toMatchObject({ error: { code: 'aborted' } });
  });
});
