import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ASSISTANT_FILES, ASSISTANT_FILES_PATH, type AssistantFile } from '#protocol/api.ts';

/** Those executables of the print assistant that `npm run assistant:build` has made. */
export function listAssistantFiles(folder: string): AssistantFile[] {
  return ASSISTANT_FILES.flatMap(({ system, name }) => {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    return stats?.isFile() === true ? [{ system, url: ASSISTANT_FILES_PATH + name, bytes: stats.size }] : [];
  });
}

/** Serves them to be saved; nothing else of the folder. */
export async function addAssistantFiles(app: FastifyInstance, folder: string): Promise<void> {
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
