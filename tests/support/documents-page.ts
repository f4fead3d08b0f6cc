import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { openParts, type OpenedParts, type OpenOptions } from './open-editor.ts';

/** Points per millimeter. */
export const PT = 72 / 25.4;

/** The product with its print assistant, a user of its own, and the document screen. */
export async function openDocuments(
  options: OpenOptions = {},
  assistantEnv: Readonly<Record<string, string>> = {},
): Promise<OpenedParts> {
  const opened = await openParts(options, { MEMBERSHIP: 'off' });
  await opened.parts.startAssistant(assistantEnv);
  await opened.driver.register('dora', 'correct horse battery');
  await opened.page.goto(`${opened.address}/pdfPrint`);
  return opened;
}

/** Chooses files of the test's folder; `press` opens the chooser. */
export async function chooseDocuments(
  { page, folder }: Pick<OpenedParts, 'page' | 'folder'>,
  press: () => Promise<unknown>,
  ...names: readonly string[]
): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press()]);
  await chooser.setFiles(names.map((name) => join(folder, name)));
}

/** A hash of the dots on the screen, at a fraction of the cost of `shownDots`. */
export async function shownSum(page: Page): Promise<string> {
  return (await shownAs(page, 'sum')).join(' ');
}

/** The dots of the label as the screen shows them: a text for each row, `#` for ink. */
export function shownDots(page: Page): Promise<readonly string[]> {
  return shownAs(page, 'dots');
}

async function shownAs(page: Page, form: 'sum' | 'dots'): Promise<readonly string[]> {
  const shown: Locator = page.locator('[data-testid="as-printed"][data-stale="false"]');
  await shown.waitFor();
  return shown.evaluate(async (img: HTMLImageElement, wanted) => {
    await img.decode();
    const { naturalWidth: width, naturalHeight: height } = img;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(img, 0, 0);
    const data = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    if (wanted === 'sum') {
      const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
      return [`${width} x ${height}`, ...Array.from(sum, String)];
    }
    return Array.from({ length: height }, (_row, y) =>
      Array.from({ length: width }, (_dot, x) => ((data[4 * (y * width + x)] ?? 255) < 128 ? '#' : '.')).join(''),
    );
  }, form);
}

/** Rows of one bit a dot, most significant first, from `shownDots`. `inkBit`: the bit of ink. */
export function dotsOf(
  plane: {
    readonly widthDots: number;
    readonly heightDots: number;
    readonly rowBytes: number;
    readonly bits: Uint8Array;
  },
  inkBit: 0 | 1,
): readonly string[] {
  const { widthDots, heightDots, rowBytes, bits } = plane;
  const bit = (x: number, y: number): number => ((bits[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
  return Array.from({ length: heightDots }, (_row, y) =>
    Array.from({ length: widthDots }, (_dot, x) => (bit(x, y) === inkBit ? '#' : '.')).join(''),
  );
}
