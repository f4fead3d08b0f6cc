import { sql, type RawBuilder } from 'kysely';

/** A condition that a column contains the text, with any characters, case-sensitive. */
export function containsText(column: string, text: string): RawBuilder<boolean> {
  const pattern = `%${text.replaceAll(/[~%_]/g, '~$&')}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '~'`;
}
