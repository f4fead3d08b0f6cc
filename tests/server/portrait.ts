import { PNG } from 'pngjs';
import { AVATAR_SIDE_PX } from '#protocol/api.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { TestVisitor } from './create-test-server.ts';

/** A PNG with one color, of the portrait's size by default. */
export function createPortrait(shade = 120, width: number = AVATAR_SIDE_PX, height: number = AVATAR_SIDE_PX): Buffer {
  return PNG.sync.write({ width, height, data: Buffer.alloc(width * height * 4, shade) });
}

/** Uploads it and returns its key. */
export async function uploadPortrait({ api }: TestVisitor, bytes: Uint8Array = createPortrait()): Promise<string> {
  const token = expectOk(await api.call('uploadToken', {}));
  return expectOk(await api.uploadPreview(bytes, token.data)).key;
}
