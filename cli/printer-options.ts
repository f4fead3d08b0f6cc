import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { LANGUAGES } from '#printing/languages/languages.ts';
import type { Steps } from '#protocol/language-abilities.ts';
import {
  DEFAULT_PRINTER_SETTINGS,
  FINISHES,
  MEDIA_KINDS,
  type PrinterLanguageName,
  type PrinterSettings,
} from '#protocol/printer-settings.ts';
import { unusable } from './bad-argument.ts';

/** Printer options, for formats that are printer languages. */
export const PRINTER_OPTIONS = {
  darkness: { type: 'string' },
  speed: { type: 'string' },
  media: { type: 'string' },
  gap: { type: 'string' },
  finish: { type: 'string' },
  offset: { type: 'string' },
} as const;

export const PRINTER_HELP: string = `  --darkness N, --speed N
                    in steps of the printer language (default: the printer's current setting)
  --media KIND      ${MEDIA_KINDS.join(', ')}: how the printer detects the start of a label
  --gap MM          length of the gap or mark (default ${DEFAULT_PRINTER_SETTINGS.gapMm})
  --finish KIND     ${FINISHES.join(', ')}: what the printer does after a page
  --offset X,Y      moves pages right and down by this many dots; negative values move left and up
`;

type Given = { readonly [K in keyof typeof PRINTER_OPTIONS]?: string | undefined };

/** The settings for a language. Problems: `input.invalid` with the option as its path. */
export function parsePrinterSettings(language: PrinterLanguageName | null, given: Given): Result<PrinterSettings> {
  const [first] = (Object.keys(PRINTER_OPTIONS) as (keyof Given)[]).filter((name) => given[name] !== undefined);
  if (first === undefined) return ok(DEFAULT_PRINTER_SETTINGS);
  if (language === null) {
    return err(problem('input.invalid', { detail: `--${first}: only for printers' languages` }, `--${first}`));
  }
  const known = LANGUAGES[language];
  const darkness = stepOf(known.darkness, given.darkness);
  if (darkness === 'wrong') return unusable('--darkness', given.darkness ?? '', rangeOf(known.darkness));
  const speed = stepOf(known.speed, given.speed);
  if (speed === 'wrong') return unusable('--speed', given.speed ?? '', rangeOf(known.speed));
  const media = given.media === undefined ? null : known.media.find((kind) => kind === given.media);
  if (media === undefined) return unusable('--media', given.media ?? '', known.media.join(' | '));
  const finish = given.finish === undefined ? null : known.finishes.find((kind) => kind === given.finish);
  if (finish === undefined) return unusable('--finish', given.finish ?? '', known.finishes.join(' | '));
  const gapMm = given.gap === undefined ? DEFAULT_PRINTER_SETTINGS.gapMm : Number(given.gap);
  if (!(gapMm >= 0 && gapMm <= MOST_GAP_MM)) return unusable('--gap', given.gap ?? '', `0 … ${MOST_GAP_MM}`);
  const offset = /^(-?\d{1,5}),(-?\d{1,5})$/.exec(given.offset ?? '0,0');
  if (offset === null) return unusable('--offset', given.offset ?? '', 'X,Y');
  return ok({
    darkness,
    speed,
    media,
    gapMm,
    finish,
    offsetDots: { x: Number(offset[1]), y: Number(offset[2]) },
  });
}

const MOST_GAP_MM = 100;

/** Null when nothing is given. */
function stepOf(steps: Steps | null, given: string | undefined): number | null | 'wrong' {
  if (given === undefined) return null;
  const value = /^-?\d+$/.test(given) ? Number(given) : NaN;
  return steps !== null && value >= steps.least && value <= steps.most ? value : 'wrong';
}

function rangeOf(steps: Steps | null): string {
  return steps === null ? '-' : `${steps.least} … ${steps.most}`;
}
