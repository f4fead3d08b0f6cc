import type { TSchema } from 'typebox';
import {
  addedScheduleAnswer,
  doubtsAnswer,
  fitProofAnswer,
  historyAnswer,
  printersAnswer,
  reportAnswer,
  runAnswer,
  runsAnswer,
  scheduleAnswer,
  schedulesAnswer,
  shownScheduleAnswer,
  templateAnswer,
  templatesAnswer,
} from './v1-answers.ts';
import { decisionInput } from '../runs/printing/doubt-calls.ts';
import { fitProofInput, previewInput, reprintInput, runInput } from '../runs/run-input.ts';
import { scheduleChange, scheduleInput, triggerInput } from '../runs/schedules/schedule-input.ts';
import type { V1CallName } from '../api-v1/v1-calls.ts';

export const JSON_TYPE = 'application/json';
const ZIP_TYPE = 'application/zip';

/** Input and answer of a call, for its description. */
export interface CallShape {
  /** Query parameters with their descriptions. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: { readonly schema: object; readonly example: Readonly<Record<string, unknown>> };
  /** The status of a successful answer; 200 when absent. */
  readonly status?: number;
  /** Whether it accepts an idempotency key. */
  readonly takesKey?: boolean;
  readonly media: readonly string[];
  readonly answer?: TSchema;
  /** Where the examples save an answer that isn't text. */
  readonly file?: string;
}

const PAGES = { page: 'Counted from 1.', size: 'How many at a time: 50 unless it is said, 200 at most.' };
/** The schema of a call without input. */
export const NO_FIELDS = { type: 'object' };
const NOTHING = { schema: NO_FIELDS, example: {} };
const ROW = { name: 'Green tea', code: '00123' };
/** Placeholder for an id in the examples. */
export const TEMPLATE_ID = 'TEMPLATE_ID';
export const RUN_ID = 'RUN_ID';
export const SCHEDULE_ID = 'SCHEDULE_ID';
export const TRIGGER_SECRET = 'TRIGGER_SECRET';
/** Six in the morning on working days. */
const EXAMPLE_TIMES = { cron: '0 6 * * 1-5', zone: 'Europe/Madrid' };

export const CALL_SHAPES: Readonly<Record<V1CallName, CallShape>> = {
  templates: {
    query: { ...PAGES, name: 'A part of the name.' },
    media: [JSON_TYPE],
    answer: templatesAnswer,
  },
  template: { media: [JSON_TYPE], answer: templateAnswer },
  preview: {
    body: { schema: previewInput, example: { row: ROW, format: 'png', dpi: 300 } },
    media: ['image/png', 'application/pdf', 'image/svg+xml'],
    file: 'label.png',
  },
  fitProof: {
    body: { schema: fitProofInput, example: { rows: [ROW], dpi: 300 } },
    media: [JSON_TYPE],
    answer: fitProofAnswer,
  },
  printers: { media: [JSON_TYPE], answer: printersAnswer },
  startRun: {
    body: { schema: runInput, example: { template: TEMPLATE_ID, format: 'zpl', rows: [ROW] } },
    status: 202,
    takesKey: true,
    media: [JSON_TYPE],
    answer: runAnswer,
  },
  runs: { query: PAGES, media: [JSON_TYPE], answer: runsAnswer },
  run: { media: [JSON_TYPE], answer: runAnswer },
  events: { media: ['text/event-stream'] },
  pages: { media: ['application/octet-stream', 'application/pdf', ZIP_TYPE], file: 'labels.zpl' },
  page: { media: ['image/png', 'image/svg+xml'], file: 'page.png' },
  report: {
    query: { format: '`csv` for a table; JSON when left out.' },
    media: [JSON_TYPE, 'text/csv'],
    answer: reportAnswer,
  },
  cancelRun: { body: NOTHING, media: [JSON_TYPE], answer: runAnswer },
  pauseRun: { body: NOTHING, media: [JSON_TYPE], answer: runAnswer },
  resumeRun: { body: NOTHING, media: [JSON_TYPE], answer: runAnswer },
  reprintRun: {
    body: { schema: reprintInput, example: { labels: '1' } },
    status: 202,
    takesKey: true,
    media: [JSON_TYPE],
    answer: runAnswer,
  },
  doubts: { media: [JSON_TYPE], answer: doubtsAnswer },
  decideRun: {
    body: { schema: decisionInput, example: { decision: 'printed' } },
    media: [JSON_TYPE],
    answer: runAnswer,
  },
  schedules: { media: [JSON_TYPE], answer: schedulesAnswer },
  addSchedule: {
    body: {
      schema: scheduleInput,
      example: {
        name: 'Every morning',
        ...EXAMPLE_TIMES,
        trigger: 'open',
        run: {
          template: TEMPLATE_ID,
          format: 'zpl',
          rows: [ROW],
          where: [{ column: 'code', test: 'filled' }],
        },
      },
    },
    status: 201,
    media: [JSON_TYPE],
    answer: addedScheduleAnswer,
  },
  schedule: { media: [JSON_TYPE], answer: shownScheduleAnswer },
  changeSchedule: {
    body: { schema: scheduleChange, example: EXAMPLE_TIMES },
    media: [JSON_TYPE],
    answer: addedScheduleAnswer,
  },
  scheduleHistory: { media: [JSON_TYPE], answer: historyAnswer },
  pauseSchedule: { body: NOTHING, media: [JSON_TYPE], answer: scheduleAnswer },
  resumeSchedule: { body: NOTHING, media: [JSON_TYPE], answer: scheduleAnswer },
  runSchedule: { body: NOTHING, status: 202, takesKey: true, media: [JSON_TYPE], answer: runAnswer },
  deleteSchedule: { body: NOTHING, media: [JSON_TYPE], answer: scheduleAnswer },
  trigger: {
    body: { schema: triggerInput, example: { rows: [ROW] } },
    status: 202,
    takesKey: true,
    media: [JSON_TYPE],
    answer: runAnswer,
  },
};
