import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ASSISTANT_FILES, ASSISTANT_FILES_PATH } from '#protocol/api.ts';

/** Serves the print assistant's executables for download, whole or in parts; nothing else of the folder. */
export async function addAssistantFileRoutes(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const names = new Set<string>(ASSISTANT_FILES.map(({ name }) => name));
  await app.register(fastifyStatic, {
    root: resolve(folder),
    prefix: ASSISTANT_FILES_PATH,
    decorateReply: false,
    index: false,
    allowedPath: (path) => names.has(path.replace(/^\//, '')),
    setHeaders: (reply) => {
      reply.header('content-type', 'application/octet-stream');
      reply.header('content-disposition', 'attachment');
      reply.header('cache-control', 'no-cache');
    },
  });
}
