import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformWithOxc, type Plugin } from 'vite';

/** In this order: the picture depends on the theme. */
const SOURCES = ['src/app/ui/theme/early-theme.ts', 'src/app/state/early-picture.ts'];

/**
 * Puts the script that chooses the theme and shows the opening picture into the head of the page, where the browser runs
 * it before it paints. It is a separate file because the content policy allows no script in the page; it loads together
 * with the style sheet, so it adds no delay. It is not a module, because modules run after the page is parsed.
 */
export function earlyScript(root: string): Plugin {
  async function script(): Promise<string> {
    const parts = SOURCES.map(async (source) => {
      const { code } = await transformWithOxc(await readFile(join(root, source), 'utf8'), source);
      return code.replace(/^\s*\/\/.*$/gm, '').replace(/\/\*.*?\*\//gs, '');
    });
    return (await Promise.all(parts)).join('\n');
  }
  function fileName(code: string): string {
    return `assets/early-script-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;
  }
  return {
    name: 'early-script',
    async generateBundle() {
      const source = await script();
      this.emitFile({ type: 'asset', fileName: fileName(source), source });
    },
    async transformIndexHtml(_html, { server }) {
      const code = await script();
      const tag = server === undefined ? { attrs: { src: `/${fileName(code)}` } } : { children: code };
      return [{ tag: 'script', injectTo: 'head-prepend', ...tag }];
    },
  };
}
