import { buffer } from 'node:stream/consumers';
import type { TemplateRow } from '../core/database/tables.ts';
import type { FileExtension, FileStore } from '../core/files/file-store.ts';

/** The bytes of a template's file and of its picture. */
export interface TemplateBytes {
  readonly file: Uint8Array;
  readonly extension: FileExtension;
  readonly preview: Uint8Array | null;
}

/** Reads them; null where the template was saved anew or deleted meanwhile, so that they are gone. */
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
