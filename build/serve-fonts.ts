import type { Plugin } from 'vite';
import { createFontFiles } from './font-files.ts';

/** Serves the product's font files below `/fonts/` during development, and puts them into `fonts/` of the build. */
export function serveFonts(root: string): Plugin {
  const files = createFontFiles(root);
  return {
    name: 'serve-fonts',
    configureServer(server) {
      server.middlewares.use('/fonts', (request, response, next) => {
        const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '').replace(/^\//, '');
        files.read(path).then((bytes) => {
          if (bytes === null) return next();
          response.setHeader('Content-Type', 'font/ttf');
          response.setHeader('Cache-Control', 'max-age=3600');
          response.end(bytes);
        }, next);
      });
    },
    async generateBundle() {
      for (const path of await files.paths()) {
        const source = await files.read(path);
        if (source !== null) this.emitFile({ type: 'asset', fileName: `fonts/${path}`, source });
      }
    },
  };
}
