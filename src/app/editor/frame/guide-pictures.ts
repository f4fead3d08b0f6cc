import type { Language } from '#protocol/languages.ts';

/** Specification 1, section 9: the width of the tour's pictures, in CSS pixels, on screens over 1300 px and others. */
const WIDE: Readonly<Record<Language, number>> = { zh: 365, en: 418, pt: 540, es: 560, ru: 537 };
const NARROW: Readonly<Record<Language, number>> = { zh: 250, en: 270, pt: 320, es: 334, ru: 320 };
const WIDE_SCREEN_PX = 1300;

export function guidePictureWidth(language: Language, screenPx: number): number {
  return (screenPx > WIDE_SCREEN_PX ? WIDE : NARROW)[language];
}

export type GuideStep = 'welcome' | 'tools' | 'menu' | 'panel' | 'print';

/** The picture of a step: a view of the editor, its enlargement, and its visible corner. */
export interface GuideView {
  readonly picture: 'editor' | 'print';
  readonly scale: number;
  readonly corner: 'left' | 'right';
}

export const GUIDE_VIEWS: Readonly<Record<GuideStep, GuideView>> = {
  welcome: { picture: 'editor', scale: 1, corner: 'left' },
  tools: { picture: 'editor', scale: 1.8, corner: 'left' },
  menu: { picture: 'editor', scale: 1.3, corner: 'left' },
  panel: { picture: 'editor', scale: 1.8, corner: 'right' },
  print: { picture: 'print', scale: 1, corner: 'left' },
};
