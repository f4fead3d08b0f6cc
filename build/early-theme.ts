import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformWithOxc, type Plugin } from 'vite';

const SOURCE = 'src/app/ui/theme/early-theme.ts';

/**
 * Puts the script that chooses the theme into the head of the page, where the browser runs it before it paints. It is a
 * separate file because the content policy allows no script in the page; it loads together with the style sheet, so it
 * adds no delay. It is not a module, because modules run after the page is parsed.
 */
export function earlyTheme(root: string): Plugin {
  async function script(): Promise<string> {
    const { code } = await transformWithOxc(await readFile(join(root, SOURCE), 'utf8'), SOURCE);
    return code.replace(/^\s*\/\/.*$/gm, '').replace(/\/\*.*?\*\//gs, '');
  }
  function fileName(code: string): string {
    return `assets/early-theme-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;
  }
  return {
    name: 'early-theme',
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
