import { expect, test } from 'vitest';
import { extractStyles, withoutStyles } from '#build/antd-styles.ts';
import { THEMES } from '#app/ui/theme/theme.ts';

test('the style sheet of antd’s components fits both themes, and has no color of either', async () => {
  const [light, dark] = await Promise.all([extractStyles(THEMES.light), extractStyles(THEMES.dark)]);
  expect(light.css).toBe(dark.css);
  expect(light.css).toContain('.ant-btn{');
  expect(light.css).not.toContain('0d7a6f');
  expect([...light.names]).toEqual(expect.arrayContaining(['Button-Button', 'Input-TextArea', 'Shared']));
});

test('a module of styles keeps its names and the values of its variables', () => {
  const code = `const a = genStyleHooks('Button', token => [one(token), two(token)], prepare, { unitless: 1 });
export const useMenu = (cls, own) => genStyleHooks(['Input', 'TextArea'], token => { return three(token); }, values)(cls, own);`;
  expect(withoutStyles(code)).toEqual({
    rest: `const a = genStyleHooks('Button', () => [], prepare, { unitless: 1 });
export const useMenu = (cls, own) => genStyleHooks(['Input', 'TextArea'], () => [], values)(cls, own);`,
    names: ['Input-TextArea', 'Button-Button'],
  });
});

test('a style without a constant name is an error of the build', () => {
  expect(() => withoutStyles('genStyleHooks(name, () => [])')).toThrow('no constant name');
});
