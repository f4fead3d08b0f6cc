import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import cookie from '@fastify/cookie';
import fastify, { LogController, type FastifyHttpOptions, type FastifyInstance } from 'fastify';
import { createLoginGuard } from './accounts/login-guard.ts';
import { readPreviews } from './content/designs/library.ts';
import { accountLimits, type AccountLimits } from './core/account-limits.ts';
import { openBreachedPasswords } from './accounts/breached-passwords.ts';
import { ALL_FREE, type PrivilegeRules } from './membership/privileges.ts';
import { preparePasswordChecks } from './accounts/passwords.ts';
import { installationId, installationSecret } from './core/database/installation.ts';
import { createSecretBox, readKeyFile } from './core/database/secret-box.ts';
import { createAssistantFiles } from './assistants/assistant-files.ts';
import { createAssistantConnections } from './runs/printing/assistant-connections.ts';
import { addAssistantRoutes } from './runs/printing/assistant-routes.ts';
import { addAssistantFileRoutes } from './assistants/file-routes.ts';
import { addExportRoute } from './personal/export-route.ts';
import { addIndustryRoutes } from './content/designs/routes.ts';
import { addSharedFileRoutes } from './sharing/file-routes.ts';
import { addOfficeRoutes } from './documents/routes.ts';
import { addServerRunRoutes } from './runs/routes.ts';
import { addFileRoutes } from './cloud/file-routes.ts';
import { addOpeningPictureRoute } from './templates/opening-pictures.ts';
import { createOfficeConverter } from './documents/office-converter.ts';
import {
  USUAL_OFFICE_LIMITS,
  type OfficeLimits,
  USUAL_OFFICE,
  type OfficeSettings,
} from './documents/office-settings.ts';
import { watchDisk } from './core/files/disk-watch.ts';
import { openFileStore } from './core/files/file-store.ts';
import { createStorageCap } from './core/files/space.ts';
import { addUploadRoutes } from './cloud/upload-routes.ts';
import { handlers } from './all-handlers.ts';
import { auditCall } from './accounts/audit-calls.ts';
import { addCalls } from './http/call-route.ts';
import { createAntiForgery, createCookies } from './http/cookies.ts';
import { addDurableAnswers } from './http/answers.ts';
import { createLog, loggerOptions, PLAIN_LOG, type Log, type LogOptions } from './core/observe/log.ts';
import { addMeasurements, addMetrics } from './operator/metrics.ts';
import { addRunMeasurements } from './operator/run-metrics.ts';
import { addRequestLog, requestIds } from './core/observe/request-log.ts';
import { createPayloads, type PayloadSettings } from './http/payloads.ts';
import { createSigningKeys } from './http/signing.ts';
import { addErrorAnswers, answerFrameworkError, answerParserError } from './http/error-answers.ts';
import { addDocs } from './docs/routes.ts';
import { addIconRoutes } from './content/icons/routes.ts';
import { addHealth } from './operator/health.ts';
import { addHostGuard, pathOfTarget } from './http/host-guard.ts';
import { createSharedCounts } from './http/rate-counts.ts';
import { createRateLimits, RATE_LIMITS, type RateLimits } from './accounts/rate-limits.ts';
import { CALL_LIMITS, createCallCounts, type CallLimits } from './http/rate-policy.ts';
import { acceptJsonOnly, addAntiForgeryGuard, addJsonBodies, addOriginGuard } from './http/request-guards.ts';
import { addRequestLimits, REQUEST_LIMITS, type RequestLimits } from './http/request-limits.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { addWebFiles } from './http/web-files.ts';
import { openStorage, type Storage } from './open-storage.ts';
import type { StorageSettings } from './storage-settings.ts';
import { startCleaning } from './cleaning.ts';
import { createQueryRunner } from './connections/query-runner.ts';
import { QUERY_LIMITS, type QueryLimits } from './connections/query-limits.ts';
import { createAddressPolicy, createDatabasePolicy, type AddressPolicy } from './core/net/address-policy.ts';
import { createOutboundFetcher } from './core/net/outbound-fetcher.ts';
import { NET_LIMITS, type NetLimits } from './core/net/net-limits.ts';
import { addNetRoutes } from './connections/net-routes.ts';
import { addOperatorFontRoutes } from './content/fonts/operator-font-routes.ts';
import { readOperatorFonts } from './content/fonts/operator-fonts.ts';
import { addFontRoutes } from './content/fonts/font-list.ts';
import { addFirstPlans } from './membership/first-plans.ts';
import { createMessenger, type MessageSettings } from './accounts/messenger.ts';
import { openQueue } from './core/queue/open-queue.ts';
import type { RunJob } from './core/queue/queue.ts';
import { startRenderThreads, type RenderThreads } from './render-threads.ts';
import { addApiV1 } from './add-api-v1.ts';
import { startSchedules } from './runs/schedules/fire-due.ts';
import { startWebhookDelivery } from './runs/deliver-webhooks.ts';
import { createOidcClients } from './accounts/oidc-clients.ts';
import type { OidcProvider } from './accounts/provider-settings.ts';
import { openPayments, type PaymentSettings } from './membership/payments/open-payments.ts';
import { addNotifyRoutes } from './membership/notify-routes.ts';
import type { Services } from './services.ts';

