import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#protocol/languages.ts';
import { HELP_PICTURES, DOCS_PICTURES, ROOT } from '#tests/support/pictures.ts';

/** The pictures of a Markdown text, as paths from the root of the project. */
function picturesIn(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/!\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, path = '']) => join(dirname(file), path));
}
const sorted = (paths: Iterable<string>): string[] => [...new Set(paths)].toSorted();

test('`npm run pictures` takes every picture that README.md and the documentation show, and no other', () => {
  const shown = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })].flatMap(picturesIn);
  expect(sorted(shown)).toEqual(sorted(DOCS_PICTURES.map((name) => `docs/images/${name}.png`)));
});

test.each(LANGUAGES)('it takes every picture that the help articles show, and no other: %s', (language) => {
  const shown = globSync(`content/help/${language}/*.md`, { cwd: ROOT }).flatMap(picturesIn);
  expect(sorted(shown)).toEqual(sorted(HELP_PICTURES.map((name) => `content/help/pictures/${language}/${name}.webp`)));
});

test('no unused picture is kept', () => {
  const kept = [...globSync('docs/images/*', { cwd: ROOT }), ...globSync('content/help/pictures/*/*', { cwd: ROOT })];
  const taken = new Set<string>([
    ...HELP_PICTURES.map((name) => `${name}.webp`),
    ...DOCS_PICTURES.map((name) => `${name}.png`),
  ]);
  expect(kept.filter((path) => !taken.has(basename(path)))).toEqual([]);
  expect(kept.length).toBe(DOCS_PICTURES.length + LANGUAGES.length * HELP_PICTURES.length);
});
