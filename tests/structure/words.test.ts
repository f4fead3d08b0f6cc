import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#tests/support/source-imports.ts';

/** Words that comments, test titles and pages don't use, each with what to write. A line may opt out: `word: reason`. */
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

test('comments, test titles and pages are in plain words', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
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
