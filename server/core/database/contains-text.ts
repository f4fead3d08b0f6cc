import { sql, type RawBuilder } from 'kysely';

/** That a column has the text somewhere in it, whatever signs it has. The case counts. */
export function containsText(column: string, text: string): RawBuilder<boolean> {
  const pattern = `%${text.replaceAll(/[~%_]/g, '~$&')}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '~'`;
}
