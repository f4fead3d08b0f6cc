import { expect, test } from 'vitest';
import { importsOf, targetOf } from '#tests/support/source-imports.ts';

/** Libraries for workers only: large, and slow enough to block the page. */
const FOR_WORKERS = [/^bwip-js/, /^canvaskit-wasm/, /^zxing-wasm/, /^xlsx/];

/** Each library that a file needs at run time, directly or through its imports, with the path to it. */
function librariesFrom(start: string): Map<string, string> {
  const cameFrom = new Map<string, string>([[start, '']]);
  const libraries = new Map<string, string>();
  for (const path of cameFrom.keys()) {
    for (const specifier of importsOf(path, 'values')) {
      const target = targetOf(path, specifier);
      if (target === null) libraries.set(specifier, `${cameFrom.get(path)} > ${path}`);
      else if (/\.tsx?$/.test(target) && !cameFrom.has(target)) cameFrom.set(target, `${cameFrom.get(path)} > ${path}`);
    }
  }
  return libraries;
}

test('code for workers is not loaded into the page too, at once or later', () => {
  const libraries = librariesFrom('src/main.tsx');
  expect([...libraries.keys()]).toContain('antd');
  const wrong = [...libraries].filter(([name]) => FOR_WORKERS.some((library) => library.test(name)));
  expect(wrong).toEqual([]);
  expect([...librariesFrom('src/model/elements/layouts.ts').keys()]).toContain('bwip-js/dist/bwipp.mjs');
});
