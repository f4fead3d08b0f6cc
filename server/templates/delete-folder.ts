import { err, ok, type Result } from '#model/kernel/result.ts';
import type { ChosenAnswer, DelFolderInput } from '#protocol/api.ts';
import { lockUser } from '../core/database/lock-user.ts';
import type { Db } from '../core/database/open-database.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { batches, inTransaction, moveInto } from './placing.ts';
import { trashTemplates } from './trash.ts';

/**
 * Deletes a folder. Its templates move to another one or into the trash, as the user decides; those already in the
 * trash will return to the first folder. One folder always remains.
 */
export function deleteFolder(
  db: Db,
  userId: string,
  { id, templates, to }: DelFolderInput,
  time: number,
): Promise<Result<ChosenAnswer, ApiError>> {
  return inTransaction(db, async (tx) => {
    await lockUser(tx, userId);
    const folders = await tx
      .selectFrom('folder')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    const others = folders.filter((folder) => folder.id !== id);
    if (others.length === folders.length) return err(apiError('notFound', 'folder.notFound'));
    const first = others[0]?.id;
    if (first === undefined) return err(apiError('invalid', 'folder.lastOne'));
    const rows = await tx
      .selectFrom('template')
      .select(['id', 'name'])
      .where('folder_id', '=', id)
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute();
    if (rows.length > 0) {
      if (templates === undefined) return err(apiError('invalid', 'folder.notEmpty', {}, { count: rows.length }));
      if (templates === 'move') {
        if (!others.some((folder) => folder.id === to)) return err(apiError('notFound', 'folder.notFound'));
        await moveInto(tx, to ?? '', rows);
      } else {
        for (const some of batches(rows)) {
          const ids = some.map((row) => row.id);
          await trashTemplates(tx, userId, ids, time);
        }
      }
    }
    await tx.updateTable('template').set({ folder_id: first }).where('folder_id', '=', id).execute();
    await tx.deleteFrom('folder').where('id', '=', id).where('user_id', '=', userId).execute();
    return ok({ count: rows.length });
  });
}
