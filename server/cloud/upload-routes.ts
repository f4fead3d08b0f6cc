import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  UPLOAD_CLOUD_PATH,
  UPLOAD_FILE_PATH,
  UPLOAD_IMAGE_PATH,
  UPLOAD_LIMITS,
  UPLOAD_TOKEN_SCHEME,
} from '#protocol/api.ts';
import { planOf } from '../membership/plan.ts';
import { uploadTokenHolds } from '../http/upload-tokens.ts';
import { refuseSignedOut, renew, requestSession } from '../http/request-session.ts';
import { sendApiError, sendSuccess } from '../http/answers.ts';
import type { CountCall } from '../http/rate-policy.ts';
import { requestLanguage } from '../core/messages.ts';
import type { User } from '../core/database/tables.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { sniffCloudImage } from './sniff-image.ts';
import { sniffFont } from '../content/fonts/sniff-font.ts';
import type { FileExtension, FileKind } from '../core/files/file-store.ts';
import { checkPreview, sniffTemplate } from '../core/files/sniff.ts';
import { releaseSpace, reserveSpace } from '../core/files/space.ts';
import {
  CLOUD_BODY_BYTES,
  CLOUD_FORM,
  takeCloudUpload,
  formFault,
  TOKEN_INVALID,
  tooLarge,
  type CheckToken,
} from './cloud-upload.ts';
import type { CoreServices } from '../core/services.ts';
import type { HttpServices } from '../http/call.ts';
import type { PrivilegeServices } from '../membership/privileges.ts';

/** A checked upload, ready to be stored. */
interface Upload {
  readonly kind: FileKind;
  readonly extension: FileExtension;
  readonly bytes: Uint8Array;
}
type ReadUpload = (request: FastifyRequest, holds: CheckToken) => Promise<Result<Upload, ApiError>>;
/** Reads an upload and stores it in its reserved space. Returns the answer. */
type TakeUpload = (
  request: FastifyRequest,
  user: User,
  reservation: string,
  holds: CheckToken,
) => Promise<Result<object, ApiError>>;

/** Space that is reserved before the body is read. */
interface Reservation {
  readonly id: string;
  /** True once the handler has begun, which then releases the space even if the connection fails. */
  handled: boolean;
}

/** Base64 makes 4 characters of 3 bytes; the limit is a little larger, so the handler reports "too large" itself. */
const IMAGE_BODY_BYTES = Math.ceil((UPLOAD_LIMITS.imageBytes * 4) / 3) + 1024;
const FIELD_BYTES = 1024;
const FORM_FILE_BYTES = Math.max(UPLOAD_LIMITS.templateBytes, UPLOAD_LIMITS.fontBytes);

/** The upload routes. All need a session and a token issued to it. */
export async function addUploadRoutes(
  app: FastifyInstance,
  services: Pick<CoreServices, 'limits' | 'db' | 'files' | 'hasStorage' | 'now'> &
    Pick<HttpServices, 'cookies'> &
    PrivilegeServices,
  countCall: CountCall,
): Promise<void> {
  const reservations = new WeakMap<FastifyRequest, Reservation>();
  /** Before the body is read: checks for a session, space, and a valid token if the header has one. */
  const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
    const session = await requestSession(services, request);
    if (session === null) return refuseSignedOut(services, request, reply);
    countCall('upload', request, session.user.id);
    const token = headerToken(request);
    const wrong = token !== null && !(await uploadTokenHolds(services.db, token, session.user.id, services.now()));
    if (wrong) return sendApiError(reply, requestLanguage(request.headers), TOKEN_INVALID);
    const bytes = expectedBytes(request);
    const { limits, now } = services;
    if (!(await services.hasStorage(bytes))) return sendApiError(reply, requestLanguage(request.headers), NO_STORAGE);
    const space = { plan: planOf(services, session.user, now()), maxFiles: limits.maxFiles };
    const reserved = await reserveSpace(services.db, space, session.user.id, bytes, now());
    if (!reserved.ok) return sendApiError(reply, requestLanguage(request.headers), reserved.error);
    const reservation: Reservation = { id: reserved.value, handled: false };
    reservations.set(request, reservation);
    // An upload that breaks off never reaches its handler. Space that a closing server doesn't release is released by
    // the next one.
    reply.raw.once('close', () => {
      if (!reservation.handled) void releaseSpace(services.db, reservation.id).catch(() => undefined);
    });
  };
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/octet-stream', 'text/plain'],
      { parseAs: 'string', bodyLimit: IMAGE_BODY_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post(UPLOAD_IMAGE_PATH, { bodyLimit: IMAGE_BODY_BYTES, onRequest }, (request, reply) =>
      handleUpload(services, request, reply, reservations, keeping(services, readPreview)),
    );
  });
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: FORM_FILE_BYTES, files: 1, fields: 4, parts: 5, fieldSize: FIELD_BYTES },
      throwFileSizeLimit: false,
    });
    scope.post(UPLOAD_FILE_PATH, { bodyLimit: FORM_FILE_BYTES + 16 * FIELD_BYTES, onRequest }, (request, reply) =>
      handleUpload(
        services,
        request,
        reply,
        reservations,
        keeping(services, (upload, holds) => readFormFile(upload, holds, services.limits.imageBytes)),
      ),
    );
  });
  await app.register(async (scope) => {
    await scope.register(multipart, CLOUD_FORM);
    scope.post(UPLOAD_CLOUD_PATH, { bodyLimit: CLOUD_BODY_BYTES, onRequest }, (request, reply) =>
      handleUpload(services, request, reply, reservations, async (_request, user, reservation, holds) => {
        const permitted = headerToken(request) !== null;
        return takeCloudUpload(services, request, user, { reservation, permitted, holds });
      }),
    );
  });
}

