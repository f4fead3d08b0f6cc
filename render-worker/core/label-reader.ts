import type { ComposedLabel, DisplayList } from '#model/page/display-list.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { eachBandInTurn } from '../bits/band.ts';
import { createSymbolWindows } from '../read-back/symbol-windows.ts';
import { isStreamedPage } from './create-page-surface.ts';
import { pageBands } from './page-bands.ts';
import { cellArea, type PageParts } from './page-surface.ts';
import { verifySymbols, type Verification } from './verify-label.ts';
import { createWholePage } from './whole-page.ts';

const NOTHING_READ: Verification = { symbols: [], problems: [], warnings: [] };

/**
 * Reads labels as they would read at the first position of a page, from the same bits that a run would print, without
 * making a page. A label without symbols is not painted.
 */
export function createLabelReader(
  parts: PageParts,
): (list: DisplayList, composed: ComposedLabel) => Promise<Result<Verification>> {
  const { sheet, dpi, zxing, minGrade } = parts;
  if (!isStreamedPage(parts)) {
    let page: ReturnType<typeof createWholePage> | null = null;
    return async (list, composed) => {
      if (composed.symbols.length === 0) return ok(NOTHING_READ);
      page ??= createWholePage(parts);
      const read = await page.place(0, list, composed);
      page.erase(0);
      return read;
    };
  }
  return async (list, composed) => {
    if (composed.symbols.length === 0) return ok(NOTHING_READ);
    const size = { width: sheet.widthDots, height: sheet.heightDots };
    const windows = createSymbolWindows(zxing, composed.symbols, size, cellArea(sheet, 0), dpi);
    const painted = await eachBandInTurn(pageBands(parts, list), parts.mayContinue, ({ plane, top }) =>
      windows.take(plane, top),
    );
    return painted.ok ? ok(verifySymbols(composed, minGrade, windows.reading)) : painted;
  };
}
