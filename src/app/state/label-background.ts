import { fromBase64, toBase64 } from '#model/kernel/base64.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import type { Asset, Template } from '#model/template/template.ts';
import { parseStored } from './browser-storage.ts';

/** The specification's name (1, section 3). */
const STORAGE_KEY = 'labelBgImgInfo';

type Backgrounds = Pick<Template, 'assets'> & {
  readonly canvases: readonly AssetKey[];
  readonly background: AssetKey | null;
};

/**
 * Keeps the backgrounds that were picked for a new label, so that they survive a reload; replaces what was kept
 * before. For this tab and this user only. Images that are too large for the browser's store are not kept.
 */
export function keepBackgrounds(userId: string, { canvases, background, assets }: Backgrounds): void {
  const images = canvases.flatMap((name) => {
    const asset = assets.get(name);
    return asset === undefined ? [] : [{ name, mime: asset.mime, data: toBase64(asset.bytes) }];
  });
  try {
    if (images.length === 0) window.sessionStorage.removeItem(STORAGE_KEY);
    else window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ userId, background, images }));
  } catch {
    // The store is full or switched off. That is no error: a reload then starts without the backgrounds.
  }
}

/** Removes whatever was kept, whoever picked it. */
export function forgetBackgrounds(): void {
  keepBackgrounds('', { canvases: [], background: null, assets: new Map() });
}

/** What was kept for this user in this tab; null for nothing, or for what cannot be read. */
export function keptBackgrounds(userId: string): Backgrounds | null {
  const kept = parseStored(stored());
  if (!isRecord(kept) || kept['userId'] !== userId || !Array.isArray(kept['images'])) return null;
  const assets = new Map<AssetKey, Asset>();
  for (const image of kept['images'] as readonly unknown[]) {
    if (!isRecord(image)) return null;
    const { name, mime, data } = image;
    if (typeof name !== 'string' || typeof data !== 'string' || (mime !== 'image/png' && mime !== 'image/jpeg'))
      return null;
    const bytes = fromBase64(data);
    if (!bytes.ok) return null;
    assets.set(name as AssetKey, { mime, bytes: bytes.value });
  }
  const canvases = [...assets.keys()];
  return { canvases, assets, background: canvases.find((key) => key === kept['background']) ?? null };
}

function stored(): string | null {
  try {
    return window.sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
