import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredFile } from '../core/files/file-store.ts';

/**
 * Sends an uploaded file. The bytes of a key never change, but the right to read them is checked each time: hence
 * no-cache with an etag.
 */
export function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  file: StoredFile,
): FastifyReply {
  const etag = `"${key}"`;
  reply.header('cache-control', 'private, no-cache').header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  reply.header('content-length', file.bytes);
  // Opened directly, an uploaded file is a document of this server: it must run and fetch nothing.
  reply.header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
  const imageType = key.endsWith('.png') ? 'image/png' : key.endsWith('.jpg') ? 'image/jpeg' : null;
  if (imageType !== null) return reply.type(imageType).header('content-disposition', 'inline').send(file.open());
  return reply
    .type('application/octet-stream')
    .header('content-disposition', `attachment; filename="${key}"`)
    .send(file.open());
}
