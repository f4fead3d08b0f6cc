import type { ApiScope } from '#protocol/api.ts';

/** The description of the calls for programs; it needs no token. */
export const V1_DOCUMENT_PATH = '/v1/openapi.json';

export interface V1Call {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Null for the call whose address is its authorization. */
  readonly scope: ApiScope | null;
  /** Calls of one token per minute. */
  readonly perMinute: number;
  readonly title: string;
  readonly text: string;
}

export type V1CallName =
  | 'templates'
  | 'template'
  | 'preview'
  | 'printers'
  | 'startRun'
  | 'runs'
  | 'run'
  | 'events'
  | 'pages'
  | 'page'
  | 'report'
  | 'cancelRun'
  | 'pauseRun'
  | 'resumeRun'
  | 'reprintRun'
  | 'doubts'
  | 'decideRun'
  | 'schedules'
  | 'addSchedule'
  | 'schedule'
  | 'changeSchedule'
  | 'scheduleHistory'
  | 'pauseSchedule'
  | 'resumeSchedule'
  | 'runSchedule'
  | 'deleteSchedule'
  | 'trigger';

/** Every call of the public interface. */
export const V1_CALLS: Readonly<Record<V1CallName, V1Call>> = {
  templates: {
    title: 'List templates',
    method: 'GET',
    url: '/v1/templates',
    scope: 'templates:read',
    perMinute: 600,
    text: 'The templates of the account, a page at a time, the last changed first.',
  },
  template: {
    title: 'Describe a template',
    method: 'GET',
    url: '/v1/templates/:id',
    scope: 'templates:read',
    perMinute: 600,
    text: 'A template with its fields: columns of data, texts to fill in, running numbers; and its versions.',
  },
  preview: {
    title: 'Preview a label',
    method: 'POST',
    url: '/v1/templates/:id/preview',
    scope: 'preview',
    perMinute: 120,
    text: 'One row as a label: PNG or PDF with the dots that print, or SVG. No running number is used up.',
  },
  printers: {
    title: 'List printers',
    method: 'GET',
    url: '/v1/printers',
    scope: 'runs:read',
    perMinute: 600,
    text: 'The printers of the print assistants that are bound to the account, and how they are.',
  },
  startRun: {
    title: 'Start a run',
    method: 'POST',
    url: '/v1/runs',
    scope: 'runs:write',
    perMinute: 600,
    text:
      'Makes labels of rows, in the background: files in a format, or pages for a printer. With an Idempotency-Key the same request is the same run. ' +
      'Rows of JSON are at most 200,000, with 1,000 columns and 2,000,000 cells (rows times columns); more come as `csv` or `file`. ' +
      'All else in the body may have 65,536 characters of JSON.',
  },
  runs: {
    title: 'List runs',
    method: 'GET',
    url: '/v1/runs',
    scope: 'runs:read',
    perMinute: 600,
    text: 'The runs of the last week, the newest first.',
  },
  run: {
    title: 'Show a run',
    method: 'GET',
    url: '/v1/runs/:id',
    scope: 'runs:read',
    perMinute: 1_200,
    text: 'The state of a run.',
  },
  events: {
    title: 'Follow a run',
    method: 'GET',
    url: '/v1/runs/:id/events',
    scope: 'runs:read',
    perMinute: 120,
    text: 'The state of a run, sent again with each change until it ends: server-sent events.',
  },
  pages: {
    title: 'Fetch all pages',
    method: 'GET',
    url: '/v1/runs/:id/pages',
    scope: 'runs:read',
    perMinute: 120,
    text: 'All pages: the one file that they make, or a zip file of PNG or SVG files.',
  },
  page: {
    title: 'Fetch one page',
    method: 'GET',
    url: '/v1/runs/:id/pages/:page',
    scope: 'runs:read',
    perMinute: 1_200,
    text: 'One page of a run to PNG or SVG, counted from 1.',
  },
  report: {
    title: 'Fetch the report',
    method: 'GET',
    url: '/v1/runs/:id/report',
    scope: 'runs:read',
    perMinute: 120,
    text: 'What became of each label, with the row and why it was refused, and what workers tried: JSON, or CSV with format=csv.',
  },
  cancelRun: {
    title: 'Cancel a run',
    method: 'POST',
    url: '/v1/runs/:id/cancel',
    scope: 'runs:write',
    perMinute: 600,
    text: 'Ends a run. One that has ended already stays as it is.',
  },
  pauseRun: {
    title: 'Pause a run',
    method: 'POST',
    url: '/v1/runs/:id/pause',
    scope: 'runs:write',
    perMinute: 600,
    text: 'Lets a run rest: what workers have begun of it ends, and no more is begun. One that has ended stays as it is.',
  },
  resumeRun: {
    title: 'Resume a run',
    method: 'POST',
    url: '/v1/runs/:id/resume',
    scope: 'runs:write',
    perMinute: 600,
    text: 'Lets a run go on that was paused. One that was not stays as it is.',
  },
  reprintRun: {
    title: 'Print labels again',
    method: 'POST',
    url: '/v1/runs/:id/reprint',
    scope: 'runs:write',
    perMinute: 600,
    text:
      'Starts a run that prints labels of a finished one again, with its rows and its running numbers: all, some, or those ' +
      'of some pages. With an Idempotency-Key the same request is the same run.',
  },
  doubts: {
    title: 'List pages in doubt',
    method: 'GET',
    url: '/v1/runs/:id/doubts',
    scope: 'runs:read',
    perMinute: 600,
    text: 'The pages of a run of which it is unknown whether they were printed: their assistant is not connected, or does not know.',
  },
  decideRun: {
    title: 'Decide pages in doubt',
    method: 'POST',
    url: '/v1/runs/:id/doubts',
    scope: 'runs:write',
    perMinute: 600,
    text:
      'Says of pages in doubt that they were printed (`printed`: they never go out again) or that they are to be printed again ' +
      '(`again`: they go out once more; of a run that has ended by a run of its own, whose `reprint_of` names it). All of them, ' +
      'or some by their numbers. Pages that are not in doubt stay as they are.',
  },
  schedules: {
    title: 'List schedules',
    method: 'GET',
    url: '/v1/schedules',
    scope: 'schedules:read',
    perMinute: 600,
    text: 'The schedules of the account, the newest first, with their next times and what came of the last ones.',
  },
  addSchedule: {
    title: 'Add a schedule',
    method: 'POST',
    url: '/v1/schedules',
    scope: 'schedules:write',
    perMinute: 60,
    text:
      'Starts runs at times (five fields as cron has them, in a time zone), or when its own address is asked for: `trigger_path`, ' +
      'which is shown only once, as is the key that signs its messages.',
  },
  schedule: {
    title: 'Show a schedule',
    method: 'GET',
    url: '/v1/schedules/:id',
    scope: 'schedules:read',
    perMinute: 600,
    text: 'A schedule with what its runs are asked for with.',
  },
  changeSchedule: {
    title: 'Change a schedule',
    method: 'POST',
    url: '/v1/schedules/:id',
    scope: 'schedules:write',
    perMinute: 60,
    text: 'What is left out stays. With `trigger` it gets a new address and the one before is revoked; with `none` it has none.',
  },
  scheduleHistory: {
    title: 'Show what came of a schedule',
    method: 'GET',
    url: '/v1/schedules/:id/history',
    scope: 'schedules:read',
    perMinute: 600,
    text: 'The latest 50 times of the last month, with their runs, or why there is none.',
  },
  pauseSchedule: {
    title: 'Pause a schedule',
    method: 'POST',
    url: '/v1/schedules/:id/pause',
    scope: 'schedules:write',
    perMinute: 60,
    text: 'Neither its times nor its address start anything until it is resumed.',
  },
  resumeSchedule: {
    title: 'Resume a schedule',
    method: 'POST',
    url: '/v1/schedules/:id/resume',
    scope: 'schedules:write',
    perMinute: 60,
    text: 'Goes on with the next time, also of one that was stopped after five failures in a row.',
  },
  runSchedule: {
    title: 'Run a schedule now',
    method: 'POST',
    url: '/v1/schedules/:id/run',
    scope: 'schedules:write',
    perMinute: 60,
    text: 'Starts its run at once, also while it is paused. With an Idempotency-Key it is one run.',
  },
  deleteSchedule: {
    title: 'Delete a schedule',
    method: 'POST',
    url: '/v1/schedules/:id/delete',
    scope: 'schedules:write',
    perMinute: 60,
    text: 'The runs that it has started stay.',
  },
  trigger: {
    title: 'Trigger a schedule',
    method: 'POST',
    url: '/v1/triggers/:secret',
    scope: null,
    perMinute: 60,
    text:
      'Starts the run of the schedule that has this address, with the rows that come along or with its own. No token is needed. ' +
      'Where it takes signed messages, they are signed as Standard Webhooks says, and each message is one run; ' +
      'else each Idempotency-Key is. The rows have the limits of a run.',
  },
};
