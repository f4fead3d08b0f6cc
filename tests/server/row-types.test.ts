import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { tablesOf } from '#server/core/database/schema.ts';
import { openSqlite } from '#server/core/database/sqlite.ts';
import { createTestFolder } from './create-test-server.ts';

const FOLDER = join(import.meta.dirname, '../../server/core/database');
/** All row types, without their comments. */
const SOURCE = globSync('{*-rows,tables}.ts', { cwd: FOLDER })
  .map((name) => readFileSync(join(FOLDER, name), 'utf8'))
  .join('\n')
  .replaceAll(/\/\*[\s\S]*?\*\//g, '');

/** The fields of an interface of the row types, inherited ones included, with their types as text. */
function fieldsOf(name: string): ReadonlyMap<string, string> {
  const [, parents = '', body] =
    new RegExp(`interface ${name}(?: extends ([\\w, ]+))? \\{([^}]*)\\}`).exec(SOURCE) ?? [];
  if (body === undefined) throw new Error(`there is no interface ${name}`);
  const own = [...body.matchAll(/(\w+):\s+([^;]+);/g)].map(([, field = '', type = '']) => [field, type] as const);
  const inherited = parents === '' ? [] : parents.split(',').flatMap((parent) => [...fieldsOf(parent.trim())]);
  return new Map([...inherited, ...own]);
}

/** A column's name, `?` where it may be null, and the kind of its values. */
function columnText(name: string, isNullable: boolean, kind: string): string {
  return `${name}${isNullable ? '?' : ''}: ${kind}`;
}

function typedColumn([name, type]: readonly [name: string, type: string]): string {
  return columnText(name, type.endsWith(' | null'), /\bnumber\b/.test(type) ? 'number' : 'string');
}

test('the row types have the tables, columns and nulls that the migrations make', async () => {
  const { db, close } = await openSqlite(join(await createTestFolder(), 'labelwright.db'));
  try {
    const types = fieldsOf('Tables');
    expect([...types.keys()].toSorted()).toEqual(await tablesOf(db));
    for (const [table, type] of types) {
      const { rows } = await sql<{ name: string; type: string; notnull: number; pk: number }>`
        select name, type, "notnull", pk from pragma_table_info(${table})`.execute(db);
      // SQLite does not list the columns of a primary key as not null.
      const made = rows.map((column) =>
        columnText(
          column.name,
          column.notnull === 0 && column.pk === 0,
          /int|real|double/i.test(column.type) ? 'number' : 'string',
        ),
      );
      expect([...fieldsOf(type)].map(typedColumn).toSorted(), table).toEqual(made.toSorted());
    }
  } finally {
    await close();
  }
});
