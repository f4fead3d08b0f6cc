import bwip from 'bwip-js/node';
import { pick, whole, type Random } from '#tests/support/symbol-values.ts';

/** Lengths inside a label are in units of its design, which the page shrinks until everything fits. */
export function units(count: number): string {
  return `calc(var(--u)*${count})`;
}

export function text(content: string, size: number, style = ''): string {
  return `<div style="font-size:${units(size)};${style}">${escapeHtml(content)}</div>`;
}

export function texts(contents: readonly string[], size: number, style = ''): string {
  return contents.map((content) => text(content, size, style)).join('');
}

/** Children from left to right. */
export function row(children: readonly string[], style = ''): string {
  return `<div style="display:flex;align-items:center;${style}">${children.join('')}</div>`;
}

/** Children from top to bottom. */
export function column(children: readonly string[], style = ''): string {
  return `<div style="display:flex;flex-direction:column;${style}">${children.join('')}</div>`;
}

export function box(content: string, style: string): string {
  return `<div style="${style}">${content}</div>`;
}

/** A rule across the label; the thickness is in units. */
export function rule(thickness = 0.4): string {
  return `<div style="height:${units(thickness)};background:#000;flex:none"></div>`;
}

export function table(rows: readonly (readonly string[])[], size: number, style = ''): string {
  const cell = `border:${units(0.25)} solid #000;padding:${units(0.6)} ${units(1)}`;
  const body = rows.map(
    (cells) => `<tr>${cells.map((c) => `<td style="${cell}">${escapeHtml(c)}</td>`).join('')}</tr>`,
  );
  return `<table style="border-collapse:collapse;width:100%;font-size:${units(size)};${style}">${body.join('')}</table>`;
}

export function escapeHtml(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const TWO_DIMENSIONAL = ['qrcode', 'datamatrix', 'azteccode', 'maxicode', 'pdf417'];

/**
 * A code as vector graphics: `width` x `height` in units, or as wide as its place where the width is null. A linear
 * code is stretched, a square one is not.
 */
export function code(type: string, content: string, width: number | null, height: number, style = ''): string {
  const linear = !TWO_DIMENSIONAL.includes(type);
  const options = { bcid: type, text: content, scale: 1, ...(linear ? { height: 10 } : {}) };
  const svg = bwip.toSVG(options);
  // bwip-js draws a module of a square code two units wide.
  const modules = Number(/viewBox="0 0 (\d+)/u.exec(svg)?.[1] ?? 0) / (linear || type === 'pdf417' ? 1 : 2);
  const size = `width:${width === null ? '100%' : units(width)};height:${units(height)}`;
  const attributes = `class="code" data-type="${type}" data-text="${escapeHtml(content)}" data-modules="${modules}"`;
  const fit = linear || type === 'pdf417' ? 'none' : 'xMidYMid';
  return svg.replace(
    '<svg',
    `<svg ${attributes} preserveAspectRatio="${fit}" style="${size};display:block;flex:none;${style}"`,
  );
}

/** A company logo, drawn in one of many ways; `size` in units. */
export function logo(random: Random, size: number, color = '#000'): string {
  const turn = whole(random, 0, 3) * 45;
  const shape = pick(random, [
    `<circle cx="20" cy="20" r="16" fill="none" stroke="${color}" stroke-width="7"/><path d="M20 4v32" stroke="${color}" stroke-width="5"/>`,
    `<path d="M4 34L20 5l16 29H26l-6-12-6 12z" fill="${color}"/>`,
    `<path d="M3 8h26l8 8H11zM3 22h26l8 8H11z" fill="${color}"/>`,
    `<rect x="7" y="7" width="26" height="26" fill="${color}" transform="rotate(${turn} 20 20)"/><circle cx="20" cy="20" r="7" fill="#fff"/>`,
    `<path d="M5 20a15 15 0 0 1 30 0zM5 24h30v4H5zM9 31h22v4H9z" fill="${color}"/>`,
    `<path d="M20 3l5 12 12 1-9 8 3 13-11-7-11 7 3-13-9-8 12-1z" fill="${color}"/>`,
  ]);
  return `<svg viewBox="0 0 40 40" style="width:${units(size)};height:${units(size)};display:block;flex:none">${shape}</svg>`;
}

/** A drawn photograph: sky, hills and something in front, in grays or colors. */
export function photo(random: Random, width: string, height: string): string {
  const hue = whole(random, 0, 359);
  const hill = (y: number, light: number): string =>
    `<path d="M0 ${y}Q${whole(random, 20, 40)} ${y - 22} 55 ${y}T100 ${y - 6}V70H0z" fill="hsl(${hue + light} 35% ${light}%)"/>`;
  const front = pick(random, [
    `<circle cx="${whole(random, 30, 70)}" cy="38" r="14" fill="hsl(${hue + 180} 60% 45%)"/>`,
    '<path d="M42 62V30l8-10 8 10v32z" fill="#333"/><path d="M30 62V44h10v18z" fill="#555"/>',
    '<ellipse cx="50" cy="28" rx="13" ry="16" fill="#c99"/><path d="M22 70q2-24 28-24t28 24z" fill="#445"/>',
  ]);
  return `<svg viewBox="0 0 100 70" preserveAspectRatio="xMidYMid slice" style="width:${width};height:${height};display:block;flex:none">
    <defs><linearGradient id="sky"><stop stop-color="#9bd"/><stop offset="1" stop-color="#cbe3f3"/></linearGradient></defs>
    <rect width="100" height="70" fill="url(#sky)"/>${hill(48, 60)}${hill(58, 40)}${front}</svg>`;
}
