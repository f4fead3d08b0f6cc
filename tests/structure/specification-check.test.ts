import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The page that maps each rule of the specification to its code and its test; it must not become outdated. */
const ROOT = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'tests/structure/specification-check.md'), 'utf8');
/** Maximum number of levels above the previous file at which a file may be named by its last parts alone. */
const LEVELS = 3;

const ROWS: readonly (readonly string[])[] = PAGE.split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .filter(([first = '']) => !/^(-+|rule|habit)$/.test(first));

/** The files that a cell names, with its quotes of each; a file may be in the folder of the one before it. */
function namedFiles(
  cell: string,
): readonly { readonly name: string; readonly path: string | null; readonly quotes: readonly string[] }[] {
  let before = ROOT;
  return [...cell.matchAll(/`([^`*]+\.(?:tsx?|css|json))`([^`]*)/g)].map(([, name = '', after = '']) => {
    const folders = [ROOT, before];
    for (let i = 0; i < LEVELS; i++) folders.push(dirname(folders.at(-1) ?? ROOT));
    const path = folders.map((folder) => join(folder, name)).find((each) => existsSync(each)) ?? null;
    if (path !== null) before = dirname(path);
    return { name, path, quotes: [...after.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote) };
  });
}

/** Straight quotes and escapes as in the source; the ellipsis for omitted words splits it. */
function parts(quote: string): readonly string[] {
  return quote
    .split('…')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function plain(text: string): string {
  return text.replaceAll(/[\\’‘']/g, '');
}

test('has nothing missing, and no rule without a test or a reason', () => {
  expect(PAGE).not.toMatch(/^## (Missing|Rules that no test shows)/m);
  const bare = ROWS.filter(([, , shown = '', reading = '']) => /no test/.test(shown) && !/ADR|decision/.test(reading));
  expect(bare.map(([rule]) => rule)).toEqual([]);
  expect(ROWS.length).toBeGreaterThan(200);
});

describe.each(ROWS.map((row) => [row[0] ?? '', row] as const))('%s', (_rule, [, where = '', shown = '']) => {
  test('names existing files, and words that occur in their tests', () => {
    for (const { name, path } of namedFiles(where)) expect(path, name).not.toBeNull();
    for (const { name, path, quotes } of namedFiles(shown)) {
      expect(path, name).not.toBeNull();
      const text = plain(readFileSync(path ?? '', 'utf8'));
      for (const part of quotes.flatMap(parts)) expect(text.includes(plain(part)), `${name}: ${part}`).toBe(true);
    }
  });
});
