import type { Image } from 'canvaskit-wasm';
import type { ImageOp } from '#model/elements/base/display-op.ts';
import type { ImagePainter } from '../paint/skia-painter.ts';
import type { Skia } from '../skia/load.ts';
import { makeImage } from '../skia/make-image.ts';
import { eachRow, type Region } from './area-average.ts';
import { clipCorners } from './image-corners.ts';
import type { ToneImage } from './decode-image.ts';
import type { ImageLibrary } from './image-library.ts';
import { type ImagePlace, placeImage } from './image-place.ts';
import { turnedRegion } from './turned-image.ts';
import { scaledRows } from './scaled-rows.ts';

/**
 * Paints images in their own tones, for gray and color prints; how they become black and white does not matter there.
 * They are averaged to the print's dots, within the canvas, by our own sums and not by Skia's filters: this gives the
 * same bytes in every band and on every machine.
 */
export function createToneImagePainter(skia: Skia, library: ImageLibrary, colour: () => 'gray' | 'rgb'): ImagePainter {
  return {
    drawImage(canvas, op, toPixels) {
      const place = placeImage(op.rect, toPixels);
      const [clipLeft = 0, clipTop = 0, clipRight = 0, clipBottom = 0] = canvas.getDeviceClipBounds();
      const x = Math.max(0, clipLeft - place.left);
      const y = Math.max(0, clipTop - place.top);
      const width = Math.min(place.width, clipRight - place.left) - x;
      const height = Math.min(place.height, clipBottom - place.top) - y;
      if (width <= 0 || height <= 0) return;
      const image = library.tones(op, colour());
      if (image === null) return;
      const sprite = makeSprite(skia, image, op, place, { x, y, width, height });
      canvas.save();
      if (op.corners !== undefined && place.orientation.turn === undefined)
        clipCorners(skia, canvas, op.corners, place);
      canvas.drawImage(sprite, place.left + x, place.top + y);
      canvas.restore();
      sprite.delete();
    },
  };
}

const ALPHA = 3;

/** The region of the placed image as premultiplied pixels. */
function makeSprite(skia: Skia, image: ToneImage, op: ImageOp, place: ImagePlace, region: Region): Image {
  const { width, height } = region;
  const rgba = new Uint8Array(width * height * 4).fill(255);
  const { turn } = place.orientation;
  const opaque = turn === undefined ? null : new Uint8Array(image.width * image.height).fill(255);
  const alpha = image.alpha ?? opaque;
  if (alpha !== null) fillChannel(rgba, ALPHA, image, alpha, op, place, region);
  for (let channel = 0; channel < 3; channel++) {
    const plane = image.planes[Math.min(channel, image.planes.length - 1)] as Uint8Array;
    fillChannel(rgba, channel, image, plane, op, place, region);
  }
  if (alpha !== null) takeOffPaper(rgba);
  const info = {
    width,
    height,
    colorType: skia.ColorType.RGBA_8888,
    alphaType: alpha === null ? skia.AlphaType.Opaque : skia.AlphaType.Premul,
    colorSpace: skia.ColorSpace.SRGB,
  };
  return makeImage(skia, info, rgba, width * 4);
}

function fillChannel(
  rgba: Uint8Array,
  channel: number,
  image: ToneImage,
  bytes: Uint8Array,
  op: ImageOp,
  { width: wholeWidth, height: wholeHeight, orientation }: ImagePlace,
  { x, y, width, height }: Region,
): void {
  const { transpose, flipX, flipY, turn } = orientation;
  if (turn !== undefined) {
    const [tones, outside] = channel === ALPHA ? [undefined, 0] : [op.tones, 255];
    const turned = turnedRegion(image, bytes, op, tones, turn, { x, y, width, height }, outside);
    for (let i = 0; i < turned.length; i++) rgba[4 * i + channel] = turned[i] as number;
    return;
  }
  const fromX = flipX ? wholeWidth - x - width : x;
  const fromY = flipY ? wholeHeight - y - height : y;
  const upright = transpose
    ? { x: fromY, y: fromX, width: height, height: width }
    : { x: fromX, y: fromY, width, height };
  const [across, down] = transpose ? [wholeHeight, wholeWidth] : [wholeWidth, wholeHeight];
  const next = eachRow(
    scaledRows(image, bytes, across, down, op.source, upright, channel === ALPHA ? undefined : op.tones),
  );
  // The step from one pixel of an upright row to the next, and from one row to the next.
  const [stepX, stepY] = [flipX ? -4 : 4, flipY ? -4 * width : 4 * width];
  const [along, below] = transpose ? [stepY, stepX] : [stepX, stepY];
  const first = channel + (flipX ? 4 * (width - 1) : 0) + (flipY ? 4 * width * (height - 1) : 0);
  for (let row = 0; row < upright.height; row++) {
    const tones = next();
    let at = first + row * below;
    for (let i = 0; i < upright.width; i++) {
      rgba[at] = tones[i] as number;
      at += along;
    }
  }
}

/** Reverses the blending with white paper, which the planes include. */
function takeOffPaper(rgba: Uint8Array): void {
  for (let p = 0; p < rgba.length; p += 4) {
    const alpha = rgba[p + 3] as number;
    for (let c = p; c < p + 3; c++) rgba[c] = Math.min(alpha, Math.max(0, (rgba[c] as number) + alpha - 255));
  }
}
