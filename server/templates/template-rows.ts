import { sql, type RawBuilder } from 'kysely';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { TemplateInfo, TemplateList, TemplateListInput, TemplateOrder } from '#protocol/api.ts';
import type { Db } from '../core/database/open-database.ts';
import type { TemplateRow } from '../core/database/tables.ts';
import { filePath } from '../core/files/file-store.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { containsText } from '../core/database/contains-text.ts';

const DEFAULT_PAGE_SIZE = 20;

/** The sort expression of each order; the id, which grows with time, decides between equals. */
const ORDERS: Readonly<Record<TemplateOrder, RawBuilder<unknown>>> = {
  changed: sql`updated_at desc`,
  added: sql`created_at desc`,
  name: sql`name_search asc`,
  size: sql`width_mm * height_mm desc`,
};

export function templateInfoOf(row: TemplateRow): TemplateInfo {
  const file = filePath(row.file_key);
  return {
    id: row.id,
    parent_id: row.folder_id,
    name: row.name,
    remark: row.remark,
    width: row.width_mm,
    height: row.height_mm,
    file,
    file_web: file,
    image: row.preview_key === null ? '' : filePath(row.preview_key),
    type: 'cloud',
    use_num: row.use_count,
    add_time: new Date(row.created_at).toISOString(),
    update_time: new Date(row.updated_at).toISOString(),
    blanks: row.blank_count,
    revision: row.revision,
  };
}

/** The user's template with that id. One of another user counts as missing, and so does one in the trash. */
export async function findTemplate(db: Db, userId: string, id: string): Promise<Result<TemplateRow, ApiError>> {
  const row = await db
    .selectFrom('template')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? err(apiError('notFound', 'template.notFound')) : ok(row);
}

/** The template with that name in that folder; null for none. */
export async function findByName(db: Db, folderId: string, name: string): Promise<TemplateRow | null> {
  const row = await db
    .selectFrom('template')
    .selectAll()
    .where('folder_id', '=', folderId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row ?? null;
}

/** One page of the user's templates, in the requested order. */
export async function listTemplates(db: Db, userId: string, input: TemplateListInput): Promise<TemplateList> {
  let matching = db.selectFrom('template').where('user_id', '=', userId).where('deleted_at', 'is', null);
  const folder = input.parent_id ?? '';
  if (folder !== '') matching = matching.where('folder_id', '=', folder);
  const search = searchText((input.name ?? '').trim());
  if (search !== '') matching = matching.where(containsText('name_search', search));
  const size = input.size ?? DEFAULT_PAGE_SIZE;
  const { count } = await matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .orderBy(ORDERS[input.order ?? 'changed'])
    .orderBy('id', 'desc')
    .limit(size)
    .offset(((input.page ?? 1) - 1) * size)
    .execute();
  return { list: rows.map(templateInfoOf), count: Number(count) };
}

/** The form in which names and search texts are compared: case-insensitive. */
export function searchText(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
