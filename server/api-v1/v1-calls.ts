import type { ApiScope } from '#protocol/api.ts';

export interface V1Call {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly scope: ApiScope;
  /** How many a minute one token may ask for. */
  readonly perMinute: number;
  readonly title: string;
  readonly text: string;
}

export type V1CallName =
  | 'templates'
  | 'template'
  | 'preview'
  | 'startRun'
  | 'runs'
  | 'run'
  | 'events'
  | 'pages'
  | 'page'
  | 'report'
  | 'cancelRun';

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
  startRun: {
    title: 'Start a run',
    method: 'POST',
    url: '/v1/runs',
    scope: 'runs:write',
    perMinute: 600,
    text: 'Makes labels of rows, in the background. With an Idempotency-Key the same request is the same run.',
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
    text: 'How a run stands.',
  },
  events: {
    title: 'Follow a run',
    method: 'GET',
    url: '/v1/runs/:id/events',
    scope: 'runs:read',
    perMinute: 120,
    text: 'How a run stands, told again with each change until it ends: server-sent events.',
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
};
