import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  CONVERTED_PATH,
  OFFICE_ENDINGS,
  OFFICE_LIMITS,
  UPLOAD_OFFICE_PATH,
  UPLOAD_TOKEN_SCHEME,
  type Language,
  type OfficeConversion,
} from '#protocol/api.ts';
import { uploadTokenHolds } from '../http/upload-tokens.ts';
import { uploadedName } from '../cloud/file-names.ts';
import { answerOf, availabilityOf } from './conversion-answers.ts';
import { beginConversion, findConversion, takeIn, type Received } from './conversions.ts';
import { sniffOffice } from './sniff-office.ts';
import { refuseSignedOut, renew, requestSession } from '../http/request-session.ts';
import { sendApiError, sendSuccess } from '../http/answers.ts';
import type { CountCall } from '../http/rate-policy.ts';
import { sendStoredFile } from '../http/send-stored-file.ts';
import { requestLanguage } from '../core/messages.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { formFault, TOKEN_INVALID, tooLarge } from '../cloud/cloud-upload.ts';
import type { CoreServices } from '../core/services.ts';
import type { HttpServices } from '../http/call.ts';
import type { OfficeServices } from './office-converter.ts';

/** Space for the form around the file. */
const FORM_BYTES = 8 * 1024;
const BODY_BYTES = OFFICE_LIMITS.fileBytes + FORM_BYTES;

/** A place in the queue that is taken before the body is read. */
interface Place {
  readonly id: string;
  /** True once the handler has begun, which then releases the place even if the connection fails. */
  handled: boolean;
}

/** Receives office files, and serves the converted PDF files, each to its user. */
export async function addOfficeRoutes(
  app: FastifyInstance,
  services: Pick<CoreServices, 'db' | 'files' | 'hasStorage' | 'now'> & Pick<HttpServices, 'cookies'> & OfficeServices,
  countCall: CountCall,
): Promise<void> {
  const places = new WeakMap<FastifyRequest, Place>();
  const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
    const session = await requestSession(services, request);
    if (session === null) return refuseSignedOut(services, request, reply);
    countCall('uploadOffice', request, session.user.id);
    const language = requestLanguage(request.headers);
    const begun = await beginUpload(services, request, session.user.id, language);
    if (!begun.ok) return sendApiError(reply, language, begun.error);
    const place: Place = { id: begun.value, handled: false };
    places.set(request, place);
    // An upload that breaks off never reaches its handler.
    reply.raw.once('close', () => {
      if (!place.handled) void services.office.end(session.user.id, place.id).catch(() => undefined);
    });
  };
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: OFFICE_LIMITS.fileBytes, files: 1, fields: 1, parts: 2, fieldSize: 1024 },
      throwFileSizeLimit: false,
    });
    scope.post(UPLOAD_OFFICE_PATH, { bodyLimit: BODY_BYTES, onRequest }, async (request, reply) => {
      const language = requestLanguage(request.headers);
      const session = await requestSession(services, request);
      const place = places.get(request);
      if (place === undefined) throw new Error('an upload without a target');
      place.handled = true;
      let taken: Result<OfficeConversion, ApiError> | null = null;
      try {
        if (session === null) return refuseSignedOut(services, request, reply);
        taken = await takeUpload(services, request, session.user.id, place.id, language);
        if (!taken.ok) return sendApiError(reply, language, taken.error);
        await renew(services, request, reply, session);
        return sendSuccess(reply, taken.value);
      } finally {
        if (taken?.ok === true) services.office.pump();
        else if (session !== null) await services.office.end(session.user.id, place.id);
      }
    });
  });
  app.get<{ Params: { id: string } }>(`${CONVERTED_PATH}:id`, async (request, reply) => {
    const language = requestLanguage(request.headers);
    const session = await requestSession(services, request);
    if (session === null) return refuseSignedOut(services, request, reply);
    countCall('file', request, session.user.id);
    const { db, files, office, now } = services;
    const row = await findConversion(db, office.limits, session.user.id, request.params.id, now());
    const key = row?.result_key ?? null;
    const file = key === null ? null : await files.find(session.user.id, key);
    if (key === null || file === null) return sendApiError(reply, language, apiError('notFound', 'office.notFound'));
    await renew(services, request, reply, session);
    return sendStoredFile(request, reply, key, file);
  });
}

/** Before the body is read: checks the token, the program, the space, and takes a place in the queue. */
async function beginUpload(
  { db, office, hasStorage, now }: Pick<CoreServices, 'db' | 'hasStorage' | 'now'> & OfficeServices,
  request: FastifyRequest,
  userId: string,
  language: Language,
): Promise<Result<string, ApiError>> {
  const { authorization = '' } = request.headers;
  const token = authorization.replace(new RegExp(`^${UPLOAD_TOKEN_SCHEME}\\s+`, 'i'), '');
  if (!(await uploadTokenHolds(db, token, userId, now()))) return err(TOKEN_INVALID);
  const program = await office.program();
  if (program.type === 'none') {
    const { reason } = availabilityOf(program, language);
    return err(apiError('refused', `office.${program.reason}`, {}, { reason }));
  }
  const said = Number(request.headers['content-length'] ?? BODY_BYTES);
  if (!(await hasStorage(Number.isFinite(said) ? Math.min(said, BODY_BYTES) : BODY_BYTES))) {
    return err(apiError('noSpace', 'server.noSpace'));
  }
  return beginConversion(db, office.limits, userId, now());
}

async function takeUpload(
  services: Pick<CoreServices, 'db' | 'files' | 'now'> & OfficeServices,
  request: FastifyRequest,
  userId: string,
  id: string,
  language: Language,
): Promise<Result<OfficeConversion, ApiError>> {
  const file = await readFile(request);
  if (!file.ok) return file;
  const { db, files, office, now } = services;
  const name = uploadedName(file.value.name);
  const sniffed = sniffOffice(file.value.bytes);
  if (sniffed.type === 'other') {
    return err(invalid('file', 'office.notOffice', { endings: OFFICE_ENDINGS.join(', ') }));
  }
  let sourceKey: string | null = null;
  try {
    let received: Received;
    if (sniffed.type === 'problem') {
      received = { name, problem: sniffed.problem };
    } else {
      sourceKey = await files.add(userId, 'office', sniffed.ending, file.value.bytes);
      received = { name, ending: sniffed.ending, sourceKey };
    }
    const row = (await takeIn(db, id, received, now()))
      ? await findConversion(db, office.limits, userId, id, now())
      : null;
    return row === null
      ? err(apiError('notFound', 'office.notFound'))
      : ok(await answerOf(db, row, language, office.limits));
  } finally {
    // Only if no conversion has it now.
    await files.drop([sourceKey]);
  }
}

async function readFile(request: FastifyRequest): Promise<Result<{ name: string; bytes: Buffer }, ApiError>> {
  if (!request.isMultipart()) return err(invalid('file', 'upload.nothing'));
  try {
    const part = await request.file();
    if (part === undefined || part.fieldname !== 'file') return err(invalid('file', 'upload.nothing'));
    const bytes = await part.toBuffer();
    if (part.file.truncated) return err(tooLarge(OFFICE_LIMITS.fileBytes));
    return bytes.length === 0 ? err(invalid('file', 'upload.nothing')) : ok({ name: part.filename, bytes });
  } catch (error) {
    throw formFault(error);
  }
}
