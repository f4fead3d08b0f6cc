import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { V1_DOCUMENT_PATH } from '../docs/document-paths.ts';
import { buildOpenApi } from '../docs/openapi.ts';

export const DOCS_PATH = '/docs';
const VIEWER = `${DOCS_PATH}/viewer.js`;
const START = `${DOCS_PATH}/start.js`;
const DOCUMENT = `${DOCS_PATH}/openapi.json`;

/** A page without a script of its own in it, so that the policy of all pages holds for this one too. */
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
/** Nothing is fetched from anywhere else, and nothing offered that would be. */
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

/** The description of the screens' calls at `/docs/openapi.json`, and a page at `/docs` that shows it beside that of the calls for programs. */
export function addDocs(app: FastifyInstance): void {
  const document = once(() => Promise.resolve(JSON.stringify(buildOpenApi())));
  const viewer = once(async () => promisify(gzip)(await readViewer()));
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

/** The viewer's script is in its plugin alone, 5 MB of it: loaded when somebody first looks at the page. */
async function readViewer(): Promise<string> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const holder = fastify();
  await holder.register(reference, { routePrefix: '/held', configuration: { content: {} } });
  const { body } = await holder.inject('/held/js/scalar.js');
  await holder.close();
  return body;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
