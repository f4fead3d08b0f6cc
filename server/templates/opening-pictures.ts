import type { FastifyInstance } from 'fastify';
import type { Selectable } from 'kysely';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  OPENING_PICTURE_LIMITS,
  OPENING_PICTURE_PATH,
  OPENING_PLACE_HEADER,
  type OpeningPlace,
  type SaveOpeningPictureInput,
} from '#protocol/api.ts';
import { apiError, invalid, type ApiError } from '../core/api-error.ts';
import { isMissingReference, type Db } from '../core/database/open-database.ts';
import type { OpeningPictureTable } from '../core/database/tables.ts';
import { checkPreview } from '../core/files/sniff.ts';
import { requestLanguage } from '../core/messages.ts';
import type { CoreServices } from '../core/services.ts';
import { sendApiError } from '../http/answers.ts';
import type { HttpServices } from '../http/call.ts';
import type { CountCall } from '../http/rate-policy.ts';
import { renew, requestSession } from '../http/request-session.ts';
import { findTemplate } from './template-rows.ts';

/** Stores a picture of the template's current version in place of the one with that look, and drops the oldest ones. */
export async function saveOpeningPicture(
  db: Db,
  userId: string,
  { id, revision, look, left, top, width, height, png }: SaveOpeningPictureInput,
  time: number,
): Promise<Result<null, ApiError>> {
  const bytes = Buffer.from(png, 'base64');
  if (bytes.length > OPENING_PICTURE_LIMITS.bytes || bytes.toString('base64') !== png) {
    return err(invalid('png', 'upload.notPng'));
  }
  const refused = checkPreview(bytes);
  if (refused !== null) return err(refused);
  const found = await findTemplate(db, userId, id);
  if (!found.ok) return found;
  if (found.value.revision !== revision) return err(apiError('changedMeanwhile', 'template.changedMeanwhile'));
  const place: OpeningPlace = { left, top, width, height, revision };
  const row = { template_id: id, look, user_id: userId, revision, place: JSON.stringify(place), png, made_at: time };
  try {
    await db
      .insertInto('opening_picture')
      .values(row)
      .onConflict((conflict) => conflict.columns(['template_id', 'look']).doUpdateSet(row))
      .execute();
  } catch (error) {
    // The template was deleted permanently since it was found.
    if (isMissingReference(error)) return err(apiError('notFound', 'template.notFound'));
    throw error;
  }
  await dropOldest(db, userId, id);
  return ok(null);
}

async function dropOldest(db: Db, userId: string, templateId: string): Promise<void> {
  const rows = await db
    .selectFrom('opening_picture')
    .select(['template_id', 'look'])
    .where('user_id', '=', userId)
    .orderBy('made_at', 'desc')
    .execute();
  const ofTemplate = rows.filter((row) => row.template_id === templateId);
  const { perTemplate, perUser } = OPENING_PICTURE_LIMITS;
  for (const { template_id, look } of new Set([...ofTemplate.slice(perTemplate), ...rows.slice(perUser)])) {
    await db.deleteFrom('opening_picture').where('template_id', '=', template_id).where('look', '=', look).execute();
  }
}

/**
 * Serves opening pictures to the owner of the template: only of its current version, and none while its draft is newer.
 * The page requests it before anything else of the editor, so the answer to a picture that the browser has is short.
 */
export function addOpeningPictureRoute(
  app: FastifyInstance,
  services: Pick<CoreServices, 'db' | 'now'> & Pick<HttpServices, 'cookies'>,
  countCall: CountCall,
): void {
  app.get<{ Querystring: Readonly<Record<string, unknown>> }>(OPENING_PICTURE_PATH, async (request, reply) => {
    const session = await requestSession(services, request);
    if (session === null) {
      return sendApiError(reply, requestLanguage(request.headers), apiError('signedOut', 'session.signedOut'));
    }
    countCall('file', request, session.user.id);
    const { id, look } = request.query;
    const picture =
      typeof id === 'string' && typeof look === 'string' ? await find(services.db, session.user.id, id, look) : null;
    await renew(services, request, reply, session);
    if (picture === null) return reply.header('cache-control', 'no-store').status(204).send();
    const etag = `"${picture.revision}-${picture.made_at}"`;
    reply.header('cache-control', 'private, no-cache').header('etag', etag).header(OPENING_PLACE_HEADER, picture.place);
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.type('image/png').send(Buffer.from(picture.png, 'base64'));
  });
}

type Picture = Pick<Selectable<OpeningPictureTable>, 'revision' | 'place' | 'png' | 'made_at'>;

async function find(db: Db, userId: string, id: string, look: string): Promise<Picture | null> {
  const row = await db
    .selectFrom('opening_picture as p')
    .innerJoin('template as t', 't.id', 'p.template_id')
    .leftJoin('template_draft as d', 'd.template_id', 'p.template_id')
    .select(['p.revision', 'p.place', 'p.png', 'p.made_at'])
    .where('p.template_id', '=', id)
    .where('p.look', '=', look)
    .where('t.user_id', '=', userId)
    .where('t.deleted_at', 'is', null)
    .whereRef('p.revision', '=', 't.revision')
    .where('d.template_id', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
