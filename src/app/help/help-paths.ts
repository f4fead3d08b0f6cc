import { guideIdOf } from '#protocol/help-content.ts';

/** The address of an article. */
export function articlePath(id: string): string {
  return `/helpDetail?id=${id}`;
}

/** The address of the article for beginners in that language. */
export function guidePath(language: string): string {
  return articlePath(guideIdOf(language));
}
