import type { SqliteStatement } from 'kysely';

/** More than the server's different statements; those of lists of many lengths are recompiled now and then. */
const KEPT = 400;

/** Caches the most recently used statements: compiling one takes longer than most of them take to run. */
export function cacheStatements(prepare: (text: string) => SqliteStatement): (text: string) => SqliteStatement {
  const kept = new Map<string, SqliteStatement>();
  return (text) => {
    const statement = kept.get(text) ?? prepare(text);
    // The most recently used one is last.
    kept.delete(text);
    kept.set(text, statement);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value ?? '');
    return statement;
  };
}
