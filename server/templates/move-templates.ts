import { err, ok, type Result } from '#model/kernel/result.ts';
import type { MovedTemplates, MoveTemplatesInput } from '#protocol/api.ts';
import { lockUser } from '../core/database/lock-user.ts';
import type { Db } from '../core/database/open-database.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { findFolder } from './folders.ts';
import { inTransaction, moveInto } from './placing.ts';

/** Moves templates to a folder. Existing templates there stay unchanged. The number of queries is constant. */
export function moveTemplates(
  db: Db,
  userId: string,
  { ids, parent_id: wanted }: MoveTemplatesInput,
): Promise<Result<MovedTemplates, ApiError>> {
  return inTransaction(db, async (tx) => {
    await lockUser(tx, userId);
    const folder = await findFolder(tx, userId, wanted);
    if (!folder.ok) return folder;
    const rows = await tx
      .selectFrom('template')
      .select(['id', 'name', 'folder_id'])
      .where('id', 'in', ids)
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .orderBy('id')
      .execute();
    if (rows.length === 0) return err(apiError('notFound', 'template.notFound'));
    const moving = rows.filter((row) => row.folder_id !== folder.value);
    return ok({ count: moving.length, renamed: await moveInto(tx, folder.value, moving) });
  });
}
