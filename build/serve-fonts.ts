import { createReadStream, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { FONT_FACES } from '../src/model/elements/base/fonts.ts';

/**
 * Serves the font files of the product as `/fonts/<file name>` while developing, and puts them into `fonts/` of the
 * build. They keep their names: the render worker, the server and the page ask for them by name.
 */
export function serveFonts(root: string): Plugin {
  const files = new Map(FONT_FACES.map((face) => [basename(face.file), join(root, 'node_modules', face.file)]));
  return {
    name: 'serve-fonts',
    configureServer(server) {
      server.middlewares.use('/fonts', (request, response, next) => {
        const name = decodeURIComponent((request.url ?? '').split('?')[0] ?? '').replace(/^\//, '');
        const path = files.get(name);
        if (path === undefined) return next();
        response.setHeader('Content-Type', 'font/ttf');
        response.setHeader('Cache-Control', 'max-age=3600');
        createReadStream(path).on('error', next).pipe(response);
      });
    },
    generateBundle() {
      for (const [name, path] of files) {
        // Too large to be compressed at every build; the server sends it out of its package.
        if (name.startsWith('NotoSansSC')) continue;
        this.emitFile({ type: 'asset', fileName: `fonts/${name}`, source: readFileSync(path) });
      }
    },
  };
}
