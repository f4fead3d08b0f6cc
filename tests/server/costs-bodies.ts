import { CALLS, type CallName } from '#protocol/api.ts';
import { PASSWORD } from './create-test-server.ts';
import type { Things } from './access-things.ts';
import { expectedOf } from './access-expected.ts';
import type { Input } from './code-of.ts';
import type { Crowd } from './costs-world.ts';
import { createRunReading, createRunReport, createRunStart } from './print-run-factory.ts';

/** What the bodies refer to. */
export interface World extends Crowd {
  readonly things: Things;
  readonly sheets: string;
  /** Redemption codes. */
  readonly batchId: string;
}

/** Size limit of calls' bodies. */
const BODY_BYTES = 256 * 1024;
/** Becomes 18 letters when a text is normalized for comparison. */
const WIDE = '\uFDFA';
/** Texts that name something, which must exist for the call to do all its work. */
const NAMES_THING =
  /(^|_)(ids?|tid|way|url|image|secret|ticket|counter|batch|m_id|o_id|language|zone|cron|country|FileUrl)$/;

/** The most expensive body within the limits of each call, where it differs from the widest of `access.test.ts`. */
type Costliest = { readonly [Name in CallName]?: (world: World) => Input };

const chosen = ({ templateIds }: World): Input => ({ ids: templateIds });
const trashed = ({ trashedIds }: World): Input => ({ ids: trashedIds });
const longest = (page = 1): Input => ({ page, size: 999 });
const operatorPage = { page: 100, size: 100 };

const COSTLIEST: Costliest = {
  moveTemplates: ({ templateIds, fullFolders: [, to] }) => ({ ids: templateIds, parent_id: to }),
  copyTemplates: chosen,
  deleteTemplates: chosen,
  restoreTemplates: trashed,
  delTrash: () => ({ ids: Array.from({ length: 1000 }, (_, i) => `trash${1001 + i}`) }),
  delFolder: ({ fullFolders: [id, to] }) => ({ id, templates: 'move', to }),
  templateList: () => ({ ...longest(), name: 'n'.repeat(90), order: 'size' }),
  trashList: () => longest(2),
  moveCloudFiles: ({ cloudFileIds, things }) => ({ ids: cloudFileIds.slice(0, 900), tid: things.cloudFolderId }),
  deleteCloudFiles: ({ cloudFileIds }) => ({ ids: cloudFileIds }),
  cloudDataList: () => ({ type: 1 }),
  cloudFileList: () => ({ id: 'cloud2', type: 1, size: 999, order: 'name' }),
  deleteCloudFolder: () => ({ id: 'cloud3' }),
  takeCounter: ({ things }) => ({
    id: things.templateId,
    counter: 'c0000001',
    kind: 'digits',
    step: 1,
    initial: '1',
    count: 10_000_000,
  }),
  setCounter: ({ things }) => ({
    id: things.templateId,
    counter: 'c0000002',
    kind: 'digits',
    step: 1_000_000,
    next: '9'.repeat(200),
  }),
  beginPrintRecord: () => wholeRun('begun'),
  endPrintRecord: () => ({ ...wholeRun('ended'), readings_total: 10_000, report: wholeReport('ended') }),
  addPrintReadings: () => ({
    job_id: 'job-1',
    part: 1,
    readings: Array.from({ length: 400 }, (_, row) => createRunReading(row, 'é'.repeat(100))),
  }),
  printRecordList: () => ({ page: 1, size: 100, search: 's'.repeat(1000) }),
  getPrintRecord: () => ({ job_id: 'job-1' }),
  getAuditLog: () => ({ page: 100, size: 100 }),
  operatorUserList: () => ({ ...operatorPage, search: 'k'.repeat(30) }),
  operatorStorage: () => ({ page: 1, size: 100 }),
  operatorAuditLog: () => ({ ...operatorPage, search: 'k'.repeat(30) }),
  operatorAuditCsv: () => ({ search: 'k'.repeat(30) }),
  operatorOrderList: () => ({ ...operatorPage, search: 'k'.repeat(30) }),
  operatorCommonList: () => ({ page: 50, size: 100, name: 'n'.repeat(90) }),
  commonList: () => ({ page: 1, size: 100, name: 'n'.repeat(90) }),
  ownCommonList: () => ({ page: 50, size: 100 }),
  operatorMakeCodes: () => ({ name: 'Fair', kind: 'member', days: 31, bytes: 0, count: 10_000 }),
  operatorBatchList: () => ({ page: 1, size: 100 }),
  feedbackList: () => ({ page: 1, size: 50 }),
  operatorFeedbackList: () => ({ page: 1, size: 50 }),
  publishHelpText: () => ({ id: '210', language: 'en', title: 't', markdown: `Be brief. ${'[*'.repeat(29_000)}` }),
  addIcon: () => ({ category: 'ghs', names: NAMES, svg: wideDrawing() }),
  operatorCodeList: ({ batchId }) => ({ batch: batchId, page: 100, size: 100 }),
  operatorCodeCsv: ({ batchId }) => ({ batch: batchId }),
  operatorRevokeCodes: ({ batchId }) => ({ batch: batchId }),
  operatorGrantSpace: () => ({ id: 'user7', bytes: 1, days: 1 }),
  operatorGrantDays: () => ({ member: 'user7', days: 1 }),
  operatorEndMembership: () => ({ member: 'user7' }),
  operatorGetUser: ({ things }) => ({ id: things.owner.user.user_id }),
  decideCommon: () => ({ id: 'common1', approve: true }),
  editIcon: () => ({ id: 'icon1', category: 'ghs', names: NAMES }),
  delIcon: () => ({ id: 'icon2' }),
  answerFeedback: () => ({ id: 'feedback1', answer: 'a'.repeat(2000) }),
  closeFeedback: () => ({ id: 'feedback1' }),
  restoreVersion: ({ things }) => ({ id: things.templateId, version: 1004 }),
  nameVersion: ({ things }) => ({ id: things.templateId, version: 1004, remark: 'r'.repeat(1000) }),
  operatorDeleteUser: () => ({ id: 'user5', confirmation: 'crowd5' }),
  scheduleTimes: () => ({ cron: `${list(60)} ${list(24)} ${'1,'.repeat(20)}31 2 *`, zone: 'Europe/Madrid' }),
  tryDataQuery: ({ things }) => ({
    connection_id: things.connectionId,
    text: `/goods.json?q=${'{a}'.repeat(6000)}`,
    parameters: [{ name: 'a', label: '', value: 'b' }],
  }),
  deleteAccount: () => ({ confirmation: PASSWORD }),
};

