import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ELEMENT_TYPES } from '#model/elements/element.ts';
import { importsOf, ROOT, sourceFiles, startedBy, targetOf } from '#tests/support/source-imports.ts';

/** Rooms that a room may import, other than itself: the table of the design. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/model/kernel': [],
  'src/model/symbology': ['src/model/kernel'],
  'src/model/elements': ['src/model/kernel', 'src/model/symbology'],
  'src/model/template': ['src/model/kernel', 'src/model/symbology', 'src/model/elements'],
  'src/model/document': ['src/model/kernel', 'src/model/symbology', 'src/model/elements', 'src/model/template'],
  'src/model/data': [
    'src/model/kernel',
    'src/model/symbology',
    'src/model/elements',
    'src/model/template',
    'src/model/document',
  ],
  'src/model/page': ['src/model'],
  'src/protocol': ['src/model'],
  'src/editor': ['src/model', 'src/protocol'],
  'src/printing/languages': ['src/model', 'src/protocol'],
  'src/printing/status': ['src/protocol'],
  'src/printing': ['src/model', 'src/protocol'],
  'src/services': ['src/model', 'src/protocol', 'src/printing/status'],
  'src/app': ['src'],
  'src/entry.ts': ['src'],
  'src/main.tsx': ['src'],
  'render-worker': ['src/model', 'src/protocol', 'src/printing/languages'],
  'data-worker': ['src/model', 'src/protocol'],
  // The encoding of a text is found like that of a CSV file.
  'document-worker': ['src/model', 'src/protocol', 'data-worker'],
  // Foreign files are read in a thread, and nowhere in the server itself (docs/develop/adr/0089).
  'server/connections/read-sheets.ts': ['src/model', 'src/protocol', 'data-worker'],
  // The program: it starts workers in threads of the server.
  'server/main.ts': ['server', 'worker'],
  server: ['src/model', 'src/protocol', 'src/printing/languages', 'server/connections/read-sheets.ts', 'locales'],
  'print-assistant': ['src/model', 'src/protocol', 'src/printing/languages', 'src/printing/status', 'locales'],
  // Rows in, verified pages out: the common part of the command line and the worker.
  headless: [
    'src/model',
    'src/protocol',
    'src/printing/languages',
    // Documents are read in a thread, as in the browser in a worker.
    'src/services/document',
    'src/services/worker-handle.ts',
    'src/services/worker-keeper.ts',
    'src/services/worker-session.ts',
    'src/services/idle.ts',
    'render-worker',
    'data-worker',
    'document-worker',
  ],
  cli: [
    'src/model',
    'src/protocol',
    'src/printing/languages',
    'src/services/assistant',
    'headless',
    // Addresses in data are fetched under one rule (docs/develop/adr/0089, 0165).
    'server/core/net',
    'locales',
  ],
  worker: ['src/model', 'src/protocol', 'server', 'headless'],
};

/** The rooms whose modules a room starts as workers or threads. */
const MAY_START: Readonly<Record<string, readonly string[]>> = {
  'src/services': ['render-worker', 'data-worker', 'document-worker'],
};

/**
 * The folders of a room, or of a large folder in one, from the bottom up: each imports only from the levels below its
 * own, so two on a level never import each other. Other files are on top of all of them, unless they are named.
 */
const FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'render-worker': [
    ['kernel', 'skia'],
    ['bits', 'hyphenation'],
    ['fonts'],
    ['paint'],
    ['images', 'compose'],
    ['view', 'print', 'export', 'read-back'],
    ['core'],
  ],
  'src/app': [
    ['state'],
    ['ui'],
    ['print'],
    ['quick-print'],
    ['library', 'help'],
    ['account', 'editor', 'documents'],
    ['operator'],
    ['shell'],
  ],
  'src/app/editor': [
    ['widgets', 'drafts'],
    ['session'],
    ['keys', 'fonts', 'codes', 'save', 'data', 'spoken'],
    ['canvas', 'panels', 'export', 'table', 'side', 'commands', 'sizes', 'languages'],
    ['elements'],
    ['frame'],
  ],
  server: [
    ['core'],
    ['http'],
    ['api-v1', 'connections', 'membership'],
    ['accounts'],
    ['assistants', 'feedback'],
    ['content'],
    ['cloud', 'templates'],
    ['documents', 'runs', 'sharing'],
    ['docs', 'personal'],
    ['operator'],
  ],
};

