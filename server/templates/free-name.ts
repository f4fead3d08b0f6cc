import type { Db } from '../core/database/open-database.ts';
import { NAME_MAX_LENGTH } from '../core/names.ts';

/** Space for " (1000000)". */
const NUMBER_LENGTH = 10;

/** Assigns unique names to templates that are added to one folder. */
export interface FolderNames {
  /** The wanted name if it is free, or else a numbered one. */
  readonly place: (wanted: string) => string;
  /** The first free one of "name (2)", "name (3)" …. */
  readonly number: (wanted: string) => string;
}

/**
 * The names in a folder, read in one query. No number is tried twice: a thousand copies of one name take no longer than
 * a thousand different ones.
 */
export async function readFolderNames(tx: Db, folderId: string): Promise<FolderNames> {
  const rows = await tx.selectFrom('template').select('name').where('folder_id', '=', folderId).execute();
  const taken = new Set(rows.map(({ name }) => name));
  /** The next number to try for each stem. */
  const numbers = new Map<string, number>();
  const number = (wanted: string): string => {
    const stem = `${shortened(wanted)} (`;
    let next = numbers.get(stem) ?? 2;
    while (taken.has(`${stem}${next})`)) next++;
    numbers.set(stem, next + 1);
    const name = `${stem}${next})`;
    taken.add(name);
    return name;
  };
  return {
    number,
    place: (wanted) => {
      if (taken.has(wanted)) return number(wanted);
      taken.add(wanted);
      return wanted;
    },
  };
}

/** Cuts the name so that it fits with a number. Never splits a character. */
function shortened(name: string): string {
  let short = '';
  for (const character of name) {
    if (short.length + character.length + NUMBER_LENGTH > NAME_MAX_LENGTH) break;
    short += character;
  }
  return short.trimEnd();
}
