import type { FastifyInstance } from 'fastify';
import { Compile } from 'typebox/compile';
import { readQueryAddress } from '#model/elements/base/query-address.ts';
import { NET_FILE_NAME_HEADER, NET_FILE_PATH, NET_PICTURE_PATH, netFileInput, netPictureInput } from '#protocol/api.ts';
import { disconnectSignal, sendApiError } from '../http/answers.ts';
import { refuseSignedOut, renew, requestSession } from '../http/request-session.ts';
import type { CountCall } from '../http/rate-policy.ts';
import { fetchWebFile } from './import-spreadsheet.ts';
import { requestLanguage } from '../core/messages.ts';
import { apiError } from '../core/api-error.ts';
import type { CoreServices } from '../core/services.ts';
import type { HttpServices } from '../http/call.ts';
import type { QueryServices } from './query-runner.ts';

/**
 * The bytes of the file at an address, or of the rows of a saved query, for the user's own reader. A client that sends
 * a current etag gets 304.
 */
export function addNetRoutes(
  app: FastifyInstance,
  services: Pick<CoreServices, 'db' | 'net' | 'now'> & Pick<HttpServices, 'cookies'> & QueryServices,
  countCall: CountCall,
): void {
  const input = Compile(netFileInput);
  app.post(NET_FILE_PATH, async (request, reply) => {
    const language = requestLanguage(request.headers);
    const session = await requestSession(services, request);
    if (session === null) return refuseSignedOut(services, request, reply);
    countCall('importSpreadsheet', request, session.user.id);
    const { body } = request;
    if (!input.Check(body)) {
      return sendApiError(reply, language, apiError('invalid', 'request.invalid', { field: 'FileUrl' }));
    }
    if (![undefined, '', session.user.id].includes(body.user_id)) {
      return sendApiError(reply, language, apiError('forbidden', 'session.otherUser'));
    }
    const query = readQueryAddress(body.FileUrl);
    const [userId, signal] = [session.user.id, disconnectSignal(reply)];
    const file =
      query === null
        ? await fetchWebFile(services.net, { userId, address: body.FileUrl, signal })
        : await services.data.sheet(userId, query, signal);
    if (!file.ok) return sendApiError(reply, language, file.error);
    await renew(services, request, reply, session);
    const etag = `"${file.value.contentKey}"`;
    reply.header('cache-control', 'private, no-store').header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply
      .type('application/octet-stream')
      .header('content-disposition', 'attachment')
      .header(NET_FILE_NAME_HEADER, encodeURIComponent(file.value.name))
      .send(Buffer.from(file.value.bytes));
  });

  const pictureInput = Compile(netPictureInput);
  const places = createPicturePlaces();
  app.post(NET_PICTURE_PATH, async (request, reply) => {
    const language = requestLanguage(request.headers);
    const session = await requestSession(services, request);
    if (session === null) return refuseSignedOut(services, request, reply);
    countCall('fetchPicture', request, session.user.id);
    const { body } = request;
    if (!pictureInput.Check(body)) {
      return sendApiError(reply, language, apiError('invalid', 'request.invalid', { field: 'PictureUrl' }));
    }
    if (![undefined, '', session.user.id].includes(body.user_id)) {
      return sendApiError(reply, language, apiError('forbidden', 'session.otherUser'));
    }
    const release = places.take(session.user.id);
    if (release === null) {
      return sendApiError(reply, language, apiError('busy', 'server.busy', { seconds: PICTURE_RETRY_SECONDS }));
    }
    try {
      const picture = await services.net.picture(body.PictureUrl, disconnectSignal(reply));
      await renew(services, request, reply, session);
      reply.header('cache-control', 'private, no-store');
      if (picture.ok) {
        // Never shown as a page: a drawing of strangers may have scripts.
        reply.header('content-disposition', 'attachment').header('x-content-type-options', 'nosniff');
        return await reply.type('application/octet-stream').send(Buffer.from(picture.value));
      }
      const { code: found, params = {} } = picture.error;
      const data = { ...params, problem: found };
      return sendApiError(reply, language, apiError('invalid', 'net.picture', {}, data));
    } finally {
      release();
    }
  });
}

const PICTURE_RETRY_SECONDS = 2;
/** Fetches of pictures at a time: of a user, and of this process, which needs memory for them. */
const PICTURES_OF_USER = 6;
const PICTURES_IN_ALL = 16;

interface PicturePlaces {
  /** Gives the place back; null where none is free. */
  take(userId: string): (() => void) | null;
}

function createPicturePlaces(): PicturePlaces {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(userId) {
      const own = taken.get(userId) ?? 0;
      if (own >= PICTURES_OF_USER || all >= PICTURES_IN_ALL) return null;
      taken.set(userId, own + 1);
      all++;
      return () => {
        all--;
        const left = (taken.get(userId) ?? 1) - 1;
        if (left === 0) taken.delete(userId);
        else taken.set(userId, left);
      };
    },
  };
}
