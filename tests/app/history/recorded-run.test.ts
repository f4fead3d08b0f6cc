import { describe, expect, test } from 'vitest';
import { Check } from 'typebox/value';
import { rowSetOfRanges } from '#model/data/row-set.ts';
import { CALLS, PRINT_RECORD_LIMITS } from '#protocol/api.ts';
import type { PrintReport } from '#printing/report.ts';
import type { RowChoice } from '#services/storage/row-choices.ts';
import { blanksOf, filledTemplate } from '#model/data/blanks.ts';
import {
  blanksOfRun,
  choiceOfRun,
  recordedReport,
  recordedStart,
  type RunAbout,
} from '#app/print/runs/recorded-run.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createTestTable } from '#tests/support/create-table.ts';
import { createRunReport } from '#tests/server/print-run-factory.ts';

const LONG = '标'.repeat(5000);

function createAbout(rows: RowChoice, fields: Partial<RunAbout> = {}): RunAbout {
  return {
    jobName: 'Tag',
    template: { id: 'x', type: 'cloud', revision: 3 },
    tables: [],
    blanks: [],
    settings: {
      printer: 'Folder',
      copies: 2,
      dpi: 300,
      minGrade: 'C',
      overflow: 'refuse',
      printBackground: true,
      language: null,
      rows,
      copiesColumn: 'pieces',
    },
    asked: 4,
    ...fields,
  };
}

test('the history keeps no path of the printing machine', () => {
  const report = { ...createRunReport(), folder: '/home/user/pages' } as PrintReport;
  expect(recordedReport(report)).not.toHaveProperty('folder');
});

describe('filled-in values', () => {
  const filled = (...texts: readonly string[]) => {
    const blank = { label: LONG, required: true, maxLength: null };
    const sources = texts.map((text) => ({ ...fixedText(text), blank }));
    return createTestTemplate([createTestElement('text', { sources })]);
  };

  test('are kept with the run, and return to the label when it is printed again', () => {
    const then = filled('Anna', '', '标'.repeat(1000));
    const start = recordedStart('job', 1, createAbout({ type: 'all' }, { blanks: blanksOf(then) }));
    expect(Check(CALLS.beginPrintRecord.input, start)).toBe(true);
    const others = new Map(blanksOf(then).map(({ key }, i) => [key, `today ${i}`]));
    const today = filledTemplate(then, others);
    expect(today).not.toEqual(then);
    expect(filledTemplate(today, blanksOfRun(start.settings, blanksOf(today)))).toEqual(then);
  });

  test('are kept for each cell of a table', () => {
    const labelled = (text: string) => ({ ...fixedText(text), blank: { label: '', required: true, maxLength: null } });
    const table = createTestTable([['a', 'b', 'c']]);
    const then = createTestTemplate([
      { ...table, cells: table.cells.map((cell, i) => ({ ...cell, sources: [labelled(`then ${i}`)] })) },
    ]);
    const start = recordedStart('job', 1, createAbout({ type: 'all' }, { blanks: blanksOf(then) }));
    expect(Check(CALLS.beginPrintRecord.input, start)).toBe(true);
    expect(start.settings.filled?.map(({ name, content = 0, text }) => [name, content, text])).toEqual([
      [`${table.name} (1,1)`, 0, 'then 0'],
      [`${table.name} (1,2)`, 1, 'then 1'],
      [`${table.name} (1,3)`, 2, 'then 2'],
    ]);
    const today = filledTemplate(then, new Map(blanksOf(then).map(({ key }, i) => [key, `today ${i}`])));
    expect(filledTemplate(today, blanksOfRun(start.settings, blanksOf(today)))).toEqual(then);
  });

  test('are matched to a cell by its name, and by its position when the name is not unique', () => {
    const cellsOf = (...cells: readonly (readonly [label: string, text: string])[]) => {
      const base = createTestTable([cells.map(() => '')]);
      const sources = cells.map(([label, text]) => ({
        ...fixedText(text),
        blank: { label, required: true, maxLength: null },
      }));
      const table = { ...base, id: 'T1' as typeof base.id, name: 'Table1' };
      return createTestTemplate([
        { ...table, cells: table.cells.map((cell, i) => ({ ...cell, sources: sources.slice(i, i + 1) })) },
      ]);
    };
    const textsAgain = (today: ReturnType<typeof cellsOf>): readonly string[] => {
      const then = cellsOf(['Weight', '7 kg'], ['Batch', 'B2'], ['', 'no name']);
      const { settings } = recordedStart('job', 1, createAbout({ type: 'all' }, { blanks: blanksOf(then) }));
      const again = filledTemplate(today, blanksOfRun(settings, blanksOf(today)));
      return blanksOf(again).map(({ text }) => text);
    };
    // A cell was inserted between them, the two were swapped, one was renamed, two have the same name.
    expect(textsAgain(cellsOf(['Weight', ''], ['Colour', 'red'], ['Batch', '']))).toEqual(['7 kg', 'red', 'B2']);
    expect(textsAgain(cellsOf(['Batch', ''], ['Weight', '']))).toEqual(['B2', '7 kg']);
    expect(textsAgain(cellsOf(['Mass', ''], ['Batch', '']))).toEqual(['7 kg', 'B2']);
    expect(textsAgain(cellsOf(['Batch', ''], ['Batch', '']))).toEqual(['7 kg', 'B2']);
    expect(textsAgain(cellsOf(['a', 'x'], ['b', 'y'], ['', '']))).toEqual(['7 kg', 'B2', 'no name']);
  });

  test('are left out when there are none or too many for a form: nothing is repeated in part', () => {
    expect(recordedStart('job', 1, createAbout({ type: 'all' })).settings).not.toHaveProperty('filled');
    const much = filled(...Array.from({ length: 6 }, () => 'x'.repeat(1000)));
    const start = recordedStart('job', 1, createAbout({ type: 'all' }, { blanks: blanksOf(much) }));
    expect(start.settings).not.toHaveProperty('filled');
    expect(blanksOfRun(start.settings, blanksOf(much)).size).toBe(0);
  });
});

