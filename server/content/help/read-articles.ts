import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HELP_SECTIONS, type HelpBlock, type HelpEntry } from '#protocol/help-content.ts';
import { splitFrontMatter, type FrontMatter } from './front-matter.ts';
import { plainText, readBlocks, wordsOf } from './markdown-blocks.ts';

/** An article of one language, as read from its file. */
export interface ReadArticle extends HelpEntry {
  /** File name, for messages. */
  readonly file: string;
  readonly blocks: readonly HelpBlock[];
  /** All of its text. */
  readonly text: string;
  /** The file's text below the front matter. */
  readonly markdown: string;
}

const FILE = /^(\d+)-[a-z0-9-]+\.md$/;

/** The folder of a language's articles, in the product's root. */
export function helpFolder(root: string, language: string): string {
  return join(root, 'content/help', language);
}

/** The articles of a language in catalog order. Throws for a fault in any of them, which it names. */
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
  if (id === undefined) throw new Error('the name of an article must be <number>-<words>.md');
  const { front, markdown } = splitFrontMatter(readFileSync(join(folder, file), 'utf8'));
  const { title, section, keywords } = front;
  return { front, article: { id, title, section, keywords, file, markdown, ...readText(folder, files, markdown) } };
}

/** The parts of an article that the application shows and searches. */
export type ArticleText = Pick<ReadArticle, 'summary' | 'blocks' | 'text'>;

/**
 * Reads a text that replaces an article: the same Markdown, with links to the articles and pictures of that language.
 * Throws for forbidden content, in English.
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
      if (!/^\.\.\/pictures\/[a-z0-9/-]+\.webp$/.test(href) || !existsSync(path))
        throw new Error(`missing image ${href}`);
      return { source: href.replace('../pictures/', ''), ...webpSize(readFileSync(path)) };
    },
  });
  const [first] = blocks;
  if (first?.type !== 'paragraph') throw new Error('an article must start with a summary paragraph');
  return { summary: plainText(first.children), blocks, text: wordsOf(blocks) };
}

/** Links name the files of articles, so that they also work in the plain files. */
function linkTo(href: string, files: readonly string[]): string {
  const [file = '', anchor] = href.split('#');
  if (files.includes(file)) {
    return `/helpDetail?id=${FILE.exec(file)?.[1]}${anchor === undefined ? '' : `#${anchor}`}`;
  }
  if (/^\/[A-Za-z]*$/.test(href) || /^#[\p{L}\p{N}-]+$/u.test(href) || href.startsWith('https://')) return href;
  throw new Error(`broken link: ${href}`);
}

/** Width and height of a WebP picture in pixels, from the header of its first chunk (RFC 9649). Throws for anything else. */
export function webpSize(bytes: Buffer): { readonly width: number; readonly height: number } {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    throw new Error('no WebP');
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      throw new Error('unknown kind of WebP');
  }
}
