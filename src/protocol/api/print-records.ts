import { Type } from 'typebox';
import { MAX_BLANKS } from '#model/data/blanks.ts';
import type { ProblemCode } from '#model/kernel/problem.ts';
import { GRADES } from '#model/symbology/read/grade.ts';
import { SYMBOL_READERS } from '#model/symbology/read/measures.ts';
import { LINEAR_SYMBOLOGIES, MATRIX_SYMBOLOGIES } from '#model/symbology/types.ts';
import type { Message } from '../message.ts';
import { TEXT_OVERFLOWS } from '../render.ts';
import { nothing, post, shape, userId, type Call } from './call.ts';
import { id, templateInfoSchema } from './templates.ts';

/** The stored limits of one run. Senders shorten longer ones. */
export const PRINT_RECORD_LIMITS = {
  /** Readings of the symbols of a run. */
  readings: 10_000,
  readingsInPart: 400,
  parts: 200,
  refusals: 200,
  /** Unconfirmed pages, and the rows on each. */
  doubtfulPages: 64,
  rowsOfPage: 400,
  /** Ranges of checked rows. */
  ranges: 1000,
  /** UTF-16 units of a name, and of any other text. */
  name: 300,
  text: 2000,
} as const;
const LIMITS = PRINT_RECORD_LIMITS;

/** A record may have 200 KB of filled-in texts. */
export const PRINT_RECORD_PAGE_MAX_SIZE = 100;

/** The state of a run: `started` until its end is reported, which a killed browser never does. */
export const PRINT_STATES = ['started', 'finished', 'cancelled', 'failed'] as const;

const name = Type.String({ maxLength: LIMITS.name });
const text = Type.String({ maxLength: LIMITS.text });
const whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** Milliseconds since 1970. */
const time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 });
const jobId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });
const grade = Type.Enum(GRADES);
const grades = Type.Object({ A: whole, B: whole, C: whole, D: whole, F: whole });
const symbology = Type.Enum([...LINEAR_SYMBOLOGIES, ...MATRIX_SYMBOLOGIES]);
const elementId = Type.String({ maxLength: 64 });
/** Any code: a record may be older than the names that this version knows. */
const problem = Type.Object({
  code: Type.Unsafe<ProblemCode>(Type.String({ maxLength: 64 })),
  path: Type.Optional(text),
  params: Type.Optional(
    Type.Record(Type.String({ maxLength: 64 }), Type.Union([text, Type.Number()]), { maxProperties: 20 }),
  ),
});

/** The chosen rows, numbered like in the spreadsheet, except in `ranges`; `unknown`: too many pieces to store. */
const rows = Type.Union([
  Type.Object({ type: Type.Literal('all') }),
  Type.Object({
    type: Type.Literal('range'),
    from: Type.Union([whole, Type.Null()]),
    to: Type.Union([whole, Type.Null()]),
  }),
  Type.Object({ type: Type.Literal('chosen'), text }),
  Type.Object({
    type: Type.Literal('checked'),
    /** Each with its first row and the row after its last, counted from 0. */
    ranges: Type.Array(Type.Tuple([whole, whole]), { maxItems: LIMITS.ranges }),
  }),
  Type.Object({ type: Type.Literal('unknown') }),
]);

/** The run with the labels that another one reprints or continues. */
const repeats = Type.Optional(Type.Object({ jobId, startedAt: time }));

/** The texts that were filled in on the labels. */
const filled = Type.Object({
  /**
   * The element, the index of its content (0 when left out), and the place of the text among that content's data
   * sources.
   */
  element: elementId,
  content: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  index: Type.Integer({ minimum: 0, maximum: 10_000 }),
  name,
  text,
});

const settings = Type.Object({
  copies: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  dpi: Type.Integer({ minimum: 1, maximum: 10_000 }),
  min_grade: grade,
  overflow: Type.Enum(TEXT_OVERFLOWS),
  background: Type.Boolean(),
  rows,
  /** The column with the copies per row. */
  copies_column: Type.Union([name, Type.Null()]),
  /** The tag of the language of the texts; left out where the label chose it. */
  language: Type.Optional(Type.String({ minLength: 2, maxLength: 35 })),
  repeats,
  /** Left out if nothing is filled in, or if it exceeds the limits. */
  filled: Type.Optional(Type.Array(filled, { maxItems: MAX_BLANKS })),
});

