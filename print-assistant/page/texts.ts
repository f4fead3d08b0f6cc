import en from '#locales/en/assistant.json' with { type: 'json' };
import es from '#locales/es/assistant.json' with { type: 'json' };
import pt from '#locales/pt/assistant.json' with { type: 'json' };
import ru from '#locales/ru/assistant.json' with { type: 'json' };
import zh from '#locales/zh/assistant.json' with { type: 'json' };
import enProblems from '#locales/en/problems.json' with { type: 'json' };
import esProblems from '#locales/es/problems.json' with { type: 'json' };
import ptProblems from '#locales/pt/problems.json' with { type: 'json' };
import ruProblems from '#locales/ru/problems.json' with { type: 'json' };
import zhProblems from '#locales/zh/problems.json' with { type: 'json' };
import type { Problem } from '#model/kernel/problem.ts';

/** In the order in which the page offers them, each by its own name. */
export const PAGE_LANGUAGES = { zh: '简体中文', en: 'English', pt: 'Português', es: 'Español', ru: 'Русский' } as const;
export type PageLanguage = keyof typeof PAGE_LANGUAGES;
export type PageTextKey = keyof typeof en;
type Params = Readonly<Record<string, string | number>>;

const TEXTS: { readonly [L in PageLanguage]: { readonly [K in PageTextKey]: string } } = { en, es, pt, ru, zh };

/** The texts of the assistant's page in one language. */
export type PageTexts = (key: PageTextKey, params?: Params) => string;

export function pageTexts(language: PageLanguage): PageTexts {
  return (key, params = {}) => filledIn(TEXTS[language][key], params);
}

const PROBLEMS: { readonly [L in PageLanguage]: Readonly<Record<string, string>> } = {
  en: enProblems,
  es: esProblems,
  pt: ptProblems,
  ru: ruProblems,
  zh: zhProblems,
};

/** A problem as a sentence, followed by its place where the sentence does not name it. */
export function problemText(language: PageLanguage, { code, path = '', params = {} }: Problem): string {
  const text = filledIn(PROBLEMS[language][code] ?? code, { path, ...params }).trim();
  return path === '' || text.includes(path) ? text : `${text} (${path})`;
}

function filledIn(text: string, params: Params): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => String(params[name] ?? ''));
}

/** The requested language where the page has it, else the first supported one of the browser, else English. */
export function pageLanguage(wanted: string | null, accepted: string | undefined): PageLanguage {
  for (const part of [wanted ?? '', ...(accepted ?? '').split(',')]) {
    const language = part.trim().slice(0, 2).toLowerCase();
    if (Object.hasOwn(PAGE_LANGUAGES, language)) return language as PageLanguage;
  }
  return 'en';
}
