import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, ROOT, sourceFiles, targetOf } from '#tests/support/source-imports.ts';

/** Files that the last stage of the container file copies from the build stage. */
const LAST_STAGE =
  readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8')
    .split(/^FROM .*$/m)
    .at(-1) ?? '';
const COPIED = [...LAST_STAGE.matchAll(/^COPY --from=build \/opt\/labelwright\/(\S+) \S+$/gm)].map(
  ([, path = '']) => path,
);

const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

/** Every file that the server's programs and threads can import at runtime, and the libraries. */
function reached(): { files: Set<string>; libraries: Set<string> } {
  const files = new Set<string>();
  const libraries = new Set<string>();
  const open = sourceFiles(join(ROOT, 'server'));
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (files.has(path)) continue;
    files.add(path);
    if (!/\.tsx?$/.test(path)) continue;
    for (const specifier of importsOf(path, 'values')) {
      const target = targetOf(path, specifier);
      if (target !== null) open.push(target);
      else if (!specifier.startsWith('node:')) {
        libraries.add(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
      }
    }
  }
  return { files, libraries };
}

describe('the container', () => {
  const { files, libraries } = reached();

  test('has every file that the server imports, and copies nothing twice or that does not exist', () => {
    expect(files.size).toBeGreaterThan(300);
    expect([...files].some((path) => path.startsWith('data-worker/'))).toBe(true);
    const missing = [...files].filter((path) => !COPIED.some((copied) => path.startsWith(`${copied}/`)));
    expect(missing).toEqual([]);
    expect(new Set(COPIED).size).toBe(COPIED.length);
    const made = ['node_modules', 'dist'];
    expect(COPIED.filter((path) => !made.includes(path) && !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('has every library that the server imports without those of development', () => {
    expect([...libraries].filter((name) => !(name in dependencies))).toEqual([]);
  });
});
