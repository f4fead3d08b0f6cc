import { fromBase64 } from '#model/kernel/base64.ts';
import { toHex } from '#model/kernel/hex.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import { Sha256 } from '#model/kernel/sha256.ts';
import type { Asset, RasterMime } from './template.ts';

/** Detects the type of a raster image from the first bytes; a file's name is not reliable. */
export function sniffImage(bytes: Uint8Array): RasterMime | null {
  const starts = (...signature: number[]): boolean => signature.every((byte, i) => bytes[i] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  return starts(0xff, 0xd8, 0xff) ? 'image/jpeg' : null;
}

/** Reads an image that an attribute holds as base64, with or without `data:image/…;base64,`; null for anything else. */
export function embeddedImage(text: string): readonly [AssetKey, Asset] | null {
  const bytes = fromBase64(text.replace(/^data:image\/[\w.+-]+;base64,/, '').replace(/\s+/g, ''));
  if (!bytes.ok) return null;
  const mime = sniffImage(bytes.value);
  if (mime === null) return null;
  const hash = new Sha256();
  hash.update(bytes.value);
  return [toHex(hash.digest()) as AssetKey, { mime, bytes: bytes.value }];
}
