import type { FastifyMultipartOptions } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { CLOUD_ENDINGS, UPLOAD_LIMITS, type CloudFile, type CloudType } from '#protocol/api.ts';
import { addCloudFile, replaceCloudFile, type NewCloudFile } from './cloud-files.ts';
import { findCloudFolder } from './cloud-folders.ts';
import { endingOf, uploadedName } from './file-names.ts';
import { isThumbnail, sniffCloudImage } from './sniff-image.ts';
import { sniffCloudSheet } from './sniff-sheet.ts';
import type { User } from '../core/database/tables.ts';
import { sha256, type FileExtension, type FileKind } from '../core/files/file-store.ts';
import { invalid, type ApiError, apiError } from '../core/api-error.ts';
import type { CoreServices } from '../core/services.ts';

const FIELD_BYTES = 1024;
/** Space for the form around the files. */
const FORM_BYTES = 16 * FIELD_BYTES;
/** Size limit of the whole form, including an image's thumbnail. */
export const CLOUD_BODY_BYTES: number = UPLOAD_LIMITS.cloudSheetBytes + UPLOAD_LIMITS.thumbnailBytes + FORM_BYTES;
export const CLOUD_FORM: FastifyMultipartOptions = {
  limits: { fileSize: UPLOAD_LIMITS.cloudSheetBytes, files: 2, fields: 5, parts: 7, fieldSize: FIELD_BYTES },
  throwFileSizeLimit: false,
};

interface Permission {
  /** Id of the reserved space. */
  readonly reservation: string;
  /** True if the header had a valid token. */
  readonly permitted: boolean;
  readonly holds: CheckToken;
}

interface CloudForm {
  /** The folder to add to, or the file (`id`) to replace. */
  readonly tid: string;
  readonly id: string;
  readonly name: string;
  readonly bytes: Buffer;
  readonly thumbnail: Buffer | null;
}

interface Sniffed {
  readonly kind: FileKind;
  readonly extension: FileExtension;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Takes a file of the cloud data, in a form with `tid` (or `id` of the file to replace), `name`, `thumbnail` of an
 * image and `file`. One request does all: the file appears in its folder only once it is complete.
 */
export async function takeCloudUpload(
  services: Pick<CoreServices, 'limits' | 'db' | 'files' | 'now'>,
  request: FastifyRequest,
  user: User,
  permission: Permission,
): Promise<Result<CloudFile, ApiError>> {
  const form = await readCloudForm(request, permission);
  if (!form.ok) return form;
  const { name, bytes, thumbnail, tid, id } = form.value;
  const folder = await targetFolder(services, user.id, form.value);
  if (!folder.ok) return folder;
  const sniffed = await sniff(folder.value, name, bytes, services.limits.imageBytes);
  if (!sniffed.ok) return sniffed;
  if (thumbnail !== null && !isThumbnail(thumbnail)) return err(invalid('thumbnail', 'cloud.badThumbnail'));

  const { files, db, now } = services;
  const kept: string[] = [];
  try {
    if (thumbnail !== null) kept.push(await files.add(user.id, 'thumbnail', 'jpg', thumbnail));
    const { kind, extension, widthPx, heightPx } = sniffed.value;
    const fileKey = await files.add(user.id, kind, extension, bytes, permission.reservation);
    kept.push(fileKey);
    const file: NewCloudFile = {
      name: uploadedName(name),
      fileKey,
      thumbnailKey: thumbnail === null ? null : (kept[0] ?? null),
      contentHash: await sha256(bytes),
      widthPx,
      heightPx,
    };
    const context = { db, files, time: now() };
    return id === ''
      ? await addCloudFile(context, user.id, tid, file)
      : await replaceCloudFile(context, user.id, id, file);
  } finally {
    // Only those that are not in a folder now.
    await files.drop(kept);
  }
}

async function readCloudForm(
  request: FastifyRequest,
  { permitted, holds }: Permission,
): Promise<Result<CloudForm, ApiError>> {
  if (!request.isMultipart()) return err(invalid('file', 'upload.nothing'));
  const fields = new Map<string, string>();
  const parts = new Map<string, { readonly bytes: Buffer; readonly name: string; readonly cutOff: boolean }>();
  let isPermitted = permitted;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        parts.set(part.fieldname, { bytes, name: part.filename, cutOff: part.file.truncated });
      } else if (typeof part.value === 'string') {
        if (part.fieldname === 'token' && !(await holds(part.value))) return err(TOKEN_INVALID);
        isPermitted ||= part.fieldname === 'token';
        fields.set(part.fieldname, part.value);
      }
    }
  } catch (error) {
    throw formFault(error);
  }
  if (!isPermitted) return err(TOKEN_INVALID);
  const file = parts.get('file');
  if (file === undefined || file.bytes.length === 0) return err(invalid('file', 'upload.nothing'));
  if (file.cutOff) return err(tooLarge(UPLOAD_LIMITS.cloudSheetBytes));
  return ok({
    tid: fields.get('tid') ?? '',
    id: fields.get('id') ?? '',
    name: fields.get('name') ?? file.name,
    bytes: file.bytes,
    thumbnail: parts.get('thumbnail')?.bytes ?? null,
  });
}

/** The type of the folder that the upload goes to. */
async function targetFolder(
  { db }: Pick<CoreServices, 'db'>,
  userId: string,
  form: CloudForm,
): Promise<Result<CloudType, ApiError>> {
  let folderId = form.tid;
  if (form.id !== '') {
    const row = await db
      .selectFrom('cloud_file')
      .select('folder_id')
      .where('id', '=', form.id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    folderId = row?.folder_id ?? '';
  }
  const folder = await findCloudFolder(db, userId, folderId);
  return folder.ok ? ok(folder.value.type) : folder;
}

/** Checks that the file's extension fits its bytes, because other programs rely on it. */
async function sniff(
  type: CloudType,
  name: string,
  bytes: Buffer,
  imageBytes: number,
): Promise<Result<Sniffed, ApiError>> {
  const endings: readonly string[] = CLOUD_ENDINGS[type];
  const ending = endingOf(name);
  if (!endings.includes(ending)) return err(invalid('file', type === 1 ? 'cloud.notImage' : 'cloud.notSheet'));
  if (type === 1) {
    if (bytes.length > imageBytes) return err(tooLarge(imageBytes));
    const image = sniffCloudImage(bytes);
    if (!image.ok) return image;
    const isSame = (ending === 'png') === (image.value.extension === 'png');
    return isSame ? ok({ kind: 'cloudImage', ...image.value }) : err(OTHER_ENDING);
  }
  const sheet = await sniffCloudSheet(bytes);
  if (!sheet.ok) return sheet;
  return sheet.value === ending
    ? ok({ kind: 'cloudSheet', extension: sheet.value, widthPx: 0, heightPx: 0 })
    : err(OTHER_ENDING);
}

const OTHER_ENDING = invalid('file', 'cloud.otherContent');

/** Whether an upload token was issued to the current user and is valid. */
export type CheckToken = (token: string) => Promise<boolean>;

export const TOKEN_INVALID: ApiError = apiError('unauthorized', 'upload.tokenInvalid');

export function tooLarge(limitBytes: number): ApiError {
  return apiError('tooLarge', 'upload.tooLarge', { limit: limitBytes / 1024 });
}

/** A form that breaks off or is invalid; the error handler answers it. */
class MalformedForm extends Error {
  readonly statusCode = 400;
}

/** The error of reading a form: the form reader's own errors have a status; anything deeper is the form's fault. */
export function formFault(error: unknown): Error {
  return error instanceof Error && 'statusCode' in error ? error : new MalformedForm('form');
}
