import { createReadStream } from 'node:fs';
import { basename, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { requestSession } from '../../http/request-session.ts';
import { sendApiError } from '../../http/answers.ts';
import { requestLanguage } from '../../core/messages.ts';
import { apiError } from '../../core/api-error.ts';
import { INSTALLATION_USER } from '../../accounts/installation-account.ts';
import { listAddedFonts } from './added-fonts.ts';
import { listOperatorFonts, OPERATOR_FONTS_PATH, operatorFontUrl, type FontServices } from './operator-fonts.ts';
import type { CoreServices } from '../../core/services.ts';
import type { HttpServices } from '../../http/call.ts';
import type { PrivilegeServices } from '../../membership/privileges.ts';

/** Serves the operator's font files; members-only ones to members. */
export function addOperatorFontRoutes(
  app: FastifyInstance,
  services: Pick<CoreServices, 'db' | 'files' | 'now'> &
    Pick<HttpServices, 'cookies'> &
    PrivilegeServices &
    FontServices,
  folder: string,
): void {
  app.get<{ Params: { name: string } }>(`${OPERATOR_FONTS_PATH}:name`, async (request, reply) => {
    const session = await requestSession(services, request);
    const { name } = request.params;
    // A user may have exactly the files in that user's list.
    const added = await listAddedFonts(services.db);
    const fonts = [...services.fonts, ...added];
    const faces = listOperatorFonts({ ...services, fonts }, session?.user ?? null).flatMap((font) => font.faces);
    if (faces.every((face) => face.url !== operatorFontUrl(name))) {
      return sendApiError(reply, requestLanguage(request.headers), apiError('notFound', 'file.notFound'));
    }
    const stored = added.some(({ file }) => file === name) ? await services.files.find(INSTALLATION_USER, name) : null;
    return reply
      .type(`font/${name.slice(name.lastIndexOf('.') + 1)}`)
      .header('cache-control', 'private, no-cache')
      .send(stored === null ? createReadStream(join(folder, basename(name))) : stored.open());
  });
}
