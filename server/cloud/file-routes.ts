import type { FastifyInstance } from 'fastify';
import { FILES_PATH } from '#protocol/api.ts';
import { renew, requestSession } from '../http/request-session.ts';
import { sendApiError } from '../http/answers.ts';
import type { CountCall } from '../http/rate-policy.ts';
import { sendStoredFile } from '../http/send-stored-file.ts';
import { requestLanguage } from '../core/messages.ts';
import { apiError } from '../core/api-error.ts';
import type { User } from '../core/database/tables.ts';
import { senderOfPicture } from '../feedback/operator-feedback.ts';
import type { StoredFile } from '../core/files/file-store.ts';
import type { CoreServices } from '../core/services.ts';
import type { HttpServices } from '../http/call.ts';

/**
 * Serves stored files, each to its owner, and attachments of feedback to operators as well. For anybody else the file
 * is missing.
 */
export function addFileRoutes(
  app: FastifyInstance,
  services: Pick<CoreServices, 'db' | 'files' | 'now'> & Pick<HttpServices, 'cookies'>,
  countCall: CountCall,
): void {
  app.get<{ Params: { key: string } }>(`${FILES_PATH}:key`, async (request, reply) => {
    const language = requestLanguage(request.headers);
    const session = await requestSession(services, request);
    if (session === null) return sendApiError(reply, language, apiError('signedOut', 'session.signedOut'));
    countCall('file', request, session.user.id);
    const { key } = request.params;
    const file = await findFile(services, session.user, key);
    if (file === null) return sendApiError(reply, language, apiError('notFound', 'file.notFound'));
    await renew(services, request, reply, session);
    return sendStoredFile(request, reply, key, file);
  });
}

async function findFile(
  { db, files }: Pick<CoreServices, 'db' | 'files'>,
  user: User,
  key: string,
): Promise<StoredFile | null> {
  const own = await files.find(user.id, key);
  if (own !== null || user.role !== 'operator') return own;
  const sender = await senderOfPicture(db, key);
  return sender === null ? null : files.find(sender, key);
}
