/** What is made of the help articles (`content/help`, server/content/help) and of texts in their places, and the application shows. */

export type HelpInline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'strong' | 'emphasis'; readonly children: readonly HelpInline[] }
  | {
      readonly type: 'link';
      /** A page of the product (`/…`), an anchor on this page (`#…`) or a web address (`https://…`). */
      readonly href: string;
      readonly children: readonly HelpInline[];
    };

export type HelpBlock =
  | {
      readonly type: 'heading';
      readonly level: 2 | 3;
      /** Its anchor. */
      readonly id: string;
      readonly text: string;
    }
  | { readonly type: 'paragraph'; readonly children: readonly HelpInline[] }
  | { readonly type: 'note'; readonly blocks: readonly HelpBlock[] }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'list'; readonly ordered: boolean; readonly items: readonly (readonly HelpBlock[])[] }
  | {
      readonly type: 'table';
      readonly head: readonly (readonly HelpInline[])[];
      readonly rows: readonly (readonly (readonly HelpInline[])[])[];
    }
  | {
      readonly type: 'picture';
      /** Path of the picture's file below `content/help/pictures`; in a built article, its address. */
      readonly source: string;
      readonly alt: string;
      /** Of the file, in pixels. */
      readonly width: number;
      readonly height: number;
    };

export const HELP_BLOCK_TYPES = [
  'heading',
  'paragraph',
  'note',
  'code',
  'list',
  'table',
  'picture',
] as const satisfies readonly HelpBlock['type'][];

/** The sections of the catalog, in their order. */
export const HELP_SECTIONS = ['start', 'design', 'data', 'print', 'cloud', 'account'] as const;
export type HelpSection = (typeof HELP_SECTIONS)[number];

/** An article in the catalog. */
export interface HelpEntry {
  /** A number, as text. The same in all languages, but for the guide (`GUIDE_IDS`). */
  readonly id: string;
  readonly title: string;
  readonly section: HelpSection;
  /** Additional search words. */
  readonly keywords: readonly string[];
  /** The text of its first paragraph. */
  readonly summary: string;
}

export interface HelpArticle {
  readonly id: string;
  readonly blocks: readonly HelpBlock[];
}

/** The number of the article for beginners, in Chinese and in any other language (specification 1, section 2). */
export const GUIDE_IDS = { chinese: '124', other: '125' } as const;

export function guideIdOf(language: string): string {
  return language.startsWith('zh') ? GUIDE_IDS.chinese : GUIDE_IDS.other;
}
