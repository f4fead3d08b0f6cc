import { Sha256 } from '#model/kernel/sha256.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import type { ComposedLabel, DisplayList } from '#model/page/display-list.ts';
import { createSymbolWindows } from '../read-back/symbol-windows.ts';
import type { PagePicture, PageParts, PageSurface } from './page-surface.ts';
import { paintLabelBands } from './paint-label-bands.ts';
import { createPngWriter } from './png.ts';
import { toHex } from './sha256.ts';
import { type Verification, verifySymbols } from './verify-label.ts';

/**
 * A page of one label that fills it, never whole in memory: each band goes into the file, into the hash and past
 * the symbols' windows, and is gone.
 */
export function createStreamedPage(parts: PageParts): PageSurface {
  const { sheet, dpi, colour, zxing } = parts;
  const { widthDots: width, heightDots: height } = sheet;
  let picture: PagePicture | null = null;

  function stream(list: DisplayList, composed: ComposedLabel | null): Result<Verification | null> {
    const writer = createPngWriter({ width, height, dpi, colour });
    const hash = new Sha256();
    const windows = createSymbolWindows(zxing, composed?.symbols ?? [], width, height, dpi);
    picture = null;
    const painted = paintLabelBands(parts, list, ({ top, plane, pixels }) => {
      writer.rows(pixels, plane.height);
      hash.update(pixels);
      windows.take(plane, top);
    });
    if (!painted.ok) return painted;
    picture = { png: writer.finish(), bitsHash: toHex(hash.digest()) };
    return ok(composed === null ? null : verifySymbols(composed, parts.minGrade, windows.reading));
  }

  return {
    place(_cell, list, composed) {
      const verified = stream(list, composed);
      if (!verified.ok) return verified;
      if (verified.value === null) throw new Error('a label was read back without its symbols');
      return ok(verified.value);
    },
    erase() {
      picture = null;
    },
    take() {
      if (picture === null) {
        const bare = stream({ widthMm: 0, heightMm: 0, dpi, items: [] }, null);
        if (!bare.ok) return bare;
      }
      const taken = picture;
      if (taken === null) throw new Error('no picture was made');
      picture = null;
      return ok(Promise.resolve(taken));
    },
  };
}