const CALL_BODY_BYTES = 256 * 1024;
const CLOSE_PATIENCE_MS = 1500;
/** Timeout of a readiness check. */
const STORE_PATIENCE_MS = 2000;

export interface ServerOptions extends StorageSettings {
  readonly webDir: string;
  /** Port of the print assistant on the user's machine, for the content security policy. */
  readonly assistantPort: number;
  /** Where `npm run assistant:build` puts its executables; next to `webDir` when absent. */
  readonly assistantFolder?: string;
  /** Shared with the print assistant that was started together with this server. */
  readonly assistantKey?: string | null;
  /** Settings of mail and SMS. */
  readonly messages?: MessageSettings;
  /** Third parties through which users may sign in. */
  readonly oidcProviders?: readonly OidcProvider[];
  /** The address of this product in browsers; each request's own when absent. */
  readonly publicUrl?: string;
  /** Called with a line for the person at the console. */
  readonly say?: (line: string) => void;
  readonly now?: () => number;
  readonly limits?: Partial<RateLimits & CallLimits>;
  /** Storage limit of all accounts together; none when absent. */
  readonly maxStorageBytes?: number;
  readonly accountLimits?: Partial<AccountLimits>;
  readonly requestLimits?: Partial<RequestLimits>;
  /** Proxies whose `X-Forwarded-…` headers are believed, in the form of fastify's `trustProxy`. None when absent. */
  readonly trustProxy?: number | readonly string[];
  /** The threads that render labels of runs; none when absent, where workers are processes of their own. */
  readonly renderThreads?: RenderThreads;
  /** Which calls are encrypted in addition to TLS; none when absent. */
  readonly payloads?: PayloadSettings;
  /**
   * Names by which this server may be called, in addition to the machine's own; `*.example.com` includes all
   * subdomains.
   */
  readonly allowedHosts?: readonly string[];
  /** A file of breached passwords, which are rejected as new passwords. */
  readonly breachedPasswords?: string;
  /** Privileges of users who are not members; all when absent. */
  readonly privileges?: PrivilegeRules;
  /** Payment settings; nothing is sold where it is null or absent. */
  readonly payments?: PaymentSettings | null;
  /** Where users may fetch spreadsheets from; replaces `netAllowedHosts`. */
  readonly netPolicy?: AddressPolicy;
  readonly netLimits?: Partial<NetLimits>;
  /** Which databases users may query; replaces `netAllowedHosts`. */
  readonly databasePolicy?: AddressPolicy;
  readonly queryLimits?: Partial<QueryLimits>;
  /** Whether and how office files are converted; when absent, in a sandbox if LibreOffice is installed. */
  readonly office?: OfficeSettings;
  readonly officeLimits?: Partial<OfficeLimits>;
  /** A few lines on the console when absent. */
  readonly log?: LogOptions;
  /** The token to read `/metrics`; when absent, only this machine may. */
  readonly metricsToken?: string;
  /** How long `/readyz` reports the shutdown before the server takes no more requests. */
  readonly shutdownDelayMs?: number;
  /** Called with each unexpected failure; written to the log when absent. */
  readonly onError?: (error: Error) => void;
}

export interface Route {
  readonly method: string;
  readonly url: string;
}

