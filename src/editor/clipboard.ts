import { ROTATIONS } from '#model/kernel/geometry.ts';
import { fromBase64, toBase64 } from '#model/kernel/base64.ts';
import type { AssetKey, ElementId } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import type { Result } from '#model/kernel/result.ts';
import { assetsOf, ELEMENT_TYPES, type ElementType, type LabelElement } from '#model/elements/element.ts';
import { createElement } from '#model/elements/registry.ts';
import { cellGrid, type TableCell } from '#model/elements/table/table-element.ts';
import { MAX_TABLE_LINES } from '#model/elements/table/table-limits.ts';
import type { Asset, Template } from '#model/template/template.ts';

const FORMAT = 'labelwright/elements';

/** Copied elements as a plain value that survives JSON, so that it can go to another tab. */
export interface ClipboardContent {
  readonly format: typeof FORMAT;
  readonly elements: readonly LabelElement[];
  /** The images that they show. */
  readonly assets: Readonly<Record<AssetKey, { readonly mime: Asset['mime']; readonly base64: string }>>;
}

export function clipboardContent(template: Template, elements: readonly LabelElement[]): ClipboardContent {
  const assets: Record<AssetKey, { readonly mime: Asset['mime']; readonly base64: string }> = {};
  for (const element of elements) {
    for (const key of assetsOf(element)) {
      const asset = template.assets.get(key);
      if (asset !== undefined) assets[key] = { mime: asset.mime, base64: toBase64(asset.bytes) };
    }
  }
  return { format: FORMAT, elements, assets };
}

export function clipboardAssets(content: ClipboardContent): Map<AssetKey, Asset> {
  const assets = new Map<AssetKey, Asset>();
  for (const [key, { mime, base64 }] of Object.entries(content.assets)) {
    const bytes = fromBase64(base64);
    if (bytes.ok) assets.set(key as AssetKey, { mime, bytes: bytes.value });
  }
  return assets;
}

/** Reads the text of the system's clipboard; `edit.clipboardEmpty` when it is not ours. */
export function parseClipboard(text: string): Result<ClipboardContent> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err(problem('edit.clipboardEmpty'));
  }
  return isClipboardContent(value) ? ok(value) : err(problem('edit.clipboardEmpty'));
}

/** Our own mark, and elements with all fields of their type, each of its kind. */
function isClipboardContent(value: unknown): value is ClipboardContent {
  if (!isObject(value) || value['format'] !== FORMAT || !isObject(value['assets'])) return false;
  const { elements, assets } = value;
  if (!Array.isArray(elements) || elements.length === 0 || !elements.every(isElement)) return false;
  return Object.values(assets as object).every(
    (asset) =>
      isObject(asset) &&
      (asset['mime'] === 'image/png' || asset['mime'] === 'image/jpeg') &&
      typeof asset['base64'] === 'string',
  );
}

function isElement(value: unknown): boolean {
  if (!isObject(value)) return false;
  const type = ELEMENT_TYPES.find((t) => t === value['type']);
  if (type === undefined || !ROTATIONS.some((r) => r === value['rotation'])) return false;
  const { sources } = value;
  if (sources !== undefined && !(Array.isArray(sources) && sources.every(isSource))) return false;
  if (type === 'table' && !isGrid(value)) return false;
  return hasKinds(value, { ...sampleOf(type) });
}

/** Rows, columns and cells that fit together: a table without that cannot be drawn. */
function isGrid(table: Readonly<Record<string, unknown>>): boolean {
  const { columnWidthsMm: columns, rowHeightsMm: rows, cells } = table;
  const isSizes = (list: unknown): list is readonly unknown[] =>
    Array.isArray(list) && list.length > 0 && list.length <= MAX_TABLE_LINES && list.every((size) => Number(size) > 0);
  if (!isSizes(columns) || !isSizes(rows) || !Array.isArray(cells)) return false;
  const sample = sampleOf('table');
  const style = sample.type === 'table' ? sample.cells[0]?.style : undefined;
  const isCell = (cell: unknown): cell is TableCell =>
    isObject(cell) &&
    ['row', 'column', 'rowSpan', 'columnSpan'].every((key) => Number.isInteger(cell[key])) &&
    Array.isArray(cell['sources']) &&
    cell['sources'].every(isSource) &&
    hasKinds(cell['style'], { ...style });
  return cells.every(isCell) && cellGrid(rows.length, columns.length, cells) !== null;
}

function isSource(value: unknown): boolean {
  if (!isObject(value) || typeof value['text'] !== 'string') return false;
  if (value['type'] === 'fixed') return true;
  return (
    value['type'] === 'column' &&
    ['connection', 'fileName', 'sheet', 'column', 'firstValue'].every((key) => typeof value[key] === 'string')
  );
}

/** An element of the type, to see which fields it has and of what kind. */
function sampleOf(type: ElementType): LabelElement {
  return createElement(type, {
    id: '' as ElementId,
    name: '',
    centreMm: { x: 50, y: 50 },
    labelWidthMm: 100,
    labelHeightMm: 100,
    zoom: 1,
    image: { asset: '' as AssetKey, size: { width: 1, height: 1 } },
  });
}

/** Every field that the sample has, each of its kind. */
function hasKinds(value: unknown, sample: Readonly<Record<string, unknown>>): boolean {
  return isObject(value) && Object.entries(sample).every(([key, of]) => kindOf(value[key]) === kindOf(of));
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && !Number.isFinite(value) ? 'not finite' : typeof value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
