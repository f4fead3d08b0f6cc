import type { AssetKey } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import type { Result } from '#model/kernel/result.ts';
import { ELEMENT_TYPES } from '#model/elements/base/element.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Asset, Template } from '#model/template/template.ts';
import { base64ToBytes, bytesToBase64 } from './base64.ts';

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
    if (element.type !== 'image') continue;
    const asset = template.assets.get(element.asset);
    if (asset !== undefined) assets[element.asset] = { mime: asset.mime, base64: bytesToBase64(asset.bytes) };
  }
  return { format: FORMAT, elements, assets };
}

export function clipboardAssets(content: ClipboardContent): Map<AssetKey, Asset> {
  const assets = new Map<AssetKey, Asset>();
  for (const [key, { mime, base64 }] of Object.entries(content.assets)) {
    const bytes = base64ToBytes(base64);
    if (bytes !== null) assets.set(key as AssetKey, { mime, bytes });
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

/**
 * Our own mark and the fields that every element must have. What makes it to the label is checked again by
 * the layout, which refuses a label it cannot draw.
 */
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
  return (
    ELEMENT_TYPES.some((type) => type === value['type']) &&
    typeof value['id'] === 'string' &&
    typeof value['name'] === 'string' &&
    ['xMm', 'yMm', 'widthMm', 'heightMm', 'rotation'].every((key) => Number.isFinite(value[key]))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