const NAMES = { zh: '', en: 'House', pt: '', es: '', ru: '' };

function list(count: number): string {
  return Array.from({ length: Math.min(count, 25) }, (_, i) => i).join(',');
}

/** As many shapes as fit. */
function wideDrawing(): string {
  const start = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4">';
  const shape = '<path d="M0 0h4v4z"/>';
  return `${start}${shape.repeat(Math.floor((64 * 1024 - start.length - 6) / shape.length))}</svg>`;
}

function wholeRun(job_id: string): Input {
  const text = WIDE.repeat(200);
  const data = Array.from({ length: 20 }, () => ({ file: text, sheet: text, connection: 'c'.repeat(2000) }));
  return { ...createRunStart({ job_id, data, name: text, printer: text }) };
}

function wholeReport(jobId: string): Input {
  const problem = { code: 'symbol.quietZone', params: { percent: 20 } } as const;
  const refusals = Array.from({ length: 200 }, (_, row) => ({ row, elementName: 'é'.repeat(200), problem }));
  const doubtfulPages = Array.from({ length: 40 }, (_, sequence) => ({
    sequence,
    labels: 1,
    rows: Array.from({ length: 400 }, (_one, row) => row),
  }));
  return { ...createRunReport({ jobId, refusals, doubtfulPages }) };
}

/** The bodies of a call: its costliest one padded to the limit, and one with texts of the greatest length. */
export function bodiesOf(name: CallName, world: World): readonly Input[] {
  const base = COSTLIEST[name]?.(world) ?? expectedOf(world.sheets)[name].input(world.things);
  const { method, input } = CALLS[name];
  if (method === 'GET') return [base, { ...base, ...manyFields(2000) }];
  return [padded(base), fit(base, widened(input as Schema, base))];
}

/** Fills a body with input that the call ignores: small values in small objects, of which there are the most. */
function padded(base: Input): Input {
  // A signature takes some of it.
  const room = BODY_BYTES - Buffer.byteLength(JSON.stringify(base)) - 500;
  return { ...base, more: Array.from({ length: Math.max(0, Math.floor(room / 8)) }, () => ({ a: 1 })) };
}

function manyFields(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, '']));
}

function fit(base: Input, wide: Input): Input {
  return Buffer.byteLength(JSON.stringify(wide)) < BODY_BYTES ? wide : base;
}

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly maximum?: number;
}

/** The same with texts and lists at their limits, and with all optional fields. */
function widened(schema: Schema, base: Input): Input {
  const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, wideValue(name, one, base[name])]);
  return { ...base, ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)) };
}

function wideValue(name: string, schema: Schema, base: unknown): unknown {
  if (NAMES_THING.test(name) || name === 'confirmation' || name === 'password' || name === 'account') return base;
  if (schema.properties !== undefined && typeof base === 'object') return widened(schema, base as Input);
  if (Array.isArray(base)) {
    const [one] = base as readonly unknown[];
    const wide = one === undefined || schema.items === undefined ? undefined : wideValue('', schema.items, one);
    return wide === undefined ? base : Array.from({ length: schema.maxItems ?? 1 }, () => wide);
  }
  const isText = schema.type === 'string' && schema.pattern === undefined && schema.enum === undefined;
  if (isText && schema.maxLength !== undefined) return WIDE.repeat(schema.maxLength);
  return base;
}
