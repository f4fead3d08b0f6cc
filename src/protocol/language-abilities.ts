import type { Finish, MediaKind, PrinterLanguageName } from './printer-settings.ts';

/** The range of whole steps of a setting in a language. */
export interface Steps {
  readonly least: number;
  readonly most: number;
}

/**
 * The settings that a language supports, except the dots; its manual is named in its file in `src/printing/languages`.
 */
export interface LanguageAbilities {
  /** The usual name, such as `ZPL II`. */
  readonly title: string;
  /** Null if the language has no command for it. */
  readonly darkness: Steps | null;
  readonly speed: Steps | null;
  /** The kinds of media and the finishes for which the language has a command. */
  readonly media: readonly MediaKind[];
  readonly finishes: readonly Finish[];
}

const ALL_MEDIA = ['gap', 'mark', 'continuous'] as const;
const ALL_FINISHES = ['tear', 'peel', 'cut', 'rewind'] as const;

export const LANGUAGE_ABILITIES = {
  zpl: {
    title: 'ZPL II',
    darkness: { least: 0, most: 30 },
    /** Inches per second. */
    speed: { least: 1, most: 14 },
    media: ALL_MEDIA,
    finishes: ALL_FINISHES,
  },
  tspl: {
    title: 'TSPL',
    darkness: { least: 0, most: 15 },
    /** Inches per second. */
    speed: { least: 1, most: 14 },
    media: ALL_MEDIA,
    finishes: ALL_FINISHES,
  },
  epl: {
    title: 'EPL2',
    darkness: { least: 0, most: 15 },
    /** Steps that each printer model maps to inches per second. */
    speed: { least: 1, most: 6 },
    media: ALL_MEDIA,
    finishes: ['tear', 'peel', 'cut'],
  },
  escpos: {
    title: 'ESC/POS',
    /** `GS ( K`, function 49: the print density. */
    darkness: { least: -6, most: 6 },
    /** `GS ( K`, function 50: the print speed, 1 is the slowest. */
    speed: { least: 1, most: 9 },
    media: ['mark', 'continuous'],
    finishes: ['tear', 'cut'],
  },
  cpcl: {
    title: 'CPCL',
    /** `CONTRAST`: default, medium, dark, very dark. */
    darkness: { least: 0, most: 3 },
    speed: { least: 0, most: 5 },
    media: ALL_MEDIA,
    finishes: [],
  },
  pwg: { title: 'PWG Raster', darkness: null, speed: null, media: [], finishes: [] },
} as const satisfies { readonly [K in PrinterLanguageName]: LanguageAbilities };

/** The settings that the language supports. */
export function abilitiesOf(language: PrinterLanguageName): LanguageAbilities {
  return LANGUAGE_ABILITIES[language];
}
