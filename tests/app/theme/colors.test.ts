import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { theme as antdTheme } from 'antd';
import { describe, expect, test } from 'vitest';
import { SURROUNDINGS } from '#app/ui/theme/surroundings.ts';
import { PALETTES, THEMES as ANTD_THEMES } from '#app/ui/theme/theme.ts';

const SRC = join(import.meta.dirname, '../../../src');
const COLORS = join('app', 'ui', 'theme', 'colors.css');

/** Minimum contrast of text: WCAG 2.2, 1.4.3. */
const TEXT = 4.5;
/** Minimum contrast of icons, meaningful lines, and marks on the canvas: 1.4.11. */
const SIGN = 3;

/** Names without `--lw-`, with their values in the light theme and in the dark theme. */
function readThemes(): Readonly<Record<'light' | 'dark', ReadonlyMap<string, string>>> {
  const css = readFileSync(join(SRC, COLORS), 'utf8');
  const [light = '', dark = ''] = css.split(":root[data-theme='dark']");
  const read = (part: string): [string, string][] =>
    [...part.matchAll(/--lw-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]);
  return { light: new Map(read(light)), dark: new Map([...read(light), ...read(dark)]) };
}

const THEMES = readThemes();

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const colors = THEMES[theme];
  function color(name: string): string {
    const value = colors.get(name);
    if (value === undefined) throw new Error(`colors.css has no --lw-${name}`);
    return value;
  }

  const grounds = ['surface', 'elevated', 'ground', 'subtle', 'well', 'hover'];
  const words = ['ink', 'ink-soft', 'accent', 'accent-strong', 'danger'];
  test.each(grounds.flatMap((ground) => words.map((word) => [word, ground] as const)))(
    '%s can be read on %s',
    (word, ground) => {
      expect(contrast(color(word), color(ground))).toBeGreaterThanOrEqual(TEXT);
    },
  );

  test.each([
    ['ink-faint', 'surface', TEXT],
    ['ink-faint', 'ground', TEXT],
    ['accent-strong', 'accent-soft', TEXT],
    ['warning-ink', 'warning-soft', TEXT],
    ['danger-ink', 'danger-soft', TEXT],
    ['danger-ink', 'surface', TEXT],
    ['on-accent', 'accent-fill', TEXT],
    ['on-danger', 'danger-fill', TEXT],
    ['on-inverse', 'inverse', TEXT],
    ...['a', 'b', 'c', 'd', 'f', 'none'].map((grade) => ['on-grade', `grade-${grade}`, TEXT] as const),
    ['accent-fill', 'surface', SIGN],
    ['good', 'surface', SIGN],
    // Marks of the canvas are over the paper as well as next to it.
    ...['accent-fill', 'guide', 'mark-warning', 'danger-fill'].flatMap((mark) => [
      [mark, 'paper', SIGN] as const,
      [mark, 'pasteboard', SIGN] as const,
    ]),
  ] as const)('%s stands out from %s', (front, back, least) => {
    expect(contrast(color(front), color(back))).toBeGreaterThanOrEqual(least);
  });

  const softGrounds = ['accent-soft', 'warning-soft', 'danger-soft', 'showcase', 'raised', 'pasteboard', 'liner'];
  test.each([...grounds, ...softGrounds])('the focus ring is visible on %s', (ground) => {
    const { colorPrimaryBorder } = antdTheme.getDesignToken(ANTD_THEMES[theme]);
    expect(contrast(color('accent'), color(ground))).toBeGreaterThanOrEqual(SIGN);
    expect(contrast(colorPrimaryBorder, color(ground))).toBeGreaterThanOrEqual(SIGN);
  });

  test.each(['Input', 'InputNumber', 'Select', 'DatePicker'] as const)(
    'the border of %s that has the focus can be seen on what is around it',
    (name) => {
      const { colorPrimary } = antdTheme.getDesignToken(ANTD_THEMES[theme]);
      const { activeBorderColor = colorPrimary } = ANTD_THEMES[theme].components?.[name] ?? {};
      for (const ground of grounds) {
        expect(contrast(activeBorderColor, color(ground)), ground).toBeGreaterThanOrEqual(SIGN);
      }
    },
  );

  test('antd and the render worker use the same colors', () => {
    const { accentFill, accentStrong, accentSoft, inkSoft, inkFaint, lineStrong, ...same } = PALETTES[theme];
    const documented = {
      ...same,
      'accent-fill': accentFill,
      'accent-strong': accentStrong,
      'accent-soft': accentSoft,
      'ink-soft': inkSoft,
      'ink-faint': inkFaint,
      'line-strong': lineStrong,
      pasteboard: SURROUNDINGS[theme],
    };
    expect(documented).toEqual(Object.fromEntries(Object.keys(documented).map((name) => [name, color(name)])));
  });
});

describe('style sheets', () => {
  const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'));

  test('only colors.css defines a color', () => {
    expect(sheets.length).toBeGreaterThan(50);
    const naming = sheets
      .filter((path) => path !== COLORS)
      .filter((path) => /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(/i.test(readFileSync(join(SRC, path), 'utf8')));
    expect(naming).toEqual([]);
  });

  test('no style sheet draws the focus ring paler than its color', () => {
    const rings = sheets.flatMap((path) =>
      [...readFileSync(join(SRC, path), 'utf8').matchAll(/([^{}]*:focus[^{}]*)\{([^{}]*)\}/g)].map(
        ([, selector = '', body = '']) => ({ rule: `${path} ${selector.trim()}`, body }),
      ),
    );
    expect(rings.length).toBeGreaterThan(20);
    const pale = rings.filter(({ body }) =>
      /(?:outline|box-shadow|border-color): [^;]*(?:color-mix|-soft|-faint)/.test(body),
    );
    const unseen = rings.filter(
      ({ rule, body }) =>
        rule.includes(':focus-visible') &&
        // Headings get the focus by script only, to be read aloud.
        !rule.includes('h1') &&
        body.includes('outline: none') &&
        !/(?:box-shadow|border-color|background): (?:inset )?[^;]*var\(--(?:lw-accent|ed-select)/.test(body),
    );
    expect([...pale, ...unseen].map(({ rule }) => rule)).toEqual([]);
  });

  test('every color they use exists', () => {
    const known = ['app/ui/theme/base.css', COLORS]
      .flatMap((path) => [...readFileSync(join(SRC, path), 'utf8').matchAll(/^\s*(--lw-[a-z-]+):/gm)])
      .map(([, name]) => name);
    const unknown = sheets.flatMap((path) =>
      [...readFileSync(join(SRC, path), 'utf8').matchAll(/var\((--lw-[a-z-]+)\)/g)]
        .map(([, name]) => name)
        .filter((name) => !known.includes(name))
        .map((name) => `${path} ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});
