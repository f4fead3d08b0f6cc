import type { SpreadsheetReading } from '#model/elements/base/reading.ts';
import type { ColumnSource, DataSource } from '#model/elements/base/content.ts';
import { withSources } from '#model/elements/element.ts';
import type { Template } from '#model/template/template.ts';

/** The spreadsheet that replaces another. */
export interface Replacement {
  readonly connection: string;
  readonly reading?: SpreadsheetReading | undefined;
  readonly fileName: string;
  /** The sheet of the new spreadsheet that replaces the old sheet of this name. */
  readonly sheetFor: (name: string) => string;
}

/**
 * Binds a template's column sources to another spreadsheet; columns keep their names. `which` selects the sources to
 * bind, all when left out.
 */
export function rebindColumns(
  template: Template,
  to: Replacement,
  which: (source: ColumnSource) => boolean = () => true,
): Template {
  const { connection, reading, fileName, sheetFor } = to;
  const rebind = (source: DataSource): DataSource =>
    source.type === 'column' && which(source)
      ? { ...source, connection, reading, fileName, sheet: sheetFor(source.sheet) }
      : source;
  return { ...template, elements: template.elements.map((element) => withSources(element, rebind)) };
}
