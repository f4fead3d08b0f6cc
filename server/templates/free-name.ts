import { sql } from 'kysely';
import type { Db } from '../database/open-database.ts';
import { NAME_MAX_LENGTH } from './names.ts';

/** Room for " (1000000)". */
const NUMBER_LENGTH = 10;

/**
 * The first of "name (2)", "name (3)" … that no template of the folder has. One query, which looks each number up in
 * the index of names and stops at the first that is free: nothing is inserted to find out, and no list is fetched.
 */
export async function freeName(db: Db, folderId: string, name: string): Promise<string> {
  const stem = `${shortened(name)} (`;
  const { rows } = await sql<{ free: number }>`
    with recursive candidate(number) as (
      select 2
      union all
      select number + 1 from candidate
      where exists (
        select 1 from template
        where folder_id = ${folderId} and name = ${stem} || cast(candidate.number as text) || ')'
      )
    )
    select max(number) as free from candidate`.execute(db);
  return `${stem}${rows[0]?.free ?? 2})`;
}

/** Cuts off what would make the name too long with a number behind it. Never cuts a character in two. */
function shortened(name: string): string {
  let short = '';
  for (const character of name) {
    if (short.length + character.length + NUMBER_LENGTH > NAME_MAX_LENGTH) break;
    short += character;
  }
  return short.trimEnd();
}
