import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { disconnectSignal } from '../http/answers.ts';
import { findOwnRun, isOpen } from './runs.ts';
import type { V1Handler } from '../api-v1/context.ts';
import { sendNamed, sendRefused } from '../api-v1/problem-answer.ts';
import { runInfo } from './run-info.ts';
import type { CoreServices } from '../core/services.ts';

const POLL_MS = 250;
/** Proxies close an idle connection: a comment keeps it open. */
const PING_MS = 15_000;
/** Concurrent streams of a token, in this process. */
const AT_ONCE = 20;
const RETRY_SECONDS = 10;

/** Streams the state of a run, with each change until it ends, as server-sent events. */
export function createEventCall(): V1Handler<Pick<CoreServices, 'db' | 'now'>> {
  const open = new Map<string, number>();
  const count = (tokenId: string, more: 1 | -1): void => {
    const left = (open.get(tokenId) ?? 0) + more;
    if (left > 0) open.set(tokenId, left);
    else open.delete(tokenId);
  };
  return async ({ services, user, tokenId, reply, language, param }) => {
    const found = await findOwnRun(services, user.id, param('id'));
    if (!found.ok) return sendRefused(reply, language, found.error);
    if ((open.get(tokenId) ?? 0) >= AT_ONCE) {
      const seconds = RETRY_SECONDS;
      return sendNamed(reply.header('retry-after', seconds), language, 429, 'request.tooMany', { seconds });
    }
    const disconnected = disconnectSignal(reply);
    async function* changes(): AsyncGenerator<string> {
      let last = '';
      let saidAt = Date.now();
      while (!disconnected.aborted) {
        const now = await findOwnRun(services, user.id, param('id'));
        if (!now.ok) return;
        const text = JSON.stringify(await runInfo(services, now.value, language));
        if (text !== last) yield `event: run\ndata: ${text}\n\n`;
        else if (Date.now() - saidAt >= PING_MS) yield ':\n\n';
        else {
          await wait(POLL_MS, undefined, { signal: disconnected }).catch(() => undefined);
          continue;
        }
        saidAt = Date.now();
        last = text;
        if (!isOpen(now.value)) return;
      }
    }
    count(tokenId, 1);
    const stream = Readable.from(changes());
    stream.once('close', () => count(tokenId, -1));
    return reply
      .type('text/event-stream')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(stream);
  };
}
