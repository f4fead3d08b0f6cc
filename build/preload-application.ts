import type { Plugin } from 'vite';

const RENDER_CODE_NAME = 'render-code';
const RENDER_CODE = /(?:^|\/)canvaskit-[^/]*\.wasm$/;

/**
 * Lists the application's scripts in the page as `modulepreload` links. The page's own script is small and only imports
 * them: without the links the browser would not learn of them before that script has arrived and run. Tells that script
 * also where Skia is, two thirds of all bytes of the editor's start, which it asks for first.
 */
export function preloadApplication(): Plugin {
  return {
    name: 'preload-application',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, chunk: own }) {
        const files = new Set<string>();
        function add(fileName: string): void {
          const file = bundle[fileName];
          if (file?.type !== 'chunk' || fileName === own?.fileName || files.has(fileName)) return;
          files.add(fileName);
          file.imports.forEach(add);
        }
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && file.facadeModuleId?.endsWith('/src/main.tsx') === true) add(file.fileName);
        }
        const preloads = [...files].map((fileName) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head' as const,
        }));
        const skia = Object.keys(bundle).find((name) => RENDER_CODE.test(name));
        if (skia === undefined) return preloads;
        const attrs = { name: RENDER_CODE_NAME, content: `/${skia}` };
        return [...preloads, { tag: 'meta', attrs, injectTo: 'head-prepend' as const }];
      },
    },
  };
}
