import { HELP } from 'virtual:help';
import { GUIDE_IDS, guideIdOf, type HelpArticle, type HelpEntry } from '#protocol/help-content.ts';
import type { Language } from '#app/i18n/languages.ts';

/** All articles of a language, in order. Rejects where they cannot be fetched. */
export async function loadCatalog(language: Language): Promise<readonly HelpEntry[]> {
  return (await HELP[language].catalog()).default;
}

/** All words of each article, by its id. */
export async function loadTexts(language: Language): Promise<Readonly<Record<string, string>>> {
  return (await HELP[language].texts()).default;
}

/** Null where there is no such article. Both numbers of the guide mean that of the language. */
export async function loadArticle(language: Language, id: string): Promise<HelpArticle | null> {
  const load = HELP[language].articles[ownId(language, id)];
  return load === undefined ? null : (await load()).default;
}

/** The number that an article has in a language. */
export function ownId(language: Language, id: string): string {
  return id === GUIDE_IDS.chinese || id === GUIDE_IDS.other ? guideIdOf(language) : id;
}
