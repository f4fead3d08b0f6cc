import type { ComposedLabel, SheetGeometry } from '#model/page/display-list.ts';
import { sheetGeometry } from '#model/page/sheet.ts';
import { contentLengthOf } from '#model/template/length-by-content.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { RunSetup } from '#protocol/render.ts';
import type { PageSurface } from './page-surface.ts';

/** The sheet of a label: the same object for the next one of that length; without a label the design's. */
export type SheetOf = (label: Pick<ComposedLabel, 'lengthMm'>) => SheetGeometry;

/** The sheets of a run's labels. `sheet` is that of all where they don't follow their content. */
export function createSheetOf({ template: { label }, dpi, calibration }: RunSetup, sheet: SheetGeometry): SheetOf {
  if (contentLengthOf(label) === null) return () => sheet;
  let last: { readonly heightMm: Mm; readonly sheet: SheetGeometry } | null = null;
  return ({ lengthMm: heightMm = label.heightMm }) => {
    if (last?.heightMm !== heightMm) {
      last = { heightMm, sheet: sheetGeometry({ ...label, heightMm }, dpi, calibration) };
    }
    return last.sheet;
  };
}

/** A page of one label whose length follows its content: each label is painted on a page of its own length. */
export function createFollowingPage(sheetOf: SheetOf, create: (sheet: SheetGeometry) => PageSurface): PageSurface {
  let made: { readonly sheet: SheetGeometry; readonly page: PageSurface } | null = null;
  function on(sheet: SheetGeometry): PageSurface {
    if (made?.sheet !== sheet) made = { sheet, page: create(sheet) };
    return made.page;
  }
  return {
    place: (cell, list, composed) => on(sheetOf(composed)).place(cell, list, composed),
    readFound: (...label) => made?.page.readFound(...label) ?? null,
    erase: (cell) => made?.page.erase(cell),
    take: () => (made?.page ?? on(sheetOf({}))).take(),
  };
}
