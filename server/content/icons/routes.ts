import type { FastifyInstance } from 'fastify';
import { ICONS_PATH } from '#protocol/api.ts';
import { ADDED_ICONS, addedIconFile } from './added-icons.ts';
import type { Db } from '../../core/database/open-database.ts';
import { sendApiError } from '../../http/answers.ts';
import { iconCatalogue } from './catalogue.ts';
import { requestLanguage } from '../../core/messages.ts';
import { apiError } from '../../core/api-error.ts';

/** Opened as a page of its own, an icon may do nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/**
 * Serves the icons of the library, and no other files. The list names each by its content, so it may be cached forever.
 */
export function addIconRoutes(app: FastifyInstance, db: Db): void {
  app.get<{ Params: { category: string; name: string } }>(`${ICONS_PATH}:category/:name`, async (request, reply) => {
    const { category, name } = request.params;
    const icon =
      category === ADDED_ICONS
        ? await addedIconFile(db, name.replace(/\.svg$/, ''))
        : iconCatalogue().file(`${ICONS_PATH}${category}/${name}`);
    if (icon === null) {
      return sendApiError(reply, requestLanguage(request.headers), apiError('notFound', 'file.notFound'));
    }
    const current = request.url === icon.url;
    return reply
      .type('image/svg+xml; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('cache-control', current ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      .send(icon.svg);
  });
}
