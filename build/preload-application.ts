import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import { START_INPUTS } from './start-groups.ts';

/** Skia, two thirds of all bytes of the editor's start. */
const RENDER_CODE = /(?:^|\/)canvaskit-[^/]*\.wasm$/;
/** Read by src/app/shell/early-code.ts. */
const EDITOR_CODE = 'editor-code';

/**
 * Lists the application's files in the page as links: the page's own script is small and only imports them, and without
 * the links the browser would discover them only after that script has loaded and run. The further files of the editor
 * are only named, since other screens do not need them.
 */
export function preloadApplication(): Plugin {
  return {
    name: 'preload-application',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, chunk: own }) {
        const there = new Set(own === undefined ? [] : [own.fileName]);
        const links = filesOf(bundle, START_INPUTS.main, there).map(linkTo);
        const editor = filesOf(bundle, START_INPUTS.EditorScreen, there);
        const skia = Object.keys(bundle).filter((name) => RENDER_CODE.test(name));
        const content = [...skia, ...editor].map((name) => `/${name}`).join(' ');
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
