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
  | 'fitProof'
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
    text: 'Lists the templates of the account in pages, the most recently changed first.',
  },
  template: {
    title: 'Describe a template',
    method: 'GET',
    url: '/v1/templates/:id',
    scope: 'templates:read',
    perMinute: 600,
    text: 'Returns a template with its versions and fields: data columns, fill-in fields and serial numbers.',
  },
  preview: {
    title: 'Preview a label',
    method: 'POST',
    url: '/v1/templates/:id/preview',
    scope: 'preview',
    perMinute: 120,
    text: 'Renders one row as a label: PNG or PDF with the print image, or SVG. Serial numbers do not advance.',
  },
  fitProof: {
    title: 'Prove that texts fit',
    method: 'POST',
    url: '/v1/templates/:id/fit-proof',
    scope: 'preview',
    perMinute: 60,
    text:
      'Proves for each text with values from data up to which length all values fit, or returns a text that does not fit. ' +
      'A proof is about the values that the text declares, or else about those of the rows. No label is rendered, and ' +
      'serial numbers do not advance. The limits of rows are those of a run.',
  },
  printers: {
    title: 'List printers',
    method: 'GET',
    url: '/v1/printers',
    scope: 'runs:read',
    perMinute: 600,
    text: 'Lists the printers of the print assistants connected to the account, with their status.',
  },
  startRun: {
    title: 'Start a run',
    method: 'POST',
    url: '/v1/runs',
    scope: 'runs:write',
    perMinute: 600,
    text:
      'Renders labels from rows in the background, as files or for a printer. Repeated requests with the same Idempotency-Key start one run. ' +
      'JSON may have at most 200,000 rows, 1,000 columns and 2,000,000 cells (rows times columns); send more as `csv` or `file`. ' +
      'The rest of the body may have 65,536 characters of JSON.',
  },
  runs: {
    title: 'List runs',
    method: 'GET',
    url: '/v1/runs',
    scope: 'runs:read',
    perMinute: 600,
    text: 'Lists the runs of the last week, the newest first.',
  },
  run: {
    title: 'Show a run',
    method: 'GET',
    url: '/v1/runs/:id',
    scope: 'runs:read',
    perMinute: 1_200,
    text: 'Returns the state of a run.',
  },
  events: {
    title: 'Follow a run',
    method: 'GET',
    url: '/v1/runs/:id/events',
    scope: 'runs:read',
    perMinute: 120,
    text: 'Streams the state of a run as server-sent events, one for each change until the run ends.',
  },
  pages: {
    title: 'Fetch all pages',
    method: 'GET',
    url: '/v1/runs/:id/pages',
    scope: 'runs:read',
    perMinute: 120,
    text: 'Returns all pages: one file, or a zip archive of PNG or SVG files.',
  },
  page: {
    title: 'Fetch one page',
    method: 'GET',
    url: '/v1/runs/:id/pages/:page',
    scope: 'runs:read',
    perMinute: 1_200,
    text: 'Returns one page of a PNG or SVG run; pages are numbered from 1.',
  },
  report: {
    title: 'Fetch the report',
    method: 'GET',
    url: '/v1/runs/:id/report',
    scope: 'runs:read',
    perMinute: 120,
    text: 'Returns the result of each label with its row, the reason if it was rejected, and the attempts of the workers: JSON, or CSV with format=csv.',
  },
  cancelRun: {
    title: 'Cancel a run',
    method: 'POST',
    url: '/v1/runs/:id/cancel',
    scope: 'runs:write',
    perMinute: 600,
    text: 'Cancels a run. A run that has ended is unchanged.',
  },
  pauseRun: {
    title: 'Pause a run',
    method: 'POST',
    url: '/v1/runs/:id/pause',
    scope: 'runs:write',
    perMinute: 600,
    text: 'Pauses a run: workers finish the parts in progress and start no others. A run that has ended is unchanged.',
  },
  resumeRun: {
    title: 'Resume a run',
    method: 'POST',
    url: '/v1/runs/:id/resume',
    scope: 'runs:write',
    perMinute: 600,
    text: 'Resumes a paused run. A run that is not paused is unchanged.',
  },
  reprintRun: {
    title: 'Print labels again',
    method: 'POST',
    url: '/v1/runs/:id/reprint',
    scope: 'runs:write',
    perMinute: 600,
    text:
      'Starts a run that prints labels of a finished run again, with its rows and serial numbers: all labels, some, or those ' +
      'of some pages. Repeated requests with the same Idempotency-Key start one run.',
  },
  doubts: {
    title: 'List unconfirmed pages',
    method: 'GET',
    url: '/v1/runs/:id/doubts',
    scope: 'runs:read',
    perMinute: 600,
    text: 'Lists the pages of a run of which it is unknown whether they were printed, because their assistant is not connected or does not know.',
  },
  decideRun: {
    title: 'Resolve unconfirmed pages',
    method: 'POST',
    url: '/v1/runs/:id/doubts',
    scope: 'runs:write',
    perMinute: 600,
    text:
      'Marks unconfirmed pages as printed (`printed`: they are never sent again) or prints them again ' +
      '(`again`: they are sent once more; if the run has ended, by a new run with its id in `reprint_of`). Applies to all pages ' +
      'or to those with the given numbers. Other pages are unchanged.',
  },
  schedules: {
    title: 'List schedules',
    method: 'GET',
    url: '/v1/schedules',
    scope: 'schedules:read',
    perMinute: 600,
    text: 'Lists the schedules of the account, the newest first, with their next times and latest results.',
  },
  addSchedule: {
    title: 'Add a schedule',
    method: 'POST',
    url: '/v1/schedules',
    scope: 'schedules:write',
    perMinute: 60,
    text:
      'Adds a schedule that starts runs at certain times (five cron fields and a time zone), or when its URL `trigger_path` is ' +
      'requested. The URL and the key that signs its messages are returned only once.',
  },
  schedule: {
    title: 'Show a schedule',
    method: 'GET',
    url: '/v1/schedules/:id',
    scope: 'schedules:read',
    perMinute: 600,
    text: 'Returns a schedule with the settings of its runs.',
  },
  changeSchedule: {
    title: 'Change a schedule',
    method: 'POST',
    url: '/v1/schedules/:id',
    scope: 'schedules:write',
    perMinute: 60,
    text: 'Changes the given fields. `trigger` creates a new trigger URL and revokes the previous one; `none` removes it.',
  },
  scheduleHistory: {
    title: 'Show the history of a schedule',
    method: 'GET',
    url: '/v1/schedules/:id/history',
    scope: 'schedules:read',
    perMinute: 600,
    text: 'Lists the latest 50 times of the last month, each with its run or the reason why none was started.',
  },
  pauseSchedule: {
    title: 'Pause a schedule',
    method: 'POST',
    url: '/v1/schedules/:id/pause',
    scope: 'schedules:write',
    perMinute: 60,
    text: 'Pauses a schedule: neither its times nor its trigger start runs until it is resumed.',
  },
  resumeSchedule: {
    title: 'Resume a schedule',
    method: 'POST',
    url: '/v1/schedules/:id/resume',
    scope: 'schedules:write',
    perMinute: 60,
    text: 'Resumes a schedule at its next time, including one that was stopped after five consecutive failures.',
  },
  runSchedule: {
    title: 'Run a schedule now',
    method: 'POST',
    url: '/v1/schedules/:id/run',
    scope: 'schedules:write',
    perMinute: 60,
    text: 'Starts the run immediately, even if the schedule is paused. Repeated requests with the same Idempotency-Key start one run.',
  },
  deleteSchedule: {
    title: 'Delete a schedule',
    method: 'POST',
    url: '/v1/schedules/:id/delete',
    scope: 'schedules:write',
    perMinute: 60,
    text: 'Deletes a schedule. The runs that it started are kept.',
  },
  trigger: {
    title: 'Trigger a schedule',
    method: 'POST',
    url: '/v1/triggers/:secret',
    scope: null,
    perMinute: 60,
    text:
      'Starts the run of the schedule with this trigger URL, with the rows in the request or its own. No token is needed. ' +
      'If the schedule requires signed messages (Standard Webhooks), each message starts one run; ' +
      'otherwise each Idempotency-Key does. The limits of a run apply to the rows.',
  },
};
