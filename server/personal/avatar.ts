import { err, ok, type Result } from '#model/kernel/result.ts';
import { type UserInfo, AVATAR_SIDE_PX } from '#protocol/api.ts';
import { userInfoOf } from '../accounts/accounts.ts';
import { lockUser } from '../core/database/lock-user.ts';
import type { User } from '../core/database/tables.ts';
import { filePath, keyOf } from '../core/files/file-store.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import type { CoreServices } from '../core/services.ts';
import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The chunks that a picture needs and those that browsers add. Texts and profiles could hold anything else. */
const CHUNKS = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'sRGB', 'gAMA', 'cHRM', 'pHYs', 'sBIT']);
/** Length, type and checksum. */
const CHUNK_OVERHEAD = 12;
/** More than the uncompressed pixels take. */
const MAX_BYTES = 300 * 1024;

/**
 * Checks that the bytes are a square PNG of the portrait's size and nothing else: only known chunks, each with its
 * checksum, and no byte after the last, where another kind of file could begin.
 */
function checkAvatar(bytes: Buffer): ApiError | null {
  return bytes.length <= MAX_BYTES && isPlainPng(bytes)
    ? null
    : apiError('invalid', 'avatar.invalid', { side: AVATAR_SIDE_PX }, { field: 'image' });
}

function isPlainPng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false;
  let at = SIGNATURE.length;
  let hasPixels = false;
  for (let number = 0; at + CHUNK_OVERHEAD <= bytes.length; number++) {
    const length = bytes.readUInt32BE(at);
    const end = at + CHUNK_OVERHEAD + length;
    if (end > bytes.length) return false;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!CHUNKS.has(type) || (type === 'IHDR') !== (number === 0)) return false;
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return false;
    if (type === 'IHDR' && !isHeader(bytes.subarray(at + 8, end - 4))) return false;
    if (type === 'IDAT') hasPixels = true;
    if (type === 'IEND') return hasPixels && length === 0 && end === bytes.length;
    at = end;
  }
  return false;
}

/** Whether it has the right size, 8 bits per channel, standard compression and filters, and no interlacing. */
function isHeader(header: Buffer): boolean {
  return (
    header.length === 13 &&
    header.readUInt32BE(0) === AVATAR_SIDE_PX &&
    header.readUInt32BE(4) === AVATAR_SIDE_PX &&
    header[8] === 8 &&
    header.subarray(10).every((byte) => byte === 0)
  );
}

/** Sets an uploaded picture as the user's portrait, or (empty) removes it. Deletes the previous one. */
export async function changeAvatar(
  { db, files }: Pick<CoreServices, 'db' | 'files'>,
  user: User,
  image: string,
): Promise<Result<UserInfo, ApiError>> {
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

async function faultOf(files: CoreServices['files'], userId: string, key: string): Promise<ApiError | null> {
  const uploaded = (await files.has(userId, 'preview', key)) || (await files.has(userId, 'avatar', key));
  const file = uploaded ? await files.find(userId, key) : null;
  if (file === null) return apiError('notFound', 'file.notFound');
  const parts: Buffer[] = [];
  for await (const part of file.open() as AsyncIterable<Buffer>) parts.push(part);
  return checkAvatar(Buffer.concat(parts));
}
