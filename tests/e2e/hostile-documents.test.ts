import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOMBS } from '#tests/document/support/bombs.ts';
import { HOSTILE_PAGES } from '#tests/document/support/hostile-pdfs.ts';
import { writePdf } from '#tests/document/support/written-pdf.ts';
import { chooseDocuments, openDocuments } from '#tests/support/documents-page.ts';
import { keepPictures, type OpenedParts } from '#tests/support/open-editor.ts';

/** Longest time a page may be busy, on a machine with ten times its capacity of work. */
const LONGEST_GAP_MS = 2_000;

const bombOf = (name: string): Uint8Array => {
  const bomb = BOMBS[name] ?? HOSTILE_PAGES[name];
  if (bomb === undefined) throw new Error(`there is no bomb ${name}`);
  return bomb.make();
};

describe('documents that are decompression bombs', () => {
  let opened: OpenedParts;
  let page: Page;
  const asked = new Set<string>();

  beforeAll(async () => {
    opened = await openDocuments();
    ({ page } = opened);
    page.on('request', (request) => asked.add(new URL(request.url()).host));
    const sound = writePdf([{ widthPt: 100, heightPt: 100, content: '0 0 50 50 re f' }]);
    const bitmap = Buffer.alloc(54);
    bitmap.write('BM');
    bitmap.writeUInt32LE(40, 14);
    bitmap.writeInt32LE(100_000, 18);
    bitmap.writeInt32LE(100_000, 22);
    const files = {
      'sound.pdf': sound,
      'other.pdf': Buffer.concat([sound, Buffer.from('\n')]),
      'trees.pdf': bombOf('page trees that hold one another ten times'),
      'forms.pdf': bombOf('a form drawn ten thousand million times'),
      'pages.txt': Buffer.alloc(32 * 1024 * 1024, 'a\f'),
      'bitmap.bp': bitmap,
    };
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(opened.folder, name), bytes);
    // Longest time the page was busy.
    await page.evaluate(() => {
      const seen = { longestGapMs: 0 };
      let last = performance.now();
      setInterval(() => {
        const now = performance.now();
        seen.longestGapMs = Math.max(seen.longestGapMs, now - last);
        last = now;
      }, 20);
      Object.assign(window, { gaps: seen });
    });
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const choose = (button: string, ...names: readonly string[]): Promise<void> =>
    chooseDocuments(opened, () => page.getByRole('button', { name: button }).click(), ...names);
  const document = (name: string) => page.getByRole('button', { name: `${name} 1 page` });

  test('one that is canceled while it is opened does not delay the next one', async () => {
    await choose('Choose files', 'trees.pdf');
    await page.locator('[data-state="opening"]').waitFor();
    await page.getByRole('button', { name: 'Cancel “trees.pdf”' }).click();
    await choose('Choose files', 'sound.pdf');
    // Long before the timeout of a request, which is 30 seconds.
    await document('sound.pdf').waitFor();
  });

  test('those that ask for too much are rejected by name, and the page stays', async () => {
    await choose('Add files', 'bitmap.bp', 'pages.txt', 'forms.pdf', 'other.pdf');
    await page.getByText('The image has too many pixels: at most 100 megapixels.').waitFor();
    await page.getByText('The document has 16777217 pages; at most 5000 can be opened.').waitFor();
    await document('other.pdf').waitFor();
    await document('other.pdf').click();
    await page.locator('.doc-stage canvas').waitFor();
  });

  test('the page responds all the time, and nothing is fetched from anywhere else', async () => {
    const gaps = await page.evaluate(() => (window as unknown as { gaps: { longestGapMs: number } }).gaps);
    expect(gaps.longestGapMs).toBeLessThan(LONGEST_GAP_MS);
    expect([...asked].filter((host) => host !== new URL(opened.address).host && host !== '')).toEqual([]);
  });
});
