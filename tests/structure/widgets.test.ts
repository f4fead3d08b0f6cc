import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const APP = join(import.meta.dirname, '../../src/app');

/** Components of antd that the application uses through one component of its own, which knows more. */
const WRAPPED = [
  ['InputNumber', null, 'sums, units and a word about what is no number: NumberInput'],
  ['Dropdown', 'ui/ButtonMenu.tsx', 'the focus in the menu and back: ButtonMenu'],
  ['Menu', null, 'keys, letters and submenus by the ARIA practices: MenuList'],
] as const;

test.each(WRAPPED)('%s of antd is imported only by %s (%s)', (name, owner) => {
  const importers = globSync('**/*.{ts,tsx}', { cwd: APP }).filter((file) =>
    [...readFileSync(join(APP, file), 'utf8').matchAll(/import \{([^}]*)\} from 'antd'/g)].some(([, names = '']) =>
      names.split(',').some((imported) => imported.trim() === name),
    ),
  );
  expect(importers).toEqual(owner === null ? [] : [owner]);
});

test('no dialog blocks its user: with `confirmLoading` of antd neither Cancel nor Escape closes it', () => {
  const files = globSync('**/*.tsx', { cwd: APP });
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => readFileSync(join(APP, file), 'utf8').includes('confirmLoading'))).toEqual([]);
});

test('a question about a deletion uses `DESTRUCTIVE`, so that Enter deletes nothing', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: APP });
  const red = files.filter((file) => /okButtonProps: \{[^}]*danger/.test(readFileSync(join(APP, file), 'utf8')));
  expect(red).toEqual(['ui/choice/destructive.ts']);
});

test('no icon adds its own name to that of its control: it is hidden from screen readers, or named in the user’s language', () => {
  const files = globSync('**/*.tsx', { cwd: APP });
  const icons = files.flatMap((file) =>
    [...readFileSync(join(APP, file), 'utf8').matchAll(/<\w+(?:Outlined|Filled|TwoTone)\b[^>]*>/g)].map(([icon]) => [
      file,
      icon,
    ]),
  );
  expect(icons.length).toBeGreaterThan(100);
  expect(icons.filter(([, icon = '']) => !/aria-(hidden|label)/.test(icon))).toEqual([]);
});
