import { describe, expect, test } from 'vitest';
import { problem } from '#model/kernel/problem.ts';
import { err, expectOk, ok } from '#model/kernel/result.ts';
import { csvHeading, csvLines } from '#printing/readings-csv.ts';
import { layOutReport, withoutCharacters, type ReportLine, type ReportPages } from '#printing/report-pages.ts';
import { startPrintRun } from '#printing/run-print.ts';
import type { Reading } from '#protocol/printing.ts';
import { createPorts, createRecords, createRenderer, createRequest, createSink } from './create-run.ts';

describe('the readings', () => {
  test('are kept in the journal, rejected labels with their reason, and exported as CSV without formulas', async () => {
    const ports = createPorts({ renderer: createRenderer(1, (row) => row === 3), sink: createSink() });
    const report = await startPrintRun(createRequest({ records: createRecords(2), copies: 1 }), ports).done;
    expect(report).toMatchObject({ minGrade: 'C', readingsComplete: true });
    const readings = ports.journal.readings.flat();
    expect(readings.map(({ row, printed }) => [row, printed])).toEqual([[3, false]]);
    const words = {
      column: (column: string): string => column,
      printed: 'printed',
      refused: 'refused',
      inDoubt: 'in doubt',
      exempt: 'mirrored',
      describe: (): string => '=HYPERLINK("x", 1)',
    };
    expect(csvHeading(words)).toMatch(/^\uFEFFrow,state,element,symbology,expected,decoded,grade,/);
    expect(csvLines(readings, new Set(), words)).toBe('3,refused,Barcode 1,,,,,,,,,,,,"\'=HYPERLINK(""x"", 1)",\r\n');
    const read = { ...createReading(8), expected: '中文', decoded: '中文' };
    expect(csvLines([read, { ...read, row: 9 }, { ...read, grade: null }], new Set([9]), words)).toBe(
      '8,printed,QR,QR Code,中文,中文,B,,0.875,0.25,,5.25,5.25,1,,dots + zxing\r\n' +
        '9,in doubt,QR,QR Code,中文,中文,B,,0.875,0.25,,5.25,5.25,1,,dots + zxing\r\n' +
        '8,printed,QR,QR Code,中文,中文,mirrored,,0.875,0.25,,5.25,5.25,1,,dots + zxing\r\n',
    );
  });

  test('that cannot be kept do not stop a run, and the report says so', async () => {
    const ports = createPorts({ renderer: createRenderer(1, () => true), sink: createSink() });
    ports.journal.keepReadings = () => Promise.resolve(err(problem('print.noJournal')));
    const report = await startPrintRun(createRequest({ records: createRecords(2) }), ports).done;
    expect(report).toMatchObject({ outcome: 'finished', readingsComplete: false });
  });

  test('of a run are marked in its report when the assistant does not know the result of a page', async () => {
    const memory = createSink();
    const said = expectOk(await memory.connect(new AbortController().signal));
    const sink = { ...memory, connect: () => Promise.resolve(ok({ ...said, confirms: false })) };
    const ports = createPorts({ renderer: createRenderer(1, () => false), sink });
    const report = await startPrintRun(createRequest({ records: createRecords(2) }), ports).done;
    expect(report).toMatchObject({ outcome: 'finished', sent: report.asked, unconfirmed: true });
    const own = createPorts({ renderer: createRenderer(1, () => false), sink: createSink() });
    expect(await startPrintRun(createRequest({ records: createRecords(2) }), own).done).not.toHaveProperty(
      'unconfirmed',
    );
  });

  test('of a large run are written in parts', async () => {
    const ports = createPorts({ renderer: createRenderer(1, () => true), sink: createSink() });
    await startPrintRun(createRequest({ records: createRecords(2_500) }), ports).done;
    expect(ports.journal.readings.length).toBeGreaterThan(1);
    expect(ports.journal.readings.flat().map(({ row }) => row)).toEqual(Array.from({ length: 2_500 }, (_, i) => i + 2));
  });
});

describe('the report as pages', () => {
  const footer = (page: number, of: number): string => `${page}/${of}`;
  const textsOf = (pages: ReportPages): readonly string[] =>
    pages.records.flatMap((record) => Object.values(record.values)).flatMap((text) => text.split('\n'));

  test('have every line once, columns aligned, for any number of pages', () => {
    const lines = Array.from({ length: 300 }, (_, i): ReportLine => ({
      type: 'cells',
      cells: [`row ${i}`, `name ${i}`],
    }));
    const pages = layOutReport(lines, footer);
    expect(pages.records.length).toBe(5);
    for (const i of lines.keys()) expect(textsOf(pages).filter((text) => text === `row ${i}`)).toHaveLength(1);
    for (const { values } of pages.records) {
      const columns = Object.values(values).map((text) => text.split('\n'));
      const [rows, names] = ['row', 'name'].map((word) => columns.find((c) => c[0]?.startsWith(word)) ?? []);
      expect(rows?.map((text) => text.replace('row', 'name'))).toEqual(names);
    }
    expect(textsOf(pages)).toContain('5/5');
  });

  test('break long cells, Chinese ones too, and show characters without a font as a box', () => {
    const reason = '条码四周的空白区太小：仅为所需的 50%。'.repeat(3);
    const pages = layOutReport([{ type: 'cells', cells: ['2', '', '', 'x'.repeat(60), 'C', reason] }], footer);
    const parts = textsOf(pages);
    expect(parts.join('')).toContain(reason.slice(0, 10));
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(40);
    expect(textsOf(withoutCharacters(pages, new Set(['区']))).join('')).toContain('空白□太小');
  });
});

function createReading(row: number): Reading {
  return {
    row,
    elementName: 'QR',
    symbology: 'qr',
    expected: 'a',
    decoded: 'a',
    readers: ['dots', 'zxing'],
    grade: 'B',
    printed: true,
    reasons: [],
    measures: {
      decodability: null,
      quietZone: 0.875,
      moduleMm: 0.25,
      widthMm: 5.25,
      heightMm: 5.25,
      ratio: null,
      unusedErrorCorrection: 1,
    },
  };
}
