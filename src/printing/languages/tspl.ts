import { dotsToMm } from '#model/kernel/units.ts';
import { LANGUAGE_ABILITIES } from '#protocol/language-abilities.ts';
import type { Finish, PrinterSettings } from '#protocol/printer-settings.ts';
import { ascii, commandLines, positionedPage, nearestStep } from './commands.ts';
import { paperRows } from './printed-page.ts';
import type { PrinterLanguage } from './printer-language.ts';

/* TSPL/TSPL2 Programming, TSC. */

const { darkness: DARKNESS, speed: SPEED } = LANGUAGE_ABILITIES.tspl;
/** The switches for the action after a page; only one is on at a time. */
const SWITCHES: { readonly [K in Finish]: readonly [name: string, on: string] } = {
  tear: ['TEAR', 'ON'],
  peel: ['PEEL', 'ON'],
  cut: ['CUTTER', '1'],
  rewind: ['REWIND', 'ON'],
};
/** Rows per part. */
const ROWS_AT_ONCE = 512;

export const tspl: PrinterLanguage = {
  ...LANGUAGE_ABILITIES.tspl,
  extension: 'tspl',
  mediaType: 'application/octet-stream',
  opening: new Uint8Array(0),

  *encode(whole, settings) {
    const { page, x, y } = positionedPage(whole, settings);
    const darkness = nearestStep(DARKNESS, settings.darkness);
    const speed = nearestStep(SPEED, settings.speed);
    yield commandLines([
      `SIZE ${millimetres(dotsToMm(whole.widthDots, whole.dpi))},${millimetres(dotsToMm(whole.heightDots, whole.dpi))}`,
      ...mediaLines(settings),
      ...(darkness === null ? [] : [`DENSITY ${darkness}`]),
      ...(speed === null ? [] : [`SPEED ${speed}`]),
      ...finishLines(settings.finish),
      'REFERENCE 0,0',
      'CLS',
    ]);
    // Mode 0 overwrites; a bit that is set leaves the paper white.
    yield ascii(`BITMAP ${x},${y},${page.rowBytes},${page.heightDots},0,`);
    for (let first = 0; first < page.heightDots; first += ROWS_AT_ONCE) {
      yield paperRows(page, first, Math.min(page.heightDots, first + ROWS_AT_ONCE));
    }
    yield commandLines(['', `PRINT 1,${whole.copies}`]);
  },
};

function mediaLines({ media, gapMm }: PrinterSettings): readonly string[] {
  switch (media) {
    case null:
      return [];
    case 'gap':
      return [`GAP ${millimetres(gapMm)},0 mm`];
    case 'mark':
      return [`BLINE ${millimetres(gapMm)},0 mm`];
    case 'continuous':
      return ['GAP 0 mm,0 mm'];
  }
}

function finishLines(finish: Finish | null): readonly string[] {
  if (finish === null) return [];
  const [chosen, on] = SWITCHES[finish];
  const off = Object.values(SWITCHES).filter(([name]) => name !== chosen);
  return [...off.map(([name]) => `SET ${name} OFF`), `SET ${chosen} ${on}`];
}

/** Hundredths of a millimeter are less than a dot at any resolution of a label printer. */
function millimetres(mm: number): string {
  return `${Number(mm.toFixed(2))} mm`;
}
