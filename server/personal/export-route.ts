import type { FastifyInstance } from 'fastify';
import { EXPORT_PATH } from '#protocol/api.ts';
import { refuseSignedOut, requestSession } from '../http/request-session.ts';
import { sendApiError } from '../http/answers.ts';
import type { CountCall } from '../http/rate-policy.ts';
import { requestLanguage } from '../core/messages.ts';
import { apiError } from '../core/api-error.ts';
import { archiveOf } from './account-archive.ts';
import { contentsOf } from './account-contents.ts';
import { takeTurn } from './export-turns.ts';
import type { CoreServices } from '../core/services.ts';
import type { HttpServices } from '../http/call.ts';

/** Sends the archive of an account, to its user only, as a download. */
export function addExportRoute(
  app: FastifyInstance,
  services: Pick<CoreServices, 'db' | 'files' | 'now'> & Pick<HttpServices, 'cookies'>,
  countCall: CountCall,
): void {
  app.get<{ Params: { token: string } }>(`${EXPORT_PATH}:token`, async (request, reply) => {
    const session = await requestSession(services, request);
    if (session === null) return refuseSignedOut(services, request, reply);
    const { user } = session;
    countCall('file', request, user.id);
    const end = await takeTurn(services.db, user.id, request.params.token, services.now);
    if (end === null)
      return sendApiError(reply, requestLanguage(request.headers), apiError('notFound', 'export.ended'));
    reply.raw.once('close', () => {
      // A turn that could not be released expires.
      void end().catch(() => undefined);
    });
    const day = new Date(services.now()).toISOString().slice(0, 10);
    return reply
      .type('application/zip')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="labelwright-${day}.zip"`)
      .send(archiveOf(contentsOf(services, user)));
  });
}
