import { Lexer, type Token, type Tokens } from 'marked';
import type { HelpBlock, HelpInline } from '#protocol/help-content.ts';

/** What the text alone does not say. */
export interface Surroundings {
  /** Where a link in the article leads; throws for one that leads nowhere. */
  readonly link: (href: string) => string;
  /** The picture of that path next to the article; throws where there is none. */
  readonly picture: (href: string) => { readonly source: string; readonly width: number; readonly height: number };
}

/** Characters of one paragraph, heading or cell: looking for emphasis and links in it takes the square of its length. */
const MAX_INLINE_LENGTH = 1000;

class ArticleLexer extends Lexer {
  override inlineTokens(text: string, tokens?: Token[]): Token[] {
    if (text.length > MAX_INLINE_LENGTH) throw new Error(`a paragraph is too long: ${text.slice(0, 100)}…`);
    return super.inlineTokens(text, tokens);
  }
}

/**
 * Markdown as blocks of known kinds. Whatever else it may say (raw HTML above all) is an error of the build, so what is
 * shown later holds nothing but text, and needs no sanitising.
 */
export function readBlocks(markdown: string, surroundings: Surroundings): HelpBlock[] {
  const anchors = new Set<string>();
  return toBlocks(new ArticleLexer({ gfm: true }).lex(markdown), surroundings, anchors);
}

function toBlocks(tokens: readonly Token[], around: Surroundings, anchors: Set<string>): HelpBlock[] {
  return tokens.flatMap((token) => toBlock(token, around, anchors) ?? []);
}

function toBlock(token: Token, around: Surroundings, anchors: Set<string>): HelpBlock | null {
  switch (token.type) {
    case 'space':
      return null;
    case 'heading':
      return heading(token as Tokens.Heading, around, anchors);
    case 'paragraph':
      return paragraph(token as Tokens.Paragraph, around);
    // The words of an item of a list.
    case 'text':
      return { type: 'paragraph', children: toInlines((token as Tokens.Text).tokens ?? [token], around) };
    case 'blockquote':
      return { type: 'note', blocks: toBlocks((token as Tokens.Blockquote).tokens, around, anchors) };
    case 'code':
      return { type: 'code', text: (token as Tokens.Code).text };
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return { type: 'list', ordered, items: items.map((item) => toBlocks(item.tokens, around, anchors)) };
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return {
        type: 'table',
        head: header.map((cell) => toInlines(cell.tokens, around)),
        rows: rows.map((row) => row.map((cell) => toInlines(cell.tokens, around))),
      };
    }
    default:
      throw new Error(`an article may not have this (${token.type}): ${token.raw}`);
  }
}

function heading({ depth, tokens }: Tokens.Heading, around: Surroundings, anchors: Set<string>): HelpBlock {
  if (depth !== 2 && depth !== 3) throw new Error(`a heading of level ${depth}: the title is in the front matter`);
  const text = plainText(toInlines(tokens, around));
  const id = anchorOf(text);
  if (anchors.has(id)) throw new Error(`two headings are called ${text}`);
  anchors.add(id);
  return { type: 'heading', level: depth, id, text };
}

/** The name that Markdown's reader has for a picture. */
const PICTURE: Token['type'] = 'image';

/** A picture is in a paragraph of its own. */
function paragraph({ tokens }: Tokens.Paragraph, around: Surroundings): HelpBlock {
  const [first] = tokens;
  if (first?.type !== PICTURE) return { type: 'paragraph', children: toInlines(tokens, around) };
  const { text, href } = first as Tokens.Image;
  if (tokens.length > 1 || text === '') throw new Error(`a picture needs words, and a paragraph of its own: ${href}`);
  return { type: 'picture', alt: text, ...around.picture(href) };
}

function toInlines(tokens: readonly Token[], around: Surroundings): HelpInline[] {
  return tokens.map((token) => toInline(token, around));
}

function toInline(token: Token, around: Surroundings): HelpInline {
  switch (token.type) {
    case 'text':
    case 'escape':
      return { type: 'text', text: plain((token as Tokens.Text).text) };
    case 'codespan':
      return { type: 'code', text: (token as Tokens.Codespan).text };
    case 'strong':
      return { type: 'strong', children: toInlines((token as Tokens.Strong).tokens, around) };
    case 'em':
      return { type: 'emphasis', children: toInlines((token as Tokens.Em).tokens, around) };
    case 'link': {
      const { href, tokens } = token as Tokens.Link;
      return { type: 'link', href: around.link(href), children: toInlines(tokens, around) };
    }
    default:
      throw new Error(`a text may not have this (${token.type}): ${token.raw}`);
  }
}

/**
 * In a script without spaces, the stars of bold text that ends with a punctuation mark are taken for bold only where a space
 * follows (CommonMark, 6.2).
 */
function plain(text: string): string {
  if (text.includes('**')) throw new Error(`stars that make nothing bold: ${text}`);
  return text.replaceAll('\n', ' ');
}

/** `GS1 data & units` → `gs1-data-units`; letters of every script stay. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

export function plainText(inlines: readonly HelpInline[]): string {
  return inlines.map((one) => ('text' in one ? one.text : plainText(one.children))).join('');
}

/** All words of the blocks, for the search. */
export function wordsOf(blocks: readonly HelpBlock[]): string {
  return blocks.map(wordsOfBlock).join('\n');
}

function wordsOfBlock(block: HelpBlock): string {
  switch (block.type) {
    case 'heading':
    case 'code':
      return block.text;
    case 'paragraph':
      return plainText(block.children);
    case 'note':
      return wordsOf(block.blocks);
    case 'list':
      return block.items.map(wordsOf).join('\n');
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(plainText).join(' ')).join('\n');
    case 'picture':
      return block.alt;
  }
}
