import type { PrinterSettings } from '#protocol/printer-settings.ts';
import { movedPage, type PrintedPage } from './printed-page.ts';
import type { Steps } from '#protocol/language-abilities.ts';

/** Text as bytes, one per character: the commands of printers are ASCII. */
export function ascii(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Lines with the line ends that printers expect. */
export function commandLines(lines: readonly string[]): Uint8Array {
  return ascii(lines.map((line) => `${line}\r\n`).join(''));
}

/** The step of the language nearest to the setting; null if the printer keeps its own setting. */
export function nearestStep(steps: Steps, value: number | null): number | null {
  return value === null ? null : Math.min(steps.most, Math.max(steps.least, Math.round(value)));
}

/**
 * The page, moved to the left and up as the settings require, and how far the printer has to move it to the right and
 * down: languages place graphics on the media and not outside of it.
 */
export function positionedPage(
  page: PrintedPage,
  { offsetDots: { x, y } }: PrinterSettings,
): { readonly page: PrintedPage; readonly x: number; readonly y: number } {
  const moved = movedPage(page, { x: Math.min(0, x), y: Math.min(0, y) });
  return { page: moved, x: Math.max(0, x), y: Math.max(0, y) };
}
