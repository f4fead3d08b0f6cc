import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EXPORT_FILES, type ExportFormat } from '#protocol/export.ts';
import { SERVER_RUN_PAGES_PATH, SERVER_RUN_REPORT_PATH, type Language } from '#protocol/api.ts';
import { hasPages, labelsOf, sendPages, sendReportTable } from './sent-files.ts';
import type { LabelRunRow } from '../core/database/tables.ts';
import { refuseSignedOut, renew, requestSession } from '../http/request-session.ts';
import { sendApiError } from '../http/answers.ts';
import type { CountCall } from '../http/rate-policy.ts';
import { requestLanguage } from '../core/messages.ts';
import { apiError } from '../core/api-error.ts';
import { isFilePerPage } from './run-settings.ts';
import { findOwnRun, isOpen } from './runs.ts';
import type { CoreServices } from '../core/services.ts';
import type { HttpServices } from '../http/call.ts';

type Send = (reply: FastifyReply, run: LabelRunRow, language: Language) => Promise<FastifyReply | null>;

/** Serves the pages and the report of a run as files to the session's user. */
export function addServerRunRoutes(
  app: FastifyInstance,
  services: Pick<CoreServices, 'db' | 'blobs' | 'now'> & Pick<HttpServices, 'cookies'>,
  countCall: CountCall,
): void {
  const add = (url: string, send: Send): void => {
    app.get<{ Params: { id: string } }>(url, async (request, reply) => {
      const language = requestLanguage(request.headers);
      const session = await requestSession(services, request);
      if (session === null) return refuseSignedOut(services, request, reply);
      countCall('file', request as FastifyRequest, session.user.id);
      const run = await findOwnRun(services, session.user.id, request.params.id);
      if (!run.ok) return sendApiError(reply, language, run.error);
      await renew(services, request as FastifyRequest, reply, session);
      reply.header('cache-control', 'no-store');
      return (
        (await send(reply, run.value, language)) ?? sendApiError(reply, language, apiError('notFound', 'run.notDone'))
      );
    });
  };
  add(SERVER_RUN_PAGES_PATH, async (reply, run) => {
    if (!hasPages(run)) return null;
    return sendPages(services, named(reply, run, isFilePerPage(run.format) ? 'zip' : endingOf(run.format)), run);
  });
  add(SERVER_RUN_REPORT_PATH, async (reply, run, language) => {
    if (isOpen(run)) return null;
    return sendReportTable(named(reply, run, 'csv'), labelsOf(services, run, language));
  });
}

function endingOf(format: string): string {
  return EXPORT_FILES[format as ExportFormat]?.extension ?? format;
}

/** Saved under the run's id: a template's name may have characters that no file name can have. */
function named(reply: FastifyReply, { id }: LabelRunRow, ending: string): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="run-${id}.${ending}"`);
}
