import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  COMMON_FILE_PATH,
  COMMON_PICTURE_PATH,
  SHARE_PARAMETER,
  SHARED_FILE_PATH,
  SHARED_PICTURE_PATH,
} from '#protocol/api.ts';
import type { TemplateRow, User } from '../core/database/tables.ts';
import { refuseSignedOut, renew, requestSession } from '../http/request-session.ts';
import { sendApiError } from '../http/answers.ts';
import type { CountCall } from '../http/rate-policy.ts';
import { sendStoredFile } from '../http/send-stored-file.ts';
import { requestLanguage } from '../core/messages.ts';
import { apiError } from '../core/api-error.ts';
import { findCopy } from './common-rows.ts';
import { findPublicShare, findShare } from './shares.ts';
import type { CoreServices } from '../core/services.ts';
import type { HttpServices } from '../http/call.ts';

type Query = Readonly<Record<string, unknown>>;
/** The template that the query names, if the user may read it. */
type FindTemplate = (query: Query, viewer: User) => Promise<TemplateRow | null>;

/**
 * Serves the file and the picture of a template shared by another user, by its link, or of a common one. The paths name
 * no stored file: `/files/` serves files only to their owner. The picture of a public link needs no account; for other
 * links, an unauthenticated request only learns that there is no session.
 */
export function addSharedFileRoutes(
  app: FastifyInstance,
  services: Pick<CoreServices, 'db' | 'files' | 'now'> & Pick<HttpServices, 'cookies'>,
  countCall: CountCall,
): void {
  const { db, now } = services;
  const byLink: FindTemplate = async (query) =>
    (await findShare(db, textOf(query[SHARE_PARAMETER]), now()))?.template ?? null;
  const byPublicLink = async (query: Query): Promise<TemplateRow | null> =>
    (await findPublicShare(db, textOf(query[SHARE_PARAMETER]), now()))?.template ?? null;
  const common: FindTemplate = (query, viewer) => findCopy(db, textOf(query['id']), viewer);
  serve(SHARED_FILE_PATH, byLink, ({ file_key: key }) => key);
  serve(SHARED_PICTURE_PATH, byLink, ({ preview_key: key }) => key, byPublicLink);
  serve(COMMON_FILE_PATH, common, ({ file_key: key }) => key);
  serve(COMMON_PICTURE_PATH, common, ({ preview_key: key }) => key);

  function serve(
    path: string,
    find: FindTemplate,
    keyIn: (template: TemplateRow) => string | null,
    findWithoutSession: (query: Query) => Promise<TemplateRow | null> = () => Promise.resolve(null),
  ): void {
    app.get<{ Querystring: Query }>(path, async (request, reply) => {
      const session = await requestSession(services, request);
      countCall(session === null ? 'openPublicShare' : 'file', request, session?.user.id ?? null);
      const template = await (session === null ? findWithoutSession(request.query) : find(request.query, session.user));
      if (session === null && template === null) return refuseSignedOut(services, request, reply);
      const key = template === null ? null : keyIn(template);
      const file = template === null || key === null ? null : await services.files.find(template.user_id, key);
      if (key === null || file === null) return missing(request, reply);
      if (session !== null) await renew(services, request, reply, session);
      return sendStoredFile(request, reply, key, file);
    });
  }
}

function missing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendApiError(reply, requestLanguage(request.headers), apiError('notFound', 'file.notFound'));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
