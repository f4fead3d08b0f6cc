import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { HelpBlock, HelpEntry } from '#protocol/help-content.ts';
import { LANGUAGES } from '#protocol/languages.ts';
import { helpFolder, readArticles, type ReadArticle } from '#server/content/help/read-articles.ts';
import { guideModule } from './guide-pictures.ts';

const NAME = 'virtual:help';
/** Prefix of ids of virtual modules. */
const MARK = '\0';
/** Takes the place of a language. */
const PICTURES = 'pictures';

/**
 * Provides the help articles as modules: `virtual:help` names for each language its catalog, its texts for the search,
 * and each article, all loaded on first use; `virtual:help/guide` has the addresses of the pictures of the editor's
 * first tour, and another module those of all pictures, for texts that the build does not know. Pictures become files
 * of the build.
 */
export function serveHelp(root: string): Plugin {
  const read = new Map<string, readonly ReadArticle[]>();
  const articlesOf = (language: string): readonly ReadArticle[] => {
    const known = read.get(language) ?? readArticles(root, language);
    read.set(language, known);
    return known;
  };
  return {
    name: 'serve-help',
    resolveId: (id) => (id === NAME || id.startsWith(`${NAME}/`) ? MARK + id : undefined),
    load(id) {
      if (!id.startsWith(MARK + NAME)) return undefined;
      const [, language = '', what = ''] = id.slice(MARK.length).split('/');
      if (language === '') return rootModule(articlesOf);
      if (language === 'guide') return guideModule(root);
      if (language === PICTURES) return picturesModule(root);
      const articles = articlesOf(language);
      if (what === 'catalog') return dataModule(articles.map(entryOf));
      if (what === 'texts') return dataModule(Object.fromEntries(articles.map((one) => [one.id, one.text])));
      const article = articles.find((one) => one.id === what);
      return article === undefined ? undefined : articleModule(root, article);
    },
    configureServer(server) {
      const folders = LANGUAGES.map((language) => helpFolder(root, language));
      server.watcher.add(folders);
      server.watcher.on('all', (_event, path) => {
        if (!folders.some((folder) => path.startsWith(folder))) return;
        read.clear();
        server.moduleGraph.invalidateAll();
        server.ws.send({ type: 'full-reload' });
      });
    },
  };
}

function rootModule(articlesOf: (language: string) => readonly ReadArticle[]): string {
  const lines = LANGUAGES.map((language) => {
    const fetched = (what: string): string => `() => import(${JSON.stringify(`${NAME}/${language}/${what}`)})`;
    const articles = articlesOf(language).map(({ id }) => `${JSON.stringify(id)}: ${fetched(id)}`);
    return `${language}: { catalog: ${fetched('catalog')}, texts: ${fetched('texts')}, articles: { ${articles.join(', ')} } }`;
  });
  const pictures = `export const PICTURES = () => import(${JSON.stringify(`${NAME}/${PICTURES}`)});`;
  return `export const HELP = {\n${lines.join(',\n')}\n};\n${pictures}\n`;
}

function entryOf({ id, title, section, keywords, summary }: ReadArticle): HelpEntry {
  return { id, title, section, keywords, summary };
}

function dataModule(data: unknown): string {
  return `export default ${JSON.stringify(data)};\n`;
}

/** The pictures of an article are at its top level. */
function articleModule(root: string, { id, blocks }: ReadArticle): string {
  const imports: string[] = [];
  const written = blocks.map((block: HelpBlock) => {
    if (block.type !== 'picture') return JSON.stringify(block);
    const name = `picture${imports.length}`;
    const file = join(root, 'content/help/pictures', block.source);
    imports.push(`import ${name} from ${JSON.stringify(`${file}?url`)};`);
    return `{ ...${JSON.stringify(block)}, source: ${name} }`;
  });
  return `${imports.join('\n')}\nexport default { id: ${JSON.stringify(id)}, blocks: [${written.join(',\n')}] };\n`;
}

/** The address of each picture, by its path below the pictures. */
function picturesModule(root: string): string {
  const folder = join(root, 'content/help/pictures');
  const paths = globSync('**/*.webp', { cwd: folder }).toSorted();
  const imports = paths.map((path, i) => `import picture${i} from ${JSON.stringify(`${join(folder, path)}?url`)};`);
  const named = paths.map((path, i) => `${JSON.stringify(path)}: picture${i}`);
  return `${imports.join('\n')}\nexport default { ${named.join(',\n')} };\n`;
}
