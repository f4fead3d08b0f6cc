import type { IconInfo } from '#protocol/api.ts';

/** The icons whose name or keywords contain every word of the text, at the start of a word or, in Chinese, anywhere. */
export function findIcons(icons: readonly IconInfo[], text: string): readonly IconInfo[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return icons.filter((icon) => {
    const searched = ` ${plain(`${icon.name} ${icon.keywords}`)}`;
    return words.every((word) => searched.includes(/\p{Script=Han}/u.test(word) ? word : ` ${word}`));
  });
}

/** Lower case without accents, with single spaces between words. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
}
