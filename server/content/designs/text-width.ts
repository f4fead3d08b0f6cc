import { FONT_SIZE_LIMITS } from '#model/elements/base/text-style.ts';
import { fontUnitsToMm, roundMm } from '#model/kernel/units.ts';

/** Advances in em, rounded up: exact widths are measured only where the label is painted. */
const WIDE = 1;
const CLASSES: readonly (readonly [characters: RegExp, em: number])[] = [
  [/[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]/, WIDE],
  [/[№@Щ]/, 1.02],
  [/[MWШЖЮФМ%Ы]/, 0.86],
  [/[ДОQOCGN]/, 0.72],
  [/[A-ZА-ЯÀ-Þ]/, 0.65],
  [/[mwшщжюфмы]/, 0.8],
  [/[ijlftrI.,:;|!'()[\]·\- /]/, 0.32],
  [/[0-9a-zа-яß-ÿ]/, 0.565],
];
const OTHER = 0.62;

/** Width of a family relative to Roboto. */
const FAMILIES: Readonly<Record<string, number>> = {
  Roboto: 1,
  'Roboto Condensed': 0.88,
  Oswald: 0.9,
  Inter: 1.08,
  'Roboto Slab': 1.07,
};
const MONO_EM = 0.602;
const BOLD = 1.04;

/** Approximate width of a line of text, in mm. */
export function textWidthMm(text: string, fontSize: number, family: string, bold: boolean): number {
  let em = 0;
  for (const character of text) em += advance(character, family);
  return em * fontUnitsToMm(fontSize) * (bold ? BOLD : 1);
}

function advance(character: string, family: string): number {
  const em = CLASSES.find(([characters]) => characters.test(character))?.[1] ?? OTHER;
  if (em === WIDE) return WIDE;
  return family === 'Roboto Mono' ? MONO_EM : em * (FAMILIES[family] ?? 1);
}

/** The largest size up to `fontSize` at which the widest line fits into `widthMm`. */
export function fittingSize(text: string, widthMm: number, fontSize: number, family: string, bold: boolean): number {
  const widest = Math.max(...text.split('\n').map((line) => textWidthMm(line, fontSize, family, bold)));
  if (widest <= widthMm) return fontSize;
  const { min, step } = FONT_SIZE_LIMITS;
  return roundMm(Math.max(min, Math.floor((fontSize * widthMm) / widest / step) * step));
}
