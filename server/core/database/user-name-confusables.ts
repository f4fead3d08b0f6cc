import decancer from 'decancer';

/**
 * Readers distinguish the letters of these scripts: only letters that can pass for a Latin one (Cyrillic, Greek,
 * Armenian, mathematical and full-width letters) are replaced by it. Accents make another name.
 */
const OPTIONS = {
  disableBidi: true,
  retainDiacritics: true,
  retainHebrew: true,
  retainArabic: true,
  retainDevanagari: true,
  retainBengali: true,
  retainGujarati: true,
  retainTamil: true,
  retainThai: true,
  retainLao: true,
  retainBurmese: true,
  retainKhmer: true,
  retainMongolian: true,
  retainChinese: true,
  retainJapanese: true,
  retainKorean: true,
} as const;

/**
 * A key that visually confusable user names share: `раураl` in Cyrillic and `paypal`, `demo` in full-width letters,
 * `root` and `r00t`, `Iris` and `lris`. It is never shown.
 */
export function userNameConfusableKey(name: string): string {
  // I, l and 1, and O and 0, look the same in many fonts. Only as capitals: a small i has its dot.
  const shapes = name.normalize('NFKC').replaceAll(/[I1|]/g, 'l').replaceAll(/[O0]/g, 'o');
  return decancer(shapes, OPTIONS)
    .toString()
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
