import type { DotRect } from '#model/elements/base/display-op.ts';
import type { PlacedSymbol } from '#model/elements/base/layout.ts';
import type { Dots } from '#model/kernel/units.ts';
import { type BitPlane, copyWindow, createBitPlane } from '../bits/bit-plane.ts';
import { areaWithQuietZone } from '#model/elements/base/symbol-margins.ts';
import { intersect, moved } from './placed-area.ts';
import { readBack, type SymbolReading } from './read-back.ts';
import type { Zxing } from './zxing.ts';

/**
 * Reads symbols back from a page of one label that arrives in bands. Keeps only the surroundings of incomplete symbols.
 */
export interface SymbolWindows {
  /** Takes the page's rows from `top` on. Each row comes once, from top to bottom. */
  take(band: BitPlane, top: Dots): void;
  /** The reading of the symbol; call after the last band. */
  reading(symbol: PlacedSymbol): SymbolReading;
}

interface Window {
  readonly symbol: PlacedSymbol;
  readonly area: DotRect;
  plane: BitPlane | null;
}

/** `label` is the area of the label on the page; it may extend beyond it. */
export function createSymbolWindows(
  zxing: Zxing,
  symbols: readonly PlacedSymbol[],
  page: { readonly width: Dots; readonly height: Dots },
  label: DotRect,
  dpi: number,
): SymbolWindows {
  const onPage = intersect(label, { x: 0, y: 0, ...page });
  const readings = new Map<PlacedSymbol, SymbolReading>();
  let open: Window[] = [];
  for (const symbol of symbols) {
    if (symbol.mirrored) continue;
    const area = intersect(moved(areaWithQuietZone(symbol), label.x, label.y), onPage);
    // From a whole byte of the rows on, so that they are copied byte by byte.
    const beyond = area.width > 0 ? area.x & 7 : 0;
    open.push({ symbol, area: { ...area, x: area.x - beyond, width: area.width + beyond }, plane: null });
  }
  open = open.sort((a, b) => a.area.y - b.area.y);

  function read(symbol: PlacedSymbol, plane: BitPlane, left: Dots, top: Dots): void {
    readings.set(symbol, readBack(zxing, plane, moved(label, -left, -top), symbol, dpi));
  }

  return {
    take(band, top) {
      const end = top + band.height;
      open = open.filter((window) => {
        const { symbol, area } = window;
        if (area.width > 0 && area.height > 0) {
          if (area.y >= end) return true;
          if (area.y >= top && area.y + area.height <= end) {
            read(symbol, band, 0, top);
            return false;
          }
          window.plane ??= createBitPlane(area.width, area.height);
          copyWindow(band, top, window.plane, area.x, area.y);
          if (area.y + area.height > end) return true;
        }
        read(symbol, window.plane ?? createBitPlane(1, 1), area.x, area.y);
        return false;
      });
    },
    reading(symbol) {
      const found = readings.get(symbol);
      if (found === undefined) throw new Error('the symbol has not gone by');
      return found;
    },
  };
}
