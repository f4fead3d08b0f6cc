import type { Server as HttpServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import cookie from '@fastify/cookie';
import fastify, { LogController, type FastifyHttpOptions } from 'fastify';
import { createLoginGuard } from './accounts/login-guard.ts';
import { accountLimits, type AccountLimits } from './account-limits.ts';
import { preparePasswordChecks } from './accounts/passwords.ts';
import { installationId } from './database/installation.ts';
import { openDatabase } from './database/open-database.ts';
import { addFileRoutes } from './routes/file-routes.ts';
import { openDataFolder, type DataFolder } from './files/data-folder.ts';
import { watchDisk } from './files/disk-watch.ts';
import { openFileStore } from './files/file-store.ts';
import { createStorageCap } from './files/storage-cap.ts';
import { addUploadRoutes } from './routes/upload-routes.ts';
import { handlers } from './handlers/all-handlers.ts';
import { addCalls } from './http/call-route.ts';
import { createCookies } from './accounts/cookies.ts';
import { addDurableAnswers } from './http/durable-answers.ts';
import { createLog, loggerOptions, PLAIN_LOG, type Log, type LogOptions } from './observe/log.ts';
import { addMeasurements } from './observe/metrics.ts';
import { addRequestLog, requestIds } from './observe/request-log.ts';
import { addErrorAnswers, answerFrameworkError, answerParserError } from './http/error-answers.ts';
import { addDocs } from './routes/docs-routes.ts';
import { addHealth } from './routes/health.ts';
import { addMetrics } from './routes/metrics.ts';
import { addHostGuard } from './http/host-guard.ts';
import { createCount, createRateLimits, RATE_LIMITS, type RateLimits } from './http/rate-limits.ts';
import { CALL_LIMITS, createCallCounts, type CallLimits } from './http/rate-policy.ts';
import { acceptJsonOnly, addOriginGuard } from './http/request-guards.ts';
import { addRequestLimits, REQUEST_LIMITS, type RequestLimits } from './http/request-limits.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { addAssistantFiles } from './http/assistant-files.ts';
import { addWebFiles } from './http/web-files.ts';
import { startCleaning } from './cleaning.ts';
import { addOperatorFontRoutes } from './routes/operator-font-routes.ts';
import { readOperatorFonts } from './fonts/operator-fonts.ts';
import { addFontRoutes } from './resources/fonts.ts';
import type { Services } from './services.ts';

const CALL_BODY_BYTES = 256 * 1024;
const CLOSE_PATIENCE_MS = 1500;

export interface ServerOptions {
  /** Holds the database and the uploaded files; made where it is missing. */
  readonly dataDir: string;
  readonly webDir: string;
  /** Where the print assistant listens on the user's machine, for the content security policy. */
  readonly assistantPort: number;
  /** Where `npm run assistant:build` puts its executables; beside `webDir` when left out. */
  readonly assistantFolder?: string;
  /** Shared with the print assistant that was started together with this server. */
  readonly assistantKey?: string | null;
  readonly now?: () => number;
  readonly limits?: Partial<RateLimits & CallLimits>;
  /** For the files of all accounts together; none when left out. */
  readonly maxStorageBytes?: number;
  readonly accountLimits?: Partial<AccountLimits>;
  readonly requestLimits?: Partial<RequestLimits>;
  /** Proxies whose `X-Forwarded-…` headers are believed, in the form of fastify's `trustProxy`. None when absent. */
  readonly trustProxy?: number | readonly string[];
  /** Names beside the machine's own by which this server may be called; `*.example.com` for all below one. */
  readonly allowedHosts?: readonly string[];
  /** A few lines on the console when left out. */
  readonly log?: LogOptions;
  /** Who shows it may read `/metrics`; only this machine itself when left out. */
  readonly metricsToken?: string;
  /** How long `/readyz` says that the server stops before it takes no more requests. */
  readonly shutdownDelayMs?: number;
  /** Called with each failure that should not happen; the log tells of it when left out. */
  readonly onError?: (error: Error) => void;
}

export interface Route {
  readonly method: string;
  readonly url: string;
}

/** A server that is ready to listen, with its database open. Whoever makes it closes it. */
export interface Server {
  readonly services: Services;
  readonly log: Log;
  /** Every route, so that a test can see to it that it knows them all. */
  readonly routes: readonly Route[];
  /** Gives the address that it serves at, `http://host:port`; rejects where the port is taken. Port 0 takes a free one. */
  readonly listen: (address: { readonly host: string; readonly port: number }) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Throws where the data folder or the database can't be used. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const now = options.now ?? Date.now;
  const folder = openDataFolder(options.dataDir);
  const db = await openDatabase(folder.database);
  try {
    const files = openFileStore(folder.files, db, now);
    await files.removeLeftovers(true);
    const fonts = await readOperatorFonts(folder.fonts);
    const limits = accountLimits(options.accountLimits);
    const cookies = createCookies(await installationId(db));
    const logins = createLoginGuard(db, { ...RATE_LIMITS, ...options.limits });
    await preparePasswordChecks();
    const { assistantPort, assistantKey = null } = options;
    const assistantFolder = options.assistantFolder ?? join(options.webDir, '../assistant');
    const hasStorage = createStorageCap(db, options.maxStorageBytes ?? null, now);
    const services = {
      db,
      files,
      hasStorage,
      fonts,
      limits,
      now,
      cookies,
      logins,
      assistantPort,
      assistantKey,
      assistantFolder,
    };
    return await buildServer(services, folder, options);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function buildServer(services: Services, folder: DataFolder, options: ServerOptions): Promise<Server> {
  const logOptions = options.log ?? PLAIN_LOG;
  const limits = { ...REQUEST_LIMITS, ...options.requestLimits };
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
    clientErrorHandler: answerParserError,
  });
  const log = createLog(logOptions, app.log);
  const onError = options.onError ?? log.error;
  let stopping = false;
  const routes: Route[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  const disk = watchDisk(folder.files, log.error);
  addRequestLog(app);
  const registry = addMeasurements(app, services.db, services.now);
  addErrorAnswers(app, onError, disk.note);
  addDurableAnswers(app, services.db);
  await addSecurityHeaders(app, options.assistantPort);
  addHostGuard(app, options.allowedHosts ?? []);
  addRequestLimits(app, limits, options.trustProxy !== undefined);
  addOriginGuard(app);
  acceptJsonOnly(app);
  await app.register(cookie);

  addHealth(app, { db: services.db, disk, filesFolder: folder.files, isStopping: () => stopping });
  addMetrics(app, registry, options.metricsToken ?? null);
  const count = await createCount(app);
  const countCall = createCallCounts(count, { ...CALL_LIMITS, ...options.limits });
  addCalls(app, services, handlers, createRateLimits(count, { ...RATE_LIMITS, ...options.limits }), countCall);
  await addUploadRoutes(app, services, countCall);
  addFileRoutes(app, services, countCall);
  addFontRoutes(app, options.webDir);
  addOperatorFontRoutes(app, services, folder.fonts);
  addDocs(app);
  await addAssistantFiles(app, services.assistantFolder);
  await addWebFiles(app, options.webDir);
  await app.ready();

  const stopCleaning = startCleaning(services, onError);
  return {
    services,
    log,
    routes,
    listen: (address) => app.listen(address),
    close: async () => {
      stopping = true;
      await wait(options.shutdownDelayMs ?? 0);
      await stopCleaning();
      registry.clear();
      // Requests under way may finish. A browser's spare connections, which sent nothing, would stay open for ever.
      const patience = setTimeout(() => app.server.closeAllConnections(), CLOSE_PATIENCE_MS);
      await app.close();
      clearTimeout(patience);
      await services.db.destroy();
    },
  };
}

/** A number counts the proxies from this server outwards. */
function trustedProxies(
  trusted: ServerOptions['trustProxy'],
): NonNullable<FastifyHttpOptions<HttpServer>['trustProxy']> {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted;
  return trusted === undefined ? false : [...trusted];
}
