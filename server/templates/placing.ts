import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../core/database/open-database.ts';
import { isDuplicate, isMissingReference } from '../core/database/open-database.ts';
import { readFolderNames } from './free-name.ts';
import { searchText } from './template-rows.ts';

/** Attempts at work that a concurrent change has interfered with. */
const MAX_ATTEMPTS = 5;
/** Templates that one statement names. */
export const BATCH = 500;

/** A template with its new name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** A transaction that is retried when a name was taken, or a folder was deleted, just before it ended. */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || (!isDuplicate(error) && !isMissingReference(error))) throw error;
    }
  }
}

/**
 * Moves templates to a folder, those with a taken name under a free one. Returns the number of renamed ones. A move
 * counts as a change of the template, but keeps its place among the last changed ones.
 */
export async function moveInto(tx: Db, folderId: string, rows: readonly Named[]): Promise<number> {
  const names = await readFolderNames(tx, folderId);
  const placed = rows.map(({ id, name }) => ({ id, name: names.place(name) }));
  await giveNames(tx, placed, sql`folder_id = ${folderId}, revision = revision + 1`);
  return placed.filter(({ name }, at) => name !== rows[at]?.name).length;
}

/** Sets each template's name and the other shared values: one statement for many. */
export async function giveNames(tx: Db, rows: readonly Named[], others: RawBuilder<unknown>): Promise<void> {
  for (const some of batches(rows)) {
    const values = sql.join(some.map(({ id, name }) => sql`(${id}, ${name}, ${searchText(name)})`));
    // Both databases call the columns of such a list `column1`, `column2` ….
    await sql`update template set name = given.column2, name_search = given.column3, ${others}
      from (values ${values}) as given where template.id = given.column1`.execute(tx);
  }
}

export function batches<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / BATCH) }, (_, i) => list.slice(i * BATCH, (i + 1) * BATCH));
}
