import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { AVATAR_SIDE_PX } from '#protocol/api.ts';
import { plainPng } from './plain-png.ts';

/** A rectangle in pixels of the picture. */
export interface PictureArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The area of the picture at that address as a PNG of a portrait's size, made anew from its pixels alone. */
export async function cropPicture(url: string, area: PictureArea): Promise<Result<Uint8Array>> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    return err(problem('file.unreadable'));
  }
  const canvas = document.createElement('canvas');
  canvas.width = AVATAR_SIDE_PX;
  canvas.height = AVATAR_SIDE_PX;
  const context = canvas.getContext('2d');
  if (context === null) return err(problem('file.unreadable'));
  // A picture that lets light through would be dark on some screens.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, AVATAR_SIDE_PX, AVATAR_SIDE_PX);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, AVATAR_SIDE_PX, AVATAR_SIDE_PX);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return png === null ? err(problem('file.unreadable')) : ok(plainPng(new Uint8Array(await png.arrayBuffer())));
}
