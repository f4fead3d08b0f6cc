import { applyToRect, type Affine, type Rect, type Rotation } from '#model/kernel/geometry.ts';
import type { PagePlane } from '#model/document/split/reduced-plane.ts';
import { createRandom, type Random } from '#tests/support/symbol-values.ts';
import type { LabelContent } from './label-contents.ts';
import { Pen } from './pen.ts';
import { scanned, turnedPlane, type ScanFaults } from './scan.ts';

/** Limits of a right box: it holds the ink and stays on the ground, which is the label with the white around it. */
export interface TrueLabel {
  readonly ink: Rect;
  readonly ground: Rect;
  readonly rotation: Rotation;
}

export interface Sheet {
  readonly name: string;
  readonly plane: PagePlane;
  /** In reading order. */
  readonly labels: readonly TrueLabel[];
  readonly skewDegrees: number;
}

export interface Border {
  readonly pen: number;
  readonly radius: number;
  /** Distance of the label's border from its edge. */
  readonly inset: number;
  readonly dash?: readonly number[];
}

export interface LabelJob {
  readonly place: Rect;
  readonly ground: Rect;
  readonly content: LabelContent;
  readonly seed: number;
  readonly border: Border | null;
  /** Clockwise rotation of the label on the sheet. */
  readonly turn?: Rotation;
}

export interface SheetJob {
  readonly name: string;
  readonly page: readonly [width: number, height: number];
  readonly labels: readonly LabelJob[];
  readonly styleSeed: number;
  /** Other content of the sheet. */
  readonly more?: (pen: Pen) => void;
  readonly turn?: Rotation;
  readonly skewDegrees?: number;
  readonly scan?: ScanFaults;
  readonly seed: number;
  readonly dotsPerMm?: number;
}

const DOTS_PER_MM = 100 / 25.4;

export function drawSheet(job: SheetJob): Sheet {
  const { page, turn = 0, skewDegrees = 0, dotsPerMm = DOTS_PER_MM } = job;
  const [width, height] = page;
  const pen = new Pen(width, height, dotsPerMm);
  pen.at(width / 2, height / 2, skewDegrees, () =>
    pen.at(-width / 2, -height / 2, 0, () => {
      for (const label of job.labels) drawLabel(pen, label, job.styleSeed);
      job.more?.(pen);
    }),
  );
  const labels = job.labels.map((label) => {
    const rotation = ((720 - (label.turn ?? 0) - turn) % 360) as Rotation;
    return {
      // Text of a long name beyond its label is cut off with the rest.
      ink: turnedRect(sharedRect(inkOf(label, job.styleSeed), label.ground), page, turn),
      ground: turnedRect(label.ground, page, turn),
      rotation,
    };
  });
  const drawn: PagePlane = { grey: pen.grey(), width: pen.canvas.width, height: pen.canvas.height, dotsPerMm };
  const turned = turnedPlane(drawn, turn);
  const plane = job.scan === undefined ? turned : scanned(turned, job.scan, createRandom(job.seed + 99));
  return { name: job.name, plane, labels, skewDegrees };
}

function drawLabel(pen: Pen, { place, content, seed, border, turn = 0 }: LabelJob, styleSeed: number): void {
  const { width, height } = place;
  const [across, down] = turn === 90 || turn === 270 ? [height, width] : [width, height];
  pen.at(place.x + width / 2, place.y + height / 2, turn, () => {
    const box = { x: -across / 2, y: -down / 2, width: across, height: down };
    const inset = border?.inset ?? 0;
    const inner = { x: box.x + inset, y: box.y + inset, width: across - 2 * inset, height: down - 2 * inset };
    content(pen, inner, createRandom(styleSeed), createRandom(seed));
    if (border !== null) pen.frame(inner.x, inner.y, inner.width, inner.height, border.pen, border.radius, border.dash);
  });
}

/** Bounding box of the label's ink: it is drawn alone, on a page of its size. */
function inkOf(label: LabelJob, styleSeed: number): Rect {
  const { x, y, width, height } = label.place;
  const margin = 1;
  const pen = new Pen(width + 2 * margin, height + 2 * margin, DOTS_PER_MM);
  drawLabel(pen, { ...label, place: { x: margin, y: margin, width, height } }, styleSeed);
  const grey = pen.grey();
  const across = pen.canvas.width;
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (let i = 0; i < grey.length; i++) {
    if ((grey[i] ?? 255) >= 160) continue;
    const column = i % across;
    const row = Math.floor(i / across);
    left = Math.min(left, column);
    right = Math.max(right, column);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row);
  }
  return {
    x: x - margin + left / DOTS_PER_MM,
    y: y - margin + top / DOTS_PER_MM,
    width: (right - left + 1) / DOTS_PER_MM,
    height: (bottom - top + 1) / DOTS_PER_MM,
  };
}

function sharedRect(one: Rect, other: Rect): Rect {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  return { x, y, width, height: Math.min(one.y + one.height, other.y + other.height) - y };
}

/** Position of a rectangle of a page after a clockwise rotation of the page. */
export function turnedRect(rect: Rect, [width, height]: readonly [number, number], turn: Rotation): Rect {
  const transforms: Readonly<Record<Rotation, Affine>> = {
    0: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 },
    90: { a: 0, b: 1, c: -1, d: 0, e: height, f: 0 },
    180: { a: -1, b: 0, c: 0, d: -1, e: width, f: height },
    270: { a: 0, b: -1, c: 1, d: 0, e: 0, f: width },
  };
  return applyToRect(transforms[turn], rect);
}

export function forked(random: Random): number {
  return Math.floor(random() * 1e9);
}
