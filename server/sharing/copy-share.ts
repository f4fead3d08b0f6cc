import { err, ok, type Result } from '#model/kernel/result.ts';
import type { CopyShareInput, TemplateInfo } from '#protocol/api.ts';
import { planOf } from '../membership/plan.ts';
import { ALL_FREE, type PrivilegeServices } from '../membership/privileges.ts';
import type { User, TemplateRow } from '../core/database/tables.ts';
import { releaseSpace, reserveSpace } from '../core/files/space.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { templateInfoOf } from '../templates/template-rows.ts';
import { addTemplate } from '../templates/templates.ts';
import { countShare, findShare, NO_SHARE } from './shares.ts';
import type { CoreServices } from '../core/services.ts';
import { buffer } from 'node:stream/consumers';
import type { FileExtension, FileStore } from '../core/files/file-store.ts';

/**
 * Copies a link's template into the user's own templates, with files of its own that count in the user's space. A link
 * that expires meanwhile gives nothing, or a complete copy. A template that the user could not save can't be copied,
 * unless it is the user's own.
 */
export async function copyShare(
  services: Pick<CoreServices, 'limits' | 'db' | 'files' | 'hasStorage' | 'now'> & PrivilegeServices,
  user: User,
  { secret, parent_id: folderId = '' }: CopyShareInput,
): Promise<Result<TemplateInfo, ApiError>> {
  const { db, files, limits, now } = services;
  const found = await findShare(db, secret, now());
  if (found === null) return err(NO_SHARE);
  const { share, template } = found;
  if (share.grants !== 'copy' && share.user_id !== user.id) return err(apiError('forbidden', 'share.readOnly'));
  const read = await readTemplateFiles(files, template);
  if (read === null) return err(NO_SHARE);
  if (!(await services.hasStorage(bytesOf(read)))) return err(apiError('noSpace', 'server.noSpace'));
  const space = { plan: planOf(services, user, now()), maxFiles: limits.maxFiles };
  const reserved = await reserveSpace(db, space, user.id, bytesOf(read), now());
  if (!reserved.ok) return reserved;
  const keys: string[] = [];
  try {
    const image = read.preview === null ? '' : await files.add(user.id, 'preview', 'png', read.preview);
    if (image !== '') keys.push(image);
    const url = await files.add(user.id, 'template', read.extension, read.file, reserved.value);
    keys.push(url);
    if ((await findShare(db, secret, now())) === null) return err(NO_SHARE);
    const privileges = share.user_id === user.id ? ALL_FREE : services.privileges;
    const saved = await addTemplate({ ...services, privileges }, user, {
      name: template.name,
      parent_id: folderId,
      width: template.width_mm,
      height: template.height_mm,
      url,
      image,
      blanks: template.blank_count,
      keep_both: true,
    });
    if (!saved.ok) return saved;
    await countShare(db, share.id, 'copy_count');
    return ok(templateInfoOf(saved.value));
  } finally {
    await releaseSpace(db, reserved.value);
    // Files that the new template uses are kept.
    await files.drop(keys);
  }
}

/** The bytes of a template's file and of its picture. */
interface TemplateBytes {
  readonly file: Uint8Array;
  readonly extension: FileExtension;
  readonly preview: Uint8Array | null;
}

/** Reads them; null if the template was saved or deleted meanwhile. */
export async function readTemplateFiles(
  files: FileStore,
  { user_id: userId, file_key: fileKey, preview_key: previewKey }: TemplateRow,
): Promise<TemplateBytes | null> {
  const file = await files.find(userId, fileKey);
  if (file === null) return null;
  const picture = previewKey === null ? null : await files.find(userId, previewKey);
  return {
    file: await buffer(file.open()),
    extension: fileKey.endsWith('.tprt') ? 'tprt' : 'tprts',
    preview: picture === null ? null : await buffer(picture.open()),
  };
}

export function bytesOf({ file, preview }: TemplateBytes): number {
  return file.length + (preview?.length ?? 0);
}
