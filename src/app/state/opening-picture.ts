import type { Size } from '#model/kernel/geometry.ts';
import type { OpeningPlace as StoredPlace } from '#protocol/api.ts';
import { parseStored, readStored, writeStored } from './browser-storage.ts';

/*
 * The opening picture: the label as the editor will show it first, on the page before the editor is loaded. The page's
 * early script puts it there (early-picture.ts); this takes it into the editor's canvas and removes it when the render
 * worker has painted the same pixels, or as soon as the page shows something else.
 */

declare global {
  interface OpeningPlace extends StoredPlace {
    /** That of the stored picture. */
    readonly look: string;
  }

  interface Opening {
    /** What the picture depends on apart from the label, at present; empty while there is no built page. */
    readonly look: () => string;
    canvas: HTMLCanvasElement | null;
    /** Null until the picture is shown, and when it was not what the editor shows. */
    place: OpeningPlace | null;
    /** True when the page shows no opening picture any more. */
    isOver: boolean;
  }

  interface Window {
    /** Undefined in tests without the early script. */
    opening?: Opening;
  }
}

/** The pixels of the opening picture, which never change, once they were read. */
let pixels: { readonly of: HTMLCanvasElement; readonly values: Uint32Array } | null = null;

/** Storage key for the size of the canvas at the last opening of any label, and the look of that page. */
const CANVAS = 'canvasSize';

/**
 * The size that the canvas will have, in CSS pixels: with it, the first picture is painted while the screen is built.
 * Null when the page has no picture and has never had this look.
 */
export function expectedCanvas(): Size | null {
  const place = shownOpening();
  if (place !== null) return place;
  const kept = parseStored(readStored(CANVAS));
  if (!Array.isArray(kept)) return null;
  const [look, width, height] = kept as readonly unknown[];
  if (look !== openingLook() || look === '' || typeof width !== 'number' || typeof height !== 'number') return null;
  return { width, height };
}

/** Keeps the size of the canvas for the next opening. */
export function keepCanvasSize({ width, height }: Size): void {
  const look = openingLook();
  if (look !== '') writeStored(CANVAS, JSON.stringify([look, width, height]));
}

export function openingLook(): string {
  return window.opening?.look() ?? '';
}

/** The place, revision and look of the picture that this page shows or has shown; null for none, and for a wrong one. */
export function shownOpening(): OpeningPlace | null {
  return window.opening?.place ?? null;
}

export function hasOpeningPicture(): boolean {
  return (window.opening?.canvas ?? null) !== null;
}

/** Removes the picture, which is not what the editor shows, and prevents a later one. */
export function dropOpeningPicture(): void {
  if (window.opening !== undefined) window.opening.place = null;
  endOpeningPicture();
}

/** Removes the picture: the editor shows the same. */
export function endOpeningPicture(): void {
  const { opening } = window;
  if (opening === undefined) return;
  opening.isOver = true;
  opening.canvas?.remove();
  opening.canvas = null;
  pixels = null;
}

/** Moves the picture into the canvas area, if that is where the picture was expected to be. */
export function adoptOpeningPicture(container: HTMLElement): void {
  const { opening } = window;
  const { canvas, place } = opening ?? { canvas: null, place: null };
  if (opening === undefined || canvas === null || place === null || !isSamePlace(container, place)) {
    dropOpeningPicture();
    return;
  }
  opening.isOver = true;
  canvas.style.position = 'absolute';
  canvas.style.left = '0';
  canvas.style.top = '0';
  // Above the worker's canvas, which enters the page before its pixels are on the screen.
  canvas.style.zIndex = '1';
  container.append(canvas);
}

function isSamePlace(container: HTMLElement, place: OpeningPlace): boolean {
  const at = container.getBoundingClientRect();
  return (['left', 'top', 'width', 'height'] as const).every((side) => Math.abs(place[side] - at[side]) < 0.01);
}

/** Whether the opening picture and this canvas have the same pixels. */
export function isOpeningPicture(canvas: HTMLCanvasElement): boolean {
  const picture = window.opening?.canvas ?? null;
  if (picture === null || picture.width !== canvas.width || picture.height !== canvas.height) return false;
  if (pixels?.of !== picture) pixels = { of: picture, values: pixelsOf(picture) };
  const [a, b] = [pixels.values, pixelsOf(canvas)];
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function pixelsOf(canvas: HTMLCanvasElement): Uint32Array {
  const { width, height } = canvas;
  const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  copy?.drawImage(canvas, 0, 0);
  return new Uint32Array(copy?.getImageData(0, 0, width, height).data.buffer ?? new ArrayBuffer(0));
}
