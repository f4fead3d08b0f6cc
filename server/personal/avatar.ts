import { err, ok, type Result } from '#model/kernel/result.ts';
import type { UserInfo } from '#protocol/api.ts';
import { userInfoOf } from '../accounts/accounts.ts';
import { lockUser } from '../core/database/lock-user.ts';
import type { User } from '../core/database/tables.ts';
import { filePath, keyOf } from '../core/files/file-store.ts';
import { refusal, type Refusal } from '../core/errors/api-error.ts';
import { checkAvatar } from './check-avatar.ts';
import type { CoreServices } from '../core/services.ts';

/** Makes an uploaded picture the user's portrait, or (empty) leaves the user without one. Deletes the one before. */
export async function changeAvatar(
  { db, files }: Pick<CoreServices, 'db' | 'files'>,
  user: User,
  image: string,
): Promise<Result<UserInfo, Refusal>> {
  const key = image === '' ? null : keyOf(image);
  if (key !== null) {
    const fault = await faultOf(files, user.id, key);
    if (fault !== null) return err(fault);
  }
  const path = key === null ? '' : filePath(key);
  const before = await db.transaction().execute(async (tx) => {
    await lockUser(tx, user.id);
    const row = await tx.selectFrom('user').select('head_pic').where('id', '=', user.id).executeTakeFirst();
    if (key !== null) {
      await tx
        .updateTable('stored_file')
        .set({ kind: 'avatar' })
        .where('key', '=', key)
        .where('user_id', '=', user.id)
        .execute();
    }
    await tx.updateTable('user').set({ head_pic: path }).where('id', '=', user.id).execute();
    return row?.head_pic ?? '';
  });
  if (before !== '' && before !== path) await files.drop([keyOf(before)]);
  return ok(userInfoOf({ ...user, head_pic: path }));
}

async function faultOf(files: CoreServices['files'], userId: string, key: string): Promise<Refusal | null> {
  const uploaded = (await files.has(userId, 'preview', key)) || (await files.has(userId, 'avatar', key));
  const file = uploaded ? await files.find(userId, key) : null;
  if (file === null) return refusal('notFound', 'file.notFound');
  const parts: Buffer[] = [];
  for await (const part of file.open() as AsyncIterable<Buffer>) parts.push(part);
  return checkAvatar(Buffer.concat(parts));
}
