import cookie from '@fastify/cookie';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { API_CODES } from '#protocol/api.ts';
import { accountLimits, type AccountLimits } from './account-limits.ts';
import { openDatabase } from './database/open-database.ts';
import { addFileRoutes } from './routes/file-routes.ts';
import { openDataFolder, type DataFolder } from './files/data-folder.ts';
import { openFileStore } from './files/file-store.ts';
import { addUploadRoutes } from './routes/upload-routes.ts';
import { handlers } from './handlers.ts';
import { addCalls, sendRefusal } from './http/call-route.ts';
import { requestLanguage } from './outcomes/messages.ts';
import { refusal } from './outcomes/outcome.ts';
import { createRateLimits, RATE_LIMITS, TooManyAttempts, type RateLimits } from './http/rate-limits.ts';
import { acceptJsonOnly, addOriginGuard } from './http/request-guards.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
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
  readonly now?: () => number;
  readonly limits?: Partial<RateLimits>;
  readonly accountLimits?: Partial<AccountLimits>;
  /** Told of what should not happen. */
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

/** Throws where the data folder or the database can't be used. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const now = options.now ?? Date.now;
  const folder = openDataFolder(options.dataDir);
  const db = await openDatabase(folder.database);
  try {
    const files = openFileStore(folder.files, db, now);
    const fonts = await readOperatorFonts(folder.fonts);
    const limits = accountLimits(options.accountLimits);
    return await buildServer({ db, files, fonts, limits, now, assistantPort: options.assistantPort }, folder, options);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function buildServer(services: Services, folder: DataFolder, options: ServerOptions): Promise<Server> {
  const onError = options.onError ?? ((error: Error) => console.error(error));
  const app = fastify({
    bodyLimit: CALL_BODY_BYTES,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 100 },
  });
  const routes: Route[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  addErrorAnswers(app, onError);
  await addSecurityHeaders(app, options.assistantPort);
  addOriginGuard(app);
  acceptJsonOnly(app);
  await app.register(cookie);

  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  addCalls(app, services, handlers, await createRateLimits(app, { ...RATE_LIMITS, ...options.limits }));
  await addUploadRoutes(app, services);
  addFileRoutes(app, services);
  addFontRoutes(app, options.webDir);
  addOperatorFontRoutes(app, services, folder.fonts);
  await addWebFiles(app, options.webDir);
  await app.ready();

  const stopCleaning = startCleaning(services, onError);
  return {
    services,
    routes,
    listen: (address) => app.listen(address),
    close: async () => {
      await stopCleaning();
      // What is being answered may finish; a browser's spare connections, on which nothing came, never would.
      const patience = setTimeout(() => app.server.closeAllConnections(), CLOSE_PATIENCE_MS);
      await app.close();
      clearTimeout(patience);
      await services.db.destroy();
    },
  };
}

/** What goes wrong outside a handler, or against all expectation inside one, is an envelope too. */
function addErrorAnswers(app: FastifyInstance, onError: (error: Error) => void): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const language = requestLanguage(request.headers);
    if (error instanceof TooManyAttempts) {
      return sendRefusal(reply, language, refusal('tooMany', 'request.tooMany', { seconds: error.seconds }));
    }
    const status = error.statusCode ?? 500;
    if (status === API_CODES.tooLarge) return sendRefusal(reply, language, refusal('tooLarge', 'request.tooLarge'));
    if (status === API_CODES.wrongType) return sendRefusal(reply, language, refusal('wrongType', 'request.notJson'));
    if (status >= 400 && status < 500) {
      const field = error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' ? 'JSON' : error.message;
      return sendRefusal(reply, language, refusal('invalid', 'request.invalid', { field }), status);
    }
    onError(error);
    return sendRefusal(reply, language, refusal('failed', 'server.failed'));
  });
}
