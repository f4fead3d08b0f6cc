import type { Plugin } from 'vite';

/**
 * Names the application's code in the page itself: its first script is only a small one that asks for it, and a browser
 * that knows of it from the start is spared waiting for that script.
 */
export function preloadApplication(): Plugin {
  return {
    name: 'preload-application',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const files = new Set<string>();
        function add(fileName: string): void {
          const file = bundle[fileName];
          if (file?.type !== 'chunk' || file.isEntry || files.has(fileName)) return;
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
