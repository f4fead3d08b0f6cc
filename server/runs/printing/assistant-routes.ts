import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Compile } from 'typebox/compile';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { BIND_PATH, bindInput, DIAL_PATH, UNBIND_PATH } from '#protocol/dialed-assistant.ts';
import { bindAssistant, findAssistant, unbindAssistant, type DialedAssistant } from '../../assistants/binding.ts';
import type { AssistantConnections } from './assistant-connections.ts';
import { audit } from '../../core/observe/audit.ts';
import { sendApiError, sendSuccess } from '../../http/answers.ts';
import { clientAddress, countedFor } from '../../core/net/client-address.ts';
import { countNow, secondsUntil, type Count } from '../../http/rate-counts.ts';
import type { RateLimits } from '../../accounts/rate-limits.ts';
import { requestLanguage } from '../../core/messages.ts';
import { invalid, apiError, type ApiError } from '../../core/api-error.ts';
import type { CoreServices } from '../../core/services.ts';

const BIND = Compile(bindInput);
const DIALS_PER_ADDRESS = 300;
/** The longest answer of an assistant: the pages of a long job, in ranges. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/**
 * Routes where print assistants are bound and connect. To be added after all other routes: a websocket request to one
 * of those is answered as any other request.
 */
export async function addAssistantRoutes(
  app: FastifyInstance,
  services: Pick<CoreServices, 'db' | 'now'>,
  assistantConnections: AssistantConnections,
  count: Count,
  { bindingsPerAddress }: Pick<RateLimits, 'bindingsPerAddress'>,
): Promise<void> {
  const { db } = services;
  app.post(BIND_PATH, async (request, reply) => {
    const language = requestLanguage(request.headers);
    const time = services.now();
    const address = clientAddress(request.ip);
    for (const [who, max] of countedFor(address, bindingsPerAddress)) {
      const counted = await countNow(db, `bind ${who}`, time);
      if (counted.count <= max) continue;
      const seconds = secondsUntil(counted.endsAt, time);
      return sendApiError(reply, language, apiError('tooMany', 'request.tooMany', { seconds }));
    }
    const body: unknown = request.body ?? {};
    if (!BIND.Check(body)) return sendApiError(reply, language, invalid('code', 'request.invalid', { field: 'code' }));
    const bound = await bindAssistant({ db, time }, body);
    if (!bound.ok) return sendApiError(reply, language, bound.error);
    const { userId, ...answer } = bound.value;
    const { id } = answer;
    const details = { assistant: id };
    await audit(db, { event: 'assistantBound', outcome: 'done', userId, address, details }, time);
    return sendSuccess(reply, answer);
  });

  /** The assistant of the request's token. */
  async function whoAsks(request: FastifyRequest): Promise<Result<DialedAssistant, ApiError>> {
    for (const [who, max] of countedFor(clientAddress(request.ip), DIALS_PER_ADDRESS)) {
      const seconds = count(`dial ${who}`, max);
      if (seconds !== null) return err(apiError('tooMany', 'request.tooMany', { seconds }));
    }
    const token = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const assistant = await findAssistant(db, token);
    return assistant === null ? err(apiError('signedOut', 'assistant.notFound')) : ok(assistant);
  }

  // Called by the assistant itself, from its own page.
  app.post(UNBIND_PATH, async (request, reply) => {
    const language = requestLanguage(request.headers);
    const asking = await whoAsks(request);
    if (!asking.ok) return sendApiError(reply, language, asking.error);
    const { id, userId } = asking.value;
    const deleted = await unbindAssistant(db, userId, id);
    if (!deleted.ok) return sendApiError(reply, language, deleted.error);
    const [time, address] = [services.now(), clientAddress(request.ip)];
    const details = { assistant: id };
    await audit(db, { event: 'assistantUnbound', outcome: 'done', userId, address, details }, time);
    return sendSuccess(reply, null);
  });

  const dialing = new WeakMap<FastifyRequest, DialedAssistant>();
  // The plugin listens no more once the server closes. Node hands over what comes then to the listener below alone.
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  await app.register(websocket, { options: { maxPayload: MAX_ANSWER_BYTES, perMessageDeflate: false } });
  // The plugin closes only connections that its own hooks have seen. The connection of a request that a guard rejects
  // before them has no HTTP timeout any more, and would stay open.
  const upgrades = new WeakSet<IncomingMessage>();
  app.server.prependListener('upgrade', (request: IncomingMessage, socket: Duplex) => {
    upgrades.add(request);
    if (isClosing) socket.destroy();
  });
  app.addHook('onResponse', async ({ raw }) => {
    if (upgrades.has(raw)) raw.socket.destroy();
  });
  app.route({
    method: 'GET',
    url: DIAL_PATH,
    websocket: true,
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      const language = requestLanguage(request.headers);
      const asking = await whoAsks(request);
      if (!asking.ok) return sendApiError(reply, language, asking.error);
      dialing.set(request, asking.value);
      return undefined;
    },
    handler: (socket, request) => {
      const assistant = dialing.get(request);
      if (assistant === undefined) socket.terminate();
      else assistantConnections.accept(assistant, socket);
    },
  });
}