/** A server that is ready to listen, with its database open. The caller closes it. */
export interface Server {
  readonly services: Services;
  readonly log: Log;
  /** Every route, so that a test can check that it covers them all. */
  readonly routes: readonly Route[];
  /**
   * Starts listening and returns the address, `http://host:port`; rejects where the port is taken. Port 0 takes a free
   * one.
   */
  readonly listen: (address: { readonly host: string; readonly port: number }) => Promise<string>;
  /** Starts the due runs of schedules, which also happens each second. */
  readonly fireDue: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Creates a server. Throws where the data folder, the database or the file store can't be used. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const now = options.now ?? Date.now;
  const { app, log } = createApp(options);
  const storage = await openStorage(options);
  const { folder, database, blobs } = storage;
  const { db, keepRoom } = database;
  try {
    const files = openFileStore(blobs, db, now);
    await files.removeDeleted();
    const fonts = await readOperatorFonts(folder.fonts);
    const limits = accountLimits(options.accountLimits);
    const secret = await installationSecret(db);
    const cookies = createCookies(await installationId(db), createAntiForgery(secret));
    const rateLimits = { ...RATE_LIMITS, ...options.limits };
    const logins = createLoginGuard(db, rateLimits);
    await preparePasswordChecks();
    const closing = new AbortController();
    const report = (detail: string): void => log.error(detail);
    const say = options.say ?? (options.log?.format === 'json' ? sayWithoutCodes(log) : log.info);
    const places = { outbox: folder.outbox, now, say, report, closing: closing.signal };
    const messenger = createMessenger(options.messages ?? {}, places);
    const oidc = createOidcClients(options.oidcProviders ?? [], now, report);
    const { assistantPort, assistantKey = null } = options;
    const assistantFiles = createAssistantFiles(options.assistantFolder ?? join(options.webDir, '../assistant'));
    const webPolicy = options.netPolicy ?? createAddressPolicy(options.netAllowedHosts);
    const net = createOutboundFetcher({
      db,
      now,
      policy: webPolicy,
      limits: { ...NET_LIMITS, ...options.netLimits },
    });
    const office = createOfficeConverter({
      db,
      files,
      now,
      settings: options.office ?? USUAL_OFFICE,
      limits: { ...USUAL_OFFICE_LIMITS, ...options.officeLimits },
      onError: options.onError ?? log.error,
    });
    const secrets = createSecretBox(storage.key.given ?? readKeyFile(storage.key.file));
    const data = createQueryRunner({
      db,
      secrets,
      net,
      webPolicy,
      databasePolicy: options.databasePolicy ?? createDatabasePolicy(options.netAllowedHosts),
      limits: { ...QUERY_LIMITS, ...options.queryLimits },
    });
    if (options.payments) await addFirstPlans(db, now());
    const queue = await openQueue<RunJob>({
      database,
      databaseUrl: options.databaseUrl,
      now,
      onError: (e) => report(e.message),
    });
    const services: Services = {
      db,
      breached: await openBreachedPasswords(options.breachedPasswords),
      keepRoom,
      net,
      data,
      office,
      files,
      blobs,
      queue,
      hasStorage: createStorageCap(db, options.maxStorageBytes ?? null, now),
      maxStorageBytes: options.maxStorageBytes ?? null,
      fonts,
      previews: readPreviews(options.webDir),
      limits,
      now,
      cookies,
      logins,
      messenger,
      codeLimits: rateLimits,
      oidc,
      publicUrl: options.publicUrl ?? null,
      privileges: options.privileges ?? ALL_FREE,
      payments: await openPayments(options.payments ?? null, secrets, now),
      report,
      secrets,
      assistantPort,
      assistantKey,
      assistantFiles,
      signing: createSigningKeys(secret),
      payloads: createPayloads(options.payloads ?? null),
    };
    return await buildServer(app, log, services, storage, options, closing);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The HTTP server without routes, and its log. */
function createApp(options: ServerOptions): { app: FastifyInstance; log: Log } {
  const limits = requestLimits(options);
  const logOptions = options.log ?? PLAIN_LOG;
  const app = fastify({
    bodyLimit: CALL_BODY_BYTES,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 100 },
    trustProxy: trustedProxies(options.trustProxy),
    requestTimeout: limits.requestMs,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: Math.ceil(limits.headersMs / 3),
      // A request without `Host` gets our own answer.
      requireHostHeader: false,
    },
    logger: loggerOptions(logOptions),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(options.trustProxy !== undefined),
    frameworkErrors: answerFrameworkError,
    rewriteUrl: (request) => pathOfTarget(request as IncomingMessage),
    clientErrorHandler: answerParserError,
  });
  return { app, log: createLog(logOptions, app.log) };
}