export type RecordedSettings = Message<typeof settings>;

/** One sheet from which the labels took values. */
const data = Type.Object({
  file: name,
  sheet: name,
  /** `sha256:<hex>` of the file's bytes, or its address. */
  connection: text,
});

/** The data of a run at its start. */
const aboutRun = {
  job_id: jobId,
  /** Empty for a label that was never saved. */
  template_id: id,
  template_type: Type.Enum(['cloud', 'common']),
  /** The printed version; 0 if unknown. */
  template_revision: whole,
  name,
  printer: name,
  data: Type.Array(data, { maxItems: 20 }),
  settings,
  /** Labels, including copies, like all numbers of labels. */
  asked: whole,
  started_at: time,
};

const beginInput = Type.Object({ ...aboutRun, user_id: userId });
export type BeginPrintRecordInput = Message<typeof beginInput>;
/** Records that a run has started. Does nothing if the run is recorded already. */
export const beginPrintRecord: Call<BeginPrintRecordInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/addPrintRecord',
  shape(beginInput),
  nothing,
);

/** The end of a run, with the names of the program (`PrintReport`). */
const report = Type.Object({
  jobId,
  jobName: name,
  printer: name,
  templateHash: Type.String({ maxLength: 200 }),
  dataHash: Type.String({ maxLength: 200 }),
  startedAt: time,
  endedAt: time,
  outcome: Type.Enum(['finished', 'cancelled', 'failed']),
  problem: Type.Union([problem, Type.Null()]),
  asked: whole,
  verified: whole,
  sent: whole,
  refused: whole,
  inDoubt: whole,
  notPrinted: whole,
  refusedRows: whole,
  refusals: Type.Array(Type.Object({ row: Type.Integer(), elementName: name, problem }), { maxItems: LIMITS.refusals }),
  refusalsBeyond: whole,
  doubtfulPages: Type.Array(
    Type.Object({ sequence: whole, rows: Type.Array(Type.Integer(), { maxItems: LIMITS.rowsOfPage }), labels: whole }),
    { maxItems: LIMITS.doubtfulPages },
  ),
  minGrade: grade,
  grades: Type.Array(Type.Object({ elementId, elementName: name, symbology, counts: grades, exempt: whole }), {
    maxItems: 200,
  }),
  editedCells: whole,
  readingsComplete: Type.Boolean(),
  repeats,
  unconfirmed: Type.Optional(Type.Literal(true)),
});
export type RecordedReport = Message<typeof report>;

const endInput = Type.Object({ ...aboutRun, report, readings_total: whole, user_id: userId });
export type EndPrintRecordInput = Message<typeof endInput>;
/**
 * Records the end of a run, once: later reports change nothing. A run with a missing start is recorded whole. Rejected
 * with 209 if the report is that of another run.
 */
export const endPrintRecord: Call<EndPrintRecordInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/endPrintRecord',
  shape(endInput),
  nothing,
);

const share = Type.Union([Type.Number(), Type.Null()]);
const reading = Type.Object({
  row: Type.Integer(),
  elementName: name,
  symbology: Type.Union([symbology, Type.Null()]),
  expected: text,
  decoded: Type.Union([text, Type.Null()]),
  readers: Type.Optional(Type.Array(Type.Enum([...SYMBOL_READERS]), { maxItems: SYMBOL_READERS.length })),
  grade: Type.Union([grade, Type.Null()]),
  measures: Type.Union([
    Type.Object({
      decodability: share,
      quietZone: share,
      moduleMm: Type.Number(),
      widthMm: Type.Number(),
      heightMm: Type.Number(),
      ratio: share,
      unusedErrorCorrection: share,
    }),
    Type.Null(),
  ]),
  printed: Type.Boolean(),
  reasons: Type.Array(problem, { maxItems: 20 }),
});
export type RecordedReading = Message<typeof reading>;
const readings = Type.Array(reading, { maxItems: LIMITS.readingsInPart });
/** Counts from 0. */
const part = Type.Integer({ minimum: 0, maximum: LIMITS.parts - 1 });

