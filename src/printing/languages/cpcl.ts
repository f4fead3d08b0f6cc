import { LANGUAGE_ABILITIES } from '#protocol/language-abilities.ts';
import { commandLines, ascii, positionedPage, nearestStep } from './commands.ts';
import { inkRows } from './printed-page.ts';
import type { PrinterLanguage } from './printer-language.ts';

/* CPCL Programming Guide, Zebra P1073699. */

const { darkness: DARKNESS, speed: SPEED } = LANGUAGE_ABILITIES.cpcl;
/** Rows per part. */
const ROWS_AT_ONCE = 512;

export const cpcl: PrinterLanguage = {
  ...LANGUAGE_ABILITIES.cpcl,
  extension: 'cpcl',
  mediaType: 'application/octet-stream',
  opening: new Uint8Array(0),

  *encode(whole, settings) {
    const { page, x, y } = positionedPage(whole, settings);
    const darkness = nearestStep(DARKNESS, settings.darkness);
    const speed = nearestStep(SPEED, settings.speed);
    yield commandLines([
      // The two resolutions are always 200: constants of the command, whatever the head has.
      `! 0 200 200 ${whole.heightDots} ${whole.copies}`,
      `PAGE-WIDTH ${whole.widthDots}`,
      ...(darkness === null ? [] : [`CONTRAST ${darkness}`]),
      ...(speed === null ? [] : [`SPEED ${speed}`]),
      ...(settings.media === 'gap' ? ['GAP-SENSE'] : settings.media === 'mark' ? ['BAR-SENSE'] : []),
    ]);
    yield ascii(`CG ${page.rowBytes} ${page.heightDots} ${x} ${y} `);
    for (let first = 0; first < page.heightDots; first += ROWS_AT_ONCE) {
      yield inkRows(page, first, Math.min(page.heightDots, first + ROWS_AT_ONCE));
    }
    // FORM feeds to the start of the next label, which continuous media don't have.
    yield commandLines(['', ...(settings.media === 'continuous' ? [] : ['FORM']), 'PRINT']);
  },
};
