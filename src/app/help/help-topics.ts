import type { TFunction } from 'i18next';

/** A topic of the guide: keys of the `help` texts. */
export interface HelpTopic {
  /** The part of the guide's address behind the #. */
  readonly id: string;
  readonly title: string;
  readonly texts: readonly string[];
}

/** Specification 1, section 9. */
export const SHORTCUTS: readonly { readonly action: string; readonly keys: readonly string[] }[] = [
  { action: 'selectAll', keys: ['Ctrl', 'A'] },
  { action: 'copy', keys: ['Ctrl', 'C'] },
  { action: 'paste', keys: ['Ctrl', 'V'] },
  { action: 'lock', keys: ['Ctrl', 'L'] },
  { action: 'undo', keys: ['Ctrl', 'Z'] },
  { action: 'redo', keys: ['Ctrl', 'Y'] },
  { action: 'save', keys: ['Ctrl', 'S'] },
  { action: 'download', keys: ['Ctrl', 'Shift', 'S'] },
  { action: 'print', keys: ['Ctrl', 'P'] },
  { action: 'grid', keys: ['Ctrl', "'"] },
  { action: 'delete', keys: ['Delete'] },
  { action: 'nudge', keys: ['←', '↑', '→', '↓'] },
];

export const STEPS = ['design', 'bind', 'check', 'print'] as const;

export const TOPICS: readonly HelpTopic[] = [
  ...STEPS.map((step) => ({ id: step, title: `step.${step}`, texts: [`step.${step}Text`] })),
  { id: 'shortcuts', title: 'shortcuts', texts: ['shortcutsText', ...SHORTCUTS.map(({ action }) => `key.${action}`)] },
  {
    id: 'assistant',
    title: 'download.title',
    texts: ['download.intro', 'download.hereText', 'download.permissionText', 'download.folderText'],
  },
];

/** The guide's numbers by the language of the interface (specification 1, section 2). */
const CHINESE_GUIDE = '124';
const OTHER_GUIDE = '125';
export const GUIDES: readonly string[] = [CHINESE_GUIDE, OTHER_GUIDE];

/** The guide's address in that language; with a topic, the place in it. */
export function guidePath(language: string, topic?: string): string {
  const id = language.startsWith('zh') ? CHINESE_GUIDE : OTHER_GUIDE;
  return `/helpDetail?id=${id}${topic === undefined ? '' : `#${topic}`}`;
}

/** A text of the guide. `folder` is where the folder printer puts its pages. */
export function guideText(t: TFunction, key: string): string {
  return t(`help:${key}`, { folder: 'data/assistant' });
}

/** The topics that contain all of the words, each with the text that has most of them. */
export function searchTopics(
  t: TFunction,
  query: string,
): readonly { readonly topic: HelpTopic; readonly text: string }[] {
  const words = query
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  return TOPICS.flatMap((topic) => {
    const texts = [topic.title, ...topic.texts].map((key) => guideText(t, key));
    const wordsIn = (text: string): number => words.filter((word) => text.toLocaleLowerCase().includes(word)).length;
    if (wordsIn(texts.join('\n')) < words.length) return [];
    const [text = ''] = texts.slice(1).toSorted((a, b) => wordsIn(b) - wordsIn(a));
    return [{ topic, text }];
  });
}
