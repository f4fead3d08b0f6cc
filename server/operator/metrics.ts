import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { CONVERSION_STATES } from '#protocol/api.ts';
import { passwordQueue } from '../accounts/passwords.ts';
import { countConversions } from '../documents/conversions.ts';
import type { CoreServices } from '../core/services.ts';
import type { OfficeServices } from '../documents/office-converter.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import { sendApiError } from '../http/answers.ts';
import { requestLanguage } from '../core/messages.ts';
import { apiError } from '../core/api-error.ts';

/** Seconds: most answers take a few milliseconds, uploads and sign-ins more. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const PREFIX = 'labelwright_';

let ofProcess: Registry | undefined;

/** Metrics of the event loop and the memory can't be stopped: the servers of a process, in tests many, share them. */
function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

type Measured = Pick<CoreServices, 'db' | 'now'> & OfficeServices;

/** Counts every answer from now on, and returns the content of `/metrics`, in the text format of Prometheus. */
export function addMeasurements(app: FastifyInstance, { db, now, office }: Measured): Registry {
  const registry = new Registry();
  const registers = [registry];
  for (const { name } of processMetrics().getMetricsAsArray()) {
    const metric = processMetrics().getSingleMetric(name);
    if (metric !== undefined) registry.registerMetric(metric);
  }
  const requests = new Counter({
    name: `${PREFIX}http_requests_total`,
    help: 'Responses by route and HTTP status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: `${PREFIX}http_request_seconds`,
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['route'] as const,
    buckets: BUCKETS,
    registers,
  });
  const uploads = new Counter({
    name: `${PREFIX}upload_bytes_total`,
    help: 'Bytes of accepted uploads, as received.',
    registers,
  });
  const sessions = new Gauge({
    name: `${PREFIX}sessions`,
    help: 'Sessions that have not ended.',
    registers: [],
    async collect() {
      const { count } = await db
        .selectFrom('session')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('expires_at', '>', now())
        .executeTakeFirstOrThrow();
      this.set(Number(count));
    },
  });
  const passwords = new Gauge({
    name: `${PREFIX}password_queue`,
    help: 'Passwords being hashed or waiting to be hashed.',
    registers: [],
    collect() {
      this.set(passwordQueue());
    },
  });
  const conversions = new Gauge({
    name: `${PREFIX}conversions`,
    help: 'Office files by conversion state.',
    labelNames: ['state'] as const,
    registers: [],
    async collect() {
      const counts = await countConversions(db);
      for (const state of ['receiving', ...CONVERSION_STATES] as const) this.set({ state }, counts.get(state) ?? 0);
    },
  });
  const converted = new Counter({
    name: `${PREFIX}conversions_total`,
    help: 'Conversions of this process by outcome.',
    labelNames: ['outcome'] as const,
    registers: [],
    collect() {
      this.reset();
      for (const [outcome, count] of office.outcomes()) this.inc({ outcome }, count);
    },
  });
  for (const metric of [sessions, passwords, conversions]) registry.registerMetric(metric);
  registry.registerMetric(converted);
  app.addHook('onResponse', async (request, reply) => {
    // The template of a route: the number of raw paths is unlimited.
    const route = request.routeOptions.url ?? 'none';
    requests.inc({ method: request.method, route, status: reply.statusCode });
    seconds.observe({ route }, reply.elapsedTime / 1000);
    if (route.startsWith('/upload/') && reply.statusCode === 200) {
      uploads.inc(Number(request.headers['content-length'] ?? 0) || 0);
    }
  });
  return registry;
}

/** `/metrics`: for this machine itself, and for requests with the token. All others get a 404. */
export function addMetrics(app: FastifyInstance, registry: Registry, token: string | null): void {
  app.get('/metrics', async (request, reply) => {
    if (token === null ? !isOwnMachine(request) : !hasToken(request, token)) {
      return sendApiError(reply, requestLanguage(request.headers), apiError('notFound', 'request.unknownPath'));
    }
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

/** With a local proxy that the server doesn't know of, every client would appear to be this machine. */
function isOwnMachine({ ip, headers, ips }: FastifyRequest): boolean {
  const proxied =
    headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined || headers.via !== undefined;
  return /^(?:127\.|::1$|::ffff:127\.)/.test(ip) && (!proxied || ips !== undefined);
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}
