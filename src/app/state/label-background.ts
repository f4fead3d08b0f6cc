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
 * Keeps the chosen backgrounds of a new label, so that they survive a reload; replaces earlier ones. For this tab and this
 * user only. Images that are too large for the browser's storage are not kept.
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
    // The storage is full or disabled. That is no error: a reload then starts without the backgrounds.
  }
}

/** Deletes the kept backgrounds of any user. */
export function forgetBackgrounds(): void {
  keepBackgrounds('', { canvases: [], background: null, assets: new Map() });
}

/** The kept backgrounds of this user in this tab; null if there are none, or if they are invalid. */
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
