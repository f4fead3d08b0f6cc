import { err, ok, type Result } from '#model/kernel/result.ts';
import type { AddOperatorFontInput, OperatorFontInfo } from '#protocol/api.ts';
import { ensureInstallationAccount, INSTALLATION_USER } from '../../accounts/installation-account.ts';
import { lockUser } from '../../core/database/lock-user.ts';
import { newId } from '../../core/database/new-id.ts';
import type { Db } from '../../core/database/open-database.ts';
import { keyOf, type FileStore } from '../../core/files/file-store.ts';
import { apiError, type ApiError } from '../../core/api-error.ts';
import type { OperatorFont } from './operator-fonts.ts';

const MAX_FONTS = 200;

interface FontContext {
  readonly db: Db;
  readonly files: FileStore;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** A font that an operator has added in the console; its file belongs to the installation. */
export interface AddedFont extends OperatorFont {
  readonly id: string;
  readonly bytes: number;
}

/** All added fonts by family. All servers return the same list. */
export async function listAddedFonts(db: Db): Promise<AddedFont[]> {
  const rows = await db
    .selectFrom('operator_font')
    .innerJoin('stored_file', 'stored_file.key', 'operator_font.file_key')
    .select(['operator_font.id', 'family', 'weight', 'italic', 'members', 'file_key', 'bytes'])
    .orderBy('family')
    .orderBy('weight')
    .orderBy('italic')
    .execute();
  return rows.map(({ id, family, weight, italic, members, file_key: file, bytes }) => ({
    id,
    family,
    weight,
    italic: italic === 1,
    members: members === 1,
    file,
    bytes: Number(bytes),
  }));
}

/** Makes an operator's uploaded font available to all users. The file passes to the installation. */
export async function addFontForAll(
  { db, files, time }: FontContext,
  operatorId: string,
  { family: given, weight, italic, members, url }: AddOperatorFontInput,
): Promise<Result<OperatorFontInfo, ApiError>> {
  const key = keyOf(url);
  const family = given.trim();
  if (!(await files.has(operatorId, 'font', key))) return err(apiError('notFound', 'file.notFound'));
  await ensureInstallationAccount(db, time);
  const added = await db.transaction().execute(async (tx) => {
    await lockUser(tx, INSTALLATION_USER);
    const file = await tx
      .updateTable('stored_file')
      .set({ user_id: INSTALLATION_USER })
      .where('key', '=', key)
      .where('user_id', '=', operatorId)
      .where('kind', '=', 'font')
      // A font of the operator's own labels remains private.
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('user_font').select('id').whereRef('file_key', '=', 'stored_file.key'))),
      )
      .returning('bytes')
      .executeTakeFirst();
    if (file === undefined) return err(apiError('notFound', 'file.notFound'));
    const face = { family, weight, italic: italic ? 1 : 0 };
    const before = await tx
      .deleteFrom('operator_font')
      .where('family', '=', face.family)
      .where('weight', '=', face.weight)
      .where('italic', '=', face.italic)
      .returning('file_key')
      .executeTakeFirst();
    const { count } = await tx
      .selectFrom('operator_font')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_FONTS) return err(apiError('refused', 'font.tooMany', { max: MAX_FONTS }));
    const id = newId(time);
    const row = { id, ...face, members: members ? 1 : 0, file_key: key, created_at: time };
    await tx.insertInto('operator_font').values(row).execute();
    return ok({ id, bytes: Number(file.bytes), replaced: before?.file_key ?? null });
  });
  if (!added.ok) return added;
  await files.drop([added.value.replaced]);
  return ok({ id: added.value.id, family, weight, italic, members, bytes: added.value.bytes });
}

export async function deleteFontForAll(
  { db, files }: Pick<FontContext, 'db' | 'files'>,
  id: string,
): Promise<Result<null, ApiError>> {
  const deleted = await db.deleteFrom('operator_font').where('id', '=', id).returning('file_key').executeTakeFirst();
  if (deleted === undefined) return err(apiError('notFound', 'file.notFound'));
  await files.drop([deleted.file_key]);
  return ok(null);
}
