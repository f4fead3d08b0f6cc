// The most expensive requests of each call of the public interface.
import type { V1CallName } from '#server/api-v1/v1-calls.ts';
import { DOUBTS, full, sparse, type World } from './full-account.ts';

const RUN_BODY_BYTES = 27_962_027;
const TRIGGER_BODY_BYTES = 5 * 1024 * 1024;

/** One expensive request of a call. */
export interface Costly {
  readonly what: string;
  /** As in the address; the world's open run or first schedule when absent. */
  readonly id?: (world: World) => string;
  readonly query?: string;
  readonly body?: (world: World) => Uint8Array | object;
  readonly status: number;
  /** A second request costs nothing: the work is done. */
  readonly isDoneOnce?: boolean;
  /** Only the answer's beginning is read, and slowly. */
  readonly isLeftHalfway?: boolean;
}

const filled = (bytes: number, head: string, unit: string, tail: string): Uint8Array => {
  const count = Math.floor((bytes - head.length - tail.length) / unit.length);
  return Buffer.from(head + unit.repeat(count).slice(0, unit.endsWith(',') ? -1 : undefined) + tail);
};
/** Each row has a column of its own. */
const ownColumns = (rows: number): object[] => Array.from({ length: rows }, (_, i) => ({ [`c${i}`]: 1 }));
const upTo = (count: number, step: number): string => Array.from({ length: count }, (_, i) => i * step).join(',');
const where = Array.from({ length: 50 }, () => ({ column: 'c0', test: 'contains', value: 'a'.repeat(1000) }));
const choose = Array.from({ length: 2_500 }, (_, i) => 2 * i + 2)
  .join(',')
  .slice(0, 10_000)
  .replace(/,\d*$/, '');
const pieces = Array.from({ length: 2_000 }, (_, i) => 2 * i + 1)
  .join(',')
  .slice(0, 10_000)
  .replace(/,\d*$/, '');

const runOf =
  (more: object) =>
  ({ template }: World): object => ({ template, format: 'zpl', ...more });
/** A body that names the template, filled up to the limit. */
const largeRun =
  (head: string, unit: string, tail: string) =>
  ({ template }: World): Uint8Array =>
    filled(RUN_BODY_BYTES, `{"template":"${template}","format":"zpl",${head}`, unit, tail);

const nothing = (status = 200): Costly[] => [
  { what: 'as large as it may be', body: () => ({ x: 'x'.repeat(4_000) }), status },
];

