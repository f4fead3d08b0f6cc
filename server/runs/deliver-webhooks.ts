import { WEBHOOK_LANE, type Lease, type RunJob } from '../core/queue/queue.ts';
import { findRun } from './run-steps.ts';
import { openWebhook, signedHeaders } from './webhook.ts';
import { runInfo } from './run-info.ts';
import type { CoreServices } from '../core/services.ts';
import { isoOf } from '../core/iso-time.ts';

/** How often pending webhooks are polled. */
const POLL_MS = 1_000;
/** Concurrent deliveries: a receiver that does not answer delays at most this many. */
const AT_ONCE = 8;

type Needed = Pick<CoreServices, 'db' | 'queue' | 'net' | 'secrets' | 'now'>;

/**
 * Delivers the webhooks of completed runs. A delivery without a 2xx answer is retried for about an hour: `QUEUE_LIMITS`
 * (`server/core/queue/queue.ts`) defines the number of attempts and the first delay, which doubles each time. Returns a
 * function that stops this and waits for deliveries in progress.
 */
export function startWebhookDelivery(services: Needed, onError: (error: Error) => void): () => Promise<void> {
  const stop = new AbortController();
  const inFlight = new Set<Promise<void>>();
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(() => look()).catch(onError);
  }, POLL_MS);
  timer.unref();

  async function look(): Promise<void> {
    while (!stop.signal.aborted && inFlight.size < AT_ONCE && (await isAsked(services))) {
      const lease = await services.queue.lease(WEBHOOK_LANE);
      if (lease === null) return;
      const delivery = deliver(services, lease, stop.signal)
        .catch(onError)
        .finally(() => inFlight.delete(delivery));
      inFlight.add(delivery);
    }
  }

  return async () => {
    clearInterval(timer);
    stop.abort();
    await looking;
    await Promise.all(inFlight);
  };
}

/** Queries the table of runs first: a server without webhooks does not start its queue for this. */
async function isAsked({ db }: Needed): Promise<boolean> {
  const run = await db.selectFrom('label_run').select('id').where('webhook_state', '=', 'waiting').executeTakeFirst();
  return run !== undefined;
}

async function deliver(services: Needed, lease: Lease<RunJob>, signal: AbortSignal): Promise<void> {
  const { db, queue, net, secrets, now } = services;
  const { runId } = lease.data;
  const run = await findRun(db, runId);
  if (run === null || run.webhook === null || run.webhook_state !== 'waiting') {
    await db.transaction().execute((tx) => queue.complete(tx, lease));
    return;
  }
  const { url, secret } = openWebhook(secrets, runId, run.webhook);
  const ended = isoOf(run.finished_at);
  const body = JSON.stringify({ type: `run.${run.state}`, timestamp: ended, data: await runInfo(services, run, 'en') });
  const headers = signedHeaders(secret, runId, Math.floor(now() / 1000), body);
  const sent = await net.send(url, { headers, body }, signal);
  if (sent.ok) {
    await db.transaction().execute(async (tx) => {
      if (await queue.complete(tx, lease)) await note(tx, runId, 'delivered');
    });
  } else if ((await queue.fail(lease)) === 'dead') {
    await note(db, runId, 'failed');
  }
}

async function note(db: Needed['db'], runId: string, state: 'delivered' | 'failed'): Promise<void> {
  await db.updateTable('label_run').set({ webhook_state: state }).where('id', '=', runId).execute();
}
