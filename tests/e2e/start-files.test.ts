import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { START_INPUTS } from '#build/start-groups.ts';
import { LANGUAGES } from '#app/state/i18n/languages.ts';
import { BASE_TEXTS } from '#app/state/i18n/locale-files.ts';
import { EDITOR_TEXTS } from '#app/shell/prepare-screen.ts';

/** Files of the build by their module or group, as vite writes them. */
type Manifest = Readonly<Record<string, BuiltFile>>;

interface BuiltFile {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/**
 * Requests of the page before it shows the editor, apart from its workers, fonts and texts: five scripts that need each
 * other, rolldown’s own small one, and four style sheets. Each further one is one of six requests of a browser at a
 * time.
 */
const MOST_FILES = 10;
/** Size in transfer, compressed. The packages are 333 kB of it, the editor 115, the application 81. */
const MOST_BYTES = 620_000;
/** Every other screen has packages of the editor in the file that it shares with it. */
const MOST_BYTES_OF_OTHERS = 480_000;

const WEB = join(import.meta.dirname, '../../dist/web');
let manifest: Manifest;

beforeAll(() => {
  manifest = JSON.parse(readFileSync(join(WEB, '.vite/manifest.json'), 'utf8')) as Manifest;
});

/** The files that these modules need before they run. */
function filesOf(...modules: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>();
  const add = (module: string): void => {
    const built = manifest[module] ?? expect.fail(`${module} is not in the manifest`);
    if (files.has(built.file)) return;
    files.add(built.file);
    built.css?.forEach((file) => files.add(file));
    built.imports?.forEach(add);
  };
  modules.forEach(add);
  return files;
}

function bytesOf(files: ReadonlySet<string>): number {
  const size = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;
  return [...files].reduce(
    (sum, file) => sum + (size(join(WEB, `${file}.br`)) ?? size(join(WEB, file)) ?? expect.fail(`no ${file}`)),
    0,
  );
}

test('the editor starts with few files and few bytes', () => {
  const files = filesOf(...Object.values(START_INPUTS));
  expect([...files].filter((file) => file.endsWith('.js')).length).toBeGreaterThan(2);
  expect(files.size, [...files].join(' ')).toBeLessThanOrEqual(MOST_FILES);
  expect(bytesOf(files)).toBeGreaterThan(200_000);
  expect(bytesOf(files)).toBeLessThan(MOST_BYTES);
});

test('another screen does not fetch the editor', () => {
  const editor = manifest[START_INPUTS.EditorScreen]?.file ?? expect.fail();
  const files = filesOf(START_INPUTS.index, START_INPUTS.main);
  expect([...files]).not.toContain(editor);
  expect(bytesOf(files)).toBeLessThan(MOST_BYTES_OF_OTHERS);
});

test('the start is without the query library, which the other screens load', () => {
  const isQuery = (file: string): boolean => readFileSync(join(WEB, file), 'utf8').includes('queryHash');
  expect(Object.values(manifest).some(({ file }) => file.endsWith('.js') && isQuery(file))).toBe(true);
  expect([...filesOf(...Object.values(START_INPUTS))].filter(isQuery)).toEqual([]);
});

test.each(LANGUAGES)('the texts of the start come in two files: %s', (language) => {
  for (const namespace of [...BASE_TEXTS, ...EDITOR_TEXTS]) {
    expect(Object.keys(manifest)).not.toContain(`locales/${language}/${namespace}.json`);
  }
  const names = Object.values(manifest).map(({ file }) => file);
  const texts = names.filter((file) => new RegExp(`/(?:editor-)?texts-${language}-`).test(file));
  expect(texts).toHaveLength(2);
});
