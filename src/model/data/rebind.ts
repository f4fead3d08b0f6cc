import type { SpreadsheetReading } from '#model/elements/base/reading.ts';
import type { ColumnSource, DataSource } from '#model/elements/base/content.ts';
import { withTemplateSources } from '#model/template/template-sources.ts';
import type { Template } from '#model/template/template.ts';

/** The spreadsheet that replaces another. */
export interface Replacement {
  readonly connection: string;
  readonly reading?: SpreadsheetReading | undefined;
  readonly fileName: string;
  /** Its cloud file; undefined for none. */
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
  return withTemplateSources(template, reboundColumn(to, which));
}

/** The rebound source; the same object if it isn't affected. */
export function reboundColumn(
  { connection, reading, fileName, cloudFile, sheetFor }: Replacement,
  which: (source: ColumnSource) => boolean,
): (source: DataSource) => DataSource {
  return (source) =>
    source.type === 'column' && which(source)
      ? { ...source, connection, reading, fileName, cloudFile, sheet: sheetFor(source.sheet) }
      : source;
}

/**
 * Binds every column source to the file that its connection refers to now. Sources bound to that file already stay the
 * same objects.
 */
export function pinConnections(template: Template, contentOf: (source: ColumnSource) => string): Template {
  const pin = (source: DataSource): DataSource => {
    const connection = source.type === 'column' ? contentOf(source) : '';
    return source.type !== 'column' || connection === source.connection ? source : { ...source, connection };
  };
  return withTemplateSources(template, pin);
}
