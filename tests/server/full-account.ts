import type { Insertable } from 'kysely';
import type { ElementId } from '#model/kernel/ids.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import { problem } from '#model/kernel/problem.ts';
import { TEMPLATE_FILE_LIMITS } from '#model/template/markup-meter.ts';
import { packTemplate } from '#model/template/packing.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { expectOk } from '#model/kernel/result.ts';
import { newId } from '#server/core/database/new-id.ts';
import type { Tables } from '#server/core/database/tables.ts';
import { addSchedule, type ChangedSchedule } from '#server/runs/schedules/schedules.ts';
import { packResult } from '#server/runs/chunks.ts';
import { noteRunFiles, putRunFile } from '#server/runs/run-files.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';
import type { Db } from '#server/core/database/open-database.ts';
import type { Services } from '#server/services.ts';
import { createPng, createUser, type TestServer, type TestUser } from './create-test-server.ts';
import { saveLabel, tokenOf } from './v1-program.ts';

const LABELS = 200_000;
const LABELS_OF_CHUNK = 500;
/** Unconfirmed pages of a run. */
export const DOUBTS: number = 30_000;
const LISTED_RUNS = 200;
const LARGE_PART = 0.1;
const MOST_PRINTERS = 200;

/** Ids of things, by the names in calls' addresses. */
export interface World {
  readonly token: string;
  readonly template: string;
  readonly largeTemplate: string;
  /** A run with 200,000 labels and as many pages of SVG. */
  readonly finished: string;
  /** Runs with so many unconfirmed pages each. */
  readonly doubted: readonly string[];
  readonly open: string;
  readonly schedule: string;
  /** The last part of the address of that schedule, which anybody may trigger. */
  readonly trigger: string;
}

/** A table with so many columns of which each row fills one. */
export const sparse = (rows: number, columns: number): object[] =>
  Array.from({ length: rows }, (_, i) => ({ [`c${i % columns}`]: 1 }));
export const full = (rows: number, columns: number): object[] =>
  Array.from({ length: rows }, (_, i) => Object.fromEntries(Array.from({ length: columns }, (_x, j) => [`c${j}`, i])));
/** An account with as much of everything as the limits allow, or as a test has time for. */
export async function createWorld({ server, url }: TestServer): Promise<World> {
  const user = await createUser(url, 'owner');
  const token = await tokenOf(user);
  const template = await saveLabel(user, await createRenderFolder());
  const { finished, doubted, open } = await server.services.db.transaction().execute(async (db) => {
    const services = { ...server.services, db };
    const printer = await addPrinter(db, user);
    const add = (run: AddedRun): Promise<string> => addRun(db, user, template, run);
    const first = await add({ format: 'svg', total: LABELS, pages: LABELS });
    await addResults(services, user, first);
    const inDoubt: string[] = [];
    for (let i = 0; i < 2; i++) {
      const id = await add({ format: 'png', total: DOUBTS, pages: 2 * DOUBTS, printer });
      await addDoubts(db, id, printer);
      inDoubt.push(id);
    }
    const long = { texts: { a: 'x'.repeat(20_000), b: 'x'.repeat(20_000), c: 'x'.repeat(20_000) } };
    for (let i = 0; i < LISTED_RUNS; i++) await add({ format: 'png', total: 1, pages: 1, printer, more: long });
    const waiting = await add({ format: 'zpl', total: 0, pages: 0, state: 'planning' });
    return { finished: first, doubted: inDoubt, open: waiting };
  });
  const schedules: ChangedSchedule[] = [];
  for (let i = 0; i < 100; i++) {
    const run = { template, format: 'zpl', rows: i === 99 ? sparse(3_000, 600) : full(2, 2) };
    const asked = {
      name: `Schedule ${i}`,
      request: JSON.stringify(run),
      webhook: null,
      cron: '0 6 1 1 *',
      zone: 'Europe/Madrid',
      trigger: 'open',
      language: 'en',
    } as const;
    schedules.push(expectOk(await addSchedule(server.services, user.user.user_id, asked)));
  }
  const last = schedules.at(-1);
  return {
    token,
    template,
    largeTemplate: await saveLargest(user),
    finished,
    doubted,
    open,
    schedule: last?.schedule.id ?? '',
    trigger: last?.secrets?.secret ?? '',
  };
}

interface AddedRun {
  readonly format: string;
  readonly state?: string;
  readonly total: number;
  readonly pages: number;
  readonly printer?: string;
  readonly more?: object;
}

async function addRun(
  db: Db,
  { user: { user_id: userId } }: TestUser,
  template: string,
  { format, state = 'done', total, pages, printer, more }: AddedRun,
): Promise<string> {
  const time = Date.now();
  const id = newId(time);
  const settings = {
    format,
    dpi: 203,
    copies: 1,
    copiesColumn: null,
    minGrade: 'C',
    overflow: 'refuse',
    rows: null,
    sheet: null,
    count: null,
    time: localTimeAt(new Date(time)),
    source: null,
    texts: null,
    fonts: [],
    preview: false,
    ...(printer === undefined ? {} : { printer: { id: printer, name: 'Printer', calibration: null } }),
    ...more,
  };
  await db
    .insertInto('label_run')
    .values({
      id,
      user_id: userId,
      token_id: null,
      template_id: template,
      template_name: 'Bound',
      template_revision: 1,
      settings: JSON.stringify(settings),
      format,
      state,
      generation: 0,
      plan: null,
      total,
      verified: total,
      refused: 0,
      pages,
      problem: null,
      idempotency_key: null,
      webhook: null,
      webhook_state: null,
      body_hash: '',
      paused_at: null,
      priority: 'normal',
      reprint_of: null,
      made: total,
      render_ms: 0,
      bytes: 0,
      created_at: time,
      updated_at: time,
      finished_at: state === 'done' ? time : null,
      put_away_at: null,
      preview: 0,
    })
    .execute();
  return id;
}

