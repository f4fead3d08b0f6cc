import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { withHiddenIcons } from '#build/hidden-icons.ts';

const { resolve } = createRequire(import.meta.url);
const components = join(dirname(resolve('@ant-design/icons/package.json')), 'es/components');

test.each(['AntdIcon.js', 'AntdIconLight.js'])(
  'an icon has only the name that the application gives it: %s',
  (file) => {
    const code = readFileSync(join(components, file), 'utf8');
    expect(code).toContain('"aria-label": icon.name');
    const hidden = withHiddenIcons(code);
    expect(hidden).not.toContain('"aria-label": icon.name');
    expect(hidden).toContain('"aria-hidden": true');
  },
);

test('a library version with other icon names fails the build', () => {
  expect(() => withHiddenIcons('export default () => null;')).toThrow('hidden-icons.ts');
});
