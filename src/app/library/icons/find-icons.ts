import type { IconInfo } from '#protocol/api.ts';

/** The icons in whose name or keywords every word of the text begins a word, or, in Chinese, occurs. */
export function findIcons(icons: readonly IconInfo[], text: string): readonly IconInfo[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return icons.filter((icon) => {
    const told = ` ${plain(`${icon.name} ${icon.keywords}`)}`;
    return words.every((word) => told.includes(/\p{Script=Han}/u.test(word) ? word : ` ${word}`));
  });
}

/** Small letters without accents, with nothing between words but spaces. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
}