/** Libraries with one importer. */
const ONLY_IMPORTER: readonly (readonly [library: RegExp, room: string])[] = [
  [/^jotai/, 'src/app/state'],
  [/^@tanstack\/react-query/, 'src/app/state'],
  [/^canvaskit-wasm/, 'render-worker'],
  [/^zxing-wasm/, 'render-worker'],
  [/^@embedpdf\/pdfium/, 'document-worker'],
  [/^bwip-js/, 'src/model/symbology'],
  [/^lean-qr/, 'src/model/symbology'],
  [/^xlsx/, 'data-worker'],
  [/^big\.js/, 'src/model/data'],
  [/^ky$/, 'src/services'],
  [/^idb$/, 'src/services'],
  [/^(fastify|@fastify|kysely|better-sqlite3|pg$|aws4fetch)/, 'server'],
  [/^pg-boss/, 'server/core/queue'],
  [/^(mysql2|pg-cursor)/, 'server/connections'],
  [/^@peculiar/, 'print-assistant'],
  [/^@simplewebauthn\/server|^otpauth|^yazl/, 'server'],
];

const FILES = [
  'src',
  'render-worker',
  'data-worker',
  'document-worker',
  'server',
  'print-assistant',
  'headless',
  'cli',
  'worker',
].flatMap((dir) => sourceFiles(join(ROOT, dir)));

function roomOf(path: string): string {
  const room = Object.keys(MAY_IMPORT).find((r) => path === r || path.startsWith(`${r}/`));
  if (room === undefined) throw new Error(`${path} is in no room`);
  return room;
}

/**
 * For each directory of a room, the imports between its folders and files, types included. A file deep
 * inside counts for the folder that holds it.
 */
function childImports(room: string): Map<string, Map<string, Set<string>>> {
  const found = new Map<string, Map<string, Set<string>>>();
  for (const path of FILES.filter((f) => roomOf(f) === room)) {
    const targets = [...importsOf(path).map((specifier) => targetOf(path, specifier)), ...startedBy(path)];
    for (const target of targets) {
      if (target === null || target.startsWith('locales/') || roomOf(target) !== room) continue;
      const [from, to] = [path.split('/'), target.split('/')];
      const parting = from.findIndex((part, i) => part !== to[i]);
      if (parting < 0) continue;
      const directory = from.slice(0, parting).join('/');
      const imports = found.get(directory) ?? new Map<string, Set<string>>();
      const [child, other] = [from[parting] ?? '', to[parting] ?? ''];
      found.set(directory, imports.set(child, (imports.get(child) ?? new Set()).add(other)));
    }
  }
  return found;
}

/** The groups whose members all reach each other (Tarjan's strongly connected components). */
function circlesIn(imports: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  function visit(node: string): number {
    const at = order.size;
    order.set(node, at);
    open.push(node);
    let low = at;
    for (const next of imports.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low);
    }
    lowest.set(node, low);
    if (low === at) {
      const circle = open.splice(open.indexOf(node));
      if (circle.length > 1) circles.push(circle);
    }
    return low;
  }
  for (const node of imports.keys()) if (!order.has(node)) visit(node);
  return circles;
}