/** The most expensive bodies of each call: those within the limits, and those that are rejected. */
export const COSTLY: Readonly<Record<V1CallName, readonly Costly[]>> = {
  templates: [{ what: 'a search', query: `?size=200&page=1000000&name=${'%25'.repeat(500)}`, status: 200 }],
  template: [{ what: 'a large file', id: (world) => world.largeTemplate, status: 200 }],
  preview: [
    {
      what: 'a row of 1,000 columns',
      id: ({ template }) => template,
      body: () => ({ row: full(1, 1_000)[0] }),
      status: 503,
      isLeftHalfway: true,
    },
    {
      what: 'a row of too many columns',
      id: ({ template }) => template,
      body: () => ({ row: full(1, 40_000)[0] }),
      status: 422,
    },
  ],
  fitProof: [
    {
      what: '200,000 rows of 10 columns',
      id: ({ template }) => template,
      body: () => ({ rows: full(200_000, 10) }),
      status: 503,
      isLeftHalfway: true,
    },
    {
      what: 'CSV',
      id: ({ template }) => template,
      body: () => filled(RUN_BODY_BYTES, '{"csv":"', 'a,', 'a"}'),
      status: 503,
      isLeftHalfway: true,
    },
    {
      what: 'a column for each of 10,000 rows',
      id: ({ template }) => template,
      body: () => ({ rows: ownColumns(10_000) }),
      status: 422,
    },
  ],
  printers: [{ what: 'all', status: 200 }],
  startRun: [
    { what: '200,000 rows of 10 columns', body: runOf({ rows: full(200_000, 10) }), status: 202 },
    { what: '2,000 rows of 1,000 columns', body: runOf({ rows: sparse(2_000, 1_000) }), status: 202 },
    { what: 'filters and ranges', body: runOf({ rows: full(20, 2), where, choose }), status: 202 },
    { what: 'texts', body: runOf({ rows: full(20, 2), texts: { a: 'x'.repeat(20_000) } }), status: 202 },
    { what: 'quotes', body: largeRun('"rows":[', `{"a":"${'\\"'.repeat(10_000)}"},`, ']}'), status: 202 },
    { what: 'CSV', body: largeRun('"csv":"', 'a,', 'a"}'), status: 202 },
    { what: 'a file', body: largeRun('"file":{"name":"a.csv","base64":"', 'AAAA', '"}}'), status: 202 },
    { what: 'a column for each of 10,000 rows', body: runOf({ rows: ownColumns(10_000) }), status: 422 },
    { what: 'a column for each of 200,000 rows', body: runOf({ rows: ownColumns(200_000) }), status: 422 },
    { what: 'empty rows', body: largeRun('"rows":[', '{},', ']}'), status: 422 },
    { what: 'a row of a million columns', body: runOf({ rows: full(1, 1_000_000) }), status: 422 },
    { what: 'a million texts', body: runOf({ texts: full(1, 1_000_000)[0] }), status: 422 },
    { what: 'deep brackets', body: () => filled(RUN_BODY_BYTES, '', '[', ''), status: 422 },
    { what: 'a bad file', body: largeRun('"file":{"name":"a.csv","base64":"', 'AAAA', '!"}}'), status: 422 },
    { what: 'no JSON', body: largeRun('"csv":"', 'a', ''), status: 400 },
  ],
  runs: [
    { what: '200 runs with long settings', query: '?size=200', status: 200 },
    { what: 'far behind', query: '?size=200&page=1000000', status: 200 },
  ],
  run: [{ what: 'a run with pages in doubt', id: ({ doubted }) => doubted[0] ?? '', status: 200 }],
  events: [{ what: 'until it is left', status: 200, isLeftHalfway: true }],
  pages: [{ what: '200,000 pages', id: ({ finished }) => finished, status: 200, isLeftHalfway: true }],
  page: [{ what: 'the last one', id: ({ finished }) => finished, status: 200 }],
  report: [
    { what: '200,000 labels', id: ({ finished }) => finished, status: 200 },
    { what: '200,000 labels as a table', id: ({ finished }) => finished, query: '?format=csv', status: 200 },
  ],
  cancelRun: nothing(),
  pauseRun: nothing(),
  resumeRun: nothing(),
  reprintRun: [
    { what: 'all', id: ({ finished }) => finished, body: () => ({}), status: 202 },
    { what: 'many labels', id: ({ finished }) => finished, body: () => ({ labels: pieces }), status: 202 },
    { what: 'many pages', id: ({ finished }) => finished, body: () => ({ pages: pieces }), status: 202 },
  ],
  doubts: [{ what: 'all', id: ({ doubted }) => doubted[0] ?? '', status: 200 }],
  decideRun: [
    {
      what: 'some',
      id: ({ doubted }) => doubted[0] ?? '',
      body: () => ({ decision: 'printed', pages: pieces }),
      status: 200,
      isDoneOnce: true,
    },
    {
      what: 'all of every range',
      id: ({ doubted }) => doubted[0] ?? '',
      body: () => ({ decision: 'printed', pages: Array.from({ length: 1_200 }, () => `1-${DOUBTS}`).join(',') }),
      status: 200,
      isDoneOnce: true,
    },
    {
      what: 'all again',
      id: ({ doubted }) => doubted[1] ?? '',
      body: () => ({ decision: 'again' }),
      status: 200,
      isDoneOnce: true,
    },
  ],
  schedules: [{ what: 'a hundred', status: 200 }],
  addSchedule: [
    {
      what: 'one too many, of the longest request',
      body: ({ template }) => ({
        name: 'more',
        cron: '0 0 29 2 1',
        zone: 'America/New_York',
        run: { template, format: 'zpl', rows: full(10, 700) },
      }),
      status: 403,
    },
    {
      what: 'a column for each row',
      body: ({ template }) => ({
        name: 'more',
        cron: '0 * * * *',
        run: { template, format: 'zpl', rows: ownColumns(4_000) },
      }),
      status: 422,
    },
    {
      what: 'a time that never comes',
      body: ({ template }) => ({ name: 'more', cron: '0 0 31 2 *', run: { template, format: 'zpl' } }),
      status: 422,
    },
    {
      what: 'empty rows',
      body: ({ template }) =>
        filled(512 * 1024, `{"name":"more","run":{"template":"${template}","format":"zpl","rows":[`, '{},', ']}}'),
      status: 422,
    },
  ],
  schedule: [{ what: 'the longest', status: 200 }],
  changeSchedule: [
    {
      what: 'times that hardly come',
      body: () => ({ cron: '59 23 29 2 1', zone: 'Australia/Lord_Howe' }),
      status: 200,
    },
    {
      what: 'lists of minutes and hours',
      body: () => ({ cron: `${upTo(12, 5)} ${upTo(24, 1)} * * *` }),
      status: 200,
    },
    {
      what: 'the longest request',
      body: ({ template }) => ({
        run: {
          template,
          format: 'zpl',
          rows: full(7, 700),
          choose: choose.slice(0, 5_000).replace(/,\d*$/, ''),
          where: [],
        },
      }),
      status: 200,
    },
  ],
  scheduleHistory: [{ what: 'fifty times', status: 200 }],
  pauseSchedule: nothing(),
  resumeSchedule: nothing(),
  runSchedule: nothing(202),
  deleteSchedule: [{ what: 'one', id: () => 'none', body: () => ({}), status: 404 }],
  trigger: [
    { what: '150,000 rows', body: () => ({ rows: full(150_000, 2) }), status: 202 },
    {
      what: '2,000 rows of 1,000 columns',
      body: () => ({ rows: sparse(2_000, 1_000) }),
      status: 202,
    },
    {
      what: 'a column for each of 20,000 rows',
      body: () => ({ rows: ownColumns(20_000) }),
      status: 422,
    },
    {
      what: 'empty rows',
      body: () => filled(TRIGGER_BODY_BYTES, '{"rows":[', '{},', ']}'),
      status: 422,
    },
    { what: 'its own rows', body: () => ({}), status: 202 },
    {
      what: 'of no schedule',
      id: () => 'lwh_none',
      body: () => filled(TRIGGER_BODY_BYTES, '{"rows":[', '{},', ']}'),
      status: 404,
    },
  ],
};
