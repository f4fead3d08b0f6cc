import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { FONT_FACES, FONT_FAMILIES } from '#model/elements/base/fonts.ts';
import type { FontList } from '#protocol/api.ts';
import { sendRefusal } from '../http/call-route.ts';
import { requestLanguage } from '../http/messages.ts';
import { refusal } from '../http/outcome.ts';

const FONTS_PATH = '/fonts/';

/** The families of the font list, each with the upright face that is asked first. None is for members only. */
export function fontList(): FontList {
  const list = FONT_FAMILIES.map(({ name, chain }) => {
    const face = FONT_FACES.find((f) => f.family === chain[0] && f.weight === 400 && f.style === 'normal');
    return { name, url: face === undefined ? '' : FONTS_PATH + fileName(face.file), is_me_sp: 0 as const };
  });
  return { list, count: list.length };
}

/** Serves the font files out of their npm packages; only those that the product lists. */
export function addFontRoutes(app: FastifyInstance): void {
  const resolve = createRequire(import.meta.url).resolve;
  const files = new Map(FONT_FACES.map((face) => [fileName(face.file), face.file]));
  app.get<{ Params: { name: string } }>(`${FONTS_PATH}:name`, (request, reply) => {
    const file = files.get(request.params.name);
    if (file === undefined) {
      return sendRefusal(reply, requestLanguage(request.headers), refusal('notFound', 'file.notFound'));
    }
    const [scope, name, ...path] = file.split('/');
    const folder = dirname(resolve(`${scope}/${name}/package.json`));
    return reply
      .type('font/ttf')
      .header('cache-control', 'public, max-age=86400')
      .send(createReadStream(join(folder, ...path)));
  });
}

function fileName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}
