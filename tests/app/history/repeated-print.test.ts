import { describe, expect, test } from 'vitest';
import type { CounterId } from '#model/kernel/ids.ts';
import type { DataSource } from '#model/elements/base/content.ts';
import type { Template } from '#model/template/template.ts';
import type { PrintRecordDetail } from '#protocol/api.ts';
import { repeatedPrint } from '#app/print/history/use-repeated-print.ts';
import { createRunStart } from '#tests/server/print-run-factory.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';

const DATA = { file: 'prices.xlsx', sheet: 'Sheet1', connection: 'sha256:1' };
const BOUND: DataSource = {
  type: 'column',
  connection: DATA.connection,
  fileName: DATA.file,
  sheet: DATA.sheet,
  column: 'code',
  firstValue: '',
  text: '',
};

function createRun(fields: Partial<PrintRecordDetail> = {}): PrintRecordDetail {
  return {
    ...createRunStart({ template_id: 't', template_revision: 3, data: [DATA] }),
    state: 'finished',
    sent: 20,
    refused: 0,
    in_doubt: 0,
    not_printed: 0,
    grades: { A: 20, B: 0, C: 0, D: 0, F: 0 },
    ended_at: 1,
    has_template: true,
    report: null,
    readings: { total: 0, kept: 0, parts: [] },
    template: null,
    ...fields,
  };
}

function labelOf(...sources: readonly DataSource[]): Template {
  return createTestTemplate(sources.map((source) => createTestElement('text', { sources: [source] })));
}

function differencesOf(run: PrintRecordDetail, template: Template, revision = 3): readonly unknown[] {
  return repeatedPrint(run, template, { id: 't', type: 'cloud', revision }).differences;
}

describe('printing a run again', () => {
  test('restores the original selection', () => {
    expect(repeatedPrint(createRun(), labelOf(BOUND), { id: 't', type: 'cloud', revision: 3 })).toEqual({
      of: { jobId: 'job-1', startedAt: 1_700_000_000_000 },
      hasOwnRows: false,
      settings: {
        printer: 'Folder',
        copies: 2,
        dpi: 300,
        minGrade: 'C',
        overflow: 'refuse',
        printBackground: false,
        language: null,
      },
      copiesColumn: null,
      blanks: new Map(),
      differences: [],
    });
  });

  test('names individually selected rows', () => {
    const run = { ...createRun(), hasOwnRows: true };
    expect(repeatedPrint(run, labelOf(BOUND), { id: 't', type: 'cloud', revision: 3 }).hasOwnRows).toBe(true);
  });

  test('says that the label is another version, or was never saved as printed', () => {
    expect(differencesOf(createRun(), labelOf(BOUND), 4)).toEqual([{ type: 'labelChanged' }]);
    expect(differencesOf(createRun({ template_revision: 0 }), labelOf(BOUND))).toEqual([{ type: 'unsaved' }]);
  });

  test('says that the data are different, or changed under the same names', () => {
    const other = differencesOf(createRun(), labelOf({ ...BOUND, connection: 'sha256:2' }));
    expect(other).toEqual([{ type: 'contentChanged' }]);
    expect(differencesOf(createRun(), labelOf())).toEqual([
      { type: 'dataChanged', before: 'prices.xlsx · Sheet1', now: '–' },
    ]);
    expect(differencesOf(createRun({ data: [] }), labelOf())).toEqual([]);
  });

  test('says that rows were not kept, and that running numbers continue', () => {
    const { settings } = createRun();
    const unknown = createRun({ settings: { ...settings, rows: { type: 'unknown' } } });
    expect(differencesOf(unknown, labelOf(BOUND))).toEqual([{ type: 'rowsUnknown' }]);
    const counting: DataSource = {
      type: 'sequence',
      kind: 'digits',
      initial: '1',
      step: 1,
      repeat: 1,
      text: '',
      counter: 'abcd1234' as CounterId,
    };
    expect(differencesOf(createRun(), labelOf(BOUND, counting))).toEqual([{ type: 'numbersGoOn' }]);
  });
});
