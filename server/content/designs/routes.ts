import type { FastifyInstance } from 'fastify';
import { INDUSTRY_FILES_PATH } from '#protocol/api.ts';
import { designFile } from './library.ts';
import { requestSession } from '../../http/request-session.ts';
import { sendApiError } from '../../http/answers.ts';
import type { CountCall } from '../../http/rate-policy.ts';
import { requestLanguage } from '../../core/messages.ts';
import { apiError } from '../../core/api-error.ts';
import type { CoreServices } from '../../core/services.ts';
import type { HttpServices } from '../../http/call.ts';

const SUFFIX = '.tprts';

/** Serves the files of the ready-made templates, which are built on request: a millisecond each. */
export function addIndustryRoutes(
  app: FastifyInstance,
  services: Pick<CoreServices, 'db' | 'now'> & Pick<HttpServices, 'cookies'>,
  countCall: CountCall,
): void {
  app.get<{ Params: { language: string; name: string } }>(
    `${INDUSTRY_FILES_PATH}:language/:name`,
    async (request, reply) => {
      const language = requestLanguage(request.headers);
      const session = await requestSession(services, request);
      if (session === null) return sendApiError(reply, language, apiError('signedOut', 'session.signedOut'));
      countCall('file', request, session.user.id);
      const { name } = request.params;
      const file = name.endsWith(SUFFIX) ? designFile(name.slice(0, -SUFFIX.length), request.params.language) : null;
      if (file === null) return sendApiError(reply, language, apiError('notFound', 'file.notFound'));
      return reply
        .type('application/octet-stream')
        .header('cache-control', 'private, no-cache')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Buffer.from(file));
    },
  );
}