describe('the start of a run in the history', () => {
  const choices: readonly RowChoice[] = [
    { type: 'all' },
    { type: 'range', from: 2, to: null },
    { type: 'chosen', text: '2-10, 15' },
    {
      type: 'checked',
      rows: rowSetOfRanges([
        [0, 3],
        [7, 8],
      ]),
    },
  ];

  test.each(choices)('restores the selection of rows: $type', (rows) => {
    const start = recordedStart('job', 5, createAbout(rows));
    expect(Check(CALLS.beginPrintRecord.input, start)).toBe(true);
    // As the server returns it.
    const { settings } = JSON.parse(JSON.stringify(start)) as typeof start;
    expect(choiceOfRun(settings)).toEqual({ rows, copiesColumn: 'pieces' });
  });

  test('says when the rows are in too many ranges to be kept', () => {
    const pieces = Array.from({ length: PRINT_RECORD_LIMITS.ranges + 1 }, (_, i): [number, number] => [
      2 * i,
      2 * i + 1,
    ]);
    const start = recordedStart('job', 5, createAbout({ type: 'checked', rows: rowSetOfRanges(pieces) }));
    expect(Check(CALLS.beginPrintRecord.input, start)).toBe(true);
    expect(choiceOfRun(start.settings)).toBeNull();
    const text = recordedStart('job', 5, createAbout({ type: 'chosen', text: LONG }));
    expect(choiceOfRun(text.settings)).toBeNull();
  });

  test('shortens names that the server does not accept, and nothing else', () => {
    const table = { connection: LONG, fileName: LONG, sheet: LONG, columns: [], fields: [] };
    const start = recordedStart('job', 5, createAbout({ type: 'all' }, { jobName: LONG, tables: [table] }));
    expect(Check(CALLS.beginPrintRecord.input, start)).toBe(true);
    expect(recordedStart('job', 5, createAbout({ type: 'all' })).name).toBe('Tag');
  });
});

describe('the report of a run in the history', () => {
  test('is the report itself when it is small', () => {
    const report = createRunReport() as PrintReport;
    expect(recordedReport(report)).toEqual(report);
  });

  test('has as many rejections as fit into a call, and counts the others', () => {
    const refusal = {
      row: 3,
      elementName: LONG,
      problem: { code: 'symbol.quietZone', params: { content: LONG }, path: LONG } as const,
    };
    const refusals = Array.from({ length: 9000 }, () => refusal);
    const pages = Array.from({ length: 100 }, (_, i) => ({
      sequence: i,
      rows: Array.from({ length: 500 }, () => 1_000_000),
      labels: 500,
    }));
    const report = { ...(createRunReport() as PrintReport), refusals, refusalsBeyond: 5, doubtfulPages: pages };
    const recorded = recordedReport(report);
    expect(recorded.refusals.length + recorded.refusalsBeyond).toBe(9005);
    const input = { ...recordedStart('job-1', 5, createAbout({ type: 'all' })), readings_total: 0, report: recorded };
    expect(Check(CALLS.endPrintRecord.input, input)).toBe(true);
    expect(new TextEncoder().encode(JSON.stringify(input)).length).toBeLessThan(256 * 1024);
  });
});
