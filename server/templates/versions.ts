import { err, ok, type Result } from '#model/kernel/result.ts';
import type { EditTemplateInput, NameVersionInput, TemplateVersion, TemplateVersions } from '#protocol/api.ts';
import type { AutosaveColumns } from '../core/database/content-rows.ts';
import type { Db } from '../core/database/open-database.ts';
import type { TemplateRow, TemplateVersionRow } from '../core/database/tables.ts';
import { filePath } from '../core/files/file-store.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { findTemplate } from './template-rows.ts';
import { isoOf } from '../core/iso-time.ts';

/** More than any template has beyond its limit. */
const PRUNED_AT_ONCE = 1000;

/** Autosaves of one editor form one version for this time, counted from the first of them. */
const GROUP_MS = 30 * 60 * 1000;

/** The editor that saves, and whether automatically. */
export type SavedBy = Pick<EditTemplateInput, 'edit_session' | 'autosave'>;

/** Whether the previous state is an autosave that this save continues: then it is no version of its own. */
export function carriesOn(before: TemplateRow, { edit_session: session }: SavedBy, now: number): boolean {
  const { autosave_session: by, autosaved_since: since } = before;
  return session !== undefined && by === session && since !== null && now - Number(since) < GROUP_MS;
}

/** The group of autosaves that a save begins, continues or ends. */
export function autosaveGroup(before: TemplateRow, saved: SavedBy, now: number): AutosaveColumns {
  if (saved.autosave !== true || saved.edit_session === undefined) {
    return { autosave_session: null, autosaved_since: null };
  }
  const since = carriesOn(before, saved, now) ? before.autosaved_since : now;
  return { autosave_session: saved.edit_session, autosaved_since: since };
}

/**
 * Stores a template's state before a save, in the transaction of that save, and deletes the oldest versions beyond the
 * limit. Returns the files that those had.
 */
export async function keepVersion(tx: Db, before: TemplateRow, max: number): Promise<(string | null)[]> {
  await tx
    .insertInto('template_version')
    .values({
      template_id: before.id,
      revision: before.revision,
      user_id: before.user_id,
      name: before.name,
      remark: before.remark,
      width_mm: before.width_mm,
      height_mm: before.height_mm,
      blank_count: before.blank_count,
      file_key: before.file_key,
      preview_key: before.preview_key,
      saved_at: before.saved_at,
    })
    .execute();
  const old = await tx
    .selectFrom('template_version')
    .select(['revision', 'file_key', 'preview_key'])
    .where('template_id', '=', before.id)
    .orderBy('revision', 'desc')
    .limit(PRUNED_AT_ONCE)
    .offset(max)
    .execute();
  const [newest] = old;
  if (newest === undefined) return [];
  await tx
    .deleteFrom('template_version')
    .where('template_id', '=', before.id)
    .where('revision', '<=', newest.revision)
    .execute();
  return old.flatMap((row) => [row.file_key, row.preview_key]);
}

/** The current state and the versions of a template, latest first. */
export async function listVersions(db: Db, userId: string, id: string): Promise<Result<TemplateVersions, ApiError>> {
  const found = await findTemplate(db, userId, id);
  if (!found.ok) return found;
  const rows = await db
    .selectFrom('template_version')
    .selectAll()
    .where('template_id', '=', id)
    .orderBy('revision', 'desc')
    .execute();
  const keys = [found.value, ...rows].flatMap((row) => [row.file_key, row.preview_key]).filter((key) => key !== null);
  const files = await db.selectFrom('stored_file').select(['key', 'bytes']).where('key', 'in', keys).execute();
  const sizes = new Map(files.map(({ key, bytes }) => [key, Number(bytes)]));
  const list = rows.map((row) => versionOf(row, sizes));
  return ok({ present: versionOf(found.value, sizes), list, count: list.length });
}

export async function findVersion(
  db: Db,
  userId: string,
  id: string,
  revision: number,
): Promise<Result<TemplateVersionRow, ApiError>> {
  const row = await db
    .selectFrom('template_version')
    .selectAll()
    .where('template_id', '=', id)
    .where('revision', '=', revision)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? err(apiError('notFound', 'version.notFound')) : ok(row);
}

/** Changes the remark of an earlier version; the current state keeps its own. */
export async function nameVersion(
  db: Db,
  userId: string,
  { id, version, remark }: NameVersionInput,
): Promise<Result<null, ApiError>> {
  const found = await findTemplate(db, userId, id);
  if (!found.ok) return found;
  const named = await db
    .updateTable('template_version')
    .set({ remark })
    .where('template_id', '=', id)
    .where('revision', '=', version)
    .where('user_id', '=', userId)
    .returning('revision')
    .executeTakeFirst();
  return named === undefined ? err(apiError('notFound', 'version.notFound')) : ok(null);
}

function versionOf(
  row: Omit<TemplateVersionRow, 'template_id' | 'user_id'>,
  sizes: ReadonlyMap<string, number>,
): TemplateVersion {
  const size = (key: string | null): number => (key === null ? 0 : (sizes.get(key) ?? 0));
  return {
    revision: row.revision,
    name: row.name,
    remark: row.remark,
    width: row.width_mm,
    height: row.height_mm,
    file: filePath(row.file_key),
    image: row.preview_key === null ? '' : filePath(row.preview_key),
    bytes: size(row.file_key) + size(row.preview_key),
    save_time: isoOf(row.saved_at),
  };
}
