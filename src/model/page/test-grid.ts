import { fixedText } from '#model/elements/base/content.ts';
import type { ElementType, ElementByType, LabelElement } from '#model/elements/element.ts';
import { createElement } from '#model/elements/registry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { Size } from '#model/kernel/geometry.ts';
import { FONT_UNITS_PER_MM, type Mm } from '#model/kernel/units.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import type { Template } from '#model/template/template.ts';
import { MAX_SCALE_CHANGE } from './calibration.ts';

/** The grid that is printed to calibrate a printer: its place on the page and its extent. */
export interface TestGrid {
  /** The page, in mm. */
  readonly page: Size;
  /** Distance of the corner mark from the left and the top edge of the page. */
  readonly cornerMm: Mm;
  /** Distance between lines. */
  readonly pitchMm: Mm;
  /** From the first line to the last, across and along the page. */
  readonly acrossMm: Mm;
  readonly alongMm: Mm;
}

/** Limits of the sides of a page with a grid. */
export const GRID_SIDE_LIMITS: { readonly min: Mm; readonly max: Mm } = { min: 15, max: 400 };
/** Pages with both sides at least this long get the wide pitch. */
const WIDE_FROM_MM = 40;
const WIDE = { cornerMm: 5, pitchMm: 10 };
const NARROW = { cornerMm: 2, pitchMm: 5 };
const LINE_MM = 0.25;
/** Sizes as parts of the pitch. */
const MARK = 0.25;
const TEXT = 0.22;

/** A grid for a page within `GRID_SIDE_LIMITS`. */
export function createTestGrid(page: Size): TestGrid {
  const { cornerMm, pitchMm } = Math.min(page.width, page.height) >= WIDE_FROM_MM ? WIDE : NARROW;
  // The grid stays on the page even with the largest scale of a calibration.
  const reach = (side: Mm): Mm => Math.floor((side / (1 + MAX_SCALE_CHANGE) - 2 * cornerMm) / pitchMm) * pitchMm;
  return { page, cornerMm, pitchMm, acrossMm: reach(page.width), alongMm: reach(page.height) };
}

/**
 * The page of the grid: thin lines, a black square with its outer corner at the start of the first two of them, and the
 * length of the grid across and along.
 */
export function testGridTemplate(grid: TestGrid, name: string): Template {
  const { page, cornerMm, pitchMm, acrossMm, alongMm } = grid;
  const elements: LabelElement[] = [];
  function add<T extends ElementType>(type: T, fields: Partial<ElementByType[T]>): void {
    const id = `G${String(elements.length + 1).padStart(7, '0')}` as ElementId;
    const options = { id, name: type, centreMm: { x: 0, y: 0 }, zoom: 1, text: '' };
    const size = { labelWidthMm: page.width, labelHeightMm: page.height };
    elements.push({ ...createElement(type, { ...options, ...size }), ...fields } as LabelElement);
  }
  function text(value: string, cell: { readonly x: number; readonly y: number }): void {
    add('text', {
      sources: [fixedText(value)],
      align: 'center',
      autoWrap: true,
      fontSize: TEXT * pitchMm * FONT_UNITS_PER_MM,
      xMm: cornerMm + cell.x * pitchMm,
      yMm: cornerMm + (cell.y + 0.3) * pitchMm,
      widthMm: pitchMm,
      heightMm: pitchMm * 0.5,
    });
  }
  const line = { penWidthMm: LINE_MM, dashed: false };
  // The first edge of a line is at its position, so that lengths are from edge to edge.
  for (let x = 0; x <= acrossMm; x += pitchMm) {
    const at = { xMm: cornerMm + x, yMm: cornerMm, widthMm: LINE_MM, heightMm: alongMm + LINE_MM };
    add('line', { ...line, ...at, direction: 'vertical' });
  }
  for (let y = 0; y <= alongMm; y += pitchMm) {
    const at = { xMm: cornerMm, yMm: cornerMm + y, widthMm: acrossMm + LINE_MM, heightMm: LINE_MM };
    add('line', { ...line, ...at, direction: 'horizontal' });
  }
  const mark = MARK * pitchMm;
  add('rectangle', { xMm: cornerMm, yMm: cornerMm, widthMm: mark, heightMm: mark, filled: true, penWidthMm: LINE_MM });
  text(`${acrossMm} mm`, { x: acrossMm / pitchMm - 1, y: 0 });
  text(`${alongMm} mm`, { x: 0, y: alongMm / pitchMm - 1 });
  return {
    label: createLabelSettings(name, { widthMm: page.width, heightMm: page.height }),
    elements,
    assets: new Map(),
  };
}