/** Chunks that all have the same result. Every other label has a problem, although it is on a page: both have a cost. */
async function addResults(
  { db, blobs }: Pick<Services, 'db' | 'blobs'>,
  { user: { user_id: userId } }: TestUser,
  id: string,
): Promise<void> {
  const labels = Array.from({ length: LABELS_OF_CHUNK }, (_, i) => {
    const problems =
      i % 2 === 0
        ? []
        : [{ elementId: 'barcode' as ElementId, elementName: 'barcode', problem: problem('symbol.chinese') }];
    return { row: i + 1, verified: true, problems, symbols: [], warnings: [] };
  });
  const pieces = Array.from({ length: LABELS_OF_CHUNK }, (_, i) => Buffer.alloc(10_000, i));
  const pages = pieces.map(() => ({ pngHash: '', labelCount: 1 }));
  const result = packResult({ done: LABELS_OF_CHUNK, labels, ahead: [], pages, pieces });
  const chunk = await putRunFile(blobs, id, 'chunk', 0, result);
  await noteRunFiles(db, { id, user_id: userId }, [chunk], Date.now());
  for (let first = 0; first < LABELS; first += LABELS_OF_CHUNK) {
    const counts = { label_count: LABELS_OF_CHUNK, done_count: LABELS_OF_CHUNK, page_count: pages.length };
    await db
      .insertInto('run_chunk')
      .values({ run_id: id, generation: 0, first_label: first, ...counts, result_key: chunk.key })
      .execute();
  }
  const rows = Array.from({ length: 2_000 }, (_, i) => ({
    run_id: id,
    step: 'chunk',
    generation: 0,
    first_label: i,
    attempt: 1,
    worker: 'w',
    started_at: i,
    ended_at: i,
    outcome: 'done',
    why: null,
  }));
  for (const row of rows)
    await db
      .insertInto('run_try')
      .values(row as Insertable<Tables['run_try']>)
      .execute();
}

async function addPrinter(db: Db, { user: { user_id: userId } }: TestUser): Promise<string> {
  const time = Date.now();
  const common = { user_id: userId, created_at: time };
  await db
    .insertInto('assistant')
    .values({
      ...common,
      id: 'away',
      name: 'Away',
      token_hash: 'away',
      seen_at: time,
      server: null,
      connection: null,
      connected_until: 0,
    })
    .execute();
  const info = JSON.stringify({ name: 'Printer', state: 'idle', dpis: [203] });
  for (let i = 0; i < MOST_PRINTERS; i++) {
    const id = `printer${i}`;
    const row = { ...common, id, identity: id, name: id, info, holder: null, held_until: 0, seen_at: time };
    await db.insertInto('printer').values(row).execute();
    await db.insertInto('assistant_printer').values({ assistant_id: 'away', printer_id: id, name: id }).execute();
  }
  return 'printer0';
}

/** Every other page, so that no two are one range. */
async function addDoubts(db: Db, id: string, printer: string): Promise<void> {
  const job = {
    run_id: id,
    printer_id: printer,
    state: 'ended',
    page_count: 2 * DOUBTS,
    next_page: 2 * DOUBTS,
  } as const;
  await db
    .insertInto('print_job')
    .values({ ...job, printed: 0, rounds: 0, assistant_id: 'away', problem: null, created_at: Date.now() })
    .execute();
  const rows = Array.from({ length: DOUBTS }, (_, i) => ({
    run_id: id,
    page: 2 * i + 1,
    state: 'doubt' as const,
    round: 0,
    assistant_id: 'away',
    record: null,
  }));
  for (let i = 0; i < rows.length; i += 1_000) {
    await db
      .insertInto('print_page')
      .values(rows.slice(i, i + 1_000))
      .execute();
  }
}

/** A template with a tenth of the markup that a file may have: it takes a second to read. */
async function saveLargest({ api }: TestUser): Promise<string> {
  const small = writeTemplate(createTestTemplate(Array.from({ length: 10 }, () => createTestElement('text', {}))));
  const more = writeTemplate(createTestTemplate(Array.from({ length: 1_010 }, () => createTestElement('text', {}))));
  const each = (more.length - small.length) / 1_000;
  const count = Math.floor((TEMPLATE_FILE_LIMITS.markupBytes * LARGE_PART) / each);
  const xml = writeTemplate(createTestTemplate(Array.from({ length: count }, () => createTestElement('text', {}))));
  const token = expectOk(await api.call('uploadToken', { bucket: 'web' }));
  const file = expectOk(await api.uploadTemplate(packTemplate(xml), 'label.tprts', token.data));
  const preview = expectOk(await api.uploadPreview(createPng(), token.data));
  const files = { url: token.url + file.key, image: token.url + preview.key };
  return expectOk(await api.call('addTemplate', { name: 'Large', parent_id: '', width: 100, height: 80, ...files })).id;
}
