import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GUIDE_IDS, HELP_SECTIONS, type HelpBlock } from '#protocol/help-content.ts';
import { LANGUAGES } from '#protocol/languages.ts';
import { GUIDE_PICTURES } from '#build/guide-pictures.ts';
import { splitFrontMatter } from '#server/content/help/front-matter.ts';
import { readBlocks, type Surroundings } from '#server/content/help/markdown-blocks.ts';
import { readArticles, webpSize } from '#server/content/help/read-articles.ts';

const ROOT = join(import.meta.dirname, '../..');
const PICTURES = 'content/help/pictures';
const MOST_PICTURE_BYTES = 3_000_000;

const AROUND: Surroundings = {
  link: (href) => href,
  picture: (href) => ({ source: href, width: 4, height: 3 }),
};

describe('the articles', () => {
  test.each(LANGUAGES)(
    'in %s are those of the other languages, in the same order, and the guide has its number',
    (language) => {
      const ids = (of: string): readonly string[] => readArticles(ROOT, of).map(({ id }) => id);
      const guide = language === 'zh' ? GUIDE_IDS.chinese : GUIDE_IDS.other;
      expect(ids(language)[0]).toBe(guide);
      expect(ids(language).slice(1)).toEqual(ids('en').slice(1));
      expect(new Set(ids(language)).size).toBeGreaterThanOrEqual(20);
    },
  );

  test.each(LANGUAGES)('in %s have the same headings, lists, tables and examples as in English', (language) => {
    const shape = (blocks: readonly HelpBlock[]): readonly string[] => blocks.map(({ type }) => type);
    const english = readArticles(ROOT, 'en');
    readArticles(ROOT, language).forEach(({ file, blocks, section, keywords }, i) => {
      expect(shape(blocks), file).toEqual(shape(english[i]?.blocks ?? []));
      expect(section).toBe(english[i]?.section);
      expect(keywords.length, file).toBeGreaterThan(2);
    });
  });

  test('show each picture, all of them small, and none of another language', () => {
    const named = LANGUAGES.flatMap((language) =>
      readArticles(ROOT, language).flatMap(({ blocks }) =>
        blocks
          .flatMap((block) => (block.type === 'picture' ? [block] : []))
          .map((picture) => {
            expect(picture.source.startsWith(`${language}/`)).toBe(true);
            expect([picture.width, picture.height]).toEqual([1280, 720]);
            return picture.source;
          }),
      ),
    );
    const there = globSync('**/*', { cwd: join(ROOT, PICTURES) }).filter((path) => path.includes('.'));
    const guide = LANGUAGES.flatMap((language) => GUIDE_PICTURES.map((name) => `${language}/${name}.webp`));
    expect(there.toSorted()).toEqual([...new Set([...named, ...guide])].toSorted());
    const bytes = there.reduce((sum, path) => sum + statSync(join(ROOT, PICTURES, path)).size, 0);
    expect(bytes).toBeLessThan(MOST_PICTURE_BYTES);
    expect(webpSize(readFileSync(join(ROOT, PICTURES, there[0] ?? ''))).width).toBe(1280);
  });

  test('exist in every section', () => {
    expect(new Set(readArticles(ROOT, 'en').map(({ section }) => section))).toEqual(new Set(HELP_SECTIONS));
  });
});

describe('Markdown', () => {
  test('becomes blocks of text, with anchors in any script', () => {
    expect(readBlocks('## GS1 data & 静区\n\nA *b* **c** `<d>` [e](x.md)\n\n> Note\n\n1. one\n2. two', AROUND)).toEqual(
      [
        { type: 'heading', level: 2, id: 'gs1-data-静区', text: 'GS1 data & 静区' },
        {
          type: 'paragraph',
          children: [
            { type: 'text', text: 'A ' },
            { type: 'emphasis', children: [{ type: 'text', text: 'b' }] },
            { type: 'text', text: ' ' },
            { type: 'strong', children: [{ type: 'text', text: 'c' }] },
            { type: 'text', text: ' ' },
            { type: 'code', text: '<d>' },
            { type: 'text', text: ' ' },
            { type: 'link', href: 'x.md', children: [{ type: 'text', text: 'e' }] },
          ],
        },
        { type: 'note', blocks: [{ type: 'paragraph', children: [{ type: 'text', text: 'Note' }] }] },
        {
          type: 'list',
          ordered: true,
          items: ['one', 'two'].map((text) => [{ type: 'paragraph', children: [{ type: 'text', text }] }]),
        },
      ],
    );
  });

  test.each([
    ['<script>alert(1)</script>'],
    ['Words and <b onclick="x()">more</b>'],
    ['<!-- a comment -->'],
    ['# A title'],
    ['#### Too deep'],
    ['## Twice\n\n## Twice'],
    ['---'],
    ['Before ![a picture](x.webp)'],
    ['![](x.webp)'],
    ['用**插入…**提供'],
  ])('may not be %j', (markdown) => {
    expect(() => readBlocks(markdown, AROUND)).toThrow();
  });

  test.each([
    ['title: A\nsection: start\norder: 1'],
    ['title: A\nsection: elsewhere\norder: 1\nkeywords: a'],
    ['title: A\nsection: start\norder: first\nkeywords: a'],
    ['title: A\nsection: start\norder: 1\nkeywords: a\ncolour: red'],
    ['title: A\nsection: start\norder: 1\nkeywords: a\nkeywords: b'],
  ])('has no front matter like %j', (front) => {
    expect(() => splitFrontMatter(`---\n${front}\n---\n\nText\n`)).toThrow(/front matter/);
  });
});
