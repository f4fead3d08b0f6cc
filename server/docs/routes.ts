import type { FastifyInstance } from 'fastify';
import { runInThread, type ThreadLimits } from '../core/bounded-thread.ts';
import { V1_DOCUMENT_PATH } from '../api-v1/v1-calls.ts';
import { buildOpenApi } from './openapi.ts';

export const DOCS_PATH = '/docs';
const VIEWER = `${DOCS_PATH}/viewer.js`;
const START = `${DOCS_PATH}/start.js`;
const DOCUMENT = `${DOCS_PATH}/openapi.json`;
const VIEWER_LIMITS: ThreadLimits = { ms: 60_000, bytes: 512 * 1024 * 1024 };

/** A page without inline scripts, so that the policy of all pages holds for this one too. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Labelwright API</title>
  </head>
  <body>
    <div id="app"></div>
    <script src="${VIEWER}"></script>
    <script src="${START}"></script>
  </body>
</html>
`;
/** Nothing is fetched from other servers, and no feature that would do so is offered. */
const START_SCRIPT = `Scalar.createApiReference('#app', ${JSON.stringify({
  sources: [
    { title: 'For programs', slug: 'v1', url: V1_DOCUMENT_PATH },
    { title: 'All other calls', slug: 'calls', url: DOCUMENT },
  ],
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideTestRequestButton: true,
  documentDownloadType: 'json',
  agent: { disabled: true },
  mcp: { disabled: true },
})});
`;

/**
 * Serves the description of the screens' calls at `/docs/openapi.json`, and a page at `/docs` that shows it together
 * with that of the calls for programs.
 */
export function addDocs(app: FastifyInstance): void {
  const document = once(() => Promise.resolve(JSON.stringify(buildOpenApi())));
  const viewer = once(readViewer);
  app.get(DOCS_PATH, async (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
  app.get(START, async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START_SCRIPT));
  app.get(DOCUMENT, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(await document()),
  );
  app.get(VIEWER, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .header('content-encoding', 'gzip')
      .type('text/javascript; charset=utf-8')
      .send(await viewer()),
  );
}

/** The viewer's script, gzipped: loaded on the first visit to the page. */
async function readViewer(): Promise<Buffer> {
  const read = await runInThread<Uint8Array>(new URL('./viewer-thread.ts', import.meta.url), null, VIEWER_LIMITS);
  if (!read.ok) throw new Error(`the viewer of the API could not be loaded: ${read.error.code}`);
  return Buffer.from(read.value);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
