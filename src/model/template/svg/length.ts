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
