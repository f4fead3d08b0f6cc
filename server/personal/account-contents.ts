import { NO_BRAND_KIT_REVISION } from '#protocol/api.ts';
import { readBrandKit } from '../cloud/brand-kit.ts';
import { listConnections } from '../connections/connection-store.ts';
import { listQueries } from '../connections/query-store.ts';
import { csvCell } from '#model/kernel/csv-cell.ts';
import { Readable } from 'node:stream';
import { listPasskeys } from '../accounts/passkeys.ts';
import { secondFactorState } from '../accounts/second-factor.ts';
import type { Db } from '../core/database/open-database.ts';
import type { TemplateRow, User } from '../core/database/tables.ts';
import type { FeedbackRow } from '../feedback/feedback.ts';
import { keyOf, type FileStore } from '../core/files/file-store.ts';
import { readReadings, readRecord } from '../runs/read-records.ts';
import { createPathList, safePart } from './entry-names.ts';
import { cloudFilesOf, draftOf, PAGE, storedFilesOf, templatesOf, versionsOf } from './kept-rows.ts';
import { isoOf } from '../core/iso-time.ts';

type Placed = Pick<TemplateRow, 'name' | 'trashed_name'> & { readonly folder: string };

/** One file of the archive. `open` returns null if it was deleted since. */
export interface Entry {
  readonly path: string;
  /** Already compressed: compressing again would only take time. */
  readonly packed: boolean;
  readonly open: () => Promise<Readable | null>;
}

interface Kept {
  readonly db: Db;
  readonly files: FileStore;
}

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

/** All data of the account as files, read lazily. Data of other users is never queried. */
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
    const path = nameOnce(stemOf(row), endingOf(row.file_key));
    yield kept(row.file_key, path);
    const stem = path.replace(/\.\w+$/, '');
    if (row.preview_key !== null) yield kept(row.preview_key, nameOnce(stem, '.png'));
    const draft = await draftOf(db, row.id);
    if (draft !== null) yield kept(draft, nameOnce(`drafts/${stem}`, endingOf(draft)));
    for (const version of await versionsOf(db, row.id)) {
      const old = nameOnce(`versions/${stem}/${version.revision}`, endingOf(version.file_key));
      yield kept(version.file_key, old);
      if (version.preview_key !== null) yield kept(version.preview_key, old.replace(/\.\w+$/, '.png'));
    }
  }
  yield text('templates.jsonl', templateLines(db, user.id));
  const fonts = await db.selectFrom('user_font').selectAll().where('user_id', '=', user.id).orderBy('id').execute();
  for (const { family, weight, italic, file_key: key } of fonts) {
    const stem = `fonts/${safePart(family)}-${weight}${italic === 1 ? '-italic' : ''}`;
    yield kept(key, nameOnce(stem, endingOf(key)));
  }
  const kit = await readBrandKit(db, user.id);
  if (kit.revision > NO_BRAND_KIT_REVISION) yield text('brand-kit.json', [JSON.stringify(kit, null, 2)]);
  for await (const { folder, name, file_key: key, thumbnail_key: thumbnail } of cloudFilesOf(db, user.id)) {
    const ending = endingOf(key);
    const bare = name.toLowerCase().endsWith(ending) ? name.slice(0, -ending.length) : name;
    yield kept(key, nameOnce(`cloud/${safePart(folder)}/${safePart(bare)}`, ending));
    // Derived from the image: not needed next to it.
    if (thumbnail !== null) named.add(thumbnail);
  }
  const feedback = await db.selectFrom('feedback').selectAll().where('user_id', '=', user.id).orderBy('id').execute();
  for (const { id, image_key: key } of feedback) {
    if (key !== null) yield kept(key, nameOnce(`feedback/${id}`, endingOf(key)));
  }
  yield text('feedback.jsonl', feedback.map(feedbackLine));
  for await (const { key, kind } of storedFilesOf(db, user.id)) {
    if (!named.has(key)) yield kept(key, `files/${safePart(kind)}/${key}`);
  }
  yield text('print-records.csv', recordLines(db, user.id));
  for await (const { job_id: jobId } of recordsOf(db, user.id)) {
    yield text(`print-records/${safePart(jobId)}.json`, recordText(db, user.id, jobId));
  }
}

/** The path of a template, without its extension. */
function stemOf({ folder, name, trashed_name: trashedName }: Placed): string {
  return trashedName === null ? `templates/${safePart(folder)}/${safePart(name)}` : `trash/${safePart(trashedName)}`;
}

function text(path: string, parts: Iterable<string> | AsyncIterable<string>): Entry {
  return { path, packed: false, open: async () => Readable.from(parts, { objectMode: false }) };
}

