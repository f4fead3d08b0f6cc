import type { PlacedSymbol } from '#model/elements/base/layout.ts';
import type { Dots } from '#model/kernel/units.ts';
import { type BitPlane, copyWindow, createBitPlane } from '../bits/bit-plane.ts';
import { intersect, quietMargins, withMargins } from './placed-area.ts';
import { readBack, type SymbolReading } from './read-back.ts';
import type { Zxing } from './zxing.ts';

/**
 * Reads symbols back from a label that comes in bands. Only the surroundings of symbols that are not complete yet are
 * kept.
 */
export interface SymbolWindows {
  /** Takes the label's rows from `top` on. Each row comes once, from top to bottom. */
  take(band: BitPlane, top: Dots): void;
  /** How the symbol reads; to be asked after the last band. */
  reading(symbol: PlacedSymbol): SymbolReading;
}

interface Window {
  readonly symbol: PlacedSymbol;
  readonly area: { readonly x: Dots; readonly y: Dots; readonly width: Dots; readonly height: Dots };
  plane: BitPlane | null;
}

export function createSymbolWindows(
  zxing: Zxing,
  symbols: readonly PlacedSymbol[],
  width: Dots,
  height: Dots,
  dpi: number,
): SymbolWindows {
  const label = { x: 0, y: 0, width, height };
  const readings = new Map<PlacedSymbol, SymbolReading>();
  let open: Window[] = [];
  for (const symbol of symbols) {
    if (symbol.mirrored) continue;
    const area = intersect(withMargins(symbol.bounds, symbol.rotation, quietMargins(symbol)), label);
    open.push({ symbol, area, plane: null });
  }
  open = open.sort((a, b) => a.area.y - b.area.y);

  function read({ symbol, area, plane }: Window): void {
    const at = { ...label, x: -area.x, y: -area.y };
    readings.set(symbol, readBack(zxing, plane ?? createBitPlane(1, 1), at, symbol, dpi));
  }

  return {
    take(band, top) {
      const end = top + band.height;
      open = open.filter((window) => {
        const { area } = window;
        if (area.width > 0 && area.height > 0) {
          if (area.y >= end) return true;
          window.plane ??= createBitPlane(area.width, area.height);
          copyWindow(band, top, window.plane, area.x, area.y);
          if (area.y + area.height > end) return true;
        }
        read(window);
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
