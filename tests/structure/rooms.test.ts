import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Which rooms a room may import, beside itself: the table of the design. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/model/kernel': [],
  'src/model/symbology': ['src/model/kernel'],
  'src/model/elements': ['src/model/kernel', 'src/model/symbology'],
  'src/model/template': ['src/model/kernel', 'src/model/symbology', 'src/model/elements'],
  'src/model/data': ['src/model/kernel', 'src/model/symbology', 'src/model/elements', 'src/model/template'],
  'src/model/page': ['src/model'],
  'src/protocol': ['src/model'],
  'src/editor': ['src/model', 'src/protocol'],
  'src/printing': ['src/model', 'src/protocol'],
  'src/services': ['src/model', 'src/protocol'],
  'src/app': ['src'],
  'src/entry.ts': ['src'],
  'src/main.tsx': ['src'],
  'render-worker': ['src/model', 'src/protocol'],
  'data-worker': ['src/model', 'src/protocol'],
  server: ['src/model', 'src/protocol', 'locales'],
  'print-assistant': ['src/model', 'src/protocol'],
  cli: ['src/model', 'src/protocol', 'render-worker', 'data-worker', 'locales'],
};

/** Libraries with one importer. */
const ONLY_IMPORTER: readonly (readonly [library: RegExp, room: string])[] = [
  [/^jotai/, 'src/app/state'],
  [/^canvaskit-wasm/, 'render-worker'],
  [/^zxing-wasm/, 'render-worker'],
  [/^bwip-js/, 'src/model/symbology'],
  [/^lean-qr/, 'src/model/symbology'],
  [/^xlsx/, 'data-worker'],
  [/^papaparse/, 'data-worker'],
  [/^ky$/, 'src/services'],
  [/^idb$/, 'src/services'],
  [/^(fastify|@fastify|kysely|better-sqlite3)/, 'server'],
];

const ROOM_BY_HASH: Readonly<Record<string, string>> = {
  '#model': 'src/model',
  '#protocol': 'src/protocol',
  '#editor': 'src/editor',
  '#printing': 'src/printing',
  '#services': 'src/services',
  '#app': 'src/app',
  '#render-worker': 'render-worker',
  '#data-worker': 'data-worker',
  '#server': 'server',
  '#print-assistant': 'print-assistant',
  '#cli': 'cli',
  '#locales': 'locales',
  '#tests': 'tests',
};

const FILES = ['src', 'render-worker', 'data-worker', 'server', 'print-assistant', 'cli'].flatMap((dir) =>
  sourceFiles(join(ROOT, dir)),
);

function sourceFiles(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    if (statSync(path).isDirectory()) return sourceFiles(path);
    return /\.tsx?$/.test(name) ? [relative(ROOT, path)] : [];
  });
}

function roomOf(path: string): string {
  const room = Object.keys(MAY_IMPORT).find((r) => path === r || path.startsWith(`${r}/`));
  if (room === undefined) throw new Error(`${path} is in no room`);
  return room;
}

function importsOf(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]|(?:^|\n)import\s+['"]([^'"]+)['"]/g,
    ),
  ].map((m) => m[1] ?? m[2] ?? m[3] ?? '');
}

/** The path that an import of another file of ours leads to; null for a library. */
function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return relative(ROOT, join(ROOT, path, '..', specifier));
  const [hash = '', ...rest] = specifier.split('/');
  const room = ROOM_BY_HASH[hash];
  return room === undefined ? null : [room, ...rest].join('/');
}

describe('rooms', () => {
  test('there is something to look at', () => {
    expect(FILES.length).toBeGreaterThan(100);
  });

  test('imports go one way only', () => {
    const wrong = FILES.flatMap((path) => {
      const room = roomOf(path);
      const allowed = [room, ...(MAY_IMPORT[room] ?? [])];
      return importsOf(path).flatMap((specifier) => {
        const target = targetOf(path, specifier);
        if (target === null) return [];
        return allowed.some((a) => target === a || target.startsWith(`${a}/`)) ? [] : [`${path} -> ${specifier}`];
      });
    });
    // The composition root and i18n load what is in locales.
    expect(wrong.filter((w) => !/^src\/app\/i18n\/.* -> #locales/.test(w))).toEqual([]);
  });

  test('a crossing shows its room: no relative path leads out of one', () => {
    const wrong = FILES.flatMap((path) =>
      importsOf(path)
        .filter((s) => s.startsWith('.'))
        .filter((s) => roomOf(targetOf(path, s) ?? '') !== roomOf(path) && !/^src\/(entry|main)\./.test(path))
        .map((s) => `${path} -> ${s}`),
    );
    expect(wrong).toEqual([]);
  });

  test('two element folders never import each other', () => {
    const folder = (path: string): string => /^src\/model\/elements\/([^/]+)\//.exec(path)?.[1] ?? '';
    const wrong = FILES.filter((path) => folder(path) !== '').flatMap((path) =>
      importsOf(path)
        .map((s) => targetOf(path, s) ?? '')
        .filter((target) => folder(target) !== '' && folder(target) !== 'base' && folder(target) !== folder(path))
        .map((target) => `${path} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('libraries have the one importer that the design names', () => {
    const wrong = FILES.flatMap((path) =>
      importsOf(path).flatMap((specifier) =>
        ONLY_IMPORTER.filter(([library, room]) => library.test(specifier) && !path.startsWith(`${room}/`)).map(
          () => `${path} -> ${specifier}`,
        ),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('no file is longer than 400 lines', () => {
    const long = FILES.map((path) => [path, readFileSync(join(ROOT, path), 'utf8').split('\n').length] as const);
    expect(long.filter(([, lines]) => lines > 400)).toEqual([]);
  });
});
