import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { fontPath } from '#model/elements/base/font-parts.ts';
import { FONT_FACES, FONT_FAMILIES } from '#model/elements/base/fonts.ts';
import type { FontInfo } from '#protocol/api.ts';
import { sendApiError } from '../../http/answers.ts';
import { requestLanguage } from '../../core/messages.ts';
import { apiError } from '../../core/api-error.ts';

const FONTS_PATH = '/fonts/';

/** The product's families, each with its usual faces first. None is for members only. */
export function builtInFonts(): readonly FontInfo[] {
  return FONT_FAMILIES.map(({ name, chain }) => {
    const faces = FONT_FACES.filter((face) => face.family === chain[0]).map((face) => ({
      id: '',
      url: fontPath(face),
      weight: face.weight,
      italic: face.style === 'italic',
      bytes: 0,
    }));
    return { name, url: faces[0]?.url ?? '', is_me_sp: 0, granted: true, shipped: true, own: false, faces };
  });
}

/**
 * Serves the product's font files and no others: compressed from `webDir` where the build put them, else from their npm
 * packages.
 */
export function addFontRoutes(app: FastifyInstance, webDir: string): void {
  const find = createRequire(import.meta.url).resolve;
  const files = new Map(FONT_FACES.map((face) => [fileName(face.file), face.file]));
  app.get<{ Params: { name: string } }>(`${FONTS_PATH}:name`, (request, reply) => {
    const file = files.get(request.params.name);
    if (file === undefined) {
      return sendApiError(reply, requestLanguage(request.headers), apiError('notFound', 'file.notFound'));
    }
    const built = resolve(webDir, 'fonts');
    const [scope, name, ...path] = file.split('/');
    const folder = existsSync(join(built, request.params.name))
      ? built
      : dirname(join(dirname(find(`${scope}/${name}/package.json`)), ...path));
    return reply.sendFile(request.params.name, folder);
  });
}

function fileName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}
