import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ASSISTANT_FILES_PATH, ICONS_PATH, INDUSTRY_FILES_PATH } from '#protocol/api.ts';
import { sendApiError } from './answers.ts';
import { dropPageHeaders } from './security-headers.ts';
import { message, requestLanguage } from '../core/messages.ts';
import { apiError } from '../core/api-error.ts';

/**
 * A name with a content hash, as the build makes them: its bytes never change. The sent file may be its compressed
 * version.
 */
const HASHED_NAME = /-[\w-]{8,}\.\w+?(?:\.br|\.gz)?$/;
/** A part of a font: the folder names the edition of the font (src/model/elements/base/font-parts.ts). */
const FONT_PART = /\/fonts\/\w+-[\d.]+-\d+\/\w+\.ttf(?:\.br|\.gz)?$/;
const FONT_NAME = /\.ttf(?:\.br|\.gz)?$/;
const SERVICE_PATHS = [
  '/interface/',
  '/hanma/',
  '/net/',
  '/upload/',
  '/files/',
  '/fonts/',
  ICONS_PATH,
  '/assets/',
  '/docs/',
  ASSISTANT_FILES_PATH,
  INDUSTRY_FILES_PATH,
];

/** Serves the built files. Any other path gets the application, which knows its pages. */
export async function addWebFiles(app: FastifyInstance, webDir: string): Promise<void> {
  const root = resolve(webDir);
  await app.register(fastifyStatic, {
    root,
    index: ['index.html'],
    cacheControl: false,
    // The build puts `<name>.br` and `<name>.gz` next to its files (build/compress-files.ts).
    preCompressed: true,
    setHeaders(reply, path) {
      reply.header('cache-control', cacheControl(path));
      if (isPart(path)) dropPageHeaders(reply);
    },
  });
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) {
      return sendApiError(reply, requestLanguage(request.headers), apiError('notFound', 'request.unknownPath'));
    }
    if (!existsSync(join(root, 'index.html'))) return sendNoWebFiles(request, reply);
    return reply.status(200).sendFile('index.html', root);
  });
}

function isPart(path: string): boolean {
  return path.includes('/assets/') || FONT_NAME.test(path);
}

function cacheControl(path: string): string {
  if ((path.includes('/assets/') && HASHED_NAME.test(path)) || FONT_PART.test(path))
    return 'public, max-age=31536000, immutable';
  // Fonts keep their names, and change only with their package.
  return FONT_NAME.test(path) ? 'public, max-age=86400' : 'no-cache';
}

function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  // A missing script or picture is a 404, not a page that fails as a script.
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
