import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendRefusal } from './call-route.ts';
import { message, requestLanguage } from '../outcomes/messages.ts';
import { refusal } from '../outcomes/outcome.ts';

/** A name with a hash of its content in it, as the build makes them: it never means other bytes. */
const HASHED_NAME = /-[\w-]{8,}\.\w+$/;
const SERVICE_PATHS = ['/interface/', '/hanma/', '/net/', '/upload/', '/files/', '/fonts/', '/assets/'];

/** Serves the built pages; every other path that a person may have typed is the application's own to judge. */
export async function addWebFiles(app: FastifyInstance, webDir: string): Promise<void> {
  const root = resolve(webDir);
  await app.register(fastifyStatic, {
    root,
    index: ['index.html'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const immutable = path.includes('/assets/') && HASHED_NAME.test(path);
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) {
      return sendRefusal(reply, requestLanguage(request.headers), refusal('notFound', 'request.unknownPath'));
    }
    if (!existsSync(join(root, 'index.html'))) return sendNoWebFiles(request, reply);
    return reply.status(200).sendFile('index.html', root);
  });
}

function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  // A missing script or picture is a 404, not a page that then fails to be a script.
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !SERVICE_PATHS.some((service) => path.startsWith(service)) &&
    !/\.\w+$/.test(path)
  );
}

function sendNoWebFiles(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const text = message(requestLanguage(request.headers), 'server.noWebFiles');
  return reply.status(503).type('text/plain; charset=utf-8').send(text);
}