const addReadingsInput = Type.Object({ job_id: jobId, part, readings, user_id: userId });
export type AddPrintReadingsInput = Message<typeof addReadingsInput>;
/** Adds a part of the readings of a run's symbols; an existing part doesn't change. */
export const addPrintReadings: Call<AddPrintReadingsInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/addPrintReadings',
  shape(addReadingsInput),
  nothing,
);

const recordFields = {
  ...aboutRun,
  state: Type.Enum(PRINT_STATES),
  sent: whole,
  refused: whole,
  in_doubt: whole,
  not_printed: whole,
  /** How many symbols had each grade. */
  grades,
  /** Null until the end is reported. */
  ended_at: Type.Union([time, Type.Null()]),
  /** Whether its template still exists, and the user may print it. */
  has_template: Type.Boolean(),
};
const recordSchema = Type.Object(recordFields);
export type PrintRecord = Message<typeof recordSchema>;

const listInput = Type.Object({
  /** Only those with this in the name of the label, the printer or the data, ignoring case. */
  search: Type.Optional(Type.String({ maxLength: 1000 })),
  /** Only those of this printer. */
  printer: Type.Optional(name),
  state: Type.Optional(Type.Enum(PRINT_STATES)),
  /** Only those that started at this time or later, and before that one. */
  from: Type.Optional(time),
  before: Type.Optional(time),
  /** From 1. */
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** Records on a page; 20 when absent. */
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: PRINT_RECORD_PAGE_MAX_SIZE })),
  user_id: userId,
});
export type PrintRecordListInput = Message<typeof listInput>;
const listAnswer = Type.Object({
  list: Type.Array(recordSchema),
  /** Of all pages. */
  count: Type.Integer(),
  /** The printers of all the user's records, by name. */
  printers: Type.Array(Type.String()),
});
export type PrintRecordList = Message<typeof listAnswer>;
/** The user's runs, latest first. */
export const printRecordList: Call<PrintRecordListInput, PrintRecordList, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getPrintRecordList',
  shape(listInput),
  shape(listAnswer),
);

const recordIdInput = Type.Object({ job_id: jobId, user_id: userId });
export type PrintRecordIdInput = Message<typeof recordIdInput>;
const detailAnswer = Type.Object({
  ...recordFields,
  /** Null until the end is reported. */
  report: Type.Union([report, Type.Null()]),
  /** The readings of the run's symbols: the total number, the stored number, and the stored parts. */
  readings: Type.Object({ total: whole, kept: whole, parts: Type.Array(part) }),
  /** Null if it was deleted, or never saved. */
  template: Type.Union([templateInfoSchema, Type.Null()]),
});
export type PrintRecordDetail = Message<typeof detailAnswer>;
/** One run with its settings and its report. */
export const getPrintRecord: Call<PrintRecordIdInput, PrintRecordDetail, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getPrintRecord',
  shape(recordIdInput),
  shape(detailAnswer),
);

const readingsInput = Type.Object({ job_id: jobId, part, user_id: userId });
export type PrintReadingsInput = Message<typeof readingsInput>;
const readingsAnswer = Type.Object({ readings });
export type PrintReadings = Message<typeof readingsAnswer>;
/** A part of the readings of a run's symbols. */
export const getPrintReadings: Call<PrintReadingsInput, PrintReadings, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getPrintReadings',
  shape(readingsInput),
  shape(readingsAnswer),
);

/** Deletes the record of a run. Printed labels and counters don't change. */
export const deletePrintRecord: Call<PrintRecordIdInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/delPrintRecord',
  shape(recordIdInput),
  nothing,
);

export interface PrintRecordCalls {
  readonly beginPrintRecord: typeof beginPrintRecord;
  readonly endPrintRecord: typeof endPrintRecord;
  readonly addPrintReadings: typeof addPrintReadings;
  readonly printRecordList: typeof printRecordList;
  readonly getPrintRecord: typeof getPrintRecord;
  readonly getPrintReadings: typeof getPrintReadings;
  readonly deletePrintRecord: typeof deletePrintRecord;
}

export const PRINT_RECORD_CALLS: PrintRecordCalls = {
  beginPrintRecord,
  endPrintRecord,
  addPrintReadings,
  printRecordList,
  getPrintRecord,
  getPrintReadings,
  deletePrintRecord,
};
