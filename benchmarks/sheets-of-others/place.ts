import { pick, whole, type Random } from '#tests/support/symbol-values.ts';
import { createStyle, type Design, type Style } from './design.ts';
import { CARRIER } from './designs-carrier.ts';
import { GOODS } from './designs-goods.ts';
import { TEXTS } from './designs-text.ts';
import type { Cell, Label, Turn } from './sheet.ts';
import { CHINESE, pickWords, type Words } from './words.ts';

export const DESIGNS: readonly Design[] = [...CARRIER, ...GOODS, ...TEXTS];

export interface PaperSize {
  readonly width: number;
  readonly height: number;
}

/** A4 or Letter in mm, portrait. */
export function pickPaper(random: Random): PaperSize {
  return random() < 0.62 ? { width: 210, height: 297 } : { width: 215.9, height: 279.4 };
}

export function turned(paper: PaperSize): PaperSize {
  return { width: paper.height, height: paper.width };
}

export interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly gutter?: readonly [x: number, y: number];
  /** Left, top, right, bottom. */
  readonly margins?: readonly [number, number, number, number];
}

/** Equal cells in rows from the top left, in reading order. */
export function gridCells(page: PaperSize, grid: Grid): Cell[] {
  const [gx, gy] = grid.gutter ?? [0, 0];
  const [left, top, right, bottom] = grid.margins ?? [0, 0, 0, 0];
  const width = (page.width - left - right - gx * (grid.columns - 1)) / grid.columns;
  const height = (page.height - top - bottom - gy * (grid.rows - 1)) / grid.rows;
  return Array.from({ length: grid.columns * grid.rows }, (_, i) => ({
    x: left + (i % grid.columns) * (width + gx),
    y: top + Math.floor(i / grid.columns) * (height + gy),
    width,
    height,
  }));
}

/** A usual number of columns and rows of labels for a page. */
export function pickGrid(random: Random, page: PaperSize, least = 2, most = 30): { columns: number; rows: number } {
  const wide = page.width > page.height;
  const portrait = [[1, 1], [1, 2], [1, 3], [1, 4], [1, 5], [1, 6], [2, 1], [2, 2], [2, 3], [2, 4], [2, 5], [2, 6], [2, 7], [3, 3], [3, 4], [3, 5], [3, 6], [3, 7], [3, 8], [3, 10], [4, 5], [4, 7]] as const;
  const grids = portrait.map(([across, down]) => (wide ? { columns: down, rows: across } : { columns: across, rows: down }));
  const fit = grids.filter(({ columns, rows }) => {
    const aspect = page.height / rows / (page.width / columns);
    return columns * rows >= least && columns * rows <= most && aspect > 0.12 && aspect < 1.9;
  });
  return pick(random, fit);
} // prettier-ignore

export interface Filling {
  readonly words?: Words;
  /** One design for all, or another for each label. */
  readonly mixed?: boolean;
  readonly designs?: readonly Design[];
  /** Rotation of label i. */
  readonly turn?: (i: number) => Turn;
  readonly frame?: string;
  /** The shared style of all these pages, where a run has several. */
  readonly style?: Style;
  /** The same label in each cell of the same size. */
  readonly copies?: boolean;
  /** Least white margin in mm; 1.2 to 4 at random when absent. */
  readonly margin?: number;
}

/** Places a label in each of these cells. */
export function fill(random: Random, cells: readonly Cell[], filling: Filling = {}): Label[] {
  const words = filling.words ?? pickWords(random);
  const styles = new Map<Design, Style>();
  const frame = filling.frame ?? createStyle(random, words).frame;
  const margin = filling.margin ?? 1.2 + random() * 2.8;
  let chosen: { key: string; design: Design } | null = null;
  const originals = new Map<string, Label>();
  return cells.map((cell, i) => {
    const rotation = filling.turn?.(i) ?? 0;
    const [width, height] = rotation % 180 === 0 ? [cell.width, cell.height] : [cell.height, cell.width];
    const key = `${width.toFixed(1)} ${height.toFixed(1)}`;
    if (chosen === null || filling.mixed === true || chosen.key !== key)
      chosen = { key, design: pick(random, suiting(filling.designs ?? DESIGNS, width, height, words)) };
    const { design } = chosen;
    let style = styles.get(design);
    if (style === undefined) {
      style = filling.style ?? createStyle(random, words, frame);
      styles.set(design, style);
    }
    const label = originals.get(key) ?? labelIn(random, cell, rotation, design, style, margin);
    if (filling.copies === true) originals.set(key, label);
    return { ...label, ...cell, rotation };
  });
}

/** The designs that suit a label of this size in mm; the nearest ones where none does. */
export function suiting(designs: readonly Design[], width: number, height: number, words: Words): readonly Design[] {
  const aspect = height / width;
  const known = designs.filter(({ name }) => name !== 'chinese' || words === CHINESE);
  const fit = known.filter(
    ({ aspect: [least, most], least: [w, h] }) => aspect >= least && aspect <= most && width >= w && height >= h,
  );
  // A price tag isn't printed as large as a page if there are labels of that size.
  const natural = fit.filter(({ width: w, height: h }) => Math.min(width / w, height / h) < 1.7);
  if (natural.length > 0) return natural;
  if (fit.length > 0) return fit;
  const off = ({ aspect: [least, most], least: [w, h] }: Design): number =>
    Math.max(least / aspect, aspect / most, 1) * Math.max(w / width, h / height, 1);
  return known.toSorted((a, b) => off(a) - off(b)).slice(0, 1);
}

function labelIn(random: Random, cell: Cell, rotation: Turn, design: Design, style: Style, least: number): Label {
  const [width, height] = rotation % 180 === 0 ? [cell.width, cell.height] : [cell.height, cell.width];
  const margin = Math.max(least, (cell.corner ?? 0) * 0.3) * Math.min(1, Math.min(width, height) / 40 + 0.3);
  const unit = Math.min((width - 2 * margin) / design.width, (height - 2 * margin) / design.height);
  const inner = style.frame === '' ? design.draw(random, style) : framed(design.draw(random, style), style.frame);
  return { ...cell, rotation, margin, unit, html: inner, rtl: style.words.rtl === true };
}

function framed(content: string, frame: string): string {
  return `<div style="height:100%;padding:calc(var(--u)*1.6);${frame}">${content}</div>`;
}

/** Every cell, or those of a partly used sheet: from one on, up to one, or scattered. */
export function usedCells(random: Random, cells: readonly Cell[]): Cell[] {
  const count = cells.length;
  const first = whole(random, 1, Math.max(1, Math.floor(count * 0.6)));
  const used = pick(random, [
    (i: number) => i >= first,
    (i: number) => i >= first && i < first + Math.max(2, Math.ceil(count / 3)),
    (i: number) => i < Math.max(1, count - first),
    () => random() < 0.6,
  ]);
  const left = cells.filter((_, i) => used(i));
  return left.length > 0 ? left : cells.slice(0, 1);
}
