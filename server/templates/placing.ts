import type { Db } from '../database/open-database.ts';
import { isDuplicate, isMissingReference } from '../database/open-database.ts';
import { freeName } from './free-name.ts';
import { searchText } from './template-rows.ts';

/** How often work is done again that another one at the same time has got in the way of. */
const MAX_ATTEMPTS = 5;
/** Templates that one statement names. */
export const BATCH = 500;

/** A template with the name that it is to have. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** A transaction that is tried again when a name was taken, or a folder was deleted, just before it ended. */
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
 * Moves templates to a folder, those whose name is taken there under a free one. Gives how many those are. A move counts
 * as a change of the template, but leaves it where it was among the last changed ones.
 */
export async function moveInto(tx: Db, folderId: string, rows: readonly Named[]): Promise<number> {
  const { free, taken } = await splitByName(tx, folderId, rows);
  for (const ids of batches(free)) {
    await tx
      .updateTable('template')
      .set((eb) => ({ folder_id: folderId, revision: eb('revision', '+', 1) }))
      .where('id', 'in', ids)
      .execute();
  }
  for (const { id, name: wanted } of taken) {
    const name = await freeName(tx, folderId, wanted);
    await tx
      .updateTable('template')
      .set((eb) => ({ folder_id: folderId, name, name_search: searchText(name), revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .execute();
  }
  return taken.length;
}

/** Which of the rows can have their names in that folder, and which are to have others: one query. */
export async function splitByName(
  tx: Db,
  folderId: string,
  rows: readonly Named[],
): Promise<{ readonly free: string[]; readonly taken: Named[] }> {
  const there = await tx.selectFrom('template').select('name').where('folder_id', '=', folderId).execute();
  const names = new Set(there.map(({ name }) => name));
  const free: string[] = [];
  const taken: Named[] = [];
  for (const row of rows) {
    if (names.has(row.name)) taken.push(row);
    else free.push(row.id);
    names.add(row.name);
  }
  return { free, taken };
}

export function batches<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / BATCH) }, (_, i) => list.slice(i * BATCH, (i + 1) * BATCH));
}
