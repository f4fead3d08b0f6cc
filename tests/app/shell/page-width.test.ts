import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../../src/app/ui/page');

/** The greatest width of the block that begins with this selector. */
function widthOf(file: string, selector: string): string | undefined {
  const css = readFileSync(join(FOLDER, file), 'utf8');
  return /max-width: ([^;]*);/.exec(css.slice(css.indexOf(`\n${selector} {`)))?.[1];
}

test('help, download and licenses are as wide as the pages inside the frame', () => {
  expect(widthOf('page.css', '.page')).toContain('1280px');
  expect(widthOf('plain-page.css', '.plain-page > main')).toBe(widthOf('page.css', '.page'));
});
