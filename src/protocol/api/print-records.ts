import { Type } from 'typebox';
import { MAX_BLANKS } from '#model/data/blanks.ts';
import type { ProblemCode } from '#model/kernel/problem.ts';
import { GRADES } from '#model/symbology/read/grade.ts';
import { LINEAR_SYMBOLOGIES, MATRIX_SYMBOLOGIES } from '#model/symbology/types.ts';
import type { Message } from '../message.ts';
import { TEXT_OVERFLOWS } from '../render.ts';
import { nothing, post, shape, userId, type Call } from './call.ts';
import { id, templateInfoSchema } from './templates.ts';

/** What the server keeps of one run at most. Longer ones are shortened by whoever sends them. */
export const PRINT_RECORD_LIMITS = {
  /** Of the symbols of a run. */
  readings: 10_000,
  readingsInPart: 400,
  parts: 200,
  refusals: 200,
  /** Pages in doubt, and the rows on each. */
  doubtfulPages: 64,
  rowsOfPage: 400,
  /** Ranges of checked rows. */
  ranges: 1000,
  /** UTF-16 units of a name, and of any other text. */
  name: 300,
  text: 2000,
} as const;
const LIMITS = PRINT_RECORD_LIMITS;

/** A record may have 200 KB of texts that were filled in. */
export const PRINT_RECORD_PAGE_MAX_SIZE = 100;

/** How a run stands: `started` until its end is told, which a killed browser never does. */
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

/** The rows that were chosen, numbered as the spreadsheet does, except in `ranges`; `unknown`: too many pieces to keep. */
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
    /** Each with its first row and the row behind its last, counted from 0. */
    ranges: Type.Array(Type.Tuple([whole, whole]), { maxItems: LIMITS.ranges }),
  }),
  Type.Object({ type: Type.Literal('unknown') }),
]);

/** The run whose labels another one prints once more, or goes on with. */
const repeats = Type.Optional(Type.Object({ jobId, startedAt: time }));

/** What was filled in on the labels. */
const filled = Type.Object({
  /** The element, which of its contents (the first when left out), and the place of the text among that one's data sources. */
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
  /** The column that says how many labels each row gives. */
  copies_column: Type.Union([name, Type.Null()]),
  repeats,
  /** Left out where nothing is filled in, and where it is more than a form takes. */
  filled: Type.Optional(Type.Array(filled, { maxItems: MAX_BLANKS })),
});

export type RecordedSettings = Message<typeof settings>;

/** One sheet that the labels took values from. */
const data = Type.Object({
  file: name,
  sheet: name,
  /** `sha256:<hex>` of the file's bytes, or its address. */
  connection: text,
});

/** What is known of a run when it starts. */
const aboutRun = {
  job_id: jobId,
  /** Empty for a label that was never saved. */
  template_id: id,
  template_type: Type.Enum(['cloud', 'common']),
  /** The version that was printed; 0 where it is not known. */
  template_revision: whole,
  name,
  printer: name,
  data: Type.Array(data, { maxItems: 20 }),
  settings,
  /** Labels, copies counted; so are all numbers of labels. */
  asked: whole,
  started_at: time,
};

const beginInput = Type.Object({ ...aboutRun, user_id: userId });
export type BeginPrintRecordInput = Message<typeof beginInput>;
/** Records that a run has started. Does nothing where the run is recorded already. */
export const beginPrintRecord: Call<BeginPrintRecordInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/addPrintRecord',
  shape(beginInput),
  nothing,
);

/** How a run ended, with the names that it has in the program (`PrintReport`). */
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
 * Records how a run ended, once: whatever is told of it later changes nothing. A run whose start never arrived is recorded
 * whole. Refused with 209 where the report is that of another run.
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
/** Adds a part of what was read of a run's symbols; a part that is there already stays as it is. */
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
  /** Null while no end was told. */
  ended_at: Type.Union([time, Type.Null()]),
  /** Its template is still there, and the user may print it. */
  has_template: Type.Boolean(),
};
const recordSchema = Type.Object(recordFields);
export type PrintRecord = Message<typeof recordSchema>;

const listInput = Type.Object({
  /** Only those with this in the name of the label, the printer or the data, in any case. */
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
/** The user's runs, the latest first. */
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
  /** Null while no end was told. */
  report: Type.Union([report, Type.Null()]),
  /** What was read of the run's symbols: how many in all, how many of them are kept here, and in which parts. */
  readings: Type.Object({ total: whole, kept: whole, parts: Type.Array(part) }),
  /** Null where it is gone, or was never saved. */
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
/** A part of what was read of a run's symbols. */
export const getPrintReadings: Call<PrintReadingsInput, PrintReadings, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getPrintReadings',
  shape(readingsInput),
  shape(readingsAnswer),
);

/** Deletes what is kept of a run. Nothing that was printed or counted is undone. */
export const deletePrintRecord: Call<PrintRecordIdInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/delPrintRecord',
  shape(recordIdInput),
  nothing,
);
