import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { UPLOAD_FILE_PATH, UPLOAD_IMAGE_PATH, UPLOAD_LIMITS, UPLOAD_TOKEN_SCHEME } from '#protocol/api.ts';
import { uploadTokenHolds } from '../accounts/upload-tokens.ts';
import { renew, requestSession, sendRefusal, sendSuccess } from '../http/call-route.ts';
import { requestLanguage } from '../outcomes/messages.ts';
import { invalid, refusal, type Refusal } from '../outcomes/outcome.ts';
import { sniffFont } from '../fonts/sniff-font.ts';
import type { Services } from '../services.ts';
import { SPACE_BYTES, type FileExtension, type FileKind } from '../files/file-store.ts';
import { checkPreview, sniffTemplate } from '../files/sniff.ts';

/** What a request brought: a checked upload, ready to be kept. */
interface Upload {
  readonly token: string;
  readonly kind: FileKind;
  readonly extension: FileExtension;
  readonly bytes: Uint8Array;
}
type ReadUpload = (request: FastifyRequest) => Promise<Result<Upload, Refusal>>;

/** Base64 makes 4 characters of 3 bytes; a little more so that "too large" is ours to say. */
const IMAGE_BODY_BYTES = Math.ceil((UPLOAD_LIMITS.imageBytes * 4) / 3) + 1024;
const FIELD_BYTES = 1024;
const FORM_FILE_BYTES = Math.max(UPLOAD_LIMITS.templateBytes, UPLOAD_LIMITS.fontBytes);

/** The two uploads. Both need a session and a token that was given to it. */
export async function addUploadRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/octet-stream', 'text/plain'],
      { parseAs: 'string', bodyLimit: IMAGE_BODY_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post(UPLOAD_IMAGE_PATH, { bodyLimit: IMAGE_BODY_BYTES }, (request, reply) =>
      handleUpload(services, request, reply, readPreview),
    );
  });
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: FORM_FILE_BYTES, files: 1, fields: 4, parts: 5, fieldSize: FIELD_BYTES },
      throwFileSizeLimit: false,
    });
    scope.post(UPLOAD_FILE_PATH, { bodyLimit: FORM_FILE_BYTES + 16 * FIELD_BYTES }, (request, reply) =>
      handleUpload(services, request, reply, readFormFile),
    );
  });
}

async function handleUpload(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  read: ReadUpload,
): Promise<FastifyReply> {
  const language = requestLanguage(request.headers);
  const session = await requestSession(services, request);
  if (session === null) return sendRefusal(reply, language, refusal('signedOut', 'session.signedOut'));
  const upload = await read(request);
  if (!upload.ok) return sendRefusal(reply, language, upload.error);
  const { token, kind, extension, bytes } = upload.value;
  const userId = session.user.id;
  if (!(await uploadTokenHolds(services.db, token, userId, services.now()))) {
    return sendRefusal(reply, language, refusal('unauthorized', 'upload.tokenInvalid'));
  }
  if ((await services.files.usedBytes(userId)) + bytes.length > SPACE_BYTES) {
    return sendRefusal(reply, language, refusal('refused', 'upload.spaceFull', { limit: SPACE_BYTES / 1024 / 1024 }));
  }
  const key = await services.files.add(userId, kind, extension, bytes);
  await renew(services, request, reply, session);
  return sendSuccess(reply, { key });
}

/** A base64 PNG in the body, the token in the authorization header. */
async function readPreview(request: FastifyRequest): Promise<Result<Upload, Refusal>> {
  const token = (request.headers.authorization ?? '').replace(new RegExp(`^${UPLOAD_TOKEN_SCHEME}\\s+`, 'i'), '');
  const body = typeof request.body === 'string' ? request.body.trim().replace(/^data:image\/png;base64,/, '') : '';
  if (body === '') return err(invalid('file', 'upload.nothing'));
  const bytes = Buffer.from(body, 'base64');
  if (bytes.length > UPLOAD_LIMITS.imageBytes) return err(tooLarge(UPLOAD_LIMITS.imageBytes));
  const fault = checkPreview(bytes);
  return fault === null ? ok({ token, kind: 'preview', extension: 'png', bytes }) : err(fault);
}

/** A template or font file. A form with `file`, `token` and `key`, in any order. The key is a wish that is not followed: ours are unguessable. */
async function readFormFile(request: FastifyRequest): Promise<Result<Upload, Refusal>> {
  if (!request.isMultipart()) return err(invalid('file', 'upload.nothing'));
  let token = '';
  let bytes: Buffer | null = null;
  let cutOff = false;
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      bytes = await part.toBuffer();
      cutOff = part.file.truncated;
    } else if (part.fieldname === 'token' && typeof part.value === 'string') {
      token = part.value;
    }
  }
  if (bytes === null || bytes.length === 0) return err(invalid('file', 'upload.nothing'));
  const font = sniffFont(bytes);
  const limit = font === null ? UPLOAD_LIMITS.templateBytes : UPLOAD_LIMITS.fontBytes;
  if (cutOff || bytes.length > limit) return err(tooLarge(limit));
  if (font !== null) return ok({ token, kind: 'font', extension: font, bytes });
  const extension = await sniffTemplate(bytes);
  return extension.ok ? ok({ token, kind: 'template', extension: extension.value, bytes }) : extension;
}

function tooLarge(limitBytes: number): Refusal {
  return refusal('tooLarge', 'upload.tooLarge', { limit: limitBytes / 1024 });
}
