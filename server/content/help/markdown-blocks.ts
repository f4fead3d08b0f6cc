import { Lexer, type Token, type Tokens } from 'marked';
import type { HelpBlock, HelpInline } from '#protocol/help-content.ts';

/** Resolves the links and pictures of an article. */
export interface Surroundings {
  /** The target of a link in the article; throws for a broken one. */
  readonly link: (href: string) => string;
  /** The picture with that path relative to the article; throws for a missing one. */
  readonly picture: (href: string) => { readonly source: string; readonly width: number; readonly height: number };
}

/** Characters of one paragraph, heading or cell: the search for emphasis and links takes quadratic time. */
const MAX_INLINE_LENGTH = 1000;

class ArticleLexer extends Lexer {
  override inlineTokens(text: string, tokens?: Token[]): Token[] {
    if (text.length > MAX_INLINE_LENGTH) throw new Error(`a paragraph is too long: ${text.slice(0, 100)}…`);
    return super.inlineTokens(text, tokens);
  }
}

/**
 * Markdown as blocks of known kinds. Anything else (especially raw HTML) fails the build, so the result holds only text
 * and needs no sanitizing.
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
    // The text of a list item.
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
      throw new Error(`not allowed in an article (${token.type}): ${token.raw}`);
  }
}

function heading({ depth, tokens }: Tokens.Heading, around: Surroundings, anchors: Set<string>): HelpBlock {
  if (depth !== 2 && depth !== 3) throw new Error(`a heading of level ${depth}: the title is in the front matter`);
  const text = plainText(toInlines(tokens, around));
  const id = anchorOf(text);
  if (anchors.has(id)) throw new Error(`duplicate heading: ${text}`);
  anchors.add(id);
  return { type: 'heading', level: depth, id, text };
}

/** The Markdown parser's name for a picture. */
const PICTURE: Token['type'] = 'image';

/** A picture is in a paragraph of its own. */
function paragraph({ tokens }: Tokens.Paragraph, around: Surroundings): HelpBlock {
  const [first] = tokens;
  if (first?.type !== PICTURE) return { type: 'paragraph', children: toInlines(tokens, around) };
  const { text, href } = first as Tokens.Image;
  if (tokens.length > 1 || text === '')
    throw new Error(`an image needs alternative text and its own paragraph: ${href}`);
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
      throw new Error(`not allowed in a text (${token.type}): ${token.raw}`);
  }
}

/**
 * In a script without spaces, the asterisks of bold text that ends with punctuation count only if a space follows
 * (CommonMark, 6.2).
 */
function plain(text: string): string {
  if (text.includes('**')) throw new Error(`asterisks without bold text: ${text}`);
  return text.replaceAll('\n', ' ');
}

/** `GS1 data & units` → `gs1-data-units`; letters of every script are kept. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

export function plainText(inlines: readonly HelpInline[]): string {
  return inlines.map((one) => ('text' in one ? one.text : plainText(one.children))).join('');
}

/** All text of the blocks, for the search. */
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
