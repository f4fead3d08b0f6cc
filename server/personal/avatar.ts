import { err, ok, type Result } from '#model/kernel/result.ts';
import type { UserInfo } from '#protocol/api.ts';
import { userInfoOf } from '../accounts/accounts.ts';
import { lockUser } from '../database/lock-user.ts';
import type { User } from '../database/tables.ts';
import { filePath, keyOf } from '../files/file-store.ts';
import { refusal, type Refusal } from '../outcomes/outcome.ts';
import type { Services } from '../services.ts';
import { checkAvatar } from './check-avatar.ts';

/** Makes an uploaded picture the user's portrait, or (empty) leaves the user without one. Deletes the one before. */
export async function changeAvatar(
  { db, files }: Services,
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

async function faultOf(files: Services['files'], userId: string, key: string): Promise<Refusal | null> {
  const uploaded = (await files.has(userId, 'preview', key)) || (await files.has(userId, 'avatar', key));
  const file = uploaded ? await files.find(userId, key) : null;
  if (file === null) return refusal('notFound', 'file.notFound');
  const parts: Buffer[] = [];
  for await (const part of file.open() as AsyncIterable<Buffer>) parts.push(part);
  return checkAvatar(Buffer.concat(parts));
}
