import type { BeginPrintRecordInput, EndPrintRecordInput, RecordedReading, RecordedReport } from '#protocol/api.ts';

/** The browser's report of a run's start. */
export function createRunStart(fields: Partial<BeginPrintRecordInput> = {}): BeginPrintRecordInput {
  return {
    job_id: 'job-1',
    template_id: '',
    template_type: 'cloud',
    template_revision: 1,
    name: 'Price tag',
    printer: 'Folder',
    data: [{ file: 'prices.xlsx', sheet: 'Sheet1', connection: `sha256:${'a'.repeat(64)}` }],
    settings: {
      copies: 2,
      dpi: 300,
      min_grade: 'C',
      overflow: 'refuse',
      background: false,
      rows: { type: 'chosen', text: '2-10' },
      copies_column: null,
    },
    asked: 20,
    started_at: 1_700_000_000_000,
    ...fields,
  };
}

export function createRunReport(fields: Partial<RecordedReport> = {}): RecordedReport {
  return {
    jobId: 'job-1',
    jobName: 'Price tag',
    printer: 'Folder',
    templateHash: 'aa',
    dataHash: 'bb',
    startedAt: 1_700_000_000_000,
    endedAt: 1_700_000_060_000,
    outcome: 'finished',
    problem: null,
    asked: 20,
    verified: 18,
    sent: 18,
    refused: 2,
    inDoubt: 0,
    notPrinted: 0,
    refusedRows: 1,
    refusals: [{ row: 4, elementName: 'Code', problem: { code: 'symbol.quietZone', params: { percent: 20 } } }],
    refusalsBeyond: 0,
    doubtfulPages: [],
    minGrade: 'C',
    grades: [
      {
        elementId: 'el000001',
        elementName: 'Code',
        symbology: 'code128',
        counts: { A: 16, B: 2, C: 0, D: 0, F: 2 },
        exempt: 0,
      },
    ],
    editedCells: 0,
    readingsComplete: true,
    ...fields,
  };
}

/** The end of the run that starts with the same fields. */
export function createRunEnd(
  start: Partial<BeginPrintRecordInput> = {},
  report: Partial<RecordedReport> = {},
): EndPrintRecordInput {
  const about = createRunStart(start);
  return { ...about, readings_total: 0, report: createRunReport({ jobId: about.job_id, ...report }) };
}

export function createRunReading(row: number, expected = `A-${row}`): RecordedReading {
  return {
    row,
    elementName: 'Code',
    symbology: 'code128',
    expected,
    decoded: expected,
    readers: ['dots', 'zxing'],
    grade: 'A',
    measures: null,
    printed: true,
    reasons: [],
  };
}
