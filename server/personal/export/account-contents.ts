import { Readable } from 'node:stream';
import { listPasskeys } from '../../accounts/passkeys.ts';
import { secondFactorState } from '../../accounts/second-factor.ts';
import type { Db } from '../../database/open-database.ts';
import type { User } from '../../database/tables.ts';
import { keyOf, type FileStore } from '../../files/file-store.ts';
import { readReadings, readRecord } from '../../history/read-records.ts';
import { createPathList, safePart } from './entry-names.ts';

/** One file of the archive. `open` gives null where it has gone since. */
export interface Entry {
  readonly path: string;
  /** Packed already: to compress it again would only take time. */
  readonly packed: boolean;
  readonly open: () => Promise<Readable | null>;
}

interface Kept {
  readonly db: Db;
  readonly files: FileStore;
}

const PAGE = 200;
const CSV_COLUMNS = [
  'job_id',
  'name',
  'printer',
  'state',
  'asked',
  'sent',
  'refused',
  'in_doubt',
  'not_printed',
  'started_at',
  'ended_at',
] as const;

/** All that the account has, as files, looked up little by little. Nothing of other users is ever asked for. */
export async function* contentsOf({ db, files }: Kept, user: User): AsyncGenerator<Entry> {
  const nameOnce = createPathList();
  const named = new Set<string>();
  const kept = (key: string, path: string): Entry => {
    named.add(key);
    return { path, packed: true, open: async () => (await files.find(user.id, key))?.open() ?? null };
  };

  yield text('profile.json', [JSON.stringify(await profileOf(db, user), null, 2)]);
  if (user.head_pic !== '') yield kept(keyOf(user.head_pic), 'portrait.png');
  for await (const row of templatesOf(db, user.id)) {
    const stem = `templates/${safePart(row.folder)}/${safePart(row.name)}`;
    const path = nameOnce(stem, endingOf(row.file_key));
    yield kept(row.file_key, path);
    if (row.preview_key !== null) yield kept(row.preview_key, nameOnce(path.replace(/\.\w+$/, ''), '.png'));
  }
  yield text('templates.jsonl', templateLines(db, user.id));
  const fonts = await db.selectFrom('user_font').selectAll().where('user_id', '=', user.id).orderBy('id').execute();
  for (const { family, weight, italic, file_key: key } of fonts) {
    const stem = `fonts/${safePart(family)}-${weight}${italic === 1 ? '-italic' : ''}`;
    yield kept(key, nameOnce(stem, endingOf(key)));
  }
  for await (const { key, kind } of storedFilesOf(db, user.id)) {
    if (!named.has(key)) yield kept(key, `files/${safePart(kind)}/${key}`);
  }
  yield text('print-records.csv', recordLines(db, user.id));
  for await (const { job_id: jobId } of recordsOf(db, user.id)) {
    yield text(`print-records/${safePart(jobId)}.json`, recordText(db, user.id, jobId));
  }
}

function text(path: string, parts: Iterable<string> | AsyncIterable<string>): Entry {
  return { path, packed: false, open: async () => Readable.from(parts, { objectMode: false }) };
}

async function profileOf(db: Db, user: User): Promise<object> {
  const folders = await db.selectFrom('folder').select('name').where('user_id', '=', user.id).execute();
  const passkeys = await listPasskeys(db, user.id);
  const { since } = await secondFactorState(db, user.id);
  return {
    user_id: user.id,
    user_name: user.user_name,
    email: user.email,
    nickname: user.nickname,
    created_at: iso(user.created_at),
    one_time_codes_since: iso(since),
    passkeys: passkeys.map(({ name, created, used }) => ({ name, created_at: iso(created), used_at: iso(used) })),
    template_folders: folders.map(({ name }) => name),
  };
}

/* The tables in pages: on a connection of its own a cursor would hold a snapshot open for as long as a slow line takes. */

async function* templatesOf(db: Db, userId: string) {
  const query = db
    .selectFrom('template')
    .innerJoin('folder', 'folder.id', 'template.folder_id')
    .selectAll('template')
    .select('folder.name as folder')
    .where('template.user_id', '=', userId)
    .orderBy('template.id')
    .limit(PAGE);
  for (let last = ''; ;) {
    const rows = await query.where('template.id', '>', last).execute();
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.id ?? '';
  }
}

async function* storedFilesOf(db: Db, userId: string) {
  const query = db.selectFrom('stored_file').select(['key', 'kind']).where('user_id', '=', userId);
  for (let last = ''; ;) {
    const rows = await query.where('key', '>', last).orderBy('key').limit(PAGE).execute();
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.key ?? '';
  }
}

async function* recordsOf(db: Db, userId: string) {
  const query = db.selectFrom('print_record').select(CSV_COLUMNS).where('user_id', '=', userId);
  for (let last = ''; ;) {
    const rows = await query.where('job_id', '>', last).orderBy('job_id').limit(PAGE).execute();
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.job_id ?? '';
  }
}

async function* templateLines(db: Db, userId: string): AsyncGenerator<string> {
  for await (const row of templatesOf(db, userId)) {
    const { id, folder, name, remark, width_mm, height_mm, use_count, revision } = row;
    const times = { created_at: iso(row.created_at), updated_at: iso(row.updated_at) };
    yield `${JSON.stringify({ id, folder, name, remark, width_mm, height_mm, use_count, revision, ...times })}\n`;
  }
}

async function* recordLines(db: Db, userId: string): AsyncGenerator<string> {
  // The byte order mark tells spreadsheet programs that it is UTF-8.
  yield `\uFEFF${CSV_COLUMNS.join(',')}\r\n`;
  for await (const row of recordsOf(db, userId)) {
    const values = { ...row, started_at: iso(row.started_at), ended_at: iso(row.ended_at) };
    yield `${CSV_COLUMNS.map((column) => csvValue(String(values[column] ?? ''))).join(',')}\r\n`;
  }
}

/** A run with its report and the readings of its symbols, these part by part. */
async function* recordText(db: Db, userId: string, jobId: string): AsyncGenerator<string> {
  const record = await readRecord(db, userId, jobId);
  if (!record.ok) return;
  yield `{"record":${JSON.stringify(record.value)},"readings":[`;
  const parts = await db
    .selectFrom('print_reading')
    .select('part')
    .where('user_id', '=', userId)
    .where('job_id', '=', jobId)
    .orderBy('part')
    .execute();
  let before = '';
  for (const { part } of parts) {
    const found = await readReadings(db, userId, jobId, part);
    if (!found.ok || found.value.readings.length === 0) continue;
    yield before + JSON.stringify(found.value.readings).slice(1, -1);
    before = ',';
  }
  yield ']}';
}

function csvValue(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function endingOf(key: string): string {
  return key.slice(key.lastIndexOf('.'));
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(Number(time)).toISOString();
}
