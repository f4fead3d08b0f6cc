import { LINE_CAPS, LINE_JOINS, type LineCap, type LineJoin } from '#model/elements/base/drawing.ts';
import { readColour, readOpacity, type Colour } from './colour.ts';

/** The properties that a shape inherits from its groups (SVG 2, 13). */
export interface Style {
  /** Null paints nothing. */
  readonly fill: Colour | null;
  readonly stroke: Colour | null;
  /** The color of `currentColor`. */
  readonly colour: Colour;
  readonly fillOpacity: number;
  readonly strokeOpacity: number;
  /** The opacity of the groups and of the shape, multiplied. */
  readonly opacity: number;
  readonly width: number;
  readonly dash: readonly [number, number] | null;
  readonly cap: LineCap;
  readonly join: LineJoin;
  readonly evenOdd: boolean;
  readonly hidden: boolean;
}

const BLACK: Colour = { grey: 0, opacity: 1 };

export const INITIAL_STYLE: Style = {
  fill: BLACK,
  stroke: null,
  colour: BLACK,
  fillOpacity: 1,
  strokeOpacity: 1,
  opacity: 1,
  width: 1,
  dash: null,
  cap: 'butt',
  join: 'miter',
  evenOdd: false,
  hidden: false,
};

/** Properties that would change the picture and are not supported. `none` and similar values are harmless. */
const NOT_DRAWN = [
  'filter',
  'mask',
  'clip-path',
  'marker',
  'marker-start',
  'marker-mid',
  'marker-end',
  'mix-blend-mode',
];
const HARMLESS = ['none', 'normal'];

/** The style of a node, or `refused` with the unsupported declaration. */
export function readStyle(
  attributes: Readonly<Record<string, string>>,
  around: Style,
): { readonly style: Style } | { readonly refused: string } {
  const said: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) said[name] = value.trim();
  for (const declaration of (attributes['style'] ?? '').split(';')) {
    const colon = declaration.indexOf(':');
    if (colon > 0) said[declaration.slice(0, colon).trim()] = declaration.slice(colon + 1).trim();
  }
  const unread = NOT_DRAWN.find((name) => said[name] !== undefined && !HARMLESS.includes(said[name]));
  if (unread !== undefined) return { refused: unread };
  let style = around;
  // `currentColor` has to be known first.
  const entries = Object.entries(said).toSorted(([a], [b]) => Number(b === 'color') - Number(a === 'color'));
  for (const [name, value] of entries) {
    if (value === 'inherit') continue;
    const change = changeOf(name, value, style);
    if (change === null) return { refused: `${name}="${value.slice(0, 40)}"` };
    style = { ...style, ...change };
  }
  return { style };
}

/** The changes by one property: none for irrelevant ones, null for an unsupported value. */
function changeOf(name: string, value: string, style: Style): Partial<Style> | null {
  switch (name) {
    case 'color': {
      const colour = readColour(value);
      return colour === null ? null : { colour };
    }
    case 'fill':
    case 'stroke': {
      if (value === 'none' || value === 'transparent') return { [name]: null };
      const colour = value.toLowerCase() === 'currentcolor' ? style.colour : readColour(value);
      return colour === null ? null : { [name]: colour };
    }
    case 'fill-opacity':
      return opacityOf(value, (fillOpacity) => ({ fillOpacity }));
    case 'stroke-opacity':
      return opacityOf(value, (strokeOpacity) => ({ strokeOpacity }));
    case 'opacity':
      return opacityOf(value, (opacity) => ({ opacity: style.opacity * opacity }));
    case 'stroke-width': {
      const width = readLength(value);
      return width >= 0 ? { width } : null;
    }
    case 'stroke-dasharray':
      return dashOf(value);
    case 'stroke-linecap':
      return oneOf(LINE_CAPS, value, (cap) => ({ cap }));
    case 'stroke-linejoin':
      return oneOf(LINE_JOINS, value, (join) => ({ join }));
    case 'fill-rule':
      return oneOf(['evenodd', 'nonzero'] as const, value, (rule) => ({ evenOdd: rule === 'evenodd' }));
    case 'display':
      return value === 'none' ? { hidden: true } : {};
    case 'visibility':
      return { hidden: value !== 'visible' };
    default:
      return {};
  }
}

function opacityOf(value: string, change: (opacity: number) => Partial<Style>): Partial<Style> | null {
  const opacity = readOpacity(value);
  return opacity === null ? null : change(opacity);
}

/** One length, for dashes as long as their gaps, or two. */
function dashOf(value: string): Partial<Style> | null {
  if (value === 'none') return { dash: null };
  const numbers = value
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(readLength);
  const [on = Number.NaN, off = on] = numbers;
  return numbers.length <= 2 && on > 0 && off > 0 ? { dash: [on, off] } : null;
}

function oneOf<T extends string>(
  known: readonly T[],
  value: string,
  change: (value: T) => Partial<Style>,
): Partial<Style> | null {
  const found = known.find((one) => one === value);
  return found === undefined ? null : change(found);
}

/** CSS pixels per unit of length (CSS Values 3, 6.2). */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};

/** A length of SVG in its user units; NaN for anything else, including percentages and `em`. */
export function readLength(text: string): number {
  const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(text);
  const unit = UNITS[match?.[2]?.toLowerCase() ?? ''];
  return match === null || unit === undefined ? Number.NaN : Number(match[1]) * unit;
}
