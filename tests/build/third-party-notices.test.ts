import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noticesText } from '#build/third-party-notices.ts';

const ROOT = join(import.meta.dirname, '../..');
const text = noticesText(ROOT);

test('every package that the product depends on is named with its license', () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(dependencies)) {
    const installed = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as {
      readonly name: string;
      readonly version: string;
    };
    // An alias (`npm:@e965/xlsx`) has its own name.
    expect(text).toContain(`\n${installed.name} ${installed.version}\nLicence: `);
  }
});

test('fonts have the license of the font, not only that of the package', () => {
  expect(text.match(/SIL Open Font License, Version 1\.1/g)?.length).toBeGreaterThanOrEqual(9);
});

test('packages that only the tests need are left out', () => {
  expect(text).not.toContain('\nvitest ');
  expect(text).not.toContain('\nplaywright ');
});
