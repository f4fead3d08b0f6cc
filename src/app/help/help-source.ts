import { HELP, PICTURES } from 'virtual:help';
import type { OwnHelpList } from '#protocol/api.ts';
import { GUIDE_IDS, guideIdOf, type HelpArticle, type HelpBlock, type HelpEntry } from '#protocol/help-content.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import type { Language } from '#app/state/i18n/languages.ts';

/** The operator's replacements for articles. */
export type OwnTexts = OwnHelpList['list'];

/** Timeout for the server: the product's own articles are available without it. */
const OWN_TEXTS_MS = 3000;

/** The replacements in a language; empty if the server does not answer. */
export async function loadOwnTexts(api: ApiClient, language: Language): Promise<OwnTexts> {
  const answer = await api.call('ownHelpList', { language }, { signal: AbortSignal.timeout(OWN_TEXTS_MS) });
  return answer.ok ? answer.value.list : [];
}

/** All articles of a language, in order. Rejects if they can't be fetched. */
export async function loadCatalog(language: Language, own: OwnTexts): Promise<readonly HelpEntry[]> {
  const { default: entries } = await HELP[language].catalog();
  return entries.map((entry) => {
    const { title, summary } = own.find(({ id }) => id === entry.id) ?? entry;
    return { ...entry, title, summary };
  });
}

/** The full text of each article, by its id. */
export async function loadTexts(language: Language, own: OwnTexts): Promise<Readonly<Record<string, string>>> {
  const { default: texts } = await HELP[language].texts();
  return { ...texts, ...Object.fromEntries(own.map(({ id, text }) => [id, text])) };
}

/** Null if there is no such article. Both numbers of the guide open the one in that language. */
export async function loadArticle(
  api: ApiClient,
  language: Language,
  id: string,
  own: OwnTexts,
): Promise<HelpArticle | null> {
  const shownId = ownId(language, id);
  if (own.some((text) => text.id === shownId)) {
    const answer = await api.call('ownHelpArticle', { id: shownId, language });
    if (answer.ok) return { id: shownId, blocks: await withPictures(answer.value.blocks) };
  }
  const load = HELP[language].articles[shownId];
  return load === undefined ? null : (await load()).default;
}

/** The blocks with the addresses of their pictures. */
async function withPictures(blocks: readonly HelpBlock[]): Promise<readonly HelpBlock[]> {
  if (!blocks.some(isPicture)) return blocks;
  const { default: addresses } = await PICTURES();
  return blocks.map((block) => (isPicture(block) ? { ...block, source: addresses[block.source] ?? '' } : block));
}

function isPicture(block: HelpBlock): block is HelpBlock & { type: 'picture' } {
  return block.type === 'picture';
}

/** The number of an article in a language. */
export function ownId(language: Language, id: string): string {
  return id === GUIDE_IDS.chinese || id === GUIDE_IDS.other ? guideIdOf(language) : id;
}
