/** The help articles as modules of the build (build/serve-help.ts). */
declare module 'virtual:help' {
  import type { HelpArticle, HelpEntry } from '#protocol/help-content.ts';

  type Fetched<T> = () => Promise<{ readonly default: T }>;

  interface LanguageHelp {
    /** All articles, in order. */
    readonly catalog: Fetched<readonly HelpEntry[]>;
    /** The full text of each article, by its id. */
    readonly texts: Fetched<Readonly<Record<string, string>>>;
    /** By their ids. */
    readonly articles: Readonly<Record<string, Fetched<HelpArticle>>>;
  }

  /** The addresses of all pictures, by their paths in the help's folder of pictures. */
  export const PICTURES: Fetched<Readonly<Record<string, string>>>;

  export const HELP: Readonly<Record<'zh' | 'en' | 'pt' | 'es' | 'ru', LanguageHelp>>;
}

/** Addresses of screenshots of the editor in each language: 1280 x 720 pixels. */
declare module 'virtual:help/guide' {
  export const GUIDE_PICTURES: Readonly<
    Record<'zh' | 'en' | 'pt' | 'es' | 'ru', Readonly<Record<'editor' | 'print', string>>>
  >;
}
