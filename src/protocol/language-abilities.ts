import type { Finish, MediaKind, PrinterLanguageName } from './printer-settings.ts';

/** The range of whole steps of a setting in a language. */
export interface Steps {
  readonly least: number;
  readonly most: number;
}

/** A language's names in device ids (IEEE 1284, clause 7.6) and MIME types; tested on capital letters. */
export interface Announcement {
  readonly words: RegExp;
  /** Manufacturers and models that mostly take this language. */
  readonly makers?: RegExp;
}

/**
 * What is known of a language except its encoder: the settings that it supports, how printers announce it, how an
 * interrupted page ends. Its manual is named in its file in `src/printing/languages`.
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
  /** Null if printers announce it in no device id. */
  readonly announced: Announcement | null;
  /**
   * The text that ends an interrupted page after the missing bytes, which are sent as zeros. Null if the next page can
   * follow at once.
   */
  readonly afterInterruption: string | null;
}

const ALL_MEDIA = ['gap', 'mark', 'continuous'] as const;
const ALL_FINISHES = ['tear', 'peel', 'cut', 'rewind'] as const;

/** The first language is taken if a printer announces several. */
export const LANGUAGE_ABILITIES = {
  zpl: {
    title: 'ZPL II',
    darkness: { least: 0, most: 30 },
    /** Inches per second. */
    speed: { least: 1, most: 14 },
    media: ALL_MEDIA,
    finishes: ALL_FINISHES,
    announced: { words: /\bZPL/, makers: /\bZEBRA\b|\bZTC\b/ },
    // The next command ends the data of `^GF`.
    afterInterruption: null,
  },
  tspl: {
    title: 'TSPL',
    darkness: { least: 0, most: 15 },
    /** Inches per second. */
    speed: { least: 1, most: 14 },
    media: ALL_MEDIA,
    finishes: ALL_FINISHES,
    announced: { words: /\bTSPL|\bTSC\b/, makers: /\bTSC\b/ },
    afterInterruption: '\r\n',
  },
  epl: {
    title: 'EPL2',
    darkness: { least: 0, most: 15 },
    /** Steps that each printer model maps to inches per second. */
    speed: { least: 1, most: 6 },
    media: ALL_MEDIA,
    finishes: ['tear', 'peel', 'cut'],
    announced: { words: /\bEPL/, makers: /\bELTRON\b/ },
    afterInterruption: '\r\n',
  },
  cpcl: {
    title: 'CPCL',
    /** `CONTRAST`: default, medium, dark, very dark. */
    darkness: { least: 0, most: 3 },
    speed: { least: 0, most: 5 },
    media: ALL_MEDIA,
    finishes: [],
    announced: { words: /\bCPCL/ },
    // Its session continues until it is printed or canceled.
    afterInterruption: '\r\nABORT\r\n',
  },
  escpos: {
    title: 'ESC/POS',
    /** `GS ( K`, function 49: the print density. */
    darkness: { least: -6, most: 6 },
    /** `GS ( K`, function 50: the print speed, 1 is the slowest. */
    speed: { least: 1, most: 9 },
    media: ['mark', 'continuous'],
    finishes: ['tear', 'cut'],
    announced: { words: /\bESC\/?POS|\bEPSON ESC/, makers: /\bEPSON TM\b|\bTM-[A-Z]\d/ },
    // A line end would feed paper. The printer ignores surplus zero bytes.
    afterInterruption: '',
  },
  pwg: {
    title: 'PWG Raster',
    darkness: null,
    speed: null,
    media: [],
    finishes: [],
    announced: null,
    afterInterruption: null,
  },
} as const satisfies { readonly [K in PrinterLanguageName]: LanguageAbilities };

/** The settings that the language supports. */
export function abilitiesOf(language: PrinterLanguageName): LanguageAbilities {
  return LANGUAGE_ABILITIES[language];
}
