import { createRandom, pick, whole, type Random } from '#tests/support/symbol-values.ts';
import { logo } from './markup.ts';
import { pickWords, type Words } from './words.ts';

/** The shared style of one sheet's labels with the same design. */
export interface Style {
  readonly words: Words;
  readonly company: string;
  readonly logoSeed: number;
  readonly color: string;
  /** 0 to 5: the design's variant. */
  readonly variant: number;
  /** Drawn inside the label's margin; part of its ink. */
  readonly frame: string;
}

/** A kind of label. */
export interface Design {
  readonly name: string;
  /** Size in units (mm on a label of that size): texts have their nominal size here. */
  readonly width: number;
  readonly height: number;
  /** Least and greatest height / width that it suits. */
  readonly aspect: readonly [least: number, most: number];
  /** Least width and height of the label, in mm. */
  readonly least: readonly [width: number, height: number];
  /** The label's content in HTML for one record. */
  readonly draw: (random: Random, style: Style) => string;
}

const FRAMES = [
  '', '', '', '', '', 'border:calc(var(--u)*.3) solid #000', 'border:calc(var(--u)*.8) solid #000',
  'border:calc(var(--u)*.5) solid #000;border-radius:calc(var(--u)*3)',
]; // prettier-ignore

export function createStyle(random: Random, words: Words = pickWords(random), frame?: string): Style {
  return {
    words,
    company: pick(random, words.companies),
    logoSeed: whole(random, 1, 1_000_000),
    color: pick(random, ['#000', '#000', '#000', '#b3121d', '#0a4da2', '#14743a', '#444']),
    variant: whole(random, 0, 5),
    frame: frame ?? pick(random, FRAMES),
  };
}

/** The company's logo, the same on all labels of a style. */
export function styleLogo(style: Style, size: number, color: string = style.color): string {
  return logo(createRandom(style.logoSeed), size, color);
}
