import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { guidePictureWidth, GUIDE_VIEWS } from '#app/editor/frame/guide-pictures.ts';
import { GUIDE_PICTURES, guidePicture, guideModule } from '#build/guide-pictures.ts';
import { webpSize } from '#server/content/help/read-articles.ts';
import { LANGUAGES } from '#protocol/languages.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Size limit of the pictures of one language: less than a second at 2 Mbit/s. */
const MOST_BYTES = 60_000;

describe('the pictures of the first tour', () => {
  test.each([
    ['zh', 250, 365],
    ['en', 270, 418],
    ['pt', 320, 540],
    ['es', 334, 560],
    ['ru', 320, 537],
  ] as const)(
    'are as wide as the specification says in %s, up to 1300 px of screen and above',
    (language, narrow, wide) => {
      expect([390, 1280, 1300, 1301, 1920].map((px) => guidePictureWidth(language, px))).toEqual([
        narrow,
        narrow,
        narrow,
        wide,
        wide,
      ]);
    },
  );

  test.each(LANGUAGES)('exist in %s, are small, and show the same screen as the help', (language) => {
    for (const name of GUIDE_PICTURES) {
      const bytes = readFileSync(guidePicture(ROOT, language, name));
      expect(webpSize(bytes)).toEqual({ width: 1280, height: 720 });
      expect(bytes.length).toBeLessThan(MOST_BYTES);
    }
  });

  test('each step has one, and the build module names each', () => {
    const used = new Set(Object.values(GUIDE_VIEWS).map(({ picture }) => picture));
    expect([...used].toSorted()).toEqual([...GUIDE_PICTURES].toSorted());
    const module = guideModule(ROOT);
    for (const name of GUIDE_PICTURES) expect(module.split(`/${name}.webp?url`)).toHaveLength(LANGUAGES.length + 1);
    expect(() => guideModule(join(ROOT, 'nowhere'))).toThrow(/no picture/);
  });
});
