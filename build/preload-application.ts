import type { Plugin } from 'vite';

/**
 * Lists the application's scripts in the page as `modulepreload` links. The page's own script is small and only imports
 * them: without the links the browser would not learn of them before that script has arrived and run.
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
        return [...files].map((fileName) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