async function profileOf(db: Db, user: User): Promise<object> {
  const folders = await db.selectFrom('folder').select('name').where('user_id', '=', user.id).execute();
  const cloudFolders = await db.selectFrom('cloud_folder').select('name').where('user_id', '=', user.id).execute();
  const identities = await db.selectFrom('external_identity').selectAll().where('user_id', '=', user.id).execute();
  const grants = await db.selectFrom('space_grant').selectAll().where('user_id', '=', user.id).execute();
  const shares = await db.selectFrom('template_share').selectAll().where('user_id', '=', user.id).execute();
  const common = await db.selectFrom('common_template').selectAll().where('user_id', '=', user.id).execute();
  const memberships = await db.selectFrom('membership_grant').selectAll().where('user_id', '=', user.id).execute();
  const orders = await db.selectFrom('member_order').selectAll().where('user_id', '=', user.id).execute();
  const connections = await listConnections(db, user.id);
  const queries = await listQueries(db, user.id);
  const schedules = await db.selectFrom('schedule').selectAll().where('user_id', '=', user.id).execute();
  const passkeys = await listPasskeys(db, user.id);
  const { since } = await secondFactorState(db, user.id);
  return {
    user_id: user.id,
    user_name: user.user_name,
    email: user.email,
    phone: user.phone,
    nickname: user.nickname,
    created_at: iso(user.created_at),
    one_time_codes_since: iso(since),
    passkeys: passkeys.map(({ name, created, used }) => ({ name, created_at: iso(created), used_at: iso(used) })),
    third_parties: identities.map((one) => ({
      provider: one.provider,
      issuer: one.issuer,
      subject: one.subject,
      label: one.label,
      created_at: iso(one.created_at),
    })),
    template_folders: folders.map(({ name }) => name),
    cloud_folders: cloudFolders.map(({ name }) => name),
    schedules: schedules.map(({ name, cron, zone, state, request, created_at: at }) => ({
      name,
      cron,
      zone,
      state,
      run: JSON.parse(request) as object,
      created_at: iso(at),
    })),
    shared_links: shares.map((one) => ({
      template: one.template_id,
      right: one.grants,
      created_at: iso(one.created_at),
      expires_at: iso(one.expires_at),
      opened: one.open_count,
      copied: one.copy_count,
    })),
    common_templates: common.map(({ name, category, description, state, reason, created_at: at }) => ({
      name,
      category,
      description,
      state,
      reason,
      created_at: iso(at),
    })),
    member_until: iso(user.member_until),
    memberships: memberships.map((one) => ({
      source: one.source,
      kind: one.kind,
      starts_at: iso(one.starts_at),
      ends_at: iso(one.ends_at),
    })),
    orders: orders.map((one) => ({
      order: one.id,
      plan: JSON.parse(one.plan) as unknown,
      amount: Number(one.amount),
      currency: one.currency,
      provider: one.provider,
      state: one.state,
      created_at: iso(one.created_at),
      paid_at: iso(one.paid_at),
    })),
    data_connections: connections.map(({ has_secret: _kept, ...connection }) => connection),
    data_queries: queries,
    space_grants: grants.map((one) => ({
      bytes: Number(one.bytes),
      starts_at: iso(one.starts_at),
      ends_at: iso(one.ends_at),
    })),
  };
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

function feedbackLine(row: FeedbackRow): string {
  const { id, kind, text: said, contact, image_key: key, state, answer } = row;
  const image = key === null ? null : `feedback/${id}${endingOf(key)}`;
  const times = { created_at: iso(row.created_at), answered_at: iso(row.answered_at) };
  return `${JSON.stringify({ kind, text: said, contact, image, state, answer, ...times })}\n`;
}

async function* templateLines(db: Db, userId: string): AsyncGenerator<string> {
  for await (const row of templatesOf(db, userId)) {
    const { id, folder, remark, width_mm, height_mm, use_count, revision } = row;
    const name = row.trashed_name ?? row.name;
    const times = { created_at: iso(row.created_at), updated_at: iso(row.updated_at), deleted_at: iso(row.deleted_at) };
    yield `${JSON.stringify({ id, folder, name, remark, width_mm, height_mm, use_count, revision, ...times })}\n`;
  }
}

async function* recordLines(db: Db, userId: string): AsyncGenerator<string> {
  // The byte order mark shows spreadsheet programs that it is UTF-8.
  yield `\uFEFF${CSV_COLUMNS.join(',')}\r\n`;
  for await (const row of recordsOf(db, userId)) {
    const values = { ...row, started_at: iso(row.started_at), ended_at: iso(row.ended_at) };
    yield `${CSV_COLUMNS.map((column) => csvCell(String(values[column] ?? ''))).join(',')}\r\n`;
  }
}

/** A run with its report and the readings of its symbols, written part by part. */
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

function endingOf(key: string): string {
  return key.slice(key.lastIndexOf('.'));
}

function iso(time: number | null): string | null {
  return time === null ? null : isoOf(time);
}
