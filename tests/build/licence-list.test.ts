import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { licences } from '#build/licence-list.ts';
import { readLicences } from '#app/help/licence-entry.ts';
import { FONT_FACES } from '#model/elements/base/fonts.ts';
import { ICON_SETS } from '#server/content/icons/icon-sets.ts';

const ROOT = join(import.meta.dirname, '../..');
const list = licences(ROOT);

test('every package that the product depends on is listed, in its installed version', () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const listed = new Set(list.filter(({ kind }) => kind !== 'icons').map(({ name, version }) => `${name} ${version}`));
  for (const dependency of Object.keys(dependencies).filter((name) => !name.startsWith('@iconify-json/'))) {
    const installed = JSON.parse(readFileSync(join(ROOT, 'node_modules', dependency, 'package.json'), 'utf8')) as {
      readonly name: string;
      readonly version: string;
    };
    expect(listed).toContain(`${installed.name} ${installed.version}`);
  }
});

test('every icon set is listed with its author, under a license that allows its use on labels', () => {
  const icons = list.filter(({ kind }) => kind === 'icons');
  expect(icons).toHaveLength(ICON_SETS.length);
  for (const { licence, url, name } of icons) {
    expect(['MIT', 'ISC', 'Apache-2.0']).toContain(licence);
    expect(url).toMatch(/^https:\/\/.*LICEN[CS]E/);
    expect(name).toMatch(/, \S/);
  }
});

test('every font of the product is listed, with a license', () => {
  const fonts = list.filter(({ kind }) => kind === 'fonts');
  for (const { file } of FONT_FACES) {
    const [scope, name] = file.split('/');
    expect(fonts.map((font) => font.name)).toContain(`${scope}/${name}`);
  }
  expect(fonts.filter(({ licence }) => licence === '')).toEqual([]);
});

test('the page reads the list, and nothing else', () => {
  const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  expect(readLicences(bytes(list))).toEqual(list);
  expect(readLicences(bytes([{ kind: 'others' }]))).toBeNull();
  expect(readLicences(new TextEncoder().encode('<html>'))).toBeNull();
});
