import { join } from 'node:path';
import { createCanvas, GlobalFonts, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import { expectOk } from '#model/kernel/result.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { symbolGeometry } from '#model/symbology/geometry.ts';
import type { Symbology } from '#model/symbology/types.ts';

const FONTS = join(import.meta.dirname, '../../../../node_modules/@expo-google-fonts');

for (const [family, file] of [
  ['Inter', 'inter/400Regular/Inter_400Regular.ttf'],
  ['InterBold', 'inter/700Bold/Inter_700Bold.ttf'],
  ['Roboto', 'roboto/400Regular/Roboto_400Regular.ttf'],
  ['RobotoCondensed', 'roboto-condensed/400Regular/RobotoCondensed_400Regular.ttf'],
  ['RobotoMono', 'roboto-mono/400Regular/RobotoMono_400Regular.ttf'],
  ['RobotoSlab', 'roboto-slab/400Regular/RobotoSlab_400Regular.ttf'],
  ['NotoSC', 'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'],
] as const) {
  if (GlobalFonts.registerFromPath(join(FONTS, file), family) === null) throw new Error(`no font ${file}`);
}

export type Align = 'left' | 'center' | 'right';

/** Draws in millimeters, with real letters and real symbols. */
export class Pen {
  readonly canvas: Canvas;
  readonly #context: SKRSContext2D;
  readonly #scale: number;

  constructor(widthMm: number, heightMm: number, dotsPerMm: number) {
    this.canvas = createCanvas(Math.round(widthMm * dotsPerMm), Math.round(heightMm * dotsPerMm));
    this.#context = this.canvas.getContext('2d');
    this.#scale = dotsPerMm;
    this.#context.fillStyle = '#fff';
    this.#context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.#context.scale(dotsPerMm, dotsPerMm);
    this.#context.fillStyle = '#000';
    this.#context.strokeStyle = '#000';
  }

  /** Moves the drawing of `draw` around (0, 0) to the position, rotated clockwise. */
  at(x: number, y: number, degrees: number, draw: () => void): void {
    this.#context.save();
    this.#context.translate(x, y);
    this.#context.rotate((degrees * Math.PI) / 180);
    draw();
    this.#context.restore();
  }

  /** `size` is the em in mm, `y` the baseline. */
  text(words: string, x: number, y: number, size: number, family = 'Roboto', align: Align = 'left'): void {
    this.#context.font = `${size}px ${family}`;
    this.#context.textAlign = align;
    this.#context.fillText(words, x, y);
  }

  widthOf(words: string, size: number, family = 'Roboto'): number {
    this.#context.font = `${size}px ${family}`;
    return this.#context.measureText(words).width;
  }

  line(x1: number, y1: number, x2: number, y2: number, width = 0.3, dash: readonly number[] = []): void {
    this.#context.lineWidth = width;
    this.#context.setLineDash([...dash]);
    this.#context.beginPath();
    this.#context.moveTo(x1, y1);
    this.#context.lineTo(x2, y2);
    this.#context.stroke();
  }

  frame(
    x: number,
    y: number,
    width: number,
    height: number,
    pen = 0.3,
    radius = 0,
    dash: readonly number[] = [],
  ): void {
    this.#context.lineWidth = pen;
    this.#context.setLineDash([...dash]);
    this.#context.beginPath();
    this.#context.roundRect(x, y, width, height, radius);
    this.#context.stroke();
  }

  fill(x: number, y: number, width: number, height: number, color = '#000'): void {
    this.#context.fillStyle = color;
    this.#context.fillRect(x, y, width, height);
    this.#context.fillStyle = '#000';
  }

  disc(x: number, y: number, radius: number, color = '#000'): void {
    this.#context.fillStyle = color;
    this.#context.beginPath();
    this.#context.arc(x, y, radius, 0, Math.PI * 2);
    this.#context.fill();
    this.#context.fillStyle = '#000';
  }

  white(words: string, x: number, y: number, size: number, family = 'InterBold', align: Align = 'left'): void {
    this.#context.fillStyle = '#fff';
    this.text(words, x, y, size, family, align);
    this.#context.fillStyle = '#000';
  }

  /** Bars over the whole box. */
  bars(symbology: Symbology, content: string, x: number, y: number, width: number, height: number): void {
    const symbol = expectOk(encodeSymbol(symbology, content, { wrongLength: 'checkDigit' }));
    const { rects, widthDots } = symbolGeometry(symbol, 1, 10);
    const unit = width / widthDots;
    for (let i = 0; i < rects.length; i += 4) {
      this.#context.fillRect(x + (rects[i] ?? 0) * unit, y, (rects[i + 2] ?? 0) * unit, height);
    }
  }

  matrix(symbology: Symbology, content: string, x: number, y: number, side: number): void {
    const { rects, widthDots } = symbolGeometry(expectOk(encodeSymbol(symbology, content, {})), 1, 10);
    const unit = side / widthDots;
    for (let i = 0; i < rects.length; i += 4) {
      const [left = 0, top = 0, width = 0, height = 0] = rects.subarray(i, i + 4);
      this.#context.fillRect(x + left * unit, y + top * unit, width * unit, height * unit);
    }
  }

  grey(): Uint8Array {
    const { width, height } = this.canvas;
    const { data } = this.#context.getImageData(0, 0, width, height);
    const grey = new Uint8Array(width * height);
    for (let i = 0; i < grey.length; i++) {
      grey[i] = Math.round(
        0.299 * (data[i * 4] ?? 0) + 0.587 * (data[i * 4 + 1] ?? 0) + 0.114 * (data[i * 4 + 2] ?? 0),
      );
    }
    return grey;
  }

  get dotsPerMm(): number {
    return this.#scale;
  }
}
