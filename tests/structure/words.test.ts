import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#tests/support/source-imports.ts';

/**
 * Words that comments, test titles, pages and names don't use, each with what to write. A line of prose may opt out:
 * `word: reason`.
 */
const WORDS: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\b(?:tell|tells|told|telling)\b/i, 'say, report, notify, distinguish'],
  [/\b(?:stand|stands|standing|stood)\b/i, 'is, appears, remains'],
  [/\bwhoever\b/i, 'the caller, anyone who'],
  [/\bdesks?\b/i, 'manager, session, controller'],
  [/\b(?:book|shelf)\b/i, 'registry, store'],
  [/\bgone\b/i, 'deleted, missing, no longer there'],
  [/\banew\b/i, 'again, from the start'],
  [/\bbesides?\b/i, 'next to, in addition to'],
  [/\b(?:mend|mends|mended)\b/i, 'fix, repair, edit'],
  [/\blikeness\b/i, 'similarity'],
  [/\blies\b/i, 'is'],
  [/\b(?:become|becomes|became) of\b/i, 'happens to'],
  [/\bput by\b/i, 'suspend, keep'],
];
const OPT_OUT = /\bword: \w/;

/** Declared names that may use a word, with the reason. */
const NAMES_THAT_MAY: ReadonlyMap<string, string> = new Map([
  ['book', 'the stream “Book” of an XLS file'],
  ['bookType', 'an option of SheetJS'],
  ['isBook', 'an ISBN is the number of a book'],
  ['shelf', 'a label for a shelf'],
  ['SHELF', 'the template of a label for a shelf'],
]);
const DECLARED = /\b(?:const|let|function\*?|class|interface|type|enum|get|set) #?(\w+)/g;

/** The comments and the titles of tests and suites in a file, by line, counted from 1; a page's text is all of its lines. */
function proseOf(path: string, text: string): (readonly [line: number, prose: string])[] {
  const lines = text.split('\n');
  if (path.endsWith('.md')) return lines.map((line, i) => [i + 1, line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, '')]);
  let isInside = false;
  return lines.flatMap((line, i): (readonly [number, string])[] => {
    const title = /\b(?:test|describe|it)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/.exec(line)?.[2];
    const starts = !isInside && /^\s*(?:\{?\/\*)/.test(line);
    const inBlock = isInside || starts;
    if (inBlock) isInside = !line.includes('*/');
    const comment = inBlock ? line : (/(?:^|[\s;{}(),])\/\/ (.*)$/.exec(line)?.[1] ?? '');
    const prose = [comment.replaceAll(/`[^`]*`/g, ''), title ?? ''].join(' ').trim();
    return prose === '' ? [] : [[i + 1, prose]];
  });
}

/** The words of a name or path: `SheetBook` is two. */
function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[_./-]/g, ' ');
}

function listFiles(): string[] {
  return execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
}

test('comments, test titles and pages are in plain words', () => {
  const files = listFiles();
  const read = files.filter((file) => /\.(?:tsx?|mjs|md)$/.test(file) && !file.endsWith('structure/words.test.ts'));
  const odd = read.flatMap((file) =>
    proseOf(file, readFileSync(join(ROOT, file), 'utf8')).flatMap(([line, prose]) =>
      OPT_OUT.test(prose)
        ? []
        : WORDS.filter(([word]) => word.test(prose)).map(
            ([word, instead]) => `${file}:${line} "${word.exec(prose)?.[0]}": ${instead}`,
          ),
    ),
  );
  expect(read.length).toBeGreaterThan(1000);
  expect(odd).toEqual([]);
});

test('files and declared names are in plain words', () => {
  const files = listFiles().filter((file) => /\.(?:tsx?|mjs)$/.test(file));
  const named = files.flatMap((file) => [
    [file, file] as const,
    ...[...readFileSync(join(ROOT, file), 'utf8').matchAll(DECLARED)].map(([, name = '']) => [file, name] as const),
  ]);
  const odd = named
    .filter(([, name]) => !NAMES_THAT_MAY.has(name))
    .flatMap(([file, name]) =>
      WORDS.filter(([word]) => word.test(wordsOf(name))).map(([, instead]) => `${file} "${name}": ${instead}`),
    );
  expect(named.length).toBeGreaterThan(10_000);
  expect(odd).toEqual([]);
});
