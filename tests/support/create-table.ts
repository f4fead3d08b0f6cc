import { fixedText } from '#model/elements/base/content.ts';
import type { TableElement } from '#model/elements/table/table-element.ts';
import { createTestElement } from './create-elements.ts';

/** A table of these texts: columns of 20 mm, rows of 10 mm, a pen of 1 mm. */
export function createTestTable(
  texts: readonly (readonly string[])[],
  fields: Partial<TableElement> = {},
): TableElement {
  const columns = texts[0]?.length ?? 0;
  const base = createTestElement('table');
  const [sample] = base.cells;
  if (sample === undefined) throw new Error('a table without cells');
  const style = { ...sample.style, fontSize: 18 };
  return {
    ...base,
    xMm: 10,
    yMm: 10,
    widthMm: columns * 20 + 1,
    heightMm: texts.length * 10 + 1,
    penWidthMm: 1,
    columnWidthsMm: Array.from({ length: columns }, () => 20),
    rowHeightsMm: texts.map(() => 10),
    cells: texts.flatMap((line, row) =>
      line.map((text, column) => ({ row, column, rowSpan: 1, columnSpan: 1, style, sources: [fixedText(text)] })),
    ),
    ...fields,
  };
}
