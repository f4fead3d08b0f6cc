import type { TextMeasure } from '#model/elements/base/layout.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import type { LocalTime } from '#model/kernel/local-time.ts';
import { dotsToMm } from '#model/kernel/units.ts';
import type { PictureSet } from '#model/data/pictures/picture-set.ts';
import type { DataRecord } from '#model/data/record.ts';
import { composeLabel, type LabelContext } from '#model/page/compose.ts';
import type { SkiaPainter } from '../paint/skia-painter.ts';
import { sheetGeometry, sheetSizeMm } from '#model/page/sheet.ts';
import type { Template } from '#model/template/template.ts';
import type { FontStore } from '../fonts/font-store.ts';
import { withFonts } from '../fonts/with-fonts.ts';
import { createRowPictures, type RowPictureParts } from '../images/row-pictures.ts';
import { createFixedElementCache } from '../compose/fixed-elements.ts';
import { withBackground } from '../compose/with-background.ts';
import type { PlacedList, VectorPage } from './vector-page.ts';

export interface VectorComposerParts extends RowPictureParts {
  readonly fonts: FontStore;
  readonly measure: TextMeasure;
  readonly painter: Pick<SkiaPainter, 'inkBelowMm'>;
}

/** Composes pages of a template as a print run does, for exports that need shapes instead of dots. */
export interface VectorComposer {
  /**
   * Writes the page with these records in its cells from `firstCell` on; at most as many as the sheet has cells from
   * there. The pictures of its rows are in the library until it is written.
   */
  page<T>(
    records: readonly DataRecord[],
    firstCell: number,
    signal: AbortSignal,
    write: (page: VectorPage) => Promise<Result<T>>,
  ): Promise<Result<T>>;
}

export function createVectorComposer(
  { fonts, measure, painter, ...pictureParts }: VectorComposerParts,
  template: Template,
  dpi: number,
  now: LocalTime,
  set?: PictureSet,
): VectorComposer {
  const { label } = template;
  const { cells } = sheetGeometry(label, dpi);
  const compose = createFixedElementCache(() => fonts.version);
  const inkBelow: LabelContext['inkBelow'] = (item, yMm) => painter.inkBelowMm(item, yMm, dpi);
  const bare = { measure, dpi, label, imageSize: pictureParts.library.size, now, inkBelow };
  const pictures = createRowPictures(template, set, pictureParts);
  const context = pictures === null ? bare : { ...bare, rowPicture: pictures.find };

  async function made(
    records: readonly DataRecord[],
    firstCell: number,
    signal: AbortSignal,
  ): Promise<Result<VectorPage>> {
    const labels: PlacedList[] = [];
    let { heightMm } = label;
    for (const [i, record] of records.entries()) {
      const cell = cells[firstCell + i];
      if (cell === undefined) throw new Error(`the sheet has no cell ${firstCell + i}`);
      const composed = await withFonts(fonts, () => composeLabel(template, record, context, compose), signal);
      if (!composed.ok) return composed;
      const list = label.printBackground ? withBackground(composed.value.list, label) : composed.value.list;
      heightMm = composed.value.lengthMm ?? heightMm;
      // Labels are on whole dots, as in print, so the dots of their symbols are too.
      labels.push({ list, xMm: dotsToMm(cell.xDots, dpi), yMm: dotsToMm(cell.yDots, dpi) });
    }
    const size = sheetSizeMm({ ...label, heightMm });
    return ok({ widthMm: size.width, heightMm: size.height, labels });
  }

  return {
    async page(records, firstCell, signal, write) {
      const held: (() => void)[] = [];
      try {
        if (pictures !== null) for (const record of records) held.push(await pictures.hold(record, context));
        const page = await made(records, firstCell, signal);
        return page.ok ? await write(page.value) : page;
      } finally {
        for (const release of held) release();
      }
    },
  };
}
