import { sourcesOf } from '#model/elements/element.ts';
import { isTable } from '#model/elements/table/table-element.ts';
import type { Template } from './template.ts';

/** How many parts of a template need a membership. */
export interface UsedPrivileges {
  /** Elements that are tables. */
  readonly tables: number;
  /** Data sources that are columns of a spreadsheet, including those in formulas, conditions and cells. */
  readonly columns: number;
}

export function usedPrivileges({ elements }: Pick<Template, 'elements'>): UsedPrivileges {
  const columns = elements.flatMap(sourcesOf).filter(({ type }) => type === 'column');
  return { tables: elements.filter(isTable).length, columns: columns.length };
}
