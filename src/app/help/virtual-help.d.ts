/** The help articles, as the build makes modules of them (build/help/serve-help.ts). */
declare module 'virtual:help' {
  import type { HelpArticle, HelpEntry } from '#protocol/help-content.ts';

  type Fetched<T> = () => Promise<{ readonly default: T }>;

  interface LanguageHelp {
    /** All articles, in order. */
    readonly catalog: Fetched<readonly HelpEntry[]>;
    /** All words of each article, by its id. */
    readonly texts: Fetched<Readonly<Record<string, string>>>;
    /** By their ids. */
    readonly articles: Readonly<Record<string, Fetched<HelpArticle>>>;
  }

  /** The addresses of all pictures, by their paths below the help's pictures. */
  export const PICTURES: Fetched<Readonly<Record<string, string>>>;

  export const HELP: Readonly<Record<'zh' | 'en' | 'pt' | 'es' | 'ru', LanguageHelp>>;
}

/** Addresses of pictures of the editor itself, in each language: 1280 x 720 pixels. */
declare module 'virtual:help/guide' {
  export const GUIDE_PICTURES: Readonly<
    Record<'zh' | 'en' | 'pt' | 'es' | 'ru', Readonly<Record<'editor' | 'print', string>>>
  >;
}
