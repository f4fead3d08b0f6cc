import type { DotRect } from '#model/elements/base/display-op.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import { dotsToMm, mmToDots } from '#model/kernel/units.ts';
import type { ComposedLabel, DisplayItem } from '#model/page/display-list.ts';
import type { LabelSettings } from '#model/template/template.ts';
import type { SymbolCheck } from '#protocol/render.ts';
import type { FontStore } from '../fonts/font-store.ts';
import type { ImageLibrary } from '../images/image-library.ts';
import { imageSteps } from '../images/prepare-images.ts';
import { createYieldToMessages } from '../compose/yield-to-messages.ts';
import { type BitPainter, createBitPainter } from '../print/bit-painter.ts';
import { createBitPlane } from '../bits/bit-plane.ts';
import { namedReading } from './verify-label.ts';
import { withBackground } from '../compose/with-background.ts';
import { areaWithQuietZone } from '#model/elements/base/symbol-margins.ts';
import { intersect } from '../read-back/placed-area.ts';
import { readBack } from '../read-back/read-back.ts';
import type { Zxing } from '../read-back/zxing.ts';
import type { Skia } from '../skia/load.ts';
import type { CheckedLabel } from '../view/view.ts';

type Placed = ComposedLabel['symbols'][number];

export interface SymbolCheckerParts {
  readonly skia: Skia;
  readonly fonts: FontStore;
  readonly library: ImageLibrary;
}

interface Known {
  readonly items: readonly DisplayItem[];
  readonly label: LabelSettings;
  readonly check: SymbolCheck;
}

/**
 * Reads the symbols of the view as a print run would. Paints only the surroundings of each symbol, in the dots that
 * would print, and reads a symbol again only when its surroundings have changed.
 */
export class SymbolChecker {
  readonly #parts: SymbolCheckerParts;
  #painter: BitPainter | null = null;
  #known = new Map<Placed, Known>();

  constructor(parts: SymbolCheckerParts) {
    this.#parts = parts;
  }

  /** Null when the label has changed in the meantime. Rejects when the reader cannot be loaded. */
  async check(on: CheckedLabel, loadZxing: () => Promise<Zxing>): Promise<readonly SymbolCheck[] | null> {
    if (on.symbols.length === 0) return [];
    const zxing = await loadZxing();
    const known = new Map<Placed, Known>();
    const yieldToMessages = createYieldToMessages(() => performance.now());
    for (const placed of on.symbols) {
      if (on.isStale()) return null;
      const items = this.#around(on, placed);
      const before = this.#known.get(placed);
      if (before !== undefined && before.label === on.label && sameItems(before.items, items)) {
        known.set(placed, before);
        continue;
      }
      const { widthMm, heightMm } = on.label;
      for (const _ of imageSteps(this.#parts.library, { widthMm, heightMm, dpi: on.dpi, items })) {
        const pause = yieldToMessages();
        if (pause !== null) await pause;
        if (on.isStale()) return null;
      }
      known.set(placed, { items, label: on.label, check: this.#read(zxing, on, placed, items) });
      // Lets an edit that has arrived in the meantime go first.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    this.#known = known;
    return [...known.values()].map(({ check }) => check);
  }

  dispose(): void {
    this.#painter?.dispose();
    this.#painter = null;
    this.#known.clear();
  }

  #around({ label, dpi, find }: CheckedLabel, placed: Placed): readonly DisplayItem[] {
    const area = areaWithQuietZone(placed);
    const items = find(rectMm(area, dpi));
    if (!label.printBackground || label.background === null) return items;
    const { widthMm, heightMm } = label;
    return withBackground({ widthMm, heightMm, dpi, items }, label).items;
  }

  #read(zxing: Zxing, { label, dpi }: CheckedLabel, placed: Placed, items: readonly DisplayItem[]): SymbolCheck {
    const { skia, fonts, library } = this.#parts;
    const bounds = rectMm(placed.bounds, dpi);
    if (placed.mirrored) return { ...namedReading(placed, null, true), bounds, problem: null };
    this.#painter ??= createBitPainter(skia, fonts, library);
    const whole = { x: 0, y: 0, width: mmToDots(label.widthMm, dpi), height: mmToDots(label.heightMm, dpi) };
    const area = intersect(areaWithQuietZone(placed), whole);
    const plane = createBitPlane(whole.width, Math.max(1, area.height));
    const painted = this.#painter.paint(plane, items, dpi, area.y);
    const reading = readBack(zxing, plane, { ...whole, y: -area.y }, placed, dpi);
    const problem = painted.ok ? reading.problem : painted.error;
    return { ...namedReading(placed, reading, problem === null), bounds, problem };
  }
}

function rectMm({ x, y, width, height }: DotRect, dpi: number): Rect {
  return { x: dotsToMm(x, dpi), y: dotsToMm(y, dpi), width: dotsToMm(width, dpi), height: dotsToMm(height, dpi) };
}

function sameItems(a: readonly DisplayItem[], b: readonly DisplayItem[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}
