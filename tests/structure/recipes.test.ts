import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '#tests/support/source-imports.ts';

const GUIDE = readFileSync(join(ROOT, 'docs/develop/adding.md'), 'utf8');
/** Files of the product that the compiler needs to check the recipes of a symbology and a printer language. */
const COPIED = ['package.json', 'tsconfig.base.json', 'web-globals.d.ts', 'src'];
const CHECKED = [
  'src/model/symbology/**/*.ts',
  'src/protocol/language-abilities.ts',
  'src/printing/languages/*.ts',
  'web-globals.d.ts',
];

/** The numbered steps of a recipe. */
function stepsOf(recipe: string): string[] {
  const [, section = ''] = new RegExp(`^## ${recipe}\n([\\s\\S]*?)(?=^## )`, 'm').exec(GUIDE) ?? [];
  return section.split(/\n(?=\d+\. )/).filter((step) => /^\d+\. /.test(step.trim()));
}

/** The files and folders that a text names. */
function pathsIn(text: string): string[] {
  return [
    ...text.matchAll(/`((?:src|server|cli|print-assistant|render-worker|locales|tests|content|benchmarks)\/[^`*<]+)`/g),
  ].map(([, path = '']) => path);
}

test('every file that a recipe names exists', () => {
  const paths = pathsIn(GUIDE);
  expect(paths.length).toBeGreaterThan(25);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('the table counts the steps of each recipe, four at most', () => {
  const rows = [...GUIDE.matchAll(/^\| \[([^\]]+)\]\([^)]*\) +\| (\d+) /gm)];
  expect(rows.length).toBe(8);
  for (const [, name = '', count] of rows) {
    const steps = stepsOf(`${name[0]?.toUpperCase()}${name.slice(1)}`);
    expect([name, steps.length]).toEqual([name, Number(count)]);
    expect(steps.length).toBeLessThanOrEqual(4);
  }
});

test('a symbology or printer language that has only a name fails to compile in exactly the registries of its recipe', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'labelwright-recipes-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  addName(join(copy, 'src/model/symbology/types.ts'), 'LINEAR_SYMBOLOGIES');
  addName(join(copy, 'src/protocol/printer-settings.ts'), 'PRINTER_LANGUAGES');
  const compilerOptions = {
    composite: false,
    declaration: false,
    isolatedDeclarations: false,
    emitDeclarationOnly: false,
    noEmit: true,
    lib: ['ES2024', 'WebWorker'],
  };
  const config = { extends: './tsconfig.base.json', compilerOptions, include: CHECKED };
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config));
  const messages = await compile(copy);
  const faulty = new Set([...messages.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, path = '']) => path));
  const named = [...stepsOf('Symbology'), ...stepsOf('Printer language')];
  const registries = named.filter((step) => /^[24]\. /.test(step.trim())).map((step) => pathsIn(step)[0] ?? '');
  expect([...faulty].toSorted()).toEqual(registries.toSorted());
});

/** Puts an unknown name at the start of a list. */
function addName(path: string, list: string): void {
  const text = readFileSync(path, 'utf8');
  const next = text.replace(`export const ${list} = [`, "$&'toy', ");
  expect(next).not.toBe(text);
  writeFileSync(path, next);
}

/** The compiler's output for a folder. */
async function compile(folder: string): Promise<string> {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  return await new Promise((resolve) => {
    execFile(process.execPath, [compiler, '-p', folder], { cwd: folder }, (_error, stdout) => resolve(stdout));
  });
}
