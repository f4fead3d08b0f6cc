import { spawnSync } from 'node:child_process';
import { createCanvas, ImageData, loadImage } from '@napi-rs/canvas';
import { createRandom } from './symbol-values.ts';

/** Settings of the photograph. */
export interface Photo {
  /** Rotation on the table, in degrees clockwise. */
  readonly turnedDegrees: number;
  /** Tilt of the camera: reduction of the far edge of the picture, 0 to 1. */
  readonly tilt: number;
  /** Pixels of the picture for one dot of the label; a module of the codes has `DOTS_PER_MODULE`. */
  readonly scale: number;
  /** Radius of the blur in pixels. */
  readonly blur: number;
  /** Standard deviation of the noise, of 255. */
  readonly noise: number;
  /** Darkening of the darkest corner, 0 to 1. */
  readonly shadow: number;
  /** Of the JPEG, 1 to 100. */
  readonly quality: number;
  readonly seed: number;
}

export interface Picture {
  readonly rgba: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

const WIDTH = 960;
const HEIGHT = 540;
/** Dots of a module of a code on the drawn label. */
const DOTS_PER_MODULE = 4;
const MARGIN_DOTS = 60;
const TABLE_TONE = 96;
const INK = [38, 36, 42] as const;
const PAPER = [236, 233, 224] as const;

/**
 * A camera's picture of a label with a code, as a JPEG that was read again. Nothing of the product draws it: zint makes the code,
 * a canvas the label, and the photograph is calculated here. `type`: zint's name of a symbology; null for none.
 */
export async function photographLabel(type: string | null, content: string, photo: Photo): Promise<Picture> {
  const label = await drawLabel(type, content);
  const seen = project(label, photo);
  const canvas = createCanvas(WIDTH, HEIGHT);
  canvas
    .getContext('2d')
    .putImageData(new ImageData(grayAsRgba(blurred(seen, photo.blur), photo), WIDTH, HEIGHT), 0, 0);
  const jpeg = await loadImage(canvas.toBuffer('image/jpeg', photo.quality));
  const read = createCanvas(WIDTH, HEIGHT).getContext('2d');
  read.drawImage(jpeg, 0, 0);
  return { rgba: read.getImageData(0, 0, WIDTH, HEIGHT).data, width: WIDTH, height: HEIGHT };
}

interface Gray {
  /** 0 is ink, 1 is paper. */
  readonly tones: Float32Array;
  readonly width: number;
  readonly height: number;
}

async function drawLabel(type: string | null, content: string): Promise<Gray> {
  const code = type === null ? null : await loadImage(zintPicture(type, content));
  const scale = DOTS_PER_MODULE / 2;
  const [codeWidth, codeHeight] = code === null ? [400, 200] : [code.width * scale, code.height * scale];
  const width = codeWidth + 2 * MARGIN_DOTS;
  const height = codeHeight + 4 * MARGIN_DOTS;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingEnabled = false;
  if (code !== null) context.drawImage(code, MARGIN_DOTS, 2 * MARGIN_DOTS, codeWidth, codeHeight);
  context.fillStyle = 'black';
  context.font = '40px sans-serif';
  context.fillText('Olive oil 500 ml', MARGIN_DOTS / 2, MARGIN_DOTS);
  context.fillRect(0, height - MARGIN_DOTS, width, 6);
  const { data } = context.getImageData(0, 0, width, height);
  return { tones: Float32Array.from({ length: width * height }, (_, i) => (data[i * 4] ?? 0) / 255), width, height };
}

/** Two pixels a module, with its quiet zone. */
function zintPicture(type: string, content: string): Buffer {
  const options = ['--direct', '--filetype=PNG', '--scale=1', '--notext', '--quietzones', '--height=60'];
  const { status, stdout, stderr } = spawnSync('zint', [...options, '--barcode', type, '--data', content]);
  if (status !== 0) throw new Error(`zint: ${stderr.toString()}`);
  return stdout;
}

/** The label in the camera: rotated, then smaller towards the top of the picture. The table around it is dark. */
function project(label: Gray, { turnedDegrees, tilt, scale }: Photo): Gray {
  const angle = (turnedDegrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const tones = new Float32Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    const up = 0.5 - y / HEIGHT;
    const near = 1 - tilt * up;
    for (let x = 0; x < WIDTH; x++) {
      const across = (x - WIDTH / 2) / (scale * near);
      const down = (y - HEIGHT / 2) / (scale * near * (1 - tilt / 2));
      tones[y * WIDTH + x] = toneAt(
        label,
        label.width / 2 + cos * across + sin * down,
        label.height / 2 - sin * across + cos * down,
      );
    }
  }
  return { tones, width: WIDTH, height: HEIGHT };
}

/** Interpolates between the four dots around a point. */
function toneAt({ tones, width, height }: Gray, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) return TABLE_TONE / 255;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  const at = (dx: number, dy: number): number => tones[(top + dy) * width + left + dx] ?? 1;
  return (at(0, 0) * (1 - fx) + at(1, 0) * fx) * (1 - fy) + (at(0, 1) * (1 - fx) + at(1, 1) * fx) * fy;
}

/** Two passes of a moving mean, across and down, approximate a lens that is out of focus. */
function blurred(gray: Gray, radius: number): Gray {
  if (radius === 0) return gray;
  const pass = (from: Float32Array, step: number): Float32Array => {
    const to = new Float32Array(from.length);
    for (let i = 0; i < to.length; i++) {
      let sum = 0;
      for (let k = -radius; k <= radius; k++) sum += from[i + k * step] ?? TABLE_TONE / 255;
      to[i] = sum / (2 * radius + 1);
    }
    return to;
  };
  let { tones } = gray;
  for (let i = 0; i < 2; i++) tones = pass(pass(tones, 1), gray.width);
  return { ...gray, tones };
}

function grayAsRgba({ tones, width, height }: Gray, { noise, shadow, seed }: Photo): Uint8ClampedArray {
  const random = createRandom(seed);
  const rgba = new Uint8ClampedArray(tones.length * 4);
  for (let i = 0; i < tones.length; i++) {
    const light = 1 - (shadow * ((i % width) / width + Math.floor(i / width) / height)) / 2;
    const grain = (random() + random() + random() + random() - 2) * noise * Math.sqrt(3);
    for (let c = 0; c < 3; c++) {
      const [ink = 0, paper = 0] = [INK[c], PAPER[c]];
      rgba[i * 4 + c] = (ink + (paper - ink) * (tones[i] ?? 0)) * light + grain;
    }
    rgba[i * 4 + 3] = 255;
  }
  return rgba;
}
