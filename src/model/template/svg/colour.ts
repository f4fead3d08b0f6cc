/** The CSS names that drawings use most; others are reported as unsupported. */
const NAMED: Readonly<Record<string, string>> = {
  black: '000000',
  white: 'ffffff',
  red: 'ff0000',
  lime: '00ff00',
  green: '008000',
  blue: '0000ff',
  yellow: 'ffff00',
  orange: 'ffa500',
  gray: '808080',
  grey: '808080',
  silver: 'c0c0c0',
  lightgray: 'd3d3d3',
  lightgrey: 'd3d3d3',
  darkgray: 'a9a9a9',
  darkgrey: 'a9a9a9',
  maroon: '800000',
  navy: '000080',
  purple: '800080',
  teal: '008080',
  olive: '808000',
  aqua: '00ffff',
  cyan: '00ffff',
  fuchsia: 'ff00ff',
  magenta: 'ff00ff',
  brown: 'a52a2a',
  pink: 'ffc0cb',
  gold: 'ffd700',
  darkred: '8b0000',
  darkgreen: '006400',
  darkblue: '00008b',
  whitesmoke: 'f5f5f5',
  crimson: 'dc143c',
};

export interface Colour {
  /** 0 for black to 255 for white, weighted by ITU-R BT.601 like the pixels of images. */
  readonly grey: number;
  /** 0 to 1. */
  readonly opacity: number;
}

/** Null for an invalid or unknown color. */
export function readColour(text: string): Colour | null {
  const word = text.trim().toLowerCase();
  const hex = NAMED[word] ?? /^#([0-9a-f]{3,8})$/.exec(word)?.[1];
  if (hex !== undefined) return ofHex(hex);
  const parts = /^rgba?\(\s*([^()]*)\)$/
    .exec(word)?.[1]
    ?.split(/[\s,/]+/)
    .filter(Boolean);
  if (parts === undefined || parts.length < 3 || parts.length > 4) return null;
  const [r, g, b] = parts.map((part) => (part.endsWith('%') ? Number(part.slice(0, -1)) * 2.55 : Number(part)));
  const alpha = readOpacity(parts[3] ?? '1');
  return alpha === null ? null : colour(r ?? 0, g ?? 0, b ?? 0, alpha);
}

/** A number from 0 to 1, or a percentage; null for anything else. */
export function readOpacity(text: string): number | null {
  const value = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  return Number.isFinite(value) && text.trim() !== '' ? Math.min(1, Math.max(0, value)) : null;
}

function ofHex(hex: string): Colour | null {
  if (![3, 4, 6, 8].includes(hex.length)) return null;
  const pairs = hex.length < 6 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
  const [r = 0, g = 0, b = 0, alpha = 255] = pairs.map((pair) => Number.parseInt(pair, 16));
  return colour(r, g, b, alpha / 255);
}

function colour(r: number, g: number, b: number, opacity: number): Colour | null {
  const grey = 0.299 * r + 0.587 * g + 0.114 * b;
  return Number.isFinite(grey) ? { grey: Math.min(255, Math.max(0, grey)), opacity } : null;
}
