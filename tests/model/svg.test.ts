import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Drawing, DrawnShape } from '#model/elements/base/drawing.ts';
import { expectOk } from '#model/kernel/result.ts';
import { readPathData } from '#model/template/svg/path-data.ts';
import { isSvg, readSvg, SVG_LIMITS } from '#model/template/svg/read-svg.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const svg = (inside: string, box = 'viewBox="0 0 10 10"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${inside}</svg>`;
const read = (inside: string, box?: string): Drawing => expectOk(readSvg(bytesOf(svg(inside, box))));
const only = (inside: string): DrawnShape => {
  const [shape, ...others] = read(inside).shapes;
  if (shape === undefined || others.length > 0) throw new Error('not one shape');
  return shape;
};
const dataOf = ({ commands }: Pick<DrawnShape, 'commands'>): string =>
  commands.map(({ name, numbers }) => name + numbers.map((n) => Number(n.toFixed(3))).join(' ')).join('');
const pathOf = (data: string): string | null => {
  const commands = readPathData(data);
  return commands === null ? null : dataOf({ commands });
};

describe('path data', () => {
  test('relative, short and repeated commands become absolute ones', () => {
    expect(pathOf('m1 1 2 0v2h-2z l1,1')).toBe('M1 1L3 1L3 3L1 3ZL2 2');
    expect(pathOf('M0 0C1 0 2 1 2 2S3 4 4 4')).toBe('M0 0C1 0 2 1 2 2C2 3 3 4 4 4');
    expect(pathOf('M0 0q1 0 1 1t1 1')).toBe('M0 0Q1 0 1 1Q1 2 2 2');
    expect(pathOf('M.5.5L-1-1e1')).toBe('M0.5 0.5L-1 -10');
  });

  test('arcs become curves, also with their flags written together', () => {
    expect(pathOf('M0 0A1 1 0 0 1 1 1')).toBe('M0 0C0.552 0 1 0.448 1 1');
    expect(pathOf('M0 0a1 1 0 011 1')).toBe(pathOf('M0 0a1 1 0 0 1 1 1'));
    // A radius that is too small is enlarged; none at all is a line.
    expect(pathOf('M0 0A.1 .1 0 0 1 2 0')).toBe(pathOf('M0 0A1 1 0 0 1 2 0'));
    expect(pathOf('M0 0A0 5 0 0 1 2 0')).toBe('M0 0L2 0');
  });

  test('invalid data is rejected', () => {
    for (const data of ['L1 1', 'M1', 'M1 1 2', 'M1 1R2 2', 'M0 0A1 1 0 2 1 1 1', 'M1 1x'])
      expect(pathOf(data)).toBeNull();
  });

  test('the ends of arcs are at their given positions, for any numbers', () => {
    const number = fc.integer({ min: -50, max: 50 });
    fc.assert(
      fc.property(number, number, number, number, number, fc.boolean(), fc.boolean(), (rx, ry, turn, x, y, a, b) => {
        const last = readPathData(`M3 4A${rx} ${ry} ${turn} ${Number(a)} ${Number(b)} ${x} ${y}`)?.at(-1);
        expect(last?.numbers.slice(-2)).toEqual([x, y]);
        expect(last?.numbers.every(Number.isFinite)).toBe(true);
      }),
    );
  });
});

describe('shapes', () => {
  test('the box of the picture begins at 0, 0, with the declared size if there is one', () => {
    expect(read('<path d="M5 5H6"  stroke="#000"/>', 'viewBox="4 4 8 6"')).toMatchObject({ width: 8, height: 6 });
    expect(
      dataOf(read('<line x1="5" y1="5" x2="6" y2="5" stroke="#000"/>', 'viewBox="4 4 8 6"').shapes[1] as DrawnShape),
    ).toBe('M1 1L2 1');
    expect(read('', 'width="25.4mm" height="48px"').width).toBeCloseTo(96);
    expect(readSvg(bytesOf(svg('', 'width="100%" height="1"')))).toMatchObject({
      ok: false,
      error: { params: { part: 'viewBox' } },
    });
  });

  test('all of them are drawn, with the transforms around them', () => {
    expect(only('<rect x="1" y="2" width="3" height="4"/>').rect).toEqual({ x: 1, y: 2, width: 3, height: 4 });
    expect(only('<g transform="translate(1 1) scale(2)"><rect width="1" height="2"/></g>').rect).toEqual({
      x: 1,
      y: 1,
      width: 2,
      height: 4,
    });
    expect(only('<rect width="2" height="2" transform="rotate(45 1 1)"/>').rect).toBeUndefined();
    expect(dataOf(only('<polygon points="0,0 2,0 1,2"/>'))).toBe('M0 0L2 0L1 2Z');
    expect(dataOf(only('<circle cx="5" cy="5" r="1"/>'))).toContain('C6 5.552');
    expect(dataOf(only('<path transform="rotate(90 5 5)" d="M5 0L5 10L6 10Z"/>'))).toBe('M10 5L0 5L0 6Z');
  });

  test('colors become grays, on white when they are translucent', () => {
    const grey = (attributes: string): number => Math.round(only(`<path d="M0 0H9V9Z" ${attributes}/>`).grey);
    expect(grey('')).toBe(0);
    expect(grey('fill="red"')).toBe(76);
    expect(grey('fill="#ff0"')).toBe(226);
    expect(grey('style="fill: rgb(255, 255, 255)"')).toBe(255);
    expect(grey('fill-opacity="0.5"')).toBe(128);
    expect(grey('fill="currentColor" color="#808080"')).toBe(128);
    expect(read('<path d="M0 0H9V9Z" fill="none"/><path d="M0 0H9V9Z" opacity="0"/>').shapes).toEqual([]);
  });

  test('a pen has the thickness of its groups; each segment of a path is separate', () => {
    const { shapes } = read(
      '<g fill="none" stroke="#000" stroke-width="2" stroke-linecap="round" transform="scale(.5)"><path d="M1 1H9M1 5H9"/></g>',
    );
    expect(shapes.map(dataOf)).toEqual(['M0.5 0.5L4.5 0.5', 'M0.5 2.5L4.5 2.5']);
    expect(shapes[0]?.paint).toMatchObject({ width: 1, cap: 'round', join: 'miter', dash: null });
  });

  test('content outside the picture, hidden content and metadata leave no trace', () => {
    const { shapes } = read(
      '<title>A</title><metadata><x/></metadata><sodipodi:namedview/><rect x="20" width="3" height="3"/>' +
        '<g display="none"><rect width="3" height="3"/></g><defs/>',
    );
    expect(shapes).toEqual([]);
  });
});

describe('rejections', () => {
  const refusal = (text: string): unknown => {
    const result = readSvg(bytesOf(text));
    return result.ok ? null : [result.error.code, result.error.params?.['part']];
  };

  test('scripts and external references', () => {
    expect(refusal(svg('<script>alert(1)</script>'))).toEqual(['image.svgActive', 'script']);
    expect(refusal(svg('<foreignObject/>'))).toEqual(['image.svgActive', 'foreignObject']);
    expect(refusal(svg('<path d="M0 0" onload="x()"/>'))).toEqual(['image.svgActive', 'onload']);
    expect(refusal(svg('<image href="https://example.com/a.png"/>'))).toEqual(['image.svgActive', 'image']);
    expect(refusal(svg('<g xlink:href="#a"/>'))).toEqual(['image.svgActive', 'xlink:href']);
    const bomb = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
    expect(refusal(bomb + svg('<path d="&b;"/>'))).toEqual(['image.svgActive', 'DOCTYPE']);
  });

  test('parts whose omission would change the picture', () => {
    for (const [inside, part] of [
      ['<text>A</text>', 'text'],
      ['<style>.a{fill:red}</style>', 'style'],
      ['<defs><linearGradient/></defs>', 'linearGradient'],
      ['<path d="M0 0H1" fill="url(#a)"/>', 'fill="url(#a)"'],
      ['<path d="M0 0H1" clip-path="url(#a)"/>', 'clip-path'],
      ['<path d="M0 0H1" stroke-dasharray="1 2 3"/>', 'stroke-dasharray="1 2 3"'],
      ['<path d="M0 0 1"/>', 'path'],
      ['<g transform="turn(3)"/>', 'transform'],
      ['<svg/>', 'svg'],
    ] as const) {
      expect(refusal(svg(inside))).toEqual(['image.svgPart', part]);
    }
  });

  test('too large files, and files that are no drawing', () => {
    expect(refusal(svg(`<path d="M0 0${'L1 1'.repeat(SVG_LIMITS.commands)}"/>`))).toEqual([
      'image.svgTooLarge',
      undefined,
    ]);
    expect(refusal(svg(' '.repeat(SVG_LIMITS.bytes)))).toEqual(['image.svgTooLarge', undefined]);
    expect(refusal('<svg')).toEqual(['image.corrupt', undefined]);
    expect(refusal('<html/>')).toEqual(['image.wrongType', undefined]);
    expect(readSvg(Uint8Array.of(0x3c, 0xff, 0xfe))).toMatchObject({ ok: false, error: { code: 'image.corrupt' } });
  });

  test('no text makes the reader throw', () => {
    const part = fc.constantFrom(
      '<svg',
      ' viewBox="0 0 1 1"',
      '>',
      '<path d="',
      'M0 0',
      'A',
      '"/>',
      '</svg>',
      '<g>',
      '</g>',
      '&',
      '1',
    );
    fc.assert(fc.property(fc.array(part, { maxLength: 20 }), (parts) => void readSvg(bytesOf(parts.join('')))));
  });

  test('a drawing is recognized by its beginning', () => {
    expect(isSvg(bytesOf('\uFEFF<?xml version="1.0"?>\n<!-- a -->\n<svg viewBox="0 0 1 1"/>'))).toBe(true);
    expect(isSvg(bytesOf('<html><svg></svg></html>'))).toBe(false);
    expect(isSvg(Uint8Array.of(0x89, 0x50, 0x4e, 0x47))).toBe(false);
  });

  test('many comments at the beginning of other content take no longer than their length', () => {
    // Takes hours if two comments can match as one.
    expect(isSvg(bytesOf(`${'<!---->'.repeat(60)}x`))).toBe(false);
    expect(isSvg(bytesOf(`${'<!---->'.repeat(60)}<svg/>`))).toBe(true);
  });
});
