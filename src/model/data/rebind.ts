import type { ColumnSource, DataSource } from '#model/elements/base/content.ts';
import { contentsOf, sourcesOf, withContents, type LabelElement } from '#model/elements/element.ts';
import type { Template } from '#model/template/template.ts';

/** The spreadsheet that replaces another. */
export interface Replacement {
  readonly connection: string;
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
  const rebind = (source: DataSource): DataSource =>
    source.type === 'column' && which(source)
      ? { ...source, connection: to.connection, fileName: to.fileName, sheet: to.sheetFor(source.sheet) }
      : source;
  const elements = template.elements.map((element): LabelElement => {
    if (!sourcesOf(element).some((s) => s.type === 'column' && which(s))) return element;
    return withContents(
      element,
      contentsOf(element).map((content) => content.sources.map(rebind)),
    );
  });
  return { ...template, elements };
}
