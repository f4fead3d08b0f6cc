import { mmToDots } from '#model/kernel/units.ts';
import { LANGUAGE_ABILITIES } from '#protocol/language-abilities.ts';
import type { Finish, PrinterSettings } from '#protocol/printer-settings.ts';
import { ascii, commandLines, positionedPage, nearestStep } from './commands.ts';
import { paperRows, type PrintedPage } from './printed-page.ts';
import type { PrinterLanguage } from './printer-language.ts';

/* EPL2 Programming Guide, Zebra 14245L. */

const { darkness: DARKNESS, speed: SPEED } = LANGUAGE_ABILITIES.epl;
/** `Q`: the gap or mark in dots. */
const GAP_DOTS = { least: 16, most: 240 };
/** `O` sets all options: options that are not named are switched off. */
const OPTIONS: { readonly [K in Finish]?: string } = { tear: 'O', peel: 'OP', cut: 'OC1' };
/** Rows per part. */
const ROWS_AT_ONCE = 512;

export const epl: PrinterLanguage = {
  ...LANGUAGE_ABILITIES.epl,
  extension: 'epl',
  mediaType: 'application/octet-stream',
  opening: new Uint8Array(0),

  *encode(whole, settings) {
    const { page, x, y } = positionedPage(whole, settings);
    const darkness = nearestStep(DARKNESS, settings.darkness);
    const speed = nearestStep(SPEED, settings.speed);
    const option = settings.finish === null ? undefined : OPTIONS[settings.finish];
    yield commandLines([
      // Ends a command that was interrupted before.
      '',
      ...(option === undefined ? [] : [option]),
      `q${whole.widthDots}`,
      ...formLength(whole, settings),
      ...(darkness === null ? [] : [`D${darkness}`]),
      ...(speed === null ? [] : [`S${speed}`]),
      'R0,0',
      'N',
    ]);
    // A bit that is set leaves the paper white.
    yield ascii(`GW${x},${y},${page.rowBytes},${page.heightDots},`);
    for (let first = 0; first < page.heightDots; first += ROWS_AT_ONCE) {
      yield paperRows(page, first, Math.min(page.heightDots, first + ROWS_AT_ONCE));
    }
    yield commandLines(['', `P${whole.copies}`]);
  },
};

function formLength({ heightDots, dpi }: PrintedPage, { media, gapMm }: PrinterSettings): readonly string[] {
  const gap = nearestStep(GAP_DOTS, mmToDots(gapMm, dpi));
  switch (media) {
    case null:
      return [];
    case 'gap':
      return [`Q${heightDots},${gap}`];
    case 'mark':
      // The third value, the distance of the mark from the label's edge, is required here.
      return [`Q${heightDots},B${gap}+0`];
    case 'continuous':
      return [`Q${heightDots},0`];
  }
}
