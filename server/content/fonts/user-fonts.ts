import { err, ok, type Result } from '#model/kernel/result.ts';
import type { AddUserFontInput, FontFileInfo, FontInfo } from '#protocol/api.ts';
import { lockUser } from '../../core/database/lock-user.ts';
import { newId } from '../../core/database/new-id.ts';
import type { Db } from '../../core/database/open-database.ts';
import type { UserFontTable } from '../../core/database/tables.ts';
import { filePath, keyOf, type FileStore } from '../../core/files/file-store.ts';
import { apiError, type ApiError } from '../../core/api-error.ts';

const MAX_FONTS = 100;

interface FontContext {
  readonly db: Db;
  readonly files: FileStore;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** The user's own families, each with its files, by name. */
export async function listUserFonts(db: Db, userId: string): Promise<FontInfo[]> {
  const rows = await db
    .selectFrom('user_font')
    .innerJoin('stored_file', 'stored_file.key', 'user_font.file_key')
    .select(['user_font.id', 'family', 'weight', 'italic', 'file_key', 'stored_file.bytes'])
    .where('user_font.user_id', '=', userId)
    .orderBy('family')
    .orderBy('weight')
    .orderBy('italic')
    .execute();
  const families = new Map<string, FontFileInfo[]>();
  for (const row of rows) families.set(row.family, [...(families.get(row.family) ?? []), fontFileOf(row)]);
  return [...families].map(([name, faces]) => ({
    name,
    url: faces[0]?.url ?? '',
    is_me_sp: 0,
    granted: true,
    shipped: false,
    own: true,
    faces,
  }));
}

export async function addUserFont(
  { db, files, time }: FontContext,
  userId: string,
  input: AddUserFontInput,
): Promise<Result<FontFileInfo, ApiError>> {
  const fileKey = keyOf(input.url);
  if (!(await files.has(userId, 'font', fileKey))) return err(apiError('notFound', 'file.notFound'));
  const place = { user_id: userId, family: input.name.trim(), weight: input.weight, italic: input.italic ? 1 : 0 };
  const outcome = await db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const before = await tx
      .deleteFrom('user_font')
      .where('user_id', '=', place.user_id)
      .where('family', '=', place.family)
      .where('weight', '=', place.weight)
      .where('italic', '=', place.italic)
      .returning('file_key')
      .executeTakeFirst();
    const { count } = await tx
      .selectFrom('user_font')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_FONTS) return null;
    const row = { id: newId(time), ...place, file_key: fileKey, created_at: time };
    await tx.insertInto('user_font').values(row).execute();
    const { bytes } = await tx
      .selectFrom('stored_file')
      .select('bytes')
      .where('key', '=', fileKey)
      .executeTakeFirstOrThrow();
    return { row, bytes, replaced: before?.file_key ?? null };
  });
  if (outcome === null) return err(apiError('refused', 'font.tooMany', { max: MAX_FONTS }));
  await files.drop([outcome.replaced]);
  return ok(fontFileOf({ ...outcome.row, bytes: outcome.bytes }));
}

export async function deleteUserFont(
  { db, files }: FontContext,
  userId: string,
  id: string,
): Promise<Result<null, ApiError>> {
  const deleted = await db
    .deleteFrom('user_font')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('file_key')
    .executeTakeFirst();
  if (deleted === undefined) return err(apiError('notFound', 'file.notFound'));
  await files.drop([deleted.file_key]);
  return ok(null);
}

type FontRow = Pick<UserFontTable, 'id' | 'file_key' | 'weight' | 'italic'> & { readonly bytes: number };

function fontFileOf({ id, file_key, weight, italic, bytes }: FontRow): FontFileInfo {
  // PostgreSQL returns a bigint as text.
  return { id, url: filePath(file_key), weight, italic: italic === 1, bytes: Number(bytes) };
}