describe('rooms', () => {
  test('there are files to check', () => {
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
    expect(wrong.filter((w) => !/^src\/app\/state\/i18n\/.* -> #locales/.test(w))).toEqual([]);
  });

  test('a room starts the workers and threads of its own, and of the rooms that the table names', () => {
    const started = FILES.flatMap((path) => startedBy(path).map((target) => [path, target] as const));
    expect(started.length).toBeGreaterThan(5);
    const wrong = started.filter(([path, target]) => {
      const [from, to] = [roomOf(path), roomOf(target)];
      return from !== to && !(MAY_START[from] ?? []).includes(to) && !(MAY_IMPORT[from] ?? []).includes(to);
    });
    expect(wrong).toEqual([]);
  });

  test('no circle of imports runs through the folders of a room', () => {
    const circles = Object.keys(MAY_IMPORT).flatMap((room) =>
      [...childImports(room)].flatMap(([directory, imports]) =>
        circlesIn(imports).map((circle) => `${directory}: ${circle.join(', ')}`),
      ),
    );
    expect(circles).toEqual([]);
  });

  test.each(Object.entries(FLOORS))('the folders of %s stand on the floors below them', (place, floors) => {
    const floorOf = (child: string): number => {
      const floor = floors.findIndex((children) => children.includes(child));
      return floor < 0 && /\.tsx?$/.test(child) ? floors.length : floor;
    };
    const imports = childImports(roomOf(place)).get(place) ?? new Map<string, Set<string>>();
    const wrong = [...imports].flatMap(([from, targets]) =>
      [...targets]
        .filter((to) => floorOf(from) < 0 || floorOf(to) < 0 || floorOf(to) >= floorOf(from))
        .filter((to) => floorOf(from) !== floors.length || floorOf(to) !== floors.length)
        .map((to) => `${from} -> ${to}`),
    );
    expect(imports.size).toBeGreaterThan(floors.length);
    expect(wrong).toEqual([]);
  });

  test('an import of another room names it: no relative path leaves a room', () => {
    // The compiler of the kernels knows no other names than paths.
    const free = /^(src\/entry|src\/main|server\/main)\.|\/kernel\/assembly\//;
    const wrong = FILES.filter((path) => !free.test(path)).flatMap((path) =>
      importsOf(path)
        .filter((s) => s.startsWith('.') && roomOf(targetOf(path, s) ?? '') !== roomOf(path))
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

  test("only its own folder and the application's descriptors check an element's type", () => {
    const types = ELEMENT_TYPES.join('|');
    const asks = new RegExp(
      `\\b(?!op\\b|source\\b|token\\b|paint\\b)\\w+\\??\\.type\\s*[!=]==\\s*'(?:${types})'|case '(?:timeText|barcode|qrcode|roundRectangle)'`,
    );
    expect(asks.test("if (element.type === 'barcode')")).toBe(true);
    const own = /^src\/model\/elements\/[^/]+\/|^src\/app\/editor\/elements\/|^data-worker\//;
    const wrong = FILES.filter((path) => !own.test(path)).flatMap((path) =>
      readFileSync(join(ROOT, path), 'utf8')
        .split('\n')
        .filter((line) => asks.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(wrong).toEqual([]);
  });

  test('libraries have only the importer that the design names', () => {
    const wrong = FILES.flatMap((path) =>
      importsOf(path).flatMap((specifier) =>
        ONLY_IMPORTER.filter(([library, room]) => library.test(specifier) && !path.startsWith(`${room}/`)).map(
          () => `${path} -> ${specifier}`,
        ),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('no file is longer than 500 lines, and no test or benchmark longer than 700', () => {
    const tests = ['tests', 'benchmarks'].flatMap((dir) => sourceFiles(join(ROOT, dir)));
    const long = (paths: readonly string[], most: number): string[] =>
      paths.filter((path) => readFileSync(join(ROOT, path), 'utf8').split('\n').length > most);
    expect(long([...FILES, ...sourceFiles(join(ROOT, 'build'))], 500)).toEqual([]);
    expect(long(tests, 700)).toEqual([]);
  });
});
