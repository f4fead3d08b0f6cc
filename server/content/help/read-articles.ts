import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HELP_SECTIONS, type HelpBlock, type HelpEntry } from '#protocol/help-content.ts';
import { splitFrontMatter, type FrontMatter } from './front-matter.ts';
import { plainText, readBlocks, wordsOf } from './markdown-blocks.ts';
import { webpSize } from './webp-size.ts';

/** An article of one language, as its file has it. */
export interface ReadArticle extends HelpEntry {
  /** Its file, for messages. */
  readonly file: string;
  readonly blocks: readonly HelpBlock[];
  /** All of its words. */
  readonly text: string;
  /** What its file says below the front matter. */
  readonly markdown: string;
}

const FILE = /^(\d+)-[a-z0-9-]+\.md$/;

/** Where the articles of a language are, below the folder of the product. */
export function helpFolder(root: string, language: string): string {
  return join(root, 'content/help', language);
}

/** The articles of a language in the order of the catalogue. Throws for a fault in any of them, which it names. */
export function readArticles(root: string, language: string): readonly ReadArticle[] {
  const folder = helpFolder(root, language);
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const placed = files.map((file) => {
    try {
      return readArticle(folder, file, files);
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      throw new Error(`content/help/${language}/${file}: ${what}`, { cause: error });
    }
  });
  const place = ({ section, order }: FrontMatter): number => HELP_SECTIONS.indexOf(section) * 1000 + order;
  return placed.toSorted((one, other) => place(one.front) - place(other.front)).map(({ article }) => article);
}

function readArticle(
  folder: string,
  file: string,
  files: readonly string[],
): { readonly front: FrontMatter; readonly article: ReadArticle } {
  const id = FILE.exec(file)?.[1];
  if (id === undefined) throw new Error('an article is called <number>-<words>.md');
  const { front, markdown } = splitFrontMatter(readFileSync(join(folder, file), 'utf8'));
  const { title, section, keywords } = front;
  return { front, article: { id, title, section, keywords, file, markdown, ...readText(folder, files, markdown) } };
}

/** What the application shows of an article, and searches. */
export type ArticleText = Pick<ReadArticle, 'summary' | 'blocks' | 'text'>;

/**
 * A text in place of the article's own: the same Markdown, with links to the articles and pictures of that language. Throws
 * for what it may not say, in English.
 */
export function readOwnText(root: string, language: string, markdown: string): ArticleText {
  const folder = helpFolder(root, language);
  return readText(
    folder,
    readdirSync(folder).filter((name) => name.endsWith('.md')),
    markdown,
  );
}

function readText(folder: string, files: readonly string[], markdown: string): ArticleText {
  const blocks = readBlocks(markdown, {
    link: (href) => linkTo(href, files),
    picture: (href) => {
      const path = join(folder, href);
      if (!/^\.\.\/pictures\/[a-z0-9/-]+\.webp$/.test(href) || !existsSync(path)) throw new Error(`no picture ${href}`);
      return { source: href.replace('../pictures/', ''), ...webpSize(readFileSync(path)) };
    },
  });
  const [first] = blocks;
  if (first?.type !== 'paragraph') throw new Error('an article begins with a paragraph that sums it up');
  return { summary: plainText(first.children), blocks, text: wordsOf(blocks) };
}

/** Links go to other articles by their files, so that they work where the files are read as they are, too. */
function linkTo(href: string, files: readonly string[]): string {
  const [file = '', anchor] = href.split('#');
  if (files.includes(file)) {
    return `/helpDetail?id=${FILE.exec(file)?.[1]}${anchor === undefined ? '' : `#${anchor}`}`;
  }
  if (/^\/[A-Za-z]*$/.test(href) || /^#[\p{L}\p{N}-]+$/u.test(href) || href.startsWith('https://')) return href;
  throw new Error(`a link to nowhere: ${href}`);
}
