import type { SpreadsheetReading } from '#model/elements/base/reading.ts';
import type { ColumnSource, DataSource } from '#model/elements/base/content.ts';
import { withSources } from '#model/elements/element.ts';
import type { Template } from '#model/template/template.ts';

/** The spreadsheet that replaces another. */
export interface Replacement {
  readonly connection: string;
  readonly reading?: SpreadsheetReading | undefined;
  readonly fileName: string;
  /** The cloud file that it is; undefined for none. */
  readonly cloudFile?: string | undefined;
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
  const rebind = reboundColumn(to, which);
  return { ...template, elements: template.elements.map((element) => withSources(element, rebind)) };
}

/** What `rebindColumns` makes of one source: the same object where it does not bind it. */
export function reboundColumn(
  { connection, reading, fileName, cloudFile, sheetFor }: Replacement,
  which: (source: ColumnSource) => boolean,
): (source: DataSource) => DataSource {
  return (source) =>
    source.type === 'column' && which(source)
      ? { ...source, connection, reading, fileName, cloudFile, sheet: sheetFor(source.sheet) }
      : source;
}