async function handleUpload(
  services: Pick<CoreServices, 'db' | 'now'> & Pick<HttpServices, 'cookies'>,
  request: FastifyRequest,
  reply: FastifyReply,
  reservations: WeakMap<FastifyRequest, Reservation>,
  take: TakeUpload,
): Promise<FastifyReply> {
  const language = requestLanguage(request.headers);
  const session = await requestSession(services, request);
  if (session === null) return refuseSignedOut(services, request, reply);
  const userId = session.user.id;
  const reservation = reservations.get(request);
  if (reservation === undefined) throw new Error('an upload without a reservation');
  reservation.handled = true;
  try {
    const holds: CheckToken = (token) => uploadTokenHolds(services.db, token, userId, services.now());
    const taken = await take(request, session.user, reservation.id, holds);
    if (!taken.ok) return sendApiError(reply, language, taken.error);
    await renew(services, request, reply, session);
    return sendSuccess(reply, taken.value);
  } finally {
    // If the file was stored, its space belongs to the file, and this does nothing.
    await releaseSpace(services.db, reservation.id);
  }
}

function keeping({ files }: Pick<CoreServices, 'files'>, read: ReadUpload): TakeUpload {
  return async (request, user, reservation, holds) => {
    const upload = await read(request, holds);
    if (!upload.ok) return upload;
    const { kind, extension, bytes } = upload.value;
    return ok({ key: await files.add(user.id, kind, extension, bytes, reservation) });
  };
}

/** Reads a base64 PNG from the body, and the token from the authorization header. */
async function readPreview(request: FastifyRequest): Promise<Result<Upload, ApiError>> {
  if (headerToken(request) === null) return err(TOKEN_INVALID);
  const body = typeof request.body === 'string' ? request.body.trim().replace(/^data:image\/png;base64,/, '') : '';
  if (body === '') return err(invalid('file', 'upload.nothing'));
  const bytes = Buffer.from(body, 'base64');
  if (bytes.length > UPLOAD_LIMITS.imageBytes) return err(tooLarge(UPLOAD_LIMITS.imageBytes));
  const fault = checkPreview(bytes);
  return fault === null ? ok({ kind: 'preview', extension: 'png', bytes }) : err(fault);
}

/**
 * Reads a template or font file, or an attachment of feedback, from a form with `file`, `token` and `key` in any order.
 * A wrong token is answered at once, before the rest is read. `key` is ignored: the server's keys are unguessable.
 */
async function readFormFile(
  request: FastifyRequest,
  holds: CheckToken,
  imageBytes: number,
): Promise<Result<Upload, ApiError>> {
  if (!request.isMultipart()) return err(invalid('file', 'upload.nothing'));
  let permitted = headerToken(request) !== null;
  let bytes: Buffer | null = null;
  let cutOff = false;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        bytes = await part.toBuffer();
        cutOff = part.file.truncated;
      } else if (part.fieldname === 'token' && typeof part.value === 'string') {
        if (!(await holds(part.value))) return err(TOKEN_INVALID);
        permitted = true;
      }
    }
  } catch (error) {
    throw formFault(error);
  }
  if (!permitted) return err(TOKEN_INVALID);
  if (bytes === null || bytes.length === 0) return err(invalid('file', 'upload.nothing'));
  if (isImage(bytes)) return cutOff ? err(tooLarge(imageBytes)) : readPicture(bytes, imageBytes);
  const font = sniffFont(bytes);
  const limit = font === null ? UPLOAD_LIMITS.templateBytes : UPLOAD_LIMITS.fontBytes;
  if (cutOff || bytes.length > limit) return err(tooLarge(limit));
  if (font !== null) return ok({ kind: 'font', extension: font, bytes });
  const extension = await sniffTemplate(bytes);
  return extension.ok ? ok({ kind: 'template', extension: extension.value, bytes }) : extension;
}

/** Checks the first bytes only; the rest is checked later. */
function isImage(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 4);
  return start === '\x89PNG' || start.startsWith('\xff\xd8');
}

function readPicture(bytes: Buffer, limit: number): Result<Upload, ApiError> {
  if (bytes.length > limit) return err(tooLarge(limit));
  const image = sniffCloudImage(bytes);
  return image.ok ? ok({ kind: 'picture', extension: image.value.extension, bytes }) : image;
}

/** Most bytes of the body: without a declared length, the limit. */
function expectedBytes(request: FastifyRequest): number {
  const isImage = request.routeOptions.url === UPLOAD_IMAGE_PATH;
  const isCloud = request.routeOptions.url === UPLOAD_CLOUD_PATH;
  const most = isImage ? IMAGE_BODY_BYTES : isCloud ? CLOUD_BODY_BYTES : FORM_FILE_BYTES;
  const said = Number(request.headers['content-length'] ?? most);
  const body = Number.isFinite(said) ? Math.min(said, most) : most;
  return isImage ? Math.ceil((body * 3) / 4) : body;
}

/** The token of the authorization header; null without that header. */
function headerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  return header === undefined ? null : header.replace(new RegExp(`^${UPLOAD_TOKEN_SCHEME}\\s+`, 'i'), '');
}

const NO_STORAGE = apiError('noSpace', 'server.noSpace');
