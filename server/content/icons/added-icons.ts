import type { Selectable } from 'kysely';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { readSvg } from '#model/template/svg/read-svg.ts';
import { ADDED_ICON_LIMITS, ICONS_PATH, type AddedIconInfo, type AddIconInput, type Language } from '#protocol/api.ts';
import { ensureInstallationAccount, INSTALLATION_USER } from '../../accounts/installation-account.ts';
import type { AddedIconTable } from '../../core/database/content-rows.ts';
import { lockUser } from '../../core/database/lock-user.ts';
import { newId } from '../../core/database/new-id.ts';
import type { Db } from '../../core/database/open-database.ts';
import { iconCatalogue, type CatalogueIcon } from './catalogue.ts';
import { invalid, apiError, type ApiError } from '../../core/api-error.ts';

/** Folder of added icons, below the path of all icons. */
export const ADDED_ICONS = 'added';

/** Without the drawings: those of a thousand icons are 64 MB. */
const LISTED = ['id', 'category', 'names'] as const;
type Row = Pick<Selectable<AddedIconTable>, (typeof LISTED)[number]>;
type Fields = Pick<AddIconInput, 'category' | 'names'>;

/** All added icons, newest first. */
export async function listAddedIcons(db: Db): Promise<AddedIconInfo[]> {
  const rows = await db
    .selectFrom('added_icon')
    .select(LISTED)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(infoOf);
}

/** The added icons of a category, or of all categories of a group, as the library lists them: newest first. */
export async function addedIconsOf(db: Db, id: string): Promise<Omit<CatalogueIcon, 'svg'>[]> {
  const { groups } = iconCatalogue();
  const categories = groups.find((group) => group.id === id)?.son.map((category) => category.id) ?? [id];
  const rows = await db
    .selectFrom('added_icon')
    .select(LISTED)
    .where('category', 'in', categories)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => {
    const { names, url } = infoOf(row);
    const shown = Object.fromEntries(
      Object.entries(names).map(([language, name]) => [language, name === '' ? names.en : name]),
    ) as Record<Language, string>;
    return { url, names: shown, keywords: Object.values(names).join(' ') };
  });
}

/** The drawing with that id, and the address that it is listed with; null for none. */
export async function addedIconFile(db: Db, id: string): Promise<Pick<CatalogueIcon, 'url' | 'svg'> | null> {
  const row = await db.selectFrom('added_icon').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : { url: infoOf(row).url, svg: row.svg };
}

/** Adds a drawing to the library, if the editor's reader supports all of it. */
export async function addIcon(
  db: Db,
  { svg, ...fields }: Omit<AddIconInput, 'user_id'>,
  time: number,
): Promise<Result<AddedIconInfo, ApiError>> {
  const named = namesOf(fields);
  if (!named.ok) return named;
  const drawing = readSvg(new TextEncoder().encode(svg));
  if (!drawing.ok)
    return err(invalid('svg', 'icon.unreadable', { part: String(drawing.error.params?.['part'] ?? 'SVG') }));
  await ensureInstallationAccount(db, time);
  return db.transaction().execute(async (tx): Promise<Result<AddedIconInfo, ApiError>> => {
    await lockUser(tx, INSTALLATION_USER);
    const { count } = await tx
      .selectFrom('added_icon')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const limit = ADDED_ICON_LIMITS.count;
    if (Number(count) >= limit) return err(apiError('refused', 'icon.tooMany', { limit }));
    const row = { id: newId(time), category: fields.category, names: named.value, svg, created_at: time };
    await tx.insertInto('added_icon').values(row).execute();
    return ok(infoOf(row));
  });
}

export async function editIcon(db: Db, id: string, fields: Fields): Promise<Result<AddedIconInfo, ApiError>> {
  const named = namesOf(fields);
  if (!named.ok) return named;
  const row = await db
    .updateTable('added_icon')
    .set({ category: fields.category, names: named.value })
    .where('id', '=', id)
    .returning(LISTED)
    .executeTakeFirst();
  return row === undefined ? err(apiError('notFound', 'icon.notFound')) : ok(infoOf(row));
}

export async function deleteIcon(db: Db, id: string): Promise<Result<null, ApiError>> {
  const deleted = await db.deleteFrom('added_icon').where('id', '=', id).returning('id').executeTakeFirst();
  return deleted === undefined ? err(apiError('notFound', 'icon.notFound')) : ok(null);
}

/** The names as stored; rejects an unknown category, and names without an English one. */
function namesOf({ category, names }: Fields): Result<string, ApiError> {
  const isKnown = iconCatalogue().groups.some(({ son }) => son.some(({ id }) => id === category));
  if (!isKnown) return err(apiError('notFound', 'icons.unknownCategory'));
  const trimmed = Object.fromEntries(Object.entries(names).map(([language, name]) => [language, name.trim()]));
  return trimmed['en'] === '' ? err(invalid('names', 'icon.needsEnglish')) : ok(JSON.stringify(trimmed));
}

/** An added drawing never changes: its id alone identifies its content. */
function infoOf({ id, category, names }: Row): AddedIconInfo {
  const url = `${ICONS_PATH}${ADDED_ICONS}/${id}.svg`;
  return { id, category, names: JSON.parse(names) as AddedIconInfo['names'], url };
}
