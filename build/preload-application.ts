import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import { START_INPUTS } from './start-groups.ts';

/** Modules of the render worker that its first picture waits for. */
const RENDER_WORKER = ['render-worker/worker.ts', 'render-worker/serve-engine.ts'];
/** Skia, half of all bytes of the editor's start, and the kernel of the engine. */
const RENDER_CODE = /(?:^|\/)(?:canvaskit|kernel)-[^/]*\.wasm$/;
/** Read by src/app/shell/early-code.ts. */
const EDITOR_CODE = 'editor-code';

/** Notes the files of the render worker while the worker is built: the page's own bundle has them as plain files. */
export function findRenderWorker(): { readonly found: Plugin; readonly files: () => readonly string[] } {
  let files: readonly string[] = [];
  const found: Plugin = {
    name: 'find-render-worker',
    generateBundle(_options, bundle) {
      const there = new Set<string>();
      const scripts = RENDER_WORKER.flatMap((module) => filesOf(bundle, module, there));
      const programs = Object.keys(bundle).filter((name) => RENDER_CODE.test(name));
      if (scripts.length > 0) files = [...scripts, ...programs];
    },
  };
  return { found, files: () => files };
}

/**
 * Lists the application's files in the page as links: the page's own script is small and only imports them, and without
 * the links the browser would discover them only after that script has loaded and run. The further files of the editor
 * are only named, since other screens do not need them.
 */
export function preloadApplication(renderWorker: () => readonly string[]): Plugin {
  return {
    name: 'preload-application',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, chunk: own }) {
        const there = new Set(own === undefined ? [] : [own.fileName]);
        const links = filesOf(bundle, START_INPUTS.main, there).map(linkTo);
        const editor = filesOf(bundle, START_INPUTS.EditorScreen, there);
        const content = [editor, renderWorker()].map((files) => files.map((name) => `/${name}`).join(' ')).join('|');
        return [...links, { tag: 'meta', attrs: { name: EDITOR_CODE, content }, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** The files that a module's chunk needs and that are not listed yet, including itself and its styles. */
function filesOf(bundle: Rolldown.OutputBundle, module: string, there: Set<string>): readonly string[] {
  const files: string[] = [];
  function add(fileName: string): void {
    const file = bundle[fileName];
    if (there.has(fileName) || file === undefined) return;
    there.add(fileName);
    files.push(fileName);
    if (file.type !== 'chunk') return;
    file.viteMetadata?.importedCss.forEach(add);
    file.imports.forEach(add);
  }
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && file.facadeModuleId?.endsWith(`/${module}`) === true) add(file.fileName);
  }
  return files;
}

function linkTo(fileName: string): HtmlTagDescriptor {
  const kind = fileName.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
  return { tag: 'link', attrs: { ...kind, crossorigin: true, href: `/${fileName}` }, injectTo: 'head' };
}