async function buildServer(
  app: FastifyInstance,
  log: Log,
  services: Services,
  { folder, database, blobs }: Storage,
  options: ServerOptions,
  closing: AbortController,
): Promise<Server> {
  const onError = options.onError ?? log.error;
  let stopping = false;
  const routes: Route[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  const disk = watchDisk(folder.files, database.type === 'sqlite' || options.s3 === undefined, log.error);
  addRequestLog(app);
  const registry = addMeasurements(app, services);
  addRunMeasurements(registry, services);
  addErrorAnswers(app, services, { onError, onNoSpace: disk.note, onAway: createOutageNotes(log.error) });
  addDurableAnswers(app, services.db);
  await addSecurityHeaders(app, options.assistantPort);
  addHostGuard(app, options.allowedHosts ?? []);
  addRequestLimits(app, requestLimits(options), options.trustProxy !== undefined);
  addOriginGuard(app);
  acceptJsonOnly(app);
  addJsonBodies(app);
  await app.register(cookie);
  addAntiForgeryGuard(app, services.cookies);

  const canStore = (): Promise<boolean> => blobs.isUsable(AbortSignal.timeout(STORE_PATIENCE_MS));
  addHealth(app, { db: services.db, disk, canStore, isStopping: () => stopping });
  addMetrics(app, registry, options.metricsToken ?? null);
  const counts = createSharedCounts(services.db, services.now);
  const countCall = createCallCounts(counts.count, { ...CALL_LIMITS, ...options.limits });
  const perAddress = createRateLimits(services.db, services.now, { ...RATE_LIMITS, ...options.limits });
  addCalls(app, services, handlers, {
    before: perAddress,
    countCall,
    audit: (ended) => auditCall(services, ended),
  });
  await addUploadRoutes(app, services, countCall);
  await addOfficeRoutes(app, services, countCall);
  addServerRunRoutes(app, services, countCall);
  addFileRoutes(app, services, countCall);
  addOpeningPictureRoute(app, services, countCall);
  addSharedFileRoutes(app, services, countCall);
  addIndustryRoutes(app, services, countCall);
  addNetRoutes(app, services, countCall);
  await addApiV1(app, services, counts.count);
  addExportRoute(app, services, countCall);
  addFontRoutes(app, options.webDir);
  addIconRoutes(app, services.db);
  addOperatorFontRoutes(app, services, folder.fonts);
  await addNotifyRoutes(app, services);
  addDocs(app);
  await addAssistantFileRoutes(app, services.assistantFiles.folder);
  await addWebFiles(app, options.webDir);
  const assistantConnections = createAssistantConnections({ ...services, report: (error) => onError(asError(error)) });
  await addAssistantRoutes(app, services, assistantConnections, counts.count, { ...RATE_LIMITS, ...options.limits });
  await app.ready();

  const stopCleaning = startCleaning(services, onError);
  const stopWebhookDelivery = startWebhookDelivery(services, onError);
  const schedules = startSchedules(services, onError);
  const { renderThreads } = options;
  const stopThreads = renderThreads === undefined ? null : startRenderThreads(options, renderThreads, onError);
  return {
    services,
    log,
    routes,
    listen: (address) => app.listen(address),
    fireDue: schedules.fireDue,
    close: async () => {
      stopping = true;
      await wait(options.shutdownDelayMs ?? 0);
      await stopCleaning();
      await stopWebhookDelivery();
      await assistantConnections.stop();
      await schedules.stop();
      await stopThreads?.();
      await services.office.close();
      await counts.stop();
      registry.clear();
      // Requests in progress may finish. A browser's spare connections, which sent nothing, would stay open forever.
      const patience = setTimeout(() => {
        closing.abort();
        app.server.closeAllConnections();
      }, CLOSE_PATIENCE_MS);
      await app.close();
      clearTimeout(patience);
      await services.breached.close();
      await services.queue.close();
      blobs.close();
      await database.close();
    },
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function requestLimits(options: ServerOptions): RequestLimits {
  return { ...REQUEST_LIMITS, ...options.requestLimits };
}

/** A message in the outbox contains a code, which must not get into a collected log. */
function sayWithoutCodes(log: Log): (line: string) => void {
  return () => log.info('A message is in the outbox.');
}

/** A number counts the proxies from this server outwards. */
function trustedProxies(
  trusted: ServerOptions['trustProxy'],
): NonNullable<FastifyHttpOptions<HttpServer>['trustProxy']> {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted;
  return trusted === undefined ? false : [...trusted];
}

/** The console gets a message at most this often. */
const REPORT_EVERY_MS = 10_000;

/**
 * Reports on the console that the database or the file store is unavailable: a few lines for a thousand failed
 * requests.
 */
function createOutageNotes(warn: (line: string) => void): (error: Error) => void {
  let reportedAt = -Infinity;
  return (error) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    warn(error.message);
  };
}
