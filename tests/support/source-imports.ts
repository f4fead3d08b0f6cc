import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The project's folder. */
export const ROOT = join(import.meta.dirname, '../..');

interface PackageImports {
  readonly imports: Readonly<Record<string, string | { readonly default: string }>>;
}

const { imports: IMPORTS } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as PackageImports;

/** The folders of the rooms, as package.json names them for imports: `src/model` for `#model`. */
export const ROOM_BY_HASH: ReadonlyMap<string, string> = new Map(
  Object.entries(IMPORTS).flatMap(([hash, folder]) =>
    typeof folder === 'string' ? [[hash.replace('/*', ''), folder.replace(/^\.\/|\/\*$/g, '')]] : [],
  ),
);

/** The words between `import` and `from` of an import that is removed at compile time. */
const ONLY_TYPES = /^\s*type\s|^\s*\{(\s*type\s[^,}]+,?)+\s*\}\s*$/;

/** The TypeScript files of a folder and of the folders in it, as paths from the project's folder. */
export function sourceFiles(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    if (statSync(path).isDirectory()) return sourceFiles(path);
    return /\.tsx?$/.test(name) ? [relative(ROOT, path)] : [];
  });
}

/** Static and dynamic imports and re-exports of a file. Types are left out if `values` is true. */
export function importsOf(path: string, what: 'all' | 'values' = 'all'): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return (
    [
      ...text.matchAll(
        /(?:^|\n)\s*(?:import|export)([^'"`;]*?)from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]|(?:^|\n)import\s+['"]([^'"]+)['"]/g,
      ),
    ]
      .filter(([, names = '']) => what === 'all' || !ONLY_TYPES.test(names))
      .map((m) => m[2] ?? m[3] ?? m[4] ?? '')
      // A file that a library does not export is still the library's.
      .map((specifier) => specifier.replace(/^[./]+\/node_modules\//, ''))
  );
}

/** The path of an import of another file of ours; null for a library. */
export function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return relative(ROOT, join(ROOT, path, '..', specifier));
  const file = IMPORTS[specifier];
  // Browsers get another form of the file.
  if (typeof file === 'object') return file.default.replace('./', '');
  const [hash = '', ...rest] = specifier.split('/');
  const room = ROOM_BY_HASH.get(hash);
  return room === undefined ? null : [room, ...rest].join('/');
}

/** The modules that a file starts as workers or threads, as paths: those of `new URL('…', import.meta.url)`. */
export function startedBy(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(/new URL\(\s*'([^']+\.ts)',\s*import\.meta\.url/g)].map(([, file = '']) =>
    relative(ROOT, join(ROOT, path, '..', file)),
  );
}
