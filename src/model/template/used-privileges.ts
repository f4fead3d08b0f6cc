import { isTable } from '#model/elements/table/table-element.ts';
import { templateSources } from './template-sources.ts';
import type { Template } from './template.ts';

/** How many parts of a template need a membership. */
export interface UsedPrivileges {
  /** Elements that are tables. */
  readonly tables: number;
  /** Columns of a spreadsheet, including those in formulas, conditions and cells, and the one that chooses the language. */
  readonly columns: number;
}

export function usedPrivileges(template: Pick<Template, 'elements' | 'label'>): UsedPrivileges {
  const { elements } = template;
  const columns = templateSources(template).filter(({ type }) => type === 'column');
  return { tables: elements.filter(isTable).length, columns: columns.length };
}
