import type { FastifyInstance } from 'fastify';
import { FILES_PATH } from '#protocol/api.ts';
import { renew, requestSession, sendRefusal } from '../http/call-route.ts';
import type { CountCall } from '../http/rate-policy.ts';
import { sendStoredFile } from '../http/send-stored-file.ts';
import { requestLanguage } from '../outcomes/messages.ts';
import { refusal } from '../outcomes/outcome.ts';
import type { Services } from '../services.ts';

/** Serves stored files, each to its owner only. To anybody else it is as if there were no such file. */
export function addFileRoutes(app: FastifyInstance, services: Services, countCall: CountCall): void {
  app.get<{ Params: { key: string } }>(`${FILES_PATH}:key`, async (request, reply) => {
    const language = requestLanguage(request.headers);
    const session = await requestSession(services, request);
    if (session === null) return sendRefusal(reply, language, refusal('signedOut', 'session.signedOut'));
    countCall('file', request, session.user.id);
    const { key } = request.params;
    const file = await services.files.find(session.user.id, key);
    if (file === null) return sendRefusal(reply, language, refusal('notFound', 'file.notFound'));
    await renew(services, request, reply, session);
    return sendStoredFile(request, reply, key, file);
  });
}
