import type { Server as HttpServer } from 'node:http';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import fastify, { type FastifyHttpOptions } from 'fastify';
import { createLoginGuard } from './accounts/login-guard.ts';
import { accountLimits, type AccountLimits } from './account-limits.ts';
import { USUAL_PRIVILEGES, type PrivilegeRules } from './accounts/privileges.ts';
import { preparePasswordChecks } from './accounts/passwords.ts';
import { installationId, installationSecret } from './database/installation.ts';
import { createSecretBox, readKeyFile } from './database/secret-box.ts';
import { addExportRoute } from './routes/export-route.ts';
import { addFileRoutes } from './routes/file-routes.ts';
import { watchDisk } from './files/disk-watch.ts';
import { openFileStore } from './files/file-store.ts';
import { addUploadRoutes } from './routes/upload-routes.ts';
import { handlers } from './handlers/all-handlers.ts';
import { addCalls } from './http/call-route.ts';
import { createAntiForgery } from './accounts/anti-forgery.ts';
import { createCookies } from './accounts/cookies.ts';
import { createPayloads, type PayloadSettings } from './accounts/payloads.ts';
import { createSigningKeys } from './accounts/signing.ts';
import { addErrorAnswers, answerFrameworkError, answerParserError } from './http/error-answers.ts';
import { addHealth } from './routes/health.ts';
import { addHostGuard } from './http/host-guard.ts';
import { createRateLimits, RATE_LIMITS, type RateLimits } from './http/rate-limits.ts';
import { acceptJsonOnly, addAntiForgeryGuard, addOriginGuard } from './http/request-guards.ts';
import { addRequestLimits, REQUEST_LIMITS, type RequestLimits } from './http/request-limits.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { addAssistantFiles } from './http/assistant-files.ts';
import { addWebFiles } from './http/web-files.ts';
import { openStorage, type Storage } from './open-storage.ts';
import type { StorageSettings } from './storage-settings.ts';
import { createOutageNotes } from './outage-notes.ts';
import { startCleaning } from './cleaning.ts';
import { addOperatorFontRoutes } from './routes/operator-font-routes.ts';
import { readOperatorFonts } from './fonts/operator-fonts.ts';
import { addFontRoutes } from './resources/fonts.ts';
import { createMessenger, type MessageSettings } from './messages.ts';
import { createOidcClients } from './oidc/oidc-clients.ts';
import type { OidcProvider } from './oidc/provider-settings.ts';
import type { Services } from './services.ts';

const CALL_BODY_BYTES = 256 * 1024;
const CLOSE_PATIENCE_MS = 1500;

export interface ServerOptions extends StorageSettings {
  readonly webDir: string;
  /** Where the print assistant listens on the user's machine, for the content security policy. */
  readonly assistantPort: number;
  /** Where `npm run assistant:build` puts its executables; beside `webDir` when left out. */
  readonly assistantFolder?: string;
  /** Shared with the print assistant that was started together with this server. */
  readonly assistantKey?: string | null;
  /** How mail and short messages are sent. */
  readonly messages?: MessageSettings;
  /** Third parties by which users may sign in. */
  readonly oidcProviders?: readonly OidcProvider[];
  /** The address under which browsers have this product; each request's own when left out. */
  readonly publicUrl?: string;
  /** Called with a line for the person at the console. */
  readonly say?: (line: string) => void;
  readonly now?: () => number;
  readonly limits?: Partial<RateLimits>;
  readonly accountLimits?: Partial<AccountLimits>;
  readonly requestLimits?: Partial<RequestLimits>;
  /** Proxies whose `X-Forwarded-…` headers are believed, in the form of fastify's `trustProxy`. None when absent. */
  readonly trustProxy?: number | readonly string[];
  /** Which calls are encrypted beside TLS; none when absent. */
  readonly payloads?: PayloadSettings;
  /** Names beside the machine's own by which this server may be called; `*.example.com` for all below one. */
  readonly allowedHosts?: readonly string[];
  /** What users may do who are no members; everything when left out. */
  readonly privileges?: PrivilegeRules;
  /** Called with each failure that should not happen. */
  readonly onError?: (error: Error) => void;
}

export interface Route {
  readonly method: string;
  readonly url: string;
}

/** A server that is ready to listen, with its database open. Whoever makes it closes it. */
export interface Server {
  readonly services: Services;
  /** Every route, so that a test can see to it that it knows them all. */
  readonly routes: readonly Route[];
  /** Gives the address that it serves at, `http://host:port`; rejects where the port is taken. Port 0 takes a free one. */
  readonly listen: (address: { readonly host: string; readonly port: number }) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Throws where the data folder, the database or the storage of files can't be used. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const now = options.now ?? Date.now;
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
    const report = (detail: string): void => console.error(detail);
    const places = { outbox: folder.outbox, now, say: options.say ?? console.log, report, closing: closing.signal };
    const messenger = createMessenger(options.messages ?? {}, places);
    const oidc = createOidcClients(options.oidcProviders ?? [], now, report);
    const { assistantPort, assistantKey = null } = options;
    const assistantFolder = options.assistantFolder ?? join(options.webDir, '../assistant');
    const services: Services = {
      db,
      keepRoom,
      files,
      fonts,
      limits,
      now,
      cookies,
      logins,
      messenger,
      codeLimits: rateLimits,
      oidc,
      publicUrl: options.publicUrl ?? null,
      privileges: options.privileges ?? USUAL_PRIVILEGES,
      secrets: createSecretBox(storage.key.given ?? readKeyFile(storage.key.file)),
      assistantPort,
      assistantKey,
      assistantFolder,
      signing: createSigningKeys(secret),
      payloads: createPayloads(options.payloads ?? null),
    };
    return await buildServer(services, storage, options, closing);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function buildServer(
  services: Services,
  storage: Storage,
  options: ServerOptions,
  closing: AbortController,
): Promise<Server> {
  const { folder, database, blobs } = storage;
  const onError = options.onError ?? ((error: Error) => console.error(error));
  const tell = (line: string): void => console.error(line);
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
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerParserError,
  });
  const routes: Route[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  const disk = watchDisk(folder.files, database.type === 'sqlite' || options.s3 === undefined, tell);
  addErrorAnswers(app, services, { onError, onNoSpace: disk.note, onAway: createOutageNotes(tell) });
  await addSecurityHeaders(app, options.assistantPort);
  addHostGuard(app, options.allowedHosts ?? []);
  addRequestLimits(app, limits, options.trustProxy !== undefined);
  addOriginGuard(app);
  acceptJsonOnly(app);
  await app.register(cookie);
  addAntiForgeryGuard(app, services.cookies);

  addHealth(app, services.db, disk);
  addCalls(app, services, handlers, createRateLimits(services.db, services.now, { ...RATE_LIMITS, ...options.limits }));
  await addUploadRoutes(app, services);
  addFileRoutes(app, services);
  addExportRoute(app, services);
  addFontRoutes(app, options.webDir);
  addOperatorFontRoutes(app, services, folder.fonts);
  await addAssistantFiles(app, services.assistantFolder);
  await addWebFiles(app, options.webDir);
  await app.ready();

  const stopCleaning = startCleaning(services, onError);
  return {
    services,
    routes,
    listen: (address) => app.listen(address),
    close: async () => {
      await stopCleaning();
      // Requests under way may finish. A browser's spare connections, which sent nothing, would stay open for ever.
      const patience = setTimeout(() => {
        closing.abort();
        app.server.closeAllConnections();
      }, CLOSE_PATIENCE_MS);
      await app.close();
      clearTimeout(patience);
      blobs.close();
      await database.close();
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
